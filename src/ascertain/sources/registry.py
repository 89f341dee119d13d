"""The sources of one run: each address is read once, kept, and known by one id."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field

from ascertain.evidence.events import EventBody, SourceAsked, SourceRead
from ascertain.evidence.program import PageReread, ProcessedPage
from ascertain.evidence.source import Source
from ascertain.sources.source_reading import ReadingPorts, ReadSource, SourceReader
from ascertain.sources.urls import canonical_url

__all__ = ["SourceRegistry"]


_AGAIN = "again "


@dataclass(slots=True)
class _Told:
    """What a researcher's own program was told of one page, in order."""

    source_id: str
    pages: list[ProcessedPage] = field(default_factory=list[ProcessedPage])
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class SourceRegistry:
    """Reads sources for all researchers of a run.

    However many ask for an address, it is read once; an address that a redirect led to is the
    same source, and so is one that a page gives as its own, where it is cited. Each step is
    recorded before the next begins: ``SourceAsked`` before the fetch, the snapshot on disk
    before ``SourceRead``.
    """

    def __init__(self, ports: ReadingPorts, record: Callable[[EventBody], object]) -> None:
        self._reader = SourceReader(ports, record)
        self._record = record
        self._tasks: dict[str, asyncio.Task[ReadSource]] = {}
        self._done: dict[str, ReadSource] = {}
        self._stated: dict[str, ReadSource] = {}
        self._told: dict[str, _Told] = {}
        self._numbers = itertools.count(1)

    async def read(self, url: str, sub_question_id: str) -> ReadSource:
        """Return the source at the address, reading it if nobody has.

        A source that cannot be read is returned with its status and reason, not raised.
        """
        key = canonical_url(url)
        if key in self._done:
            return self._done[key]
        task = self._tasks.get(key)
        if task is None:
            task = self._start(url, key, sub_question_id)
        # One researcher's cancellation must not take the page from the others.
        return await asyncio.shield(task)

    async def keep(self, page: ProcessedPage, sub_question_id: str) -> ReadSource:
        """Keep what a researcher's own program was told of a page; the page stays unread.

        Several answers about one address make one source, whose text grows: what was quoted
        from it before keeps its place. A page that this run has read itself is left as it is.
        """
        key = canonical_url(page.url)
        known = self._done.get(key)
        if (
            known is not None
            and known.snapshot is not None
            and known.source.observed_text == "page"
        ):
            return known
        told = self._told.get(key)
        if told is None:
            told = self._told[key] = _Told(f"S{next(self._numbers)}")
            self._record(
                SourceAsked(source_id=told.source_id, sub_question_id=sub_question_id, url=page.url)
            )
        async with told.turn:
            if page.reason and told.pages:
                return self._done[key]
            if not page.reason:
                told.pages.append(page)
            read = await asyncio.to_thread(
                self._reader.keep_processed, told.source_id, page, tuple(told.pages)
            )
            self._record_read(read)
            self._done[key] = read
        return read

    async def reread(self, source: Source, sub_question_id: str) -> ReadSource:
        """Read a page itself, of which only a processed text is known; a source of its own."""
        key = f"{_AGAIN}{canonical_url(source.requested_url)}"
        task = self._tasks.get(key)
        if task is None:
            task = self._start(source.requested_url, key, sub_question_id)
        read = await asyncio.shield(task)
        self._record(PageReread(source_id=source.id, page_id=read.source.id))
        return read

    def known(self, url: str) -> ReadSource | None:
        """Return the source if it was read in this run under this or its final address."""
        key = canonical_url(url)
        return self._done.get(key) or self._stated.get(key)

    async def close(self) -> None:
        """Stop reads that are still under way."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _start(self, url: str, key: str, sub_question_id: str) -> asyncio.Task[ReadSource]:
        source_id = f"S{next(self._numbers)}"
        self._record(SourceAsked(source_id=source_id, sub_question_id=sub_question_id, url=url))
        task = asyncio.create_task(self._read(source_id, url, key))
        self._tasks[key] = task
        return task

    def _record_read(self, read: ReadSource) -> None:
        text_sha256 = read.snapshot.text_sha256 if read.snapshot else None
        self._record(SourceRead(source=read.source, text_sha256=text_sha256))

    async def _read(self, source_id: str, url: str, key: str) -> ReadSource:
        read = await self._reader.read(source_id, url)
        self._record_read(read)
        self._done[key] = read
        source = read.source
        if read.snapshot is not None and not key.startswith(_AGAIN):
            for address in (*source.redirects, source.resolved_url or url):
                self._done.setdefault(canonical_url(address), read)
            # What a page calls its own is believed for citing it, not in place of reading.
            self._stated.setdefault(canonical_url(source.canonical_url), read)
        return read
