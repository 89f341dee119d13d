"""What stands in the evidence at the place of a value of the claim."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from ascertain.validation.comparison import Comparison, Slot
from ascertain.validation.statement import CONTENT, Statement

__all__ = [
    "COMPARABLE",
    "SAME_OTHERWISE",
    "bears_on",
    "beside",
    "rival_by_neighbours",
    "same_otherwise",
    "slot_of_word",
    "values_in_slot",
]

COMPARABLE = 0.5
"""Similarity from which the places of two sentences can be compared."""

SAME_OTHERWISE = 0.85
"""Share of the claim's other words that must stand in order for a value to be the same one."""


_FEW = 2
"""Words of weight that say too little to tell two sentences for the same."""

_REACH = 4
"""Words after a negation or a hedge among which is the one it bears on."""


class _Value(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


_V = TypeVar("_V", bound=_Value)


def slot_of_word(comparison: Comparison, place: int) -> Slot | None:
    """Return the slot that holds a word of the claim and words of the evidence, or None."""
    for slot in comparison.slots:
        if slot.claim_from <= place < slot.claim_to:
            return slot if slot.evidence_to > slot.evidence_from else None
    return None


def _slot_at(comparison: Comparison, start: int, end: int) -> Slot | None:
    """Return the slot that holds a span of the claim's text, if both sides of it have words."""
    first, last = comparison.claim.between(start, end)
    for slot in comparison.slots:
        if (
            slot.claim_from < last
            and first < slot.claim_to
            and slot.evidence_to > slot.evidence_from
        ):
            return slot
    return None


def values_in_slot(comparison: Comparison, span: tuple[int, int], given: Sequence[_V]) -> _V | None:
    """Return the evidence's value in the place of a span of the claim's text.

    None where the sentences are too different for places to be compared, and where the place
    holds no value or several.
    """
    if comparison.similarity < COMPARABLE:
        return None
    slot = _slot_at(comparison, *span)
    if slot is None:
        return None
    spans = comparison.best.spans
    left, right = spans[slot.evidence_from][0], spans[slot.evidence_to - 1][1]
    there = [value for value in given if value.start < right and left < value.end]
    return there[0] if len(there) == 1 else None


def same_otherwise(comparison: Comparison, but: float = 0.0) -> bool:
    """Say whether claim and best sentence are nearly the same but for numbers and dates.

    Args:
        comparison: the claim and its evidence.
        but: weight of other words of the claim to leave out of account.
    """
    content = sum(1 for weight in comparison.claim.weights if weight >= CONTENT)
    if content > _FEW:
        return comparison.similarity_but(but) >= SAME_OTHERWISE
    return content > 0 and _differs_in_values_alone(comparison)


def _differs_in_values_alone(comparison: Comparison) -> bool:
    """Say whether two short sentences are word for word the same but for numbers and dates."""
    claim, best = comparison.claim, comparison.best
    return all(
        not any(claim.weights[slot.claim_from : slot.claim_to])
        and not any(best.weights[slot.evidence_from : slot.evidence_to])
        for slot in comparison.slots
    )


def bears_on(comparison: Comparison, place: int) -> bool:
    """Say whether a word of the best sentence (a negation, a hedge) is about a word of the claim.

    It is if the claim has the next word of weight within ``_REACH`` words, or the word itself.
    """
    stems, weights = comparison.best.stems, comparison.best.weights
    mine = set(comparison.claim.stems)
    seen = False
    for after in range(place + 1, min(place + 1 + _REACH, len(stems))):
        if 0.0 < weights[after] < CONTENT:
            continue
        if stems[after] in mine:
            return True
        if len(stems[after]) > 1:  # a Chinese sign may be half of a word
            return False
        seen = True
    return not seen and stems[place] in mine


def rival_by_neighbours(
    claim: Statement, wanted: _Value, evidence: Statement, given: Sequence[_V], same: Sequence[_V]
) -> _V | None:
    """Return a value that has the claim's neighbours where the equal ones do not.

    In "48% of teachers and 62% of nurses" the claim's "48% of nurses" finds its 48, but it is 62
    that stands before "of nurses". The neighbour is the first word of weight within three words
    after; where there is none, the five words before.

    Args:
        claim: the claim.
        wanted: its value.
        evidence: the passage.
        given: all of the passage's values of the kind.
        same: those that equal the claim's.
    """
    equal = {value.start for value in same}
    others = [value for value in given if value.start not in equal]
    if not others or not same:
        return None
    mine = _after(claim, wanted)
    if mine is not None:
        if any(_after(evidence, value) == mine for value in same):
            return None
        rivals = [value for value in others if _after(evidence, value) == mine]
        return rivals[0] if len(rivals) == 1 else None
    before = _before(claim, wanted)
    if len(before) < _LEFT or any(_before(evidence, value) == before for value in same):
        return None
    rivals = [value for value in others if _before(evidence, value) == before]
    return rivals[0] if len(rivals) == 1 else None


def beside(statement: Statement, value: _Value) -> tuple[str, str, str] | None:
    """Return the words right beside a value: two before it and one after it, as stems.

    None where the word before it says nothing by itself.
    """
    first, last = statement.between(value.start, value.end)
    stems = statement.stems
    if first == 0 or statement.weights[first - 1] < CONTENT:
        return None
    after = stems[last] if last < len(stems) else ""
    return stems[first - 2] if first > 1 else "", stems[first - 1], after


def _before(statement: Statement, value: _Value) -> list[str]:
    place = statement.between(value.start, value.end)[0]
    return statement.stems[max(0, place - _LEFT) : place]


def _after(statement: Statement, value: _Value) -> str | None:
    place, at = statement.between(value.start, value.end)[1], value.end
    for after in range(place, min(place + _RIGHT, len(statement.stems))):
        start, end = statement.spans[after]
        if not _STOPS.isdisjoint(statement.text[at:start]):
            return None
        at = end
        if statement.weights[after] >= CONTENT:
            return statement.stems[after]
    return None


_LEFT = 5
_RIGHT = 3
_STOPS = frozenset(",;:，；、。")
