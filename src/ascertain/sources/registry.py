"""The sources of one run: each address is read once, kept, and known by one id."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from ascertain.errors import FetchError, ReadError, SnapshotError
from ascertain.evidence.chain import digest
from ascertain.evidence.document import Document
from ascertain.evidence.events import EventBody, SourceAsked, SourceRead
from ascertain.evidence.kinds import SourceStatus
from ascertain.evidence.snapshot import Snapshot
from ascertain.evidence.source import Source
from ascertain.ports.clock import Clock
from ascertain.ports.document_reader import DocumentReader
from ascertain.ports.fetcher import Fetched, Fetcher
from ascertain.ports.snapshot_store import SnapshotStore
from ascertain.sources.passages import TextPassage, split_passages
from ascertain.sources.sentences import sentence_spans
from ascertain.sources.urls import canonical_url, source_kind

__all__ = ["ReadSource", "SourceRegistry"]

_SUMMARY_LENGTH = 300
_RANK = {"official": 0.9, "scholarly": 0.85, "reference": 0.7, "news": 0.6, "local": 0.5}


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


class SourceRegistry:
    """Reads sources for all researchers of a run: fetch, snapshot, text, passages.

    However many ask for an address, it is read once. Each step is recorded before the next
    begins: ``SourceAsked`` before the fetch, the snapshot on disk before ``SourceRead``.
    """

    def __init__(
        self,
        *,
        fetcher: Fetcher,
        reader: DocumentReader,
        snapshots: SnapshotStore,
        clock: Clock,
        record: Callable[[EventBody], object],
    ) -> None:
        self._fetcher = fetcher
        self._reader = reader
        self._snapshots = snapshots
        self._clock = clock
        self._record = record
        self._tasks: dict[str, asyncio.Task[ReadSource]] = {}
        self._done: dict[str, ReadSource] = {}

    async def read(self, url: str, sub_question_id: str) -> ReadSource:
        """Return the source at the address, reading it if nobody has.

        A source that cannot be read is returned with its status and reason, not raised.
        """
        key = canonical_url(url)
        task = self._tasks.get(key)
        if task is None:
            source_id = f"S{len(self._tasks) + 1}"
            self._record(SourceAsked(source_id=source_id, sub_question_id=sub_question_id, url=url))
            task = asyncio.create_task(self._read(source_id, url, key))
            self._tasks[key] = task
        # One researcher's cancellation must not take the page from the others.
        return await asyncio.shield(task)

    def known(self, url: str) -> ReadSource | None:
        """Return the source if it was read in this run under this or its final address."""
        return self._done.get(canonical_url(url))

    async def close(self) -> None:
        """Stop reads that are still under way."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _read(self, source_id: str, url: str, key: str) -> ReadSource:
        fetched: Fetched | None = None
        try:
            fetched = await self._fetcher.fetch(url)
            document = await self._reader.read(
                fetched.data, name=fetched.url, declared=fetched.media_type
            )
            read = await asyncio.to_thread(self._keep, source_id, url, fetched, document)
        except (FetchError, ReadError) as error:
            read = self._failed(source_id, url, error.status, error.reason)
        except SnapshotError as error:
            read = self._failed(source_id, url, "error", f"the copy was not saved: {error.reason}")
        except Exception as error:  # noqa: BLE001 (one source's boundary: its fault is its status, and is on record)
            fault = f"an unexpected fault: {type(error).__name__}: {error}"[:500]
            read = self._failed(source_id, url, "error", fault)
        text_sha256 = read.snapshot.text_sha256 if read.snapshot else None
        self._record(SourceRead(source=read.source, text_sha256=text_sha256))
        self._done[key] = read
        if fetched is not None:
            self._done.setdefault(canonical_url(fetched.url), read)
        return read

    def _keep(self, source_id: str, url: str, fetched: Fetched, document: Document) -> ReadSource:
        now = self._clock.now()
        fields = document.model_dump(exclude={"text"})
        snapshot = self._snapshots.put(
            fetched.data,
            document.text,
            Snapshot(
                sha256=digest(fetched.data),
                text_sha256=digest(document.text.encode()),
                size_bytes=len(fetched.data),
                url=fetched.url,
                fetched_at=now,
                **fields,
            ),
        )
        kind = source_kind(fetched.url)
        passages = split_passages(
            document.text,
            language=document.language,
            main=document.main,
            headings=document.headings,
        )
        source = Source(
            id=source_id,
            requested_url=url,
            canonical_url=canonical_url(fetched.url),
            resolved_url=fetched.url,
            kind=kind,
            rank=_RANK.get(kind, 0.4),
            published=document.published,
            updated=document.updated,
            fetched_at=now,
            content_hash=snapshot.sha256,
            media_type=document.media_type,
            language=document.language,
            title=document.title,
            author=document.author,
            summary=_summary(document),
            status="ok",
            attempts=fetched.attempts,
            from_cache=fetched.from_cache,
        )
        # The text of the copy that is kept: an earlier reading of the same bytes wins.
        text = self._snapshots.text(snapshot.sha256)
        return ReadSource(source, snapshot, text, tuple(passages))

    def _failed(self, source_id: str, url: str, status: str, reason: str) -> ReadSource:
        return ReadSource(
            Source(
                id=source_id,
                requested_url=url,
                canonical_url=canonical_url(url),
                kind=source_kind(url),
                fetched_at=self._clock.now(),
                status=_status(status),
                error=reason,
            )
        )


_STATUSES: dict[str, SourceStatus] = {
    "blocked": "blocked",
    "empty": "empty",
    "robots": "robots",
    "too_large": "too_large",
    "unsupported": "unsupported",
}


def _status(word: str) -> SourceStatus:
    return _STATUSES.get(word, "error")


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
