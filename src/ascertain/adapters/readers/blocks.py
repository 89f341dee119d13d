"""Builds a text block by block for readers that get their blocks ready-made."""

from __future__ import annotations

from collections.abc import Iterable

from ascertain.adapters.readers.assembly import clean
from ascertain.evidence.document import Heading

__all__ = ["BlockText"]


class BlockText:
    """Lines, gaps and headings of a text under construction.

    Args:
        max_text: after that many code points ``is_full`` says to stop.
    """

    def __init__(self, max_text: int) -> None:
        self._max_text = max_text
        self._parts: list[str] = []
        self._length = 0
        self._gap = False
        self.headings: list[Heading] = []

    @property
    def is_full(self) -> bool:
        """Whether nothing more would be kept."""
        return self._length > self._max_text

    def gap(self) -> None:
        """Set the next line apart by an empty one."""
        self._gap = True

    def line(self, text: str) -> int:
        """Write a line, nothing if it is blank; return the place where it starts."""
        text = clean(text).replace("\n", " ").rstrip()
        if not text.strip():
            return self._length
        if self._parts:
            self._add("\n\n" if self._gap else "\n")
        self._gap = False
        start = self._length
        self._add(text)
        return start

    def row(self, cells: Iterable[str]) -> None:
        """Write a table row."""
        texts = list(cells)
        while texts and not texts[-1].strip():
            texts.pop()
        self.line(" | ".join(texts))

    def heading(self, text: str, level: int) -> None:
        """Write a heading with gaps around it."""
        self.gap()
        start = self.line(text)
        if self._length > start:
            self.headings.append(Heading(start=start, end=self._length, level=level))
        self.gap()

    def passage(self, text: str, headings: Iterable[Heading] = ()) -> None:
        """Write a whole text with its headings, set apart from what is before it."""
        if not text.strip():
            return
        if self._parts:
            self._add("\n\n")
        at = self._length
        self._add(text)
        self.headings.extend(
            Heading(start=at + h.start, end=at + h.end, level=h.level) for h in headings
        )
        self._gap = True

    def text(self) -> str:
        """Return the text so far."""
        return "".join(self._parts)

    def _add(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)
