"""A source's text cut into segments, so that quotes can be marked by their exact offsets.

All offsets are code points. Quotes may overlap or nest: a segment lies within the same quotes
from its first character to its last, and the segments in order are the text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from ascertain.evidence.document import Heading

__all__ = ["MAX_WHOLE", "WINDOW", "Excerpt", "Quote", "Segment", "cut_text"]

MAX_WHOLE = 200_000
"""Code points up to which a text is shown whole."""

WINDOW = 4_000
"""Code points shown around each quote of a longer text, half before and half after it."""


class Quote(NamedTuple):
    """Code points ``start`` (in) to ``end`` (out) of a text, and the quote's key."""

    key: str
    start: int
    end: int


class Segment(NamedTuple):
    """A stretch of text within the same quotes and the same heading.

    Attributes:
        keys: the quotes it lies within, empty for plain text.
        begins: those of them that begin here.
        level: the depth of the heading that it is part of, or 0.
        left_out: code points left out before this segment.
    """

    text: str
    keys: tuple[str, ...]
    begins: tuple[str, ...]
    level: int
    left_out: int = 0


class Excerpt(NamedTuple):
    """A text as shown.

    Attributes:
        left_out_after: code points left out after the last segment.
        whole: whether nothing is left out.
    """

    segments: tuple[Segment, ...]
    left_out_after: int
    whole: bool


def cut_text(text: str, quotes: Sequence[Quote], headings: Iterable[Heading] = ()) -> Excerpt:
    """Cut a text at the bounds of its quotes and headings.

    Args:
        text: the snapshot's text.
        quotes: each within the text and not empty.
        headings: ranges outside the text, empty or overlapping an earlier one are ignored.
    """
    windows = _windows(len(text), quotes)
    levels = _levels(len(text), headings)
    opening: dict[int, list[str]] = defaultdict(list)
    closing: dict[int, list[str]] = defaultdict(list)
    for quote in quotes:
        opening[quote.start].append(quote.key)
        closing[quote.end].append(quote.key)
    shown = {start: True for start, _ in windows} | {end: False for _, end in windows}
    cuts = sorted({0, len(text), *opening, *closing, *levels, *shown})
    segments: list[Segment] = []
    active: dict[str, None] = {}
    level, visible, left_out = 0, False, 0
    for start, end in pairwise(cuts):
        for key in closing.get(start, ()):
            del active[key]
        begins = tuple(opening.get(start, ()))
        active.update(dict.fromkeys(begins))
        level = levels.get(start, level)
        visible = shown.get(start, visible)
        if visible:
            segments.append(Segment(text[start:end], tuple(active), begins, level, left_out))
            left_out = 0
        else:
            left_out += end - start
    return Excerpt(tuple(segments), left_out, len(text) <= MAX_WHOLE)


def _windows(length: int, quotes: Sequence[Quote]) -> list[tuple[int, int]]:
    """Return the shown ranges, in order, apart from one another."""
    if length <= MAX_WHOLE:
        return [(0, length)]
    wanted = sorted(
        (max(0, quote.start - WINDOW // 2), min(length, quote.end + WINDOW // 2))
        for quote in quotes
    ) or [(0, WINDOW)]
    merged = [wanted[0]]
    for start, end in wanted[1:]:
        if start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def _levels(length: int, headings: Iterable[Heading]) -> dict[int, int]:
    """Return the heading level that holds from an offset on, 0 for none."""
    levels: dict[int, int] = {}
    free_from = 0
    for heading in sorted(headings, key=lambda heading: (heading.start, heading.end)):
        if free_from <= heading.start < heading.end <= length:
            levels[heading.start] = heading.level
            levels[heading.end] = 0
            free_from = heading.end
    return levels
