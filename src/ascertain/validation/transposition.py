"""Two phrases that changed places while the words around them stayed."""

from __future__ import annotations

from ascertain.validation.comparison import Comparison, Slot
from ascertain.validation.lexicon import FUNCTION_WORDS
from ascertain.validation.role_words import (
    HAN_PIVOTS,
    HAN_SYMMETRIC,
    MUTUAL,
    MUTUAL_PREPOSITIONS,
    PREPOSITIONS,
)
from ascertain.validation.statement import CONTENT, Statement

__all__ = ["transposed"]

_MOST_SLOTS = 40
_LINKS = frozenset("and or & as well both the a an its their 和 与 及 或 、".split())
_JOINING = frozenset("and or & 和 与 及 或".split())


def transposed(comparison: Comparison) -> tuple[str, str] | None:
    """Find two places of the claim that hold each other's words of the evidence.

    "Stronger than A and lighter than B" against "stronger than B and lighter than A". Members of
    one list, and both sides of words such as "met", may change places and are no finding.
    """
    claim, best = comparison.claim, comparison.best
    if not claim.text.isascii() and HAN_SYMMETRIC.search(claim.text):
        return None
    slots = [slot for slot in comparison.slots if _is_exchange(slot)]
    if not 1 < len(slots) <= _MOST_SLOTS:
        return None
    mine = [_content(claim, slot.claim_from, slot.claim_to) for slot in slots]
    theirs = [_content(best, slot.evidence_from, slot.evidence_to) for slot in slots]
    by_evidence = {words: place for place, words in enumerate(theirs) if words}
    for place, words in enumerate(mine):
        other = by_evidence.get(words) if words else None
        if other is None or other <= place or not mine[other]:
            continue
        if mine[other] != theirs[place]:
            continue
        if _hang_differently(claim, best, slots[place], slots[other]):
            continue
        if not _are_listed(claim, slots[place], slots[other]):
            return _shown(claim, slots[place]), _shown(claim, slots[other])
    return None


def _is_exchange(slot: Slot) -> bool:
    return slot.claim_to > slot.claim_from and slot.evidence_to > slot.evidence_from


def _content(statement: Statement, start: int, end: int) -> tuple[str, ...]:
    return tuple(
        statement.stems[place] for place in range(start, end) if statement.weights[place] >= CONTENT
    )


def _hang_differently(claim: Statement, best: Statement, one: Slot, other: Slot) -> bool:
    """Say whether a preposition or a comma within or between the places explains the order."""
    mine = (*range(one.claim_from, one.claim_to), *range(other.claim_from, other.claim_to))
    theirs = (
        *range(one.evidence_from, one.evidence_to),
        *range(other.evidence_from, other.evidence_to),
    )
    words = {claim.words[place] for place in mine} ^ {best.words[place] for place in theirs}
    if not words.isdisjoint(PREPOSITIONS):
        return True
    between = claim.words[one.claim_to : other.claim_from]
    if not MUTUAL_PREPOSITIONS.isdisjoint(between):
        return True
    gap = claim.text[claim.spans[one.claim_to - 1][1] : claim.spans[other.claim_from][0]]
    gap_there = best.text[best.spans[one.evidence_to - 1][1] : best.spans[other.evidence_from][0]]
    return ("," in gap) != ("," in gap_there)


def _are_listed(claim: Statement, one: Slot, other: Slot) -> bool:
    """Say whether nothing between two places tells them apart: a list, a mutual word."""
    between = range(one.claim_to, other.claim_from)
    words = [claim.words[place] for place in between]
    if any(claim.stems[place] in MUTUAL for place in between):
        return True
    telling = [
        word
        for word in words
        if (word in FUNCTION_WORDS or word in HAN_PIVOTS) and word not in _LINKS
    ]
    if telling:
        return False
    gap = claim.text[claim.spans[one.claim_to - 1][1] : claim.spans[other.claim_from][0]]
    return any(link in gap for link in (",", "、", "，")) or not _JOINING.isdisjoint(words)


def _shown(claim: Statement, slot: Slot) -> str:
    return claim.text[claim.spans[slot.claim_from][0] : claim.spans[slot.claim_to - 1][1]]
