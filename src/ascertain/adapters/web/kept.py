"""What became of one URL, and the answers that are kept of it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from pydantic import Field, ValidationError

from ascertain.adapters.web.statuses import Failure, failure_of
from ascertain.evidence.exchange import Exchange, Headers
from ascertain.evidence.freshness import Freshness
from ascertain.evidence.kinds import SourceStatus
from ascertain.evidence.record import NonBlank, Record
from ascertain.ports.answer_store import AnswerStore, StoredAnswer

__all__ = ["Answer", "AnswerKind", "Found", "KeptAnswers"]

AnswerKind = Literal["page", "robots"]
"""What a URL was asked for as; answers of one kind never stand in for another's."""

_FAILED = "_failed"
_HELD_BYTES = 50_000_000
_SETTLED = 100_000
_MAX_VALIDATOR = 1_000
# RFC 9309, section 2.4: robots.txt should not be used for more than a day unless it cannot be
# read; a week is what a user may ask for, who asks that of pages too.
_ROBOTS_LEAST, _ROBOTS_MOST = timedelta(days=1), timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of asking for one URL.

    Attributes:
        at: when it was given or confirmed, UTC.
        exchange: the response; None where none came.
        failure: why it is no page; None for a page or a redirect.
        etag: for asking whether it changed, or empty; and ``last_modified``, likewise.
        is_earlier: whether it is of an earlier run.
    """

    at: datetime
    exchange: Exchange | None = None
    failure: Failure | None = None
    etag: str = ""
    last_modified: str = ""
    is_earlier: bool = False

    @classmethod
    def of(cls, exchange: Exchange, at: datetime) -> Answer:
        """Make the answer that a response is."""
        return cls(
            at,
            exchange,
            failure_of(exchange),
            etag=_validator(exchange, "ETag"),
            last_modified=_validator(exchange, "Last-Modified"),
        )

    def confirmed(self, not_modified: Exchange, at: datetime) -> Answer:
        """Make the answer that this one is after HTTP 304 (RFC 9111, section 4.3.4)."""
        return replace(
            self,
            at=at,
            etag=_validator(not_modified, "ETag") or self.etag,
            last_modified=_validator(not_modified, "Last-Modified") or self.last_modified,
            is_earlier=False,
        )

    def conditions(self) -> Headers:
        """Return the fields that ask for the page only if it changed; none for a failure."""
        if self.exchange is None or self.failure is not None:
            return ()
        named = (("If-None-Match", self.etag), ("If-Modified-Since", self.last_modified))
        return tuple((name, value) for name, value in named if value)


@dataclass(frozen=True, slots=True)
class Found:
    """What is kept of a URL.

    Attributes:
        answer: the latest that may serve, or None.
        is_usable: whether it may be used without asking.
    """

    answer: Answer | None = None
    is_usable: bool = False


class _ExchangeHead(Record):
    url: NonBlank
    status: int = Field(ge=100, le=999)
    response_headers: Headers
    sent_at: str
    method: NonBlank = "GET"
    request_headers: Headers = ()
    http_version: str = "HTTP/1.1"
    reason: str = ""
    address: str = ""


class _FailureHead(Record):
    status: SourceStatus
    reason: NonBlank
    is_passing: bool = False
    is_dead_end: bool = False


class _Head(Record):
    version: Literal[1] = 1
    exchange: _ExchangeHead | None = None
    failure: _FailureHead | None = None
    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True, slots=True)
class _Settled:
    """How a URL was settled in this run: under which name it is kept, and whether it was asked."""

    name: str
    was_asked: bool


class KeptAnswers:
    """Answers in a store, by kind and URL, for one run.

    A passing failure is kept beside the page, so that it costs nobody the page that was there
    before. What was used or given once in this run stays usable in it, however old; an answer
    that the store did not take is held in memory, up to 50 MB of them. The calls block, and
    may come from several threads.

    Args:
        store: keeps answers from run to run; stays open.
        freshness: how old an answer of an earlier run may be.
    """

    def __init__(self, store: AnswerStore, freshness: Freshness) -> None:
        self._store = store
        self._freshness = freshness
        self._settled: OrderedDict[tuple[str, str], _Settled] = OrderedDict()
        self._held: OrderedDict[tuple[str, str], Answer] = OrderedDict()
        self._held_bytes = 0
        self._lock = threading.Lock()

    def find(self, kind: AnswerKind, url: str, now: datetime) -> Found:
        """Look for an answer, and settle on it for this run if it may be used without asking."""
        with self._lock:
            settled = self._settled.get((kind, url))
            held = self._held.get((kind, url))
        if settled is not None:
            answer = held or self._read(settled.name, url)
            if answer is not None:
                return Found(replace(answer, is_earlier=not settled.was_asked), is_usable=True)
        page = self._read(kind, url)
        if page is not None and self._allows(kind, page, now):
            return self._use(kind, kind, url, page)
        failed = self._read(f"{kind}{_FAILED}", url)
        if (
            failed is not None
            and (page is None or failed.at >= page.at)
            and self._allows(kind, failed, now)
        ):
            return self._use(kind, f"{kind}{_FAILED}", url, failed)
        return Found(page)

    def keep(self, kind: AnswerKind, url: str, answer: Answer) -> None:
        """Keep what was given just now."""
        is_passing = answer.failure is not None and answer.failure.is_passing
        name = f"{kind}{_FAILED}" if is_passing else kind
        was_kept = self._put(name, url, answer)
        with self._lock:
            self._settle(kind, url, _Settled(name, was_asked=True))
            self._let_go((kind, url))
            if not was_kept:
                self._hold((kind, url), answer)

    def _put(self, name: str, url: str, answer: Answer) -> bool:
        try:
            head = _head(answer)
        except ValueError:  # a host's text that JSON cannot hold
            return False
        body = answer.exchange.body if answer.exchange else b""
        self._store.put(name, url, StoredAnswer(answer.at, head, body))
        stored = self._store.get(name, url)
        return stored is not None and stored.stored_at >= answer.at

    def _use(self, kind: AnswerKind, name: str, url: str, answer: Answer) -> Found:
        with self._lock:
            self._settle(kind, url, _Settled(name, was_asked=False))
        return Found(answer, is_usable=True)

    def _allows(self, kind: AnswerKind, answer: Answer, now: datetime) -> bool:
        freshness = self._freshness
        if kind == "robots":
            window = min(max(freshness.max_age, _ROBOTS_LEAST), _ROBOTS_MOST)
            freshness = replace(freshness, max_age=window)
        failed = answer.failure is not None and answer.failure.is_passing
        return freshness.allows(answer.at, now, failed=failed)

    def _read(self, name: str, url: str) -> Answer | None:
        stored = self._store.get(name, url)
        return None if stored is None else _parsed(stored)

    def _settle(self, kind: AnswerKind, url: str, settled: _Settled) -> None:
        self._settled[kind, url] = settled
        self._settled.move_to_end((kind, url))
        if len(self._settled) > _SETTLED:
            self._settled.popitem(last=False)

    def _hold(self, key: tuple[str, str], answer: Answer) -> None:
        self._held[key] = answer
        self._held_bytes += _weight(answer)
        while self._held_bytes > _HELD_BYTES:
            self._let_go(next(iter(self._held)))

    def _let_go(self, key: tuple[str, str]) -> None:
        answer = self._held.pop(key, None)
        if answer is not None:
            self._held_bytes -= _weight(answer)


def _weight(answer: Answer) -> int:
    return 1_000 + (len(answer.exchange.body) if answer.exchange else 0)


def _validator(exchange: Exchange, name: str) -> str:
    """Return a field's value if it can be sent back as it is, or empty."""
    value = (exchange.header(name) or "").strip()
    return value if len(value) <= _MAX_VALIDATOR and value.isascii() and value.isprintable() else ""


def _head(answer: Answer) -> str:
    exchange = failure = None
    if answer.exchange is not None:
        given = answer.exchange
        exchange = _ExchangeHead(
            url=given.url,
            status=given.status,
            response_headers=given.response_headers,
            sent_at=given.sent_at,
            method=given.method,
            request_headers=given.request_headers,
            http_version=given.http_version,
            reason=given.reason,
            address=given.address,
        )
    elif answer.failure is not None:
        failure = _FailureHead(
            status=answer.failure.status,
            reason=answer.failure.reason,
            is_passing=answer.failure.is_passing,
            is_dead_end=answer.failure.is_dead_end,
        )
    head = _Head(
        exchange=exchange,
        failure=failure,
        etag=answer.etag,
        last_modified=answer.last_modified,
    )
    return head.model_dump_json(exclude_defaults=True)


def _parsed(stored: StoredAnswer) -> Answer | None:
    """Return the answer; None if the entry is not one of ours, which costs a request."""
    try:
        head = _Head.model_validate_json(stored.head)
    except ValidationError:
        return None
    at, failure = stored.stored_at, head.failure
    if head.exchange is None:
        if failure is None:
            return None
        reported = Failure(**dict(failure))
        return Answer(at, failure=reported, is_earlier=True)
    exchange = Exchange(**dict(head.exchange), body=stored.body)
    return Answer(
        at,
        exchange,
        failure_of(exchange),
        etag=head.etag,
        last_modified=head.last_modified,
        is_earlier=True,
    )
