"""The sources of one run: each address is read once, kept, and known by one id."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ascertain.evidence.events import EventBody, SourceAsked, SourceRead
from ascertain.sources.source_reading import ReadingPorts, ReadSource, SourceReader
from ascertain.sources.urls import canonical_url

__all__ = ["SourceRegistry"]


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

    async def read(self, url: str, sub_question_id: str) -> ReadSource:
        """Return the source at the address, reading it if nobody has.

        A source that cannot be read is returned with its status and reason, not raised.
        """
        key = canonical_url(url)
        if key in self._done:
            return self._done[key]
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
        key = canonical_url(url)
        return self._done.get(key) or self._stated.get(key)

    async def close(self) -> None:
        """Stop reads that are still under way."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _read(self, source_id: str, url: str, key: str) -> ReadSource:
        read = await self._reader.read(source_id, url)
        text_sha256 = read.snapshot.text_sha256 if read.snapshot else None
        self._record(SourceRead(source=read.source, text_sha256=text_sha256))
        self._done[key] = read
        source = read.source
        if read.snapshot is not None:
            for address in (*source.redirects, source.resolved_url or url):
                self._done.setdefault(canonical_url(address), read)
            # What a page calls its own is believed for citing it, not in place of reading.
            self._stated.setdefault(canonical_url(source.canonical_url), read)
        return read
