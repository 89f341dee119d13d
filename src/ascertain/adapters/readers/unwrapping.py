"""Lines of a laid-out page to paragraphs.

A line goes on the paragraph before it unless the layout says otherwise: a larger gap, another size
of letters, an indent, a jump to another column, an item's mark, or room left on the line before in
which its first word would have fitted (a line breaker puts a word on a line if it fits).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Line", "paragraphs"]

_MARK = re.compile(r"(?:[•◦▪‣●○■□–—*-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s")
_SENTENCE_END = re.compile(r"[.!?:。！？：][\"'”’)\]]*\Z")
_LEADERS = re.compile(r"(?:[.…·]\s?){4}\s*\S{0,8}\Z")
_BREAK_HYPHENS = "\x02\ufffe"
_HYPHENATED = re.compile(r"\w+-\w+")
_CJK = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]")
_SAME_SIZE = 0.25
_LEADING = 1.35
"""Times the paragraph's own line distance past which a gap parts paragraphs."""
_FIRST_LEADING = 1.9
"""Times the letters' height past which it does where no distance is known yet."""
_INDENT = 0.8
_GAP = 2.0
"""Times the letters' height past which a gap becomes an empty line."""
_SHORT = 25
_SHORT_CJK = 12
"""Characters under which a line is no full line of running text (table cells, verse, labels)."""


class Line(NamedTuple):
    """A line and its place on the page in points; y grows upwards."""

    text: str
    left: float = 0.0
    right: float = 0.0
    top: float = 0.0
    bottom: float = 0.0
    known: bool = False

    @property
    def height(self) -> float:
        """Of its letters, at least 1."""
        return max(1.0, self.top - self.bottom)


def paragraphs(lines: Sequence[Line]) -> str:
    """Join the lines of each paragraph and put each on a line of its own.

    Hyphens that only break a line are taken out; an empty line stands for a gap on the page.
    """
    kept = _hyphenated(lines)
    parts: list[str] = []
    rights = _column_rights(lines)
    for i, line in enumerate(lines):
        if parts and _starts_new(lines, i, rights):
            parts.append("\n\n" if _step(lines, i) > _GAP * line.height else "\n")
            parts.append(line.text)
        elif parts:
            _append(parts, line.text, kept)
        else:
            parts.append(line.text)
    return "".join(parts).replace("\x02", "-").replace("\ufffe", "-")


def _starts_new(lines: Sequence[Line], i: int, rights: Sequence[float]) -> bool:
    before, line = lines[i - 1], lines[i]
    if before.text[-1] in _BREAK_HYPHENS:
        return False
    if _MARK.match(line.text) or _LEADERS.search(before.text):
        return True
    if not (before.known and line.known):
        return _SENTENCE_END.search(before.text) is not None
    if line.top >= before.top:  # another column, or the same line further on
        return not _continues(before, line, rights[i - 1])
    return _is_apart(lines, i) or _had_room(before, line, rights[i - 1])


def _is_apart(lines: Sequence[Line], i: int) -> bool:
    """Judge two lines, one under the other, by size, length, distance and indent."""
    before, line = lines[i - 1], lines[i]
    resized = abs(line.height - before.height) > _SAME_SIZE * max(line.height, before.height)
    short = len(before.text) < (_SHORT_CJK if _CJK.match(before.text) else _SHORT)
    usual = _step(lines, i - 1) if i > 1 else 0.0
    if 0 < usual < _FIRST_LEADING * line.height:
        limit = _LEADING * max(usual, line.height)
    else:
        limit = _FIRST_LEADING * line.height
    indented = line.left - before.left > _INDENT * line.height and not _MARK.match(before.text)
    return resized or short or indented or _step(lines, i) > limit


def _step(lines: Sequence[Line], i: int) -> float:
    """Points from a line's foot to the next one's; 0 where not known."""
    before, line = lines[i - 1], lines[i]
    return before.bottom - line.bottom if before.known and line.known else 0.0


def _continues(before: Line, line: Line, right: float) -> bool:
    """A paragraph goes on in the next column if its line is full and no sentence ended there."""
    return not _SENTENCE_END.search(before.text) and not _had_room(before, line, right)


def _had_room(before: Line, line: Line, right: float) -> bool:
    width = (line.right - line.left) / max(1, len(line.text))
    first = line.text.split(maxsplit=1)[0]
    if _CJK.match(first):
        first = first[:2]
    return right - before.right > (len(first) + 1.5) * max(width, 0.1)


def _column_rights(lines: Sequence[Line]) -> list[float]:
    """Return for each line the right edge of the run of lines it stands in."""
    rights: list[float] = []
    start = 0
    for i in range(1, len(lines) + 1):
        if i < len(lines) and _same_run(lines[i - 1], lines[i]):
            continue
        edge = max((line.right for line in lines[start:i]), default=0.0)
        rights.extend([edge] * (i - start))
        start = i
    return rights


def _same_run(before: Line, line: Line) -> bool:
    if not (before.known and line.known) or line.top >= before.top:
        return False
    near = before.bottom - line.bottom < 3 * line.height
    return near and abs(line.left - before.left) < 3 * line.height


def _hyphenated(lines: Sequence[Line]) -> frozenset[str]:
    return frozenset(word.casefold() for line in lines for word in _HYPHENATED.findall(line.text))


def _append(parts: list[str], text: str, kept: frozenset[str]) -> None:
    last = parts[-1]
    if last[-1] in _BREAK_HYPHENS:
        left = re.search(r"\w*\Z", last[-60:-1])
        right = re.match(r"\w*", text)
        whole = f"{left[0] if left else ''}-{right[0] if right else ''}".casefold()
        parts[-1] = last[:-1]
        parts.append("-" + text if whole in kept else text)
    elif _CJK.match(last[-1]) and _CJK.match(text[0]):
        parts.append(text)
    else:
        parts.append(" " + text)
