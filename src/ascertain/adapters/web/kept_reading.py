"""A reader that does not read again what an earlier run has read."""

from __future__ import annotations

import asyncio
import hashlib
from datetime import datetime

from pydantic import ValidationError

from ascertain.evidence.document import Document
from ascertain.ports.answer_store import AnswerStore, StoredAnswer
from ascertain.ports.clock import Clock
from ascertain.ports.document_reader import DocumentReader

__all__ = ["KeptReader"]

_KIND = "document"
_WEB = ("http://", "https://")


class KeptReader:
    """Gives the kept document for the same bytes of the web, and reads others.

    What is no web address is passed on: indexes of folders keep their own documents.

    Args:
        reader: reads what is not kept; closed with this one.
        store: keeps the documents; a new version of the reader reads everything anew.
        clock: for the store's record of when.
    """

    def __init__(self, reader: DocumentReader, store: AnswerStore, clock: Clock) -> None:
        self._reader = reader
        self._store = store
        self._clock = clock

    @property
    def version(self) -> str:
        """The version of the reader behind it."""
        return self._reader.version

    async def read(self, data: bytes, *, name: str = "", declared: str | None = None) -> Document:
        """Return the kept document, or read the bytes."""
        if not name.startswith(_WEB):
            return await self._reader.read(data, name=name, declared=declared)
        key = await asyncio.to_thread(self._key, data, name, declared)
        kept = await asyncio.to_thread(self._find, key)
        if kept is not None:
            return kept
        document = await self._reader.read(data, name=name, declared=declared)
        await asyncio.to_thread(self._keep, key, document)
        return document

    async def close(self) -> None:
        """Stop the reader's workers."""
        await self._reader.close()

    def _key(self, data: bytes, name: str, declared: str | None) -> str:
        # The name breaks ties between kinds of text and completes relative addresses.
        return "\n".join((hashlib.sha256(data).hexdigest(), self.version, declared or "", name))

    def _find(self, key: str) -> Document | None:
        answer = self._store.get(_KIND, key)
        if answer is None:
            return None
        try:
            return Document.model_validate_json(answer.body)
        except ValidationError:
            return None

    def _keep(self, key: str, document: Document) -> None:
        now = datetime.fromisoformat(self._clock.now())
        body = document.model_dump_json().encode("utf-8", "surrogatepass")
        self._store.put(_KIND, key, StoredAnswer(now, "", body))
