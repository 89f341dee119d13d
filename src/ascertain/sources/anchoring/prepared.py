"""A text made ready for many quotes: folded once, indexed once."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from functools import cached_property

from ascertain.sources.anchoring.folding import Folded, fold, is_cjk

__all__ = ["GramIndex", "PreparedText"]

_SAMPLE = 4_000
_NOWHERE: list[int] = []
_MOST_COUNTED = 1_000_000
_MOST_REMEMBERED = 10_000
_COMPOUND = re.compile(r"[^\W_]+(?:['’‐-][^\W_]+)*")
_WORD = re.compile(r"[^\W_]+")
_THOUSANDS = re.compile(
    r"(?<![\d.,'])(?:\d{1,3}([.,' ])\d{3}(?:\1\d{3}){1,9}|\d{1,3}([.,' ])\d{3}(?!\2)[.,]\d{1,2})"
    r"(?![.,']?\d)"
)
_DECIMALS = re.compile(r"(?<![\d.,'])\d{1,9}([.,])\d{1,2}(?![.,']?\d)(?!\.\s?\d)")
_MOST_REPEATS = 16
"""Places told of one gram; a gram that stands more often says little about where a quote is."""


class GramIndex:
    """Every ``size``-th gram of a skeleton and where it stands.

    A stretch of at least ``2 * size - 1`` unchanged characters always holds one of them.
    """

    def __init__(self, skeleton: str, size: int) -> None:
        self.size = size
        self._heads: dict[str, int] = {}
        self._before = array("q")
        heads, before = self._heads, self._before
        for number, at in enumerate(range(0, len(skeleton) - size + 1, size)):
            gram = skeleton[at : at + size]
            before.append(heads.get(gram, -1))
            heads[gram] = number

    def places(self, gram: str) -> list[int]:
        """Return skeleton offsets of a gram, last first, not more than a few."""
        number = self._heads.get(gram, -1)
        if number < 0:
            return _NOWHERE
        found: list[int] = []
        while number >= 0 and len(found) < _MOST_REPEATS:
            found.append(number * self.size)
            number = self._before[number]
        return found


class PreparedText:
    """A text, its skeleton, its grams and (when first asked for) its words.

    Args:
        text: the stored text; offsets of findings count its code points.
    """

    def __init__(self, text: str) -> None:
        self.folded: Folded = fold(text)
        self.grams = GramIndex(self.folded.skeleton, _gram_size(self.folded.skeleton))
        self._counts: dict[str, int] = {}

    @property
    def text(self) -> str:
        """The stored text."""
        return self.folded.text

    @cached_property
    def vocabulary(self) -> Counter[str]:
        """How often each word stands in the text, folded by case, compounds also in one."""
        words = _COMPOUND.findall(self.text.casefold())
        compounds = [word for word in words if not word.isalnum()]
        counts = Counter(words)
        counts.update(part for word in compounds for part in _WORD.findall(word))
        counts.update("".join(_WORD.findall(word)) for word in compounds)
        return counts

    @cached_property
    def thousands_marks(self) -> frozenset[str]:
        """The marks (comma, full stop, apostrophe, blank) that the text parts thousands with.

        A mark counts if some number shows it beyond doubt (1.250.000, or 1.250,50) and none has
        it before decimals (3.5).
        """
        shown = {match[1] or match[2] for match in _THOUSANDS.finditer(self.text)}
        return frozenset(shown.difference(match[1] for match in _DECIMALS.finditer(self.text)))

    def count(self, characters: str) -> int:
        """Return how often a piece of skeleton stands in the text, up to a limit."""
        known = self._counts.get(characters)
        if known is None:
            known = min(self.folded.skeleton.count(characters), _MOST_COUNTED)
            if len(self._counts) < _MOST_REMEMBERED:
                self._counts[characters] = known
        return known


def _gram_size(skeleton: str) -> int:
    """Return 4 for scripts whose characters are words or syllables, else 8."""
    step = max(1, len(skeleton) // _SAMPLE)
    sample = skeleton[::step]
    dense = sum(is_cjk(character) or "가" <= character <= "힣" for character in sample)
    return 4 if dense * 5 > len(sample) else 8
