"""Reading bytes as a port."""

from __future__ import annotations

from typing import Protocol

from ascertain.evidence.document import Document

__all__ = ["DocumentReader"]


class DocumentReader(Protocol):
    """Turns bytes into a document.

    Contract: the kind is found from the content; ``name`` and ``declared`` only break ties.
    Time and memory are bounded by the adapter: past them ``ReadError`` leaves, never a hang.
    Cancelling the call frees its worker. The same bytes with the same reader version give the
    same document. Any number of calls at once. Only ``ReadError`` leaves, with status:
    ``empty`` (no text: a scan, an empty file, a wall), ``unsupported`` (a kind that is not
    read, or encrypted), ``too_large`` (over a cap), ``error`` (broken).
    """

    @property
    def version(self) -> str:
        """One line that changes when the same bytes may give another document."""
        ...

    async def read(self, data: bytes, *, name: str = "", declared: str | None = None) -> Document:
        """Read the bytes.

        Args:
            data: as received.
            name: a file name or address: its suffix breaks ties, and a relative canonical
                link resolves against a web address.
            declared: the media type somebody declared, with charset if given.
        """
        ...

    async def close(self) -> None:
        """Stop workers. Closing twice is harmless."""
        ...
