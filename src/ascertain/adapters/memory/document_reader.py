"""A document reader that knows UTF-8 text only, for tests and for texts already in hand."""

from __future__ import annotations

from ascertain.errors import ReadError
from ascertain.evidence.document import Document, TextRange

__all__ = ["MemoryReader"]


class MemoryReader:
    """Reads UTF-8 text in this process; implements the ``DocumentReader`` port.

    Args:
        max_bytes: larger documents are refused as ``too_large``.
    """

    def __init__(self, *, max_bytes: int = 50_000_000) -> None:
        self._max_bytes = max_bytes
        self._is_closed = False

    @property
    def version(self) -> str:
        """Always the same."""
        return "1"

    async def read(self, data: bytes, *, name: str = "", declared: str | None = None) -> Document:
        """Read the bytes as UTF-8 text; the name and declared type change nothing.

        Raises:
            ReadError: with a status and a reason in a person's words.
        """
        del name, declared
        if self._is_closed:
            raise ReadError("error", "the reader is closed")
        if len(data) > self._max_bytes:
            raise ReadError("too_large", f"it has {len(data):,} bytes; at most {self._max_bytes:,}")
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise ReadError("unsupported", "it is not UTF-8 text") from error
        if "\x00" in text:
            raise ReadError("unsupported", "it is binary data, not text")
        text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
        if not text:
            raise ReadError("empty", "there is no text in it")
        return Document(
            text=text,
            media_type="text/plain",
            main=(TextRange(start=0, end=len(text)),),
            reader="memory",
            reader_version="1",
        )

    async def close(self) -> None:
        """Refuse later reads. Closing twice is harmless."""
        self._is_closed = True
