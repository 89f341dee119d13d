"""A reader that does not read again what the corpus index has read."""

from __future__ import annotations

import asyncio
import hashlib

from ascertain.adapters.corpus.index import CorpusIndex
from ascertain.evidence.document import Document
from ascertain.ports.document_reader import DocumentReader

__all__ = ["CachedReader"]


class CachedReader:
    """Gives the index's stored document for the same bytes, and reads others.

    Args:
        reader: reads what the index does not hold; closed with this one.
        index: of the same reader; stays open.
    """

    def __init__(self, reader: DocumentReader, index: CorpusIndex) -> None:
        self._reader = reader
        self._index = index

    @property
    def version(self) -> str:
        """The version of the reader behind it."""
        return self._reader.version

    async def read(self, data: bytes, *, name: str = "", declared: str | None = None) -> Document:
        """Return the stored document for these bytes, or read them."""
        stored = await asyncio.to_thread(self._stored, data)
        if stored is not None:
            return stored
        return await self._reader.read(data, name=name, declared=declared)

    async def close(self) -> None:
        """Stop the reader's workers."""
        await self._reader.close()

    def _stored(self, data: bytes) -> Document | None:
        return self._index.document(hashlib.sha256(data).hexdigest())
