"""A statement: a text with its words and values, each read once and only when asked for."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache

from ascertain.sources.values.dates import DateMention, find_dates
from ascertain.sources.values.names import NameMention, find_names
from ascertain.sources.values.numbers import Quantity, find_quantities
from ascertain.validation.lexicon import FUNCTION_WORDS
from ascertain.validation.once import once
from ascertain.validation.stems import stem

__all__ = ["CONTENT", "Statement"]

CONTENT = 0.4
"""Weight from which a word says something by itself."""

_HAN = r"\u2e80-\u2fff\u3040-\u9fff\uac00-\ud7af"
_TOKEN = re.compile(
    rf"\d+(?:[.,]\d+)*|[^\W\d_{_HAN}][^\W_{_HAN}]*(?:['’][^\W_{_HAN}]+)?|[{_HAN}]|\w"
)
_BRACKETED = re.compile(r"\[[^\[\]\n]{1,200}\]")
_FUNCTION_WEIGHT = 0.05
_cached_stem = lru_cache(maxsize=50_000)(stem)


class Statement:
    """A text and what was read from it.

    Args:
        text: the text.
        language: BCP 47 primary tag, or None.
    """

    def __init__(self, text: str, language: str | None = None) -> None:
        self.text = text
        self.language = language

    @once
    def _matches(self) -> list[re.Match[str]]:
        return list(_TOKEN.finditer(self.text))

    @once
    def spans(self) -> list[tuple[int, int]]:
        """Where its words stand; a Chinese or Korean character is a word."""
        return [match.span() for match in self._matches]

    @once
    def words(self) -> list[str]:
        """Its words, case-folded."""
        return [match[0].casefold().replace("’", "'") for match in self._matches]

    @once
    def stems(self) -> list[str]:
        """Its words without common endings."""
        return [_cached_stem(word) for word in self.words]

    @once
    def weights(self) -> list[float]:
        """How much each word says.

        Long words say more than short ones: 0.4 and 0.1 a letter, at most 1; function words
        0.05; words in brackets and words of numbers and dates 0, as they have checks of their own.
        """
        weights = [
            _FUNCTION_WEIGHT if word in FUNCTION_WORDS else min(1.0, CONTENT + 0.1 * len(word))
            for word in self.words
        ]
        values = [(value.start, value.end) for value in (*self.quantities, *self.dates)]
        for start, end in (*self.brackets, *values):
            for place in range(*self.between(start, end)):
                weights[place] = 0.0
        return weights

    def between(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the words that begin within a span of the text."""
        return bisect_left(self.spans, (start, -1)), bisect_left(self.spans, (end, -1))

    @once
    def brackets(self) -> list[tuple[int, int]]:
        """Where bracketed additions stand."""
        if "[" not in self.text:
            return []
        return [match.span() for match in _BRACKETED.finditer(self.text)]

    @once
    def quantities(self) -> list[Quantity]:
        """Its numbers that are no dates."""
        skip = [(date.start, date.end) for date in self.dates if date.precision != "relative"]
        return find_quantities(self.text, skip)

    @once
    def dates(self) -> list[DateMention]:
        """Its dates."""
        return find_dates(self.text)

    @once
    def names(self) -> list[NameMention]:
        """Its name-like sequences."""
        return find_names(self.text)

    @property
    def is_question(self) -> bool:
        """Whether it ends in a question mark."""
        return self.text.rstrip("\"'”’») ").endswith(("?", "？", "؟"))

    def in_brackets(self, start: int) -> bool:
        """Say whether a place is inside a bracketed addition."""
        return any(left <= start < right for left, right in self.brackets)
