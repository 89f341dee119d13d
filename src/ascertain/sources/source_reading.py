"""From an address to a source: fetch, read, tell walls from pages, keep, describe."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from ascertain.errors import FetchError, ReadError, SnapshotError
from ascertain.evidence.chain import digest
from ascertain.evidence.document import DatedField, Document, TextRange
from ascertain.evidence.events import EventBody, RequestRefused
from ascertain.evidence.exchange import FetchTrace
from ascertain.evidence.kinds import SourceStatus
from ascertain.evidence.program import ProcessedPage
from ascertain.evidence.snapshot import Snapshot
from ascertain.evidence.source import Source
from ascertain.ports.clock import Clock
from ascertain.ports.document_reader import DocumentReader
from ascertain.ports.exchange_log import ExchangeLog
from ascertain.ports.fetcher import Fetched, Fetcher
from ascertain.ports.snapshot_store import SnapshotStore
from ascertain.sources.passages import TextPassage, split_passages
from ascertain.sources.sentences import sentence_spans
from ascertain.sources.source_kinds import KindTable, load_kind_table
from ascertain.sources.urls import canonical_url, same_site
from ascertain.sources.walls import NOT_RENDERED, needs_script, teaser_note, wall_reason
from ascertain.sources.withdrawals import withdrawal_of

__all__ = ["ReadSource", "ReadingPorts", "SourceReader"]

_SUMMARY_LENGTH = 300
_MAX_REFUSED = 100
_RANK_OF_WITHDRAWN = 0.1
_BLOCKED = frozenset((401, 402, 403, 429, 451))
_PROCESSED = "the text is what the researcher's own program said of the page, not the page"
_WEB = ("http://", "https://")


@dataclass(frozen=True)
class ReadSource:
    """A source and, if it was read, what a researcher may work with.

    Attributes:
        source: its record.
        snapshot: the description of the saved copy, or None if it was not read.
        text: the snapshot's text, or empty.
        passages: the text divided.
    """

    source: Source
    snapshot: Snapshot | None = None
    text: str = field(default="", repr=False)
    passages: tuple[TextPassage, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class ReadingPorts:
    """What reading goes through.

    Attributes:
        archive: keeps what went over the wire, where anything does.
        renderer: fetches pages that yield too little without a script; None: such are left.
        kinds: which kind of source an address is.
    """

    fetcher: Fetcher
    reader: DocumentReader
    snapshots: SnapshotStore
    clock: Clock
    archive: ExchangeLog | None = None
    renderer: Fetcher | None = None
    kinds: KindTable = field(default_factory=load_kind_table)


@dataclass(frozen=True, slots=True)
class _Got:
    fetched: Fetched
    document: Document
    notes: tuple[str, ...]


class SourceReader:
    """Reads one address at a time; what cannot be read comes back with status and reason."""

    def __init__(self, ports: ReadingPorts, record: Callable[[EventBody], object]) -> None:
        self._ports = ports
        self._record = record

    async def read(self, source_id: str, url: str) -> ReadSource:
        """Read the address; whatever went over the wire is archived before this returns."""
        trace = FetchTrace()
        try:
            read = await self._read(source_id, url, trace)
        except asyncio.CancelledError:
            self._leave(source_id, trace)
            raise
        except (FetchError, ReadError) as error:
            read = self._failed(source_id, url, trace, error.status, error.reason)
        except SnapshotError as error:
            reason = f"the copy was not saved: {error.reason}"
            read = self._failed(source_id, url, trace, "error", reason)
        except Exception as error:  # noqa: BLE001 (one source's boundary: its fault is its status, and is on record)
            fault = f"an unexpected fault: {type(error).__name__}: {error}"[:500]
            read = self._failed(source_id, url, trace, "error", fault)
        self._record_refusals(source_id, trace)
        return await self._archived(read, trace)

    def keep_processed(
        self, source_id: str, page: ProcessedPage, pages: Sequence[ProcessedPage]
    ) -> ReadSource:
        """Keep what a program was told of a page; saved as it came, with its texts in order.

        Args:
            source_id: of the source that these answers make.
            page: the last answer.
            pages: all that held a text, in order; empty: there was none.
        """
        trace = FetchTrace()
        if not pages:
            status = "blocked" if page.status in _BLOCKED else "error"
            read = self._failed(source_id, page.url, trace, status, page.reason or "no text came")
            source = read.source.model_copy(update={"observed_text": "processed"})
            return replace(read, source=source)
        text = "\n\n".join(part.text for part in pages)
        document = Document(
            text=text,
            media_type="text/plain",
            main=(TextRange(start=0, end=len(text)),),
            reader="processed",
            reader_version="1",
            notes=(_PROCESSED,),
        )
        data = "\n".join(part.raw for part in pages).encode("utf-8", "replace")
        fetched = Fetched(data=data, media_type="application/json", url=page.url)
        try:
            read = self._keep(source_id, page.url, _Got(fetched, document, (_PROCESSED,)))
        except SnapshotError as error:
            reason = f"the copy was not saved: {error.reason}"
            return self._failed(source_id, page.url, trace, "error", reason)
        source = read.source.model_copy(update={"observed_text": "processed"})
        return replace(read, source=source)

    def _record_refusals(self, source_id: str, trace: FetchTrace) -> None:
        for refused in trace.refused[:_MAX_REFUSED]:
            self._record(
                RequestRefused(source_id=source_id, url=refused.url[:2048], reason=refused.reason)
            )

    def _leave(self, source_id: str, trace: FetchTrace) -> None:
        """Keep what went over the wire for a source whose reading is being stopped."""
        self._record_refusals(source_id, trace)
        archive = self._ports.archive
        if archive is not None and trace.exchanges:
            with contextlib.suppress(SnapshotError):  # the run is ending; its report comes first
                archive.append(tuple(trace.exchanges))

    async def _read(self, source_id: str, url: str, trace: FetchTrace) -> ReadSource:
        got = await self._get(url, trace)
        return await asyncio.to_thread(self._keep, source_id, url, got)

    async def _get(self, url: str, trace: FetchTrace) -> _Got:
        fetched = await self._ports.fetcher.fetch(url, trace)
        if not fetched.url.startswith(_WEB):
            return _Got(fetched, await self._document(fetched), ())
        plain: Document | ReadError
        try:
            plain = await self._document(fetched)
        except ReadError as error:
            plain = error
        got = await self._rendered(fetched, plain, trace)
        if got is None:
            if isinstance(plain, ReadError):
                raise plain
            got = _Got(fetched, plain, ())
        wall = wall_reason(got.document, size_bytes=len(got.fetched.data))
        if wall is not None:
            tried = f" ({got.notes[0]})" if got.notes else ""
            raise ReadError("empty", f"{wall}{tried}")
        teaser = teaser_note(got.document)
        return got if teaser is None else _Got(got.fetched, got.document, (*got.notes, teaser))

    async def _rendered(
        self, fetched: Fetched, plain: Document | ReadError, trace: FetchTrace
    ) -> _Got | None:
        """Read the page as a browser makes it, where plain reading yields too little."""
        renderer = self._ports.renderer
        if isinstance(plain, ReadError):
            if plain.status != "empty" or "html" not in (fetched.media_type or "html"):
                return None
        elif not needs_script(plain, fetched.data):
            return None
        if renderer is None:
            return None
        try:
            rendered = await renderer.fetch(fetched.url, trace)
            document = await self._document(rendered)
        except (
            Exception
        ) as error:  # a browser's boundary: the plain page stands, and says what happened
            said = _browser_said(error)
            if isinstance(plain, ReadError):
                raise ReadError("empty", f"{plain.reason}; {said}") from error
            return _Got(fetched, plain, (said,))
        return _Got(rendered, document, ("the text is that of the page as a browser made it",))

    async def _document(self, fetched: Fetched) -> Document:
        return await self._ports.reader.read(
            fetched.data, name=fetched.url, declared=fetched.media_type
        )

    async def _archived(self, read: ReadSource, trace: FetchTrace) -> ReadSource:
        archive = self._ports.archive
        if archive is None or not trace.exchanges:
            return read
        writing = asyncio.create_task(asyncio.to_thread(archive.append, tuple(trace.exchanges)))
        try:
            await asyncio.shield(writing)
        except asyncio.CancelledError:
            # The thread goes on: whoever stops this may rely on the archive being at rest.
            await asyncio.wait((writing,))
            if not writing.cancelled():
                writing.exception()
            raise
        except SnapshotError as error:
            # The copy and its text are saved; the archive beside them is not whole, and says so.
            notes = (*read.source.notes, f"not in the archive: {error.reason}")
            source = read.source.model_copy(update={"notes": notes})
            return ReadSource(source, read.snapshot, read.text, read.passages)
        return read

    def _keep(self, source_id: str, url: str, got: _Got) -> ReadSource:
        fetched, document = got.fetched, got.document
        came = fetched.fetched_at
        at = f"{came.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if came else self._ports.clock.now()
        snapshots = self._ports.snapshots
        snapshot = snapshots.put(
            fetched.data,
            document.text,
            Snapshot(
                sha256=digest(fetched.data),
                text_sha256=digest(document.text.encode()),
                size_bytes=len(fetched.data),
                url=fetched.url,
                fetched_at=at,
                **document.model_dump(exclude={"text"}),
            ),
        )
        passages = split_passages(
            document.text,
            language=document.language,
            main=document.main,
            headings=document.headings,
        )
        kind = self._ports.kinds.kind(fetched.url)
        rank = self._ports.kinds.rank(kind)
        said = withdrawal_of(document.title, document.text)
        retraction = fetched.facts.get("retraction") or said.retraction
        source = Source(
            id=source_id,
            requested_url=url,
            canonical_url=_own_address(fetched.url, document.canonical_url),
            resolved_url=fetched.url,
            kind=kind,
            rank=min(rank, _RANK_OF_WITHDRAWN) if retraction or said.superseded else rank,
            published=_not_after(document.published, at),
            updated=_not_after(document.updated, at),
            fetched_at=at,
            content_hash=snapshot.sha256,
            media_type=document.media_type,
            language=document.language,
            title=document.title,
            author=document.author,
            summary=_summary(document),
            status="ok",
            attempts=fetched.attempts,
            from_cache=fetched.from_cache,
            redirects=fetched.redirects,
            doi=fetched.facts.get("doi"),
            retraction=retraction,
            superseded=said.superseded,
            open_copy=fetched.facts.get("open-copy"),
            notes=got.notes,
        )
        # The text of the copy that is kept: an earlier reading of the same bytes wins.
        text = snapshots.text(snapshot.sha256)
        return ReadSource(source, snapshot, text, tuple(passages))

    def _failed(
        self, source_id: str, url: str, trace: FetchTrace, status: str, reason: str
    ) -> ReadSource:
        kind = self._ports.kinds.kind(url)
        asked = sum(1 for exchange in trace.exchanges if not exchange.from_store)
        return ReadSource(
            Source(
                id=source_id,
                requested_url=url,
                canonical_url=canonical_url(url),
                kind=kind,
                rank=self._ports.kinds.rank(kind),
                fetched_at=self._ports.clock.now(),
                status=_status(status),
                error=reason,
                attempts=max(asked, 0 if trace.from_store else 1),
                from_cache=trace.from_store > 0 and not asked,
            )
        )


def _browser_said(error: Exception) -> str:
    if isinstance(error, FetchError | ReadError):
        tried = isinstance(error, ReadError) or error.status != NOT_RENDERED
        return f"a browser was tried: {error.reason}" if tried else error.reason
    return f"a browser was tried: {type(error).__name__}: {error}"[:320]


_STATUSES: dict[str, SourceStatus] = {
    "blocked": "blocked",
    "empty": "empty",
    "robots": "robots",
    "too_large": "too_large",
    "unsupported": "unsupported",
}


def _status(word: str) -> SourceStatus:
    return _STATUSES.get(word, "error")


def _own_address(url: str, stated: str | None) -> str:
    """The address a source is known by; a page may name its own, never another site's."""
    if stated is not None and same_site(url, stated):
        return canonical_url(stated)
    return canonical_url(url)


def _not_after(date: DatedField | None, fetched_at: str) -> DatedField | None:
    """Drop a date that lies after the day after the fetch: no page knows the future."""
    if date is None:
        return None
    latest = datetime.fromisoformat(fetched_at) + timedelta(days=1)
    return date if date.value <= f"{latest:%Y-%m-%d}"[: len(date.value)] else None


def _summary(document: Document) -> str | None:
    """The first sentences of the main text, up to about 300 code points."""
    first = document.main[0] if document.main else None
    start = first.start if first else 0
    window = min(len(document.text), start + 4_000)
    spans = [
        span
        for span in sentence_spans(document.text, document.language, start, window)
        if not any(head.start <= span.start < head.end for head in document.headings)
    ]
    chosen: list[str] = []
    for span in spans:
        sentence = document.text[span.start : span.end]
        if chosen and sum(map(len, chosen)) + len(sentence) > _SUMMARY_LENGTH:
            break
        chosen.append(sentence)
    return " ".join(chosen)[: 2 * _SUMMARY_LENGTH] or None
