"""Which lines of a page's text are its main content.

Found by trafilatura, or by resiliparse where that finds little; their wording is not verbatim, so
their output only votes for lines of the page's own text.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence

from lxml import etree
from lxml.html import HtmlElement
from resiliparse.extract.html2text import extract_plain_text
from trafilatura import bare_extraction

from ascertain.adapters.readers.visible_text import VisibleText
from ascertain.evidence.document import TextRange

__all__ = ["align", "extracted_text", "main_ranges"]

_LITTLE = 200
"""Characters under which trafilatura is taken to have missed the content."""
_GRAM = 4
_SHARE = 0.6
_NEAR = 8
_MAX_ALIGNED = 3_000_000
_WORD = re.compile(r"\w+")
_IGNORABLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]")


def main_ranges(root: HtmlElement, visible: VisibleText) -> list[TextRange]:
    """Return the ranges of main content; empty if it cannot be told.

    Args:
        root: the page without its hidden parts; it is used up.
        visible: the same page's text.
    """
    if len(visible.text) > _MAX_ALIGNED:
        return []
    return align(visible, extracted_text(root))


def extracted_text(root: HtmlElement) -> str:
    """Return the main text in the extractor's own wording; empty if nothing was found."""
    try:
        found = bare_extraction(root, with_metadata=False, include_comments=False)
        text = (getattr(found, "text", None) or "") if found is not None else ""
    except (RecursionError, ValueError, TypeError, AttributeError, etree.LxmlError):
        text = ""
    if len(text) >= _LITTLE:
        return text
    source = etree.tostring(root, encoding="unicode", method="html")
    other = extract_plain_text(source, main_content=True, alt_texts=False)
    return other if len(other) > len(text) else text


def align(visible: VisibleText, extracted: str) -> list[TextRange]:
    """Map an extractor's text to the lines of the page's text that hold it, in linear time.

    A line belongs to the main content if most of its four-word sequences occur in the extracted
    text; a shorter line if it is a line there, near lines that are already mapped.
    """
    if not extracted.strip():
        return []
    index = _Index(extracted)
    words = [_words(visible.text[start:end]) for start, end in visible.lines]
    long = [index.place(line) for line in words]
    mapped = [i for i, place in enumerate(long) if place is not None]
    places = [place for place in long if place is not None]
    ranges: list[TextRange] = []
    for i, (start, end) in enumerate(visible.lines):
        if long[i] is None and not index.has_short(words[i], _around(i, mapped, places)):
            continue
        if ranges and i and ranges[-1].end == visible.lines[i - 1][1]:
            ranges[-1] = TextRange(start=ranges[-1].start, end=end)
        else:
            ranges.append(TextRange(start=start, end=end))
    return ranges


def _around(i: int, mapped: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
    at = bisect_left(mapped, i)
    return tuple(places[max(0, at - 1) : at + 1])


class _Index:
    """Four-word sequences and whole short lines of an extracted text, with their line numbers."""

    def __init__(self, extracted: str) -> None:
        self._grams: dict[int, int] = {}
        self._short: dict[tuple[str, ...], list[int]] = {}
        for number, line in enumerate(extracted.split("\n")):
            words = _words(line)
            if not words:
                continue
            self._short.setdefault(tuple(words[:40]), []).append(number)
            for gram in _grams(words):
                self._grams.setdefault(gram, number)

    def place(self, words: list[str]) -> int | None:
        """Return the line where most of a long line stands, or None."""
        if len(words) < _GRAM:
            return None
        grams = _grams(words)
        found = [n for gram in grams if (n := self._grams.get(gram)) is not None]
        return found[len(found) // 2] if len(found) >= _SHARE * len(grams) else None

    def has_short(self, words: list[str], around: tuple[int, ...]) -> bool:
        """Say whether a short line stands near the given lines (anywhere if there are none)."""
        if not words or len(words) >= _GRAM:
            return False
        numbers = self._short.get(tuple(words), [])[:50]
        if not around:
            return bool(numbers)
        return any(abs(n - place) <= _NEAR for n in numbers for place in around)


def _grams(words: list[str]) -> list[int]:
    return [
        hash(gram) for gram in zip(words, words[1:], words[2:], words[3:], strict=False)
    ]


def _words(line: str) -> list[str]:
    if not line.isascii():
        line = _IGNORABLE.sub("", unicodedata.normalize("NFKC", line))
    return _WORD.findall(line.casefold())
