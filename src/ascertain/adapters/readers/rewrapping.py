"""Hard-wrapped plain text to paragraphs: lines that a line breaker broke are joined again.

Elsewhere a line is a block that no sentence crosses. Here a line goes on the one before it where
its words say so (it ends in a comma or in "that", the next begins in lower case) or where it fills
the width; lists, tables, code, verse and headings keep their lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from ascertain.adapters.readers.gluing import MAX_LINES, columns, glued
from ascertain.adapters.readers.plain_lines import (
    PlainLine,
    begins_literal,
    is_numbered,
    looks_like_code,
    looks_like_rows,
    plain_line,
    prefix_of,
    quote_prefix,
)
from ascertain.sources.line_ends import (
    ends_in_function_word,
    ends_sentence,
    is_hanging,
    starts_in_lower_case,
)

__all__ = ["rewrap_plain"]

_MIN_WIDTH = 40
_TAIL = 60
_USUAL = 0.95
"""Share of a page's lines that its width holds, where there are many."""
_MANY_LINES = 20
_MAX_WIDTH = 130
"""Columns past which lines are not wrapped by hand or by a line breaker: each is a paragraph."""
_FULL = 0.6
_TIGHT = 0.95
_OUTLIER = 1.25
_CJK_ROOM = 6
"""Columns that a full line of CJK may leave: a mark may not begin a line."""
_CJK = re.compile("[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
_HYPHENS = ("-", "\u2010", "\u00ad")
_BROKEN = re.compile(r"([^\W\d_]{1,40})[-\u2010\u00ad]\Z")
_FIRST_WORD = re.compile(r"([^\W\d_]+)")
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_CONJUNCTIONS = frozenset("and or to und oder bis et ou y o e".split())
_FENCE = re.compile(r"\s*```")


def rewrap_plain(text: str) -> str:
    r"""Join the lines of each paragraph of a plain text; all else stays as written.

    Args:
        text: with line ends ``\n``.

    Returns:
        The text with fewer line breaks. Dropped are only white space around a joined break, the
        comment or quote marks that a joined line repeats, and the hyphen of a broken word.
    """
    lines = text.split("\n")
    lines, rest = lines[:MAX_LINES], lines[MAX_LINES:]
    if len(lines) < 2 or looks_like_code(lines, of_all=True):  # noqa: PLR2004 (one line)
        return text
    page = _Page(lines)
    out: list[str] = []
    literal: int | None = None
    fenced = _fenced(lines)
    start = 0
    while start < len(lines):
        if not lines[start].strip() or fenced[start]:
            out.append(lines[start])
            start += 1
            continue
        end = start
        while end < len(lines) and lines[end].strip() and not fenced[end]:
            end += 1
        run = lines[start:end]
        indent = min(len(line) - len(line.lstrip()) for line in run)
        if literal is not None and indent > literal:
            out.extend(run)
        else:
            for segment in _segments(run):
                out.extend(_joined(segment, page))
            literal = indent if begins_literal(run[-1]) else None
        start = end
    return "\n".join([*out, *rest])


class _Page:
    """What is known of the whole text: its width and, once asked for, its words."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        lengths = sorted(columns(line) for line in lines if line.strip())
        many = len(lengths) >= _MANY_LINES
        self.width = _width(lengths[: int(_USUAL * len(lengths))] if many else lengths)

    @cached_property
    def _words(self) -> frozenset[str]:
        found: set[str] = set()
        broken = False
        for line in self._lines:
            words = _WORD.findall(line.lower())
            halves = line.rstrip().endswith(_HYPHENS)
            found.update(words[int(broken) : len(words) - int(halves)])
            broken = halves
        return frozenset(found)

    def keeps_hyphen(self, left: str, right: str) -> bool:
        """Whether the hyphen between two halves belongs to the word, as far as the text shows."""
        left, right = left.lower(), right.lower()
        if f"{left}-{right}" in self._words:
            return True
        return left + right not in self._words and left in self._words and right in self._words


def _width(lengths: Sequence[int]) -> int:
    """Return the longest length, at least 40, that is not the only one of its kind."""
    first = second = 0
    for length in lengths:
        if length > first:
            first, second = length, first
        elif length > second:
            second = length
    lone = len(lengths) > 2 and first > _OUTLIER * second  # noqa: PLR2004 (one outlier of three)
    return max(_MIN_WIDTH, second if lone else first)


def _fenced(lines: Sequence[str]) -> list[bool]:
    marks = [_FENCE.match(line) is not None for line in lines]
    if sum(marks) % 2:
        return [False] * len(lines)
    inside = False
    found: list[bool] = []
    for mark in marks:
        found.append(inside or mark)
        inside ^= mark
    return found


def _segments(run: Sequence[str]) -> Iterator[list[PlainLine]]:
    """Divide a run of lines where the quote marks of a letter change, and at empty comments."""
    at = 0
    while at < len(run):
        quote = quote_prefix(run[at])
        end = at + 1
        while end < len(run) and quote_prefix(run[end]) == quote:
            end += 1
        part = run[at:end]
        prefix = prefix_of(part)
        segment: list[PlainLine] = []
        for raw in part:
            line = plain_line(raw, prefix)
            if not line.text:
                yield segment
                yield [line]
                segment = []
            else:
                segment.append(line)
        yield segment
        at = end


class _Paragraph:
    """Lines that may be one paragraph, and what is known of them as a whole."""

    def __init__(self, lines: Sequence[PlainLine], page: _Page) -> None:
        self.lines = lines
        own = _width([line.end for line in lines])
        self.width = own if len(lines) > 2 else max(own, page.width)  # noqa: PLR2004 (two are no measure)
        self.wraps = self.width <= _MAX_WIDTH
        self.counts = sum(is_numbered(line.text) for line in lines) > 1
        self.page = page

    @cached_property
    def is_verse(self) -> bool:
        """Whether all lines are short, and none shows that it goes on."""
        return all(
            line.end < _MIN_WIDTH
            and not line.is_item
            and not ends_in_function_word(line.text)
            and _BROKEN.search(line.text[-_TAIL:]) is None
            for line in self.lines
        )

    @cached_property
    def is_list(self) -> bool:
        """Whether lines are entries: none goes on, and most had room for the next one's start."""
        below = self.lines[1:]
        if len(below) < 2 or any(starts_in_lower_case(line.text) for line in below):  # noqa: PLR2004 (a list has two)
            return False
        if any(is_hanging(line.text) for line in self.lines[:-1]):
            return False
        return sum(self.had_room(i) for i in range(1, len(self.lines))) * 2 >= len(below)

    def had_room(self, i: int) -> bool:
        """Whether the first word of line ``i`` would have fitted on the line before."""
        above, line = self.lines[i - 1], self.lines[i]
        first = columns(line.text.split(None, 1)[0])
        if _CJK.match(above.text[-1]):
            first = min(first, _CJK_ROOM)
        return above.end + 1 + first <= _TIGHT * self.width

    def begins_item(self, i: int) -> bool:
        """Whether line ``i`` begins an item; a lone number in the midst of a sentence does not."""
        line = self.lines[i]
        if line.is_item:
            return True
        if i == 0 or not is_numbered(line.text):
            return i == 0 and is_numbered(line.text)
        above = self.lines[i - 1].text
        return self.counts or (
            not is_hanging(above) and (ends_sentence(above) or line.text[0] in "1aA(")
        )

    def joins(self, i: int, item: int | None) -> bool:
        """Whether line ``i`` goes on line ``i - 1``; ``item`` is where an open item's mark is."""
        above, line = self.lines[i - 1], self.lines[i]
        if line.is_fixed or self.begins_item(i):
            return False
        if above.hang and line.indent == above.hang:
            return True
        if above.is_fixed or (line.is_key and not ends_in_function_word(above.text)):
            return False
        if item is not None and line.indent > item:
            return True
        if is_hanging(above.text) or _BROKEN.search(above.text[-_TAIL:]):
            return True
        return self._goes_on(i)

    def _goes_on(self, i: int) -> bool:
        above, line = self.lines[i - 1], self.lines[i]
        ends = ends_sentence(above.text)
        full = above.end >= _FULL * self.width
        shifted = line.indent != above.indent and (i > 1 or line.indent > above.indent)
        if starts_in_lower_case(line.text):
            return full or not (ends or (shifted and line.indent > above.indent))
        if not self.wraps or shifted or self.is_list or above.text.isupper() != line.text.isupper():
            return False
        if ends or _CJK.match(above.text[-1]):
            return full and not self.had_room(i)
        return full


def _joined(lines: Sequence[PlainLine], page: _Page) -> list[str]:
    raws = [line.raw for line in lines]
    if len(lines) < 2:  # noqa: PLR2004 (nothing to join)
        return raws
    paragraph = _Paragraph(lines, page)
    if looks_like_code([line.text for line in lines]) or looks_like_rows(lines):
        return raws
    if paragraph.is_verse:
        return raws
    out: list[list[str]] = [[raws[0]]]
    item = lines[0].indent if paragraph.begins_item(0) else None
    for i in range(1, len(lines)):
        if paragraph.joins(i, item):
            _append(out[-1], lines[i].text, page)
            continue
        out.append([raws[i]])
        item = lines[i].indent if paragraph.begins_item(i) else None
    return ["".join(parts) for parts in out]


def _append(parts: list[str], text: str, page: _Page) -> None:
    last = parts[-1].rstrip()
    broken = _BROKEN.search(last[-_TAIL:])
    right = _FIRST_WORD.match(text)
    if broken is None or right is None or not text[0].islower():
        glue = "" if broken and text[:1].isalpha() else None
        parts[-1:] = glued(last, text, glue)
        return
    left = broken[1]
    if right[1].lower() in _CONJUNCTIONS:
        parts[-1:] = glued(last, text)
    elif last[-1] == "\u00ad" or not (
        _is_compound(last, left) or page.keeps_hyphen(left, right[1])
    ):
        parts[-1:] = glued(last[:-1], text, "")
    else:
        parts[-1:] = glued(last, text, "")


def _is_compound(line: str, left: str) -> bool:
    """Whether more stands right before the last part of a word, as in ``state-of-the-``."""
    at = len(line) - len(left) - 2
    return at >= 0 and not line[at].isspace() and line[at] not in "([\"'\u201c\u201e\u00ab"
