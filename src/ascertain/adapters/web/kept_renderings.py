"""Pages that a browser made, kept from run to run like any other answer."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from pydantic import Field, ValidationError

from ascertain.errors import FetchError
from ascertain.evidence.exchange import Exchange, FetchTrace
from ascertain.evidence.freshness import Freshness
from ascertain.evidence.record import NonBlank, Record
from ascertain.evidence.web_policy import WebPolicy
from ascertain.ports.answer_store import AnswerStore, StoredAnswer
from ascertain.ports.clock import Clock
from ascertain.ports.fetcher import Fetched, Fetcher
from ascertain.sources.policy import check_url
from ascertain.sources.walls import NOT_RENDERED

__all__ = ["KeptRenderings"]

_KIND, _FAILED = "rendered", "rendered_failed"
_HTML = "text/html; charset=utf-8"


class _Head(Record):
    url: NonBlank
    sent_at: str = ""
    status: str = "error"
    failure: str = Field(default="", max_length=2000)


class KeptRenderings:
    """Renders through a browser what is not kept.

    Args:
        browser: None where there is none; then only kept pages are given.
        policy: of this run; a kept page of a host that it closes is not given.
        store: keeps the pages.
        clock: for their age.
        freshness: how old a kept page may be.
    """

    def __init__(
        self,
        browser: Fetcher | None,
        policy: WebPolicy,
        store: AnswerStore,
        clock: Clock,
        freshness: Freshness,
    ) -> None:
        self._policy = policy
        self._browser = browser
        self._store = store
        self._clock = clock
        self._freshness = freshness

    async def fetch(self, url: str, trace: FetchTrace | None = None) -> Fetched:
        """Return the page as a browser makes it.

        Raises:
            FetchError: if the browser failed now or a short while ago; with the status
                ``NOT_RENDERED`` if none was tried.
        """
        seen = trace if trace is not None else FetchTrace()
        kept = await asyncio.to_thread(self._kept, url)
        if kept is not None:
            self._must_be_open(url, kept[0].url)
            seen.from_store += 1
            return _from_kept(url, *kept, seen)
        if self._freshness.offline:
            raise FetchError(
                NOT_RENDERED, "no page of a browser's is kept, and --offline forbids asking one"
            )
        if self._browser is None:
            raise FetchError(
                NOT_RENDERED,
                "it may need a browser, and none is installed or allowed (see doctor)",
            )
        try:
            fetched = await self._browser.fetch(url, seen)
        except FetchError as error:
            if error.status != "blocked":  # the policy may be another in the next run
                head = _Head(url=url, status=error.status, failure=error.reason[:2000])
                await self._keep(url, head, b"")
            raise
        made = [exchange for exchange in seen.exchanges if exchange.kind == "rendered"]
        head = _Head(url=fetched.url, sent_at=made[-1].sent_at if made else "")
        await self._keep(url, head, fetched.data)
        return fetched

    def _must_be_open(self, *urls: str) -> None:
        for url in urls:
            try:
                check_url(url, self._policy)
            except FetchError as error:
                said = f"what a browser made of it is kept, but not used: {error.reason}"
                raise FetchError(NOT_RENDERED, said) from error

    def _kept(self, url: str) -> tuple[_Head, bytes] | None:
        """A page, else a failure: one that failed lately does not cost the page before it."""
        for kind in (_KIND, _FAILED):
            answer = self._store.get(kind, url)
            if answer is None:
                continue
            try:
                head = _Head.model_validate_json(answer.head)
            except ValidationError:
                continue
            if self._freshness.allows(answer.stored_at, self._now(), failed=kind == _FAILED):
                return head, answer.body
        return None

    async def _keep(self, url: str, head: _Head, body: bytes) -> None:
        answer = StoredAnswer(self._now(), head.model_dump_json(), body)
        kind = _FAILED if head.failure else _KIND
        await asyncio.to_thread(self._store.put, kind, url, answer)

    def _now(self) -> datetime:
        return datetime.fromisoformat(self._clock.now()).astimezone(UTC)


def _from_kept(url: str, head: _Head, body: bytes, trace: FetchTrace) -> Fetched:
    if head.failure:
        raise FetchError(head.status, f"{head.failure} (a kept answer)")
    trace.exchanges.append(
        Exchange(
            url=head.url,
            status=200,
            response_headers=(("Content-Type", _HTML),),
            body=body,
            sent_at=head.sent_at,
            kind="rendered",
            from_store=True,
        )
    )
    at = datetime.fromisoformat(head.sent_at) if head.sent_at else None
    redirects = () if head.url == url else (url,)
    return Fetched(
        data=body,
        url=head.url,
        media_type=_HTML,
        attempts=0,
        from_cache=True,
        redirects=redirects,
        fetched_at=at,
    )
