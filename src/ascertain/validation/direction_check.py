"""Do claim and evidence point the same way: no word against its opposite?"""

from __future__ import annotations

from ascertain.validation.comparison import Comparison
from ascertain.validation.opposites import ANTONYMS, HAN_ANTONYMS
from ascertain.validation.slots import COMPARABLE, same_otherwise, slot_of_word
from ascertain.validation.tested import Tested

__all__ = ["check_direction"]

_NARROW = 4
"""Words of evidence at most in a place that holds an opposite."""

_HAN_WEIGHT = 0.5
"""Weight of one Chinese character."""


def check_direction(comparison: Comparison) -> Tested:
    """Look for a word whose opposite stands in the evidence."""
    opposed = _latin_opposite(comparison) or _han_opposite(comparison)
    return opposed or Tested("not_run", "the claim has no word with a known opposite")


_NO_OPPOSITE = Tested("pass", "no opposite of the claim's words stands in the evidence instead")


def _latin_opposite(comparison: Comparison) -> Tested | None:
    """Look for an opposite in a word's very place, then anywhere in the sentence."""
    claim = comparison.claim
    mine, there = set(claim.stems), set(comparison.passage.stems)
    found: Tested | None = None
    for place, stem in enumerate(claim.stems):
        opposites = ANTONYMS.get(stem)
        if opposites is None:
            continue
        found = _NO_OPPOSITE
        against = (opposites & set(comparison.best.stems)) - mine
        weight = _weight(comparison, place)
        if stem not in there and against:
            return _opposed(comparison, claim.words[place], min(against), weight)
        if weight is not None:
            word = min(opposites & set(comparison.best.stems))
            return _opposed(comparison, claim.words[place], word, weight)
    return found


def _weight(comparison: Comparison, place: int) -> float | None:
    """Return a word's weight if its opposite stands in its very place, else None."""
    slot = slot_of_word(comparison, place)
    if slot is None or slot.evidence_to - slot.evidence_from > _NARROW:
        return None
    there = comparison.best.stems[slot.evidence_from : slot.evidence_to]
    opposites = ANTONYMS[comparison.claim.stems[place]]
    if opposites.isdisjoint(there) or comparison.claim.stems[place] in there:
        return None
    return comparison.claim.weights[place]


def _han_opposite(comparison: Comparison) -> Tested | None:
    claim = comparison.claim.text
    if claim.isascii():
        return None
    found: Tested | None = None
    for word, opposites in HAN_ANTONYMS.items():
        if word not in claim:
            continue
        found = _NO_OPPOSITE
        placed = _han_in_place(comparison, word, opposites)
        if placed is not None:
            return _opposed(comparison, word, placed, _HAN_WEIGHT * len(word))
        if len(word) == 1 or word in comparison.passage.text:
            continue
        against = [other for other in opposites if other in comparison.best.text]
        against = [other for other in against if other not in claim]
        if against:
            return _opposed(comparison, word, min(against), None)
    return found


def _han_in_place(comparison: Comparison, word: str, opposites: frozenset[str]) -> str | None:
    """Return the opposite that the evidence has in the place of a Chinese word.

    One character may be the same in both (升 in 上升, 下降 has none): the slot is widened by one.
    """
    claim, best = comparison.claim, comparison.best
    at = claim.text.find(word)
    first, last = claim.between(at, at + len(word))
    for slot in comparison.slots:
        if slot.claim_from >= last or slot.claim_to <= first:
            continue
        if slot.evidence_to - slot.evidence_from > _NARROW:
            continue
        begin = best.spans[max(0, slot.evidence_from - 1)][0] if best.spans else 0
        stop = best.spans[min(len(best.spans), slot.evidence_to + 1) - 1][1] if best.spans else 0
        there = best.text[begin:stop]
        found = [other for other in opposites if other in there]
        if found and word not in there and (len(word) > 1 or slot.evidence_to > slot.evidence_from):
            return min(found)
    return None


def _opposed(comparison: Comparison, word: str, opposite: str, weight: float | None) -> Tested:
    detail = f"the claim says {word!r}; the evidence has its opposite ({opposite!r})"
    if comparison.similarity < COMPARABLE:
        return Tested("uncertain", detail)
    contradicts = weight is not None and same_otherwise(comparison, weight)
    return Tested("fail", detail, contradicts)
