"""The lines of a PDF page with their places."""

from __future__ import annotations

import re

import pypdfium2 as pdfium
from pypdfium2 import raw

from ascertain.adapters.readers.unwrapping import Line

__all__ = ["page_lines"]

_LINE = re.compile("[^\r\n\x02\ufffe]+[\x02\ufffe]?")
"""pdfium writes U+0002 or U+FFFE for a hyphen that breaks a line, and no line end after it."""


def page_lines(page: pdfium.PdfPage) -> list[Line]:
    """Return a page's lines in the order of the text layer; measures in PDF points.

    Raises:
        pypdfium2.PdfiumError: the page has no usable text layer.
    """
    textpage = page.get_textpage()
    try:
        text = textpage.get_text_range()
        lines: list[Line] = []
        for found in _LINE.finditer(text):
            words = found[0].strip()
            if words and (len(words) > 1 or words not in "\x02\ufffe"):
                start = found.start() + len(found[0]) - len(found[0].lstrip())
                lines.append(_line(textpage, words, start, start + len(words) - 1))
        return lines
    finally:
        textpage.close()


def _line(textpage: pdfium.PdfTextPage, words: str, first: int, last: int) -> Line:
    start, end = _box(textpage, first), _box(textpage, last)
    if start is None or end is None:
        return Line(words)
    left, bottom, _, top = start
    return Line(words, left, end[2], max(top, end[3]), min(bottom, end[1]), known=True)


def _box(textpage: pdfium.PdfTextPage, index: int) -> tuple[float, float, float, float] | None:
    """Return left, bottom, right, top of the character at an index of the text."""
    place = raw.FPDFText_GetCharIndexFromTextIndex(textpage, index)
    if place < 0:
        return None
    box = raw.FS_RECTF()
    if not raw.FPDFText_GetLooseCharBox(textpage, place, box):
        return None
    return box.left, box.bottom, box.right, box.top
