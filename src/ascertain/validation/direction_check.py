"""Do claim and evidence point the same way: no opposite word, and who does what to whom?"""

from __future__ import annotations

from ascertain.validation.comparison import Comparison
from ascertain.validation.opposites import ANTONYMS, HAN_ANTONYMS, SYMMETRIC
from ascertain.validation.slots import COMPARABLE, same_otherwise, slot_of_word
from ascertain.validation.statement import CONTENT, Statement
from ascertain.validation.tested import Tested

__all__ = ["check_direction"]

_SWAPPED_FROM = 0.9
_HAN_WEIGHT = 0.5
"""Weight of one Chinese character."""


def check_direction(comparison: Comparison) -> Tested:
    """Look for a word whose opposite stands in the evidence, and for two names that swapped."""
    opposed = _latin_opposite(comparison) or _han_opposite(comparison)
    if opposed is not None and opposed.outcome != "pass":
        return opposed
    swapped = _swapped(comparison)
    if swapped is not None:
        return Tested("fail", swapped)
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


def _swapped(comparison: Comparison) -> str | None:
    """Return what to say if two names stand around the same words the other way round."""
    claim, best = comparison.claim, comparison.best
    if len(claim.names) <= 1 or comparison.coverage < _SWAPPED_FROM:
        return None
    one, other = claim.names[:2]
    left, right = claim.between(one.start, one.end), claim.between(other.start, other.end)
    verb = claim.stems[left[1] : right[0]]
    if not _says_who(claim, left[1], right[0]):
        return None
    first, second = claim.stems[slice(*left)], claim.stems[slice(*right)]
    if _stands(best, [*second, *verb, *first]) and not _stands(best, [*first, *verb, *second]):
        names = (claim.text[name.start : name.end] for name in (one, other))
        return "the evidence has {} and {} the other way round".format(*names)
    return None


def _says_who(claim: Statement, start: int, end: int) -> bool:
    """Say whether the words between two names tell one from the other: not "met" or "and"."""
    return any(
        claim.weights[place] >= CONTENT and claim.stems[place] not in SYMMETRIC
        for place in range(start, end)
    )


def _stands(statement: Statement, run: list[str]) -> bool:
    stems, size = statement.stems, len(run)
    return any(stems[at : at + size] == run for at in range(len(stems) - size + 1))
