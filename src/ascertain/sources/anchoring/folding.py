r"""Fold a text to its skeleton: what carries meaning, with a way back to every code point.

A skeleton keeps letters, digits, marks and the signs that change a value (``4.2``, ``%``, ``$``,
a minus), in one case and one Unicode form, and leaves out white space, punctuation, invisible
characters and footnote marks. Two texts with the same skeleton have the same words. Between two
digits that something else parts, one sign is kept, so that ``4.2``, ``4 2`` and ``42`` differ.

Forms: NFKC and case folding of the Unicode Standard (sections 3.11 and 3.13), applied cluster by
cluster, so that the work stays linear whatever a text holds.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from functools import lru_cache
from typing import NamedTuple

__all__ = ["FOOTNOTE_MARK", "INVISIBLE", "VOWEL_POINTS", "Folded", "fold", "is_cjk"]

FOOTNOTE_MARK = re.compile(
    r"[\[［〔【](?:\s?\d{1,3}(?:\s?[,，、;–-]\s?\d{1,3}){0,9}\s?|[a-z](?=.\W)|note \d{1,3}"
    r"|注\s?\d{1,3}|citation needed)[\]］〕】]"
    r"(?!\s?(?:thousand|million|billion|trillion|per ?cent|[%％万亿]))"
    r"|(?<![\d⁰¹²³⁴-⁹])(?<!\b[cdkm]m)(?<!\bm)[⁰¹²³⁴-⁹]{1,3}"
)
"""A reference mark: ``[12]``, ``[a]``, ``[note 3]``, or raised digits after a word."""

INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
"""Code points that nobody sees: soft hyphen, joiners, directions (Default_Ignorable)."""

_LETTERS = r"[^\W_²³¹⁰⁴-⁹¼-¾⅐-⅞\u0640\u115f\u1160\u3164\uffa0]"
_PIECE = re.compile(
    rf"({_LETTERS}+)"
    rf"|({FOOTNOTE_MARK.pattern})"
    r"|([⁰¹²³⁴-⁹]+)"
    r"|([¼-¾⅐-⅞])"
    r"|(?<![^\s(（\[$€£¥])((?:[-−–－‒﹣⁻➖]|(?<=\s)—)(?=[.$€£¥]?\d))"
    r"|([%$&@]|(?<=\w)[#+]{1,2}|\+(?=\w)|[<>=~](?=\s?\d))"
    r"|([^\s\w\x00-\x7f]+)"
)
_LETTER = 1
_MARK = 2
_RAISED = 3
_FRACTION = 4
_SIGN = 5
_SYMBOL = 6
_CLUSTER = re.compile(
    "[\u1100-\u115f][\u1160-\u11a7]?[\u11a8-\u11ff]?|[\uff66-\uff9d][\uff9e\uff9f]|[\uac00-\ud7a3][\u11a8-\u11ff]"
)
VOWEL_POINTS = re.compile("[\u0591-\u05c7\u064b-\u0652\u0670]")
"""Hebrew and Arabic vowel signs, which most writing leaves out."""

_KEPT_SIGNS = frozenset("<>=≤≥≠≈±×÷~∼%‰°&@+")
_UNSPACED = (
    (0x3400, 0x9FFF),
    (0x3005, 0x3007),
    (0x3040, 0x30FF),
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9D),
    (0x20000, 0x3FFFF),
    (0x0E00, 0x0EFF),
)
"""Han, kana, Thai and Lao."""
_GAP_SIGNS = frozenset(".,:/^'*×")
_DASHES = frozenset("-‐‑‒–—―−~∼〜")
_MAX_MARKS = 30
"""Marks composed at once (the Stream-Safe Text Format of UAX 15); reordering is quadratic."""


class Folded(NamedTuple):
    """A text, its skeleton, and the runs that tie one to the other.

    Attributes:
        text: as given.
        skeleton: the folded text.
        keys: skeleton offset where each run starts.
        starts: the run's first code point in ``text``.
        ends: the code point after its last. A run with as many code points in ``text`` as in
            the skeleton is tied one to one; any other only as a whole.
    """

    text: str
    skeleton: str
    keys: array[int]
    starts: array[int]
    ends: array[int]

    def start_of(self, key: int) -> int:
        """Return the first code point in the text of the skeleton's character at ``key``."""
        run = bisect_right(self.keys, key) - 1
        return self.starts[run] + (key - self.keys[run] if self._is_linear(run) else 0)

    def end_of(self, key: int) -> int:
        """Return the code point after the last of the skeleton's character at ``key``."""
        run = bisect_right(self.keys, key) - 1
        if self._is_linear(run):
            return self.starts[run] + key - self.keys[run] + 1
        return self.ends[run]

    def cuts_character(self, key: int) -> bool:
        """Say whether a cut before ``key`` would split one character of the text."""
        if not 0 < key < len(self.skeleton):
            return False
        run = bisect_right(self.keys, key) - 1
        return key != self.keys[run] and not self._is_linear(run)

    def key_at(self, position: int) -> int:
        """Return the first skeleton offset whose character ends after ``position``."""
        run = bisect_right(self.ends, position)
        if run == len(self.keys):
            return len(self.skeleton)
        inside = position - self.starts[run]
        return self.keys[run] + (inside if inside > 0 and self._is_linear(run) else 0)

    def gaps(self, low: int, high: int) -> dict[int, str]:
        """Return what the skeleton leaves out, by the offset it stands before.

        Args:
            low: skeleton offset, in; what stands before it is not told.
            high: skeleton offset, out.
        """
        found: dict[int, str] = {}
        for run in range(bisect_right(self.keys, low), bisect_left(self.keys, high)):
            left, right = self.ends[run - 1], self.starts[run]
            if left < right:
                found[self.keys[run]] = self.text[left:right]
        return found

    def gap_before(self, key: int) -> str:
        """Return what the skeleton leaves out before the character at ``key``."""
        end = self.starts[bisect_right(self.keys, key) - 1] if key < len(self.skeleton) else None
        start = self.end_of(key - 1) if key else 0
        return self.text[start:end]

    def surface(self, low: int, high: int) -> str:
        """Return the text that the skeleton's ``low`` (in) to ``high`` (out) comes from."""
        return self.text[self.start_of(low) : self.end_of(high - 1)] if low < high else ""

    def _is_linear(self, run: int) -> bool:
        stop = self.keys[run + 1] if run + 1 < len(self.keys) else len(self.skeleton)
        return stop - self.keys[run] == self.ends[run] - self.starts[run]


def fold(text: str) -> Folded:
    """Fold a text; time and memory grow with its length alone."""
    return _Folder(text).folded()


@lru_cache(maxsize=4096)
def is_cjk(character: str) -> bool:
    """Say whether a character belongs to a script written without blanks between words."""
    code = ord(character)
    return any(first <= code <= last for first, last in _UNSPACED)


class _Characters(dict[int, str]):
    """The folded form of each letter, worked out when first met."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        decimal = unicodedata.decimal(character, None)
        if decimal is not None:
            form = str(decimal)
        else:
            form = unicodedata.normalize("NFKC", character).casefold()
            form = unicodedata.normalize("NFKC", form)
            kept = [c for c in form if c.isalnum() or unicodedata.category(c)[0] == "M"]
            form = "".join(kept) or character
        self[code] = form
        return form


@lru_cache(maxsize=4096)
def _sign(character: str) -> str:
    """Return what a sign outside ASCII is kept as; ``mark`` for a combining mark; or nothing."""
    if INVISIBLE.match(character) or VOWEL_POINTS.match(character):
        return ""
    category = unicodedata.category(character)
    if category[0] == "M":
        return "mark"
    form = unicodedata.normalize("NFKC", character)
    if category == "Sc":
        return form[:1]
    return form if form in _KEPT_SIGNS else ""


def _ends_in_number(part: str) -> bool:
    """Say whether a part ends in digits that no letter of a word stands before (not ``mp3``)."""
    if not part[-1].isdecimal():
        return False
    before = part.rstrip("0123456789")
    return not before or not before[-1].isalpha() or is_cjk(before[-1])


class _Folder:
    """One pass over one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._parts: list[str] = []
        self._starts = array("q")
        self._ends = array("q")
        self._characters = _Characters()

    def folded(self) -> Folded:
        text = self._text
        starts, ends, parts = self._starts, self._ends, self._parts
        lowered = text.lower() if text.isascii() else None
        for match in _PIECE.finditer(text):
            start, end = match.span()
            if match.lastindex != _LETTER:
                self._sign(match)
            elif lowered is not None:
                if text[start].isdigit():
                    self._part_digits(start)
                parts.append(lowered[start:end])
                starts.append(start)
                ends.append(end)
            else:
                self._word(start, end)
        keys = array("q")
        key = 0
        for part in parts:
            keys.append(key)
            key += len(part)
        return Folded(text, "".join(parts), keys, starts, ends)

    def _add(self, part: str, start: int, end: int) -> None:
        self._parts.append(part)
        self._starts.append(start)
        self._ends.append(end)

    def _word(self, start: int, end: int) -> None:
        if self._text[start].isdecimal():
            self._part_digits(start)
        word = self._text[start:end]
        if word.isascii():
            self._add(word.lower(), start, end)
            return
        if _CLUSTER.search(word):
            at = start
            for match in _CLUSTER.finditer(self._text, start, end):
                self._letters(at, match.start())
                at = match.end()
                self._cluster(match.start(), at)
            self._letters(at, end)
            return
        self._letters(start, end)

    def _letters(self, start: int, end: int) -> None:
        if start == end:
            return
        word = self._text[start:end]
        form = word.translate(self._characters)
        if len(form) == len(word):
            self._add(form, start, end)
            return
        at = start
        for index in range(start, end):
            one = self._characters[ord(self._text[index])]
            if len(one) != 1:
                if at < index:
                    self._add(self._text[at:index].translate(self._characters), at, index)
                self._add(one, index, index + 1)
                at = index + 1
        if at < end:
            self._add(self._text[at:end].translate(self._characters), at, end)

    def _cluster(self, start: int, end: int) -> None:
        whole = self._text[start:end]
        form = unicodedata.normalize("NFKC", whole.translate(self._characters)).casefold()
        self._add(unicodedata.normalize("NFKC", form), start, end)

    def _part_digits(self, start: int) -> None:
        """Keep one sign between digits that something parts."""
        if not self._parts or not _ends_in_number(self._parts[-1]):
            return
        end = self._ends[-1]
        if end == start:
            return
        between = INVISIBLE.sub("", self._text[end:start][:8])
        if not between:
            return
        form = unicodedata.normalize("NFKC", between)
        bare = form.strip()
        if bare in _DASHES:
            kept = "-"
        elif form in ("’", "٬"):
            kept = "'"
        elif bare == form and form in _GAP_SIGNS:
            kept = form
        else:
            kept = " "
        self._add(kept, end, start)

    def _sign(self, match: re.Match[str]) -> None:
        start, end = match.span()
        kind = match.lastindex
        if kind == _MARK:
            return
        if kind == _SIGN:
            self._add("−", start, end)
        elif kind == _SYMBOL:
            self._add(match.group(), start, end)
        elif kind == _RAISED:
            digits = unicodedata.normalize("NFKC", match.group())
            is_power = start > 0 and self._text[start - 1].isdecimal()
            self._add("^" + digits if is_power else digits, start, end)
        elif kind == _FRACTION:
            form = unicodedata.normalize("NFKC", match.group()).replace("⁄", "/")
            gap = " " if self._parts and self._parts[-1][-1].isdecimal() else ""
            self._add(gap + form, start, end)
        else:
            self._others(start, end)

    def _others(self, start: int, end: int) -> None:
        at = start
        while at < end:
            kept = _sign(self._text[at])
            if kept == "mark":
                at = self._marks(at, end)
                continue
            if kept:
                self._add(kept, at, at + 1)
            at += 1

    def _marks(self, start: int, end: int) -> int:
        """Compose the marks from ``start`` with the letter before them; return where they end."""
        stop = start + 1
        limit = min(end, start + _MAX_MARKS)
        while stop < limit and _sign(self._text[stop]) == "mark":
            stop += 1
        first = start
        if (
            self._parts
            and self._ends[-1] == start
            and len(self._parts[-1]) == (start - self._starts[-1])
        ):
            first = start - 1
            if len(self._parts[-1]) == 1:
                self._parts.pop()
                self._starts.pop()
                self._ends.pop()
            else:
                self._parts[-1] = self._parts[-1][:-1]
                self._ends[-1] = first
        self._cluster(first, stop)
        return stop
