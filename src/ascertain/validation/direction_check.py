"""Do claim and evidence point the same way: no word against its opposite?"""

from __future__ import annotations

from ascertain.validation.comparison import Comparison
from ascertain.validation.opposites import ANTONYMS, HAN_ANTONYMS
from ascertain.validation.slots import COMPARABLE, same_otherwise, slot_of_word
from ascertain.validation.tested import Tested

__all__ = ["check_direction"]

_HAN_WEIGHT = 0.5
"""Weight of one Chinese character."""


def check_direction(comparison: Comparison) -> Tested:
    """Look for a word whose opposite stands in the evidence."""
    opposed = _latin_opposite(comparison) or _han_opposite(comparison)
    return opposed or Tested("not_run", "the claim has no word with a known opposite")


_NO_OPPOSITE = Tested("pass", "no opposite of the claim's words stands in the evidence instead")


def _latin_opposite(comparison: Comparison) -> Tested | None:
    claim = comparison.claim
    mine, there = set(claim.stems), set(comparison.passage.stems)
    found: Tested | None = None
    for place, stem in enumerate(claim.stems):
        opposites = ANTONYMS.get(stem)
        if opposites is None:
            continue
        found = _NO_OPPOSITE
        against = (opposites & set(comparison.best.stems)) - mine
        if stem not in there and against:
            return _opposed(
                comparison, claim.words[place], min(against), _weight(comparison, place)
            )
    return found


def _weight(comparison: Comparison, place: int) -> float | None:
    """Return a word's weight if its opposite stands in its very place, else None."""
    slot = slot_of_word(comparison, place)
    if slot is None:
        return None
    there = comparison.best.stems[slot.evidence_from : slot.evidence_to]
    opposites = ANTONYMS[comparison.claim.stems[place]]
    return None if opposites.isdisjoint(there) else comparison.claim.weights[place]


def _han_opposite(comparison: Comparison) -> Tested | None:
    claim = comparison.claim.text
    if claim.isascii():
        return None
    found: Tested | None = None
    for word, opposites in HAN_ANTONYMS.items():
        if word not in claim:
            continue
        found = _NO_OPPOSITE
        against = [other for other in opposites if other in comparison.best.text]
        against = [other for other in against if other not in claim]
        if against and word not in comparison.passage.text:
            return _opposed(comparison, word, min(against), _HAN_WEIGHT * len(word))
    return found


def _opposed(comparison: Comparison, word: str, opposite: str, weight: float | None) -> Tested:
    detail = f"the claim says {word!r}; the evidence has its opposite ({opposite!r})"
    if comparison.similarity < COMPARABLE:
        return Tested("uncertain", detail)
    contradicts = weight is not None and same_otherwise(comparison, weight)
    return Tested("fail", detail, contradicts)
