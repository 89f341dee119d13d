"""Which lines of a page's text are its main content.

Found by trafilatura, or by resiliparse where that finds little; their wording is not verbatim, so
their output only votes for lines of the page's own text.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
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
_MAX_ELEMENTS = 40_000
"""Elements past which trafilatura, whose time grows with their square, is not asked."""
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
    text = _by_trafilatura(root)
    if len(text) >= _LITTLE:
        return text
    source = etree.tostring(root, encoding=str, method="html")
    other = extract_plain_text(source, main_content=True, alt_texts=False)
    return other if len(other) > len(text) else text


def _by_trafilatura(root: HtmlElement) -> str:
    if sum(1 for _ in root.iter("*")) > _MAX_ELEMENTS:
        return ""
    try:
        found = bare_extraction(root, with_metadata=False, include_comments=False)
    except (RecursionError, ValueError, TypeError, AttributeError, etree.LxmlError):
        return ""
    return getattr(found, "text", None) or ""


def align(visible: VisibleText, extracted: str) -> list[TextRange]:
    """Map an extractor's text to the lines of the page's text that hold it, in linear time.

    A line belongs to the main content if most of its four-word sequences occur in the extracted
    text, each as often as there; a shorter line if it is a line there, near lines that are mapped.
    """
    if not extracted.strip():
        return []
    index = _Index(extracted)
    words = [_words(visible.text[start:end]) for start, end in visible.lines]
    places = _claimed(index, words)
    mapped = [i for i, place in enumerate(places) if place is not None]
    in_order = [place for place in places if place is not None]
    ranges: list[TextRange] = []
    for i, (start, end) in enumerate(visible.lines):
        if places[i] is None and not index.has_short(words[i], _around(i, mapped, in_order)):
            continue
        if ranges and i and ranges[-1].end == visible.lines[i - 1][1]:
            ranges[-1] = TextRange(start=ranges[-1].start, end=end)
        else:
            ranges.append(TextRange(start=start, end=end))
    return ranges


def _around(i: int, mapped: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
    at = bisect_left(mapped, i)
    beside = range(max(0, at - 1), min(at + 1, len(mapped)))
    return tuple(places[k] for k in beside if abs(mapped[k] - i) <= _NEAR)


def _claimed(index: _Index, words: Sequence[list[str]]) -> list[int | None]:
    """Return for each line where it stands in the extracted text, or None.

    Teasers and captions repeat sentences of an article; where several lines claim the same words,
    those come first whose neighbours stand beside them in the extracted text too.
    """
    grams = [_grams(line) for line in words]
    known = [(i, place) for i, g in enumerate(grams) if (place := index.place(g)) is not None]
    claims: list[tuple[int, int, int]] = []
    for at, (i, place) in enumerate(known):
        beside = known[max(0, at - 1) : at] + known[at + 1 : at + 2]
        distance = min((abs(place - other) for _, other in beside), default=0)
        claims.append((distance, i, place))
    places: list[int | None] = [None] * len(words)
    for _, i, place in sorted(claims):
        if index.claim(grams[i]):
            places[i] = place
    return places


class _Index:
    """Four-word sequences and whole short lines of an extracted text, with their line numbers."""

    def __init__(self, extracted: str) -> None:
        self._first: dict[int, int] = {}
        self._left: Counter[int] = Counter()
        self._short: dict[tuple[str, ...], list[int]] = {}
        for number, line in enumerate(extracted.split("\n")):
            words = _words(line)
            if words and len(words) < _GRAM:
                self._short.setdefault(tuple(words), []).append(number)
            grams = _grams(words)
            self._left.update(grams)
            for gram in grams:
                self._first.setdefault(gram, number)

    def place(self, grams: list[int]) -> int | None:
        """Return the line where most of a line's sequences stand, or None."""
        found = [n for gram in grams if (n := self._first.get(gram)) is not None]
        return found[len(found) // 2] if found and len(found) >= _SHARE * len(grams) else None

    def claim(self, grams: list[int]) -> bool:
        """Take a line's sequences out of those left, if enough of them are."""
        left = [gram for gram in grams if self._left[gram] > 0]
        if len(left) < _SHARE * len(grams):
            return False
        self._left.subtract(left)
        return True

    def has_short(self, words: list[str], around: tuple[int, ...]) -> bool:
        """Say whether a short line stands near one of the given lines."""
        if not words or len(words) >= _GRAM:
            return False
        numbers = self._short.get(tuple(words), [])[:50]
        return any(abs(n - place) <= _NEAR for n in numbers for place in around)


def _grams(words: list[str]) -> list[int]:
    return [hash(gram) for gram in zip(words, words[1:], words[2:], words[3:], strict=False)]


def _words(line: str) -> list[str]:
    if not line.isascii():
        line = _IGNORABLE.sub("", unicodedata.normalize("NFKC", line))
    return _WORD.findall(line.casefold())
