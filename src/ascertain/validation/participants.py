"""The words of claim and evidence that may take part, and those that tell two sides apart."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ascertain.validation.comparison import Comparison
from ascertain.validation.once import once
from ascertain.validation.opposites import ANTONYMS, HAN_ANTONYMS
from ascertain.validation.role_words import (
    AUXILIARIES,
    HAN_PIVOTS,
    PREPOSITIONS,
    ROLE_PREPOSITIONS,
    SEPARATOR,
)
from ascertain.validation.statement import CONTENT, Statement

__all__ = [
    "NEARLY_ALL",
    "Governor",
    "Sides",
    "governor",
    "is_capital",
    "is_han",
    "is_letter",
    "is_parted",
]

NEARLY_ALL = 0.85
"""Share of the claim's weight that must stand in the best sentence."""

_REACH = 12
_HAN_REACH = 24
"""Words on each side of a pivot, and characters, among which its participants are looked for."""

_LATIN_VERB = 3
"""Letters that a verb has at least."""

_DETERMINERS = frozenset("the a an its their his her this that these those".split())
_BEFORE_VERB = AUXILIARIES | {"has", "have", "had"}
_PAIR = 2


def is_letter(statement: Statement, place: int) -> bool:
    """Say whether a word is one capital that may be a name: Company A."""
    start, end = statement.spans[place]
    return end - start == 1 and statement.text[start].isupper()


def is_capital(statement: Statement, place: int) -> bool:
    """Say whether a word begins with a capital."""
    return statement.text[statement.spans[place][0]].isupper()


def is_han(word: str) -> bool:
    """Say whether a word is one character of a script without blanks."""
    return len(word) == 1 and word >= "\u2e80"


def _is_hyphened(statement: Statement, place: int) -> bool:
    start, end = statement.spans[place]
    return "-" in (statement.text[start - 1 : start], statement.text[end : end + 1])


def _is_noun(statement: Statement, place: int) -> bool:
    """Say whether what stands before shows a noun, and not one that says what somebody is."""
    before = statement.words[max(0, place - 2) : place]
    if not before or before[-1] == "to":
        return False
    if before[-1] in _DETERMINERS and not is_letter(statement, place - 1):
        return before[0] not in AUXILIARIES
    return before[-1] in PREPOSITIONS


def is_parted(statement: Statement, one: int, other: int, *, is_left: bool = False) -> bool:
    """Say whether a comma or an "and" stands between two words.

    Words between two commas right before the pivot ("Bob, the founder, hired") part nothing.
    """
    gap = statement.text[statement.spans[one][1] : statement.spans[other][0]]
    if is_left and gap.startswith(",") and gap.endswith(", ") and gap.count(",") == _PAIR:
        return False
    return SEPARATOR.search(gap) is not None


class Governor(NamedTuple):
    """The preposition that a word hangs on, and whether a clause begins with it."""

    word: str
    is_first: bool


_FREE = Governor("", is_first=False)


def governor(statement: Statement, place: int, stop: int) -> Governor:
    """Look back from a word for its preposition.

    Args:
        statement: the sentence.
        place: the word.
        stop: place that is not looked at, nor what is before it; -1 for none.
    """
    for before in range(place - 1, max(-1, stop, place - 1 - _REACH), -1):
        if "," in statement.text[statement.spans[before][1] : statement.spans[before + 1][0]]:
            return _FREE
        if statement.weights[before] == 0:
            return _FREE
        word = statement.words[before]
        if word in PREPOSITIONS:
            opens = (
                before == 0
                or not statement.text[
                    statement.spans[before - 1][1] : statement.spans[before][0]
                ].isspace()
            )
            return Governor(word, is_first=opens)
    return _FREE


class Sides:
    """Claim and best sentence with what is asked of both again and again.

    Args:
        comparison: the claim and its evidence.
    """

    def __init__(self, comparison: Comparison) -> None:
        self.claim, self.best = comparison.claim, comparison.best
        self.tongue = comparison.tongue
        self.reach = _HAN_REACH if self.tongue == "zh" else _REACH
        self.counts = Counter(self.claim.stems)
        self.places: dict[str, list[int]] = {}
        for place, stem in enumerate(self.best.stems):
            self.places.setdefault(stem, []).append(place)

    @once
    def are_alike(self) -> bool:
        """Whether the best sentence alone has nearly all of the claim's weight."""
        weights = self.claim.weights
        there = sum(
            weight
            for weight, stem in zip(weights, self.claim.stems, strict=True)
            if stem in self.places
        )
        return there >= NEARLY_ALL * sum(weights)

    @once
    def is_permuted(self) -> bool:
        """Whether both have exactly the same words."""
        return self.counts == Counter(self.best.stems)

    @once
    def has_converse(self) -> bool:
        """Whether the evidence has the opposite of a word of the claim instead of it."""
        mine = self.counts.keys()
        for stem in mine:
            against = ANTONYMS.get(stem)
            if against and stem not in self.places and against & self.places.keys():
                return True
        if self.claim.text.isascii():
            return False
        text, other = self.claim.text, self.best.text
        return any(
            word in text and word not in other and any(against in other for against in opposites)
            for word, opposites in HAN_ANTONYMS.items()
        )

    def is_participant(self, statement: Statement, place: int) -> bool:
        """Say whether a word may be, or be part of, one who takes part."""
        word = statement.words[place]
        if is_letter(statement, place):
            return True
        if statement.weights[place] < CONTENT or word in PREPOSITIONS or word in AUXILIARIES:
            return False
        if is_han(word):
            return word not in HAN_PIVOTS
        if is_capital(statement, place):
            return True
        return (
            self.tongue in {"en", "zh"}
            and not word.endswith("ly")
            and not _is_hyphened(statement, place)
            and _BEFORE_VERB.isdisjoint(statement.words[max(0, place - 1) : place])
        )

    def is_pivot(self, statement: Statement, place: int) -> bool:
        """Say whether a word may tell its two sides apart: a verb, a comparative, "than"."""
        word = statement.words[place]
        if word in ROLE_PREPOSITIONS or word in HAN_PIVOTS:
            return True
        if statement.weights[place] < CONTENT or word in PREPOSITIONS or word.endswith("ly"):
            return False
        if is_han(word):
            return True
        if len(word) < _LATIN_VERB or is_capital(statement, place):
            return False
        return not _is_hyphened(statement, place) and not _is_noun(statement, place)

    def run(self, place: int, there: int) -> int:
        """Return how many words in a row are the same around two places."""
        mine, theirs = self.claim.stems, self.best.stems
        low = 0
        while min(place, there) > low and mine[place - low - 1] == theirs[there - low - 1]:
            low += 1
        high = 1
        while (
            place + high < len(mine)
            and there + high < len(theirs)
            and mine[place + high] == theirs[there + high]
        ):
            high += 1
        return low + high
