"""Do claim and evidence point the same way, or does one say the opposite word?"""

from __future__ import annotations

from ascertain.validation.comparison import NEARLY_VERBATIM, Comparison
from ascertain.validation.lexicon import ANTONYMS, HAN_ANTONYMS
from ascertain.validation.slots import SAME_OTHERWISE
from ascertain.validation.tested import Tested

__all__ = ["check_direction"]


def check_direction(comparison: Comparison) -> Tested:
    """Look for a word of the claim whose opposite stands in the evidence instead."""
    claim = comparison.claim
    there = set(comparison.passage.stems)
    mine = set(claim.stems)
    applies = False
    for place, stem in enumerate(claim.stems):
        opposites = ANTONYMS.get(stem)
        if opposites is None:
            continue
        applies = True
        if stem not in there and (opposite := (opposites & set(comparison.best.stems)) - mine):
            return _opposed(comparison, claim.words[place], min(opposite))
    if not claim.text.isascii():
        for word, opposites in HAN_ANTONYMS.items():
            if word not in claim.text:
                continue
            applies = True
            against = [other for other in opposites if other in comparison.best.text and other not in claim.text]
            if against and word not in comparison.passage.text:
                return _opposed(comparison, word, min(against))
    if not applies:
        return Tested("not_run", "the claim has no word with a known opposite")
    return Tested("pass", "no opposite of the claim's words stands in the evidence instead")


def _opposed(comparison: Comparison, word: str, opposite: str) -> Tested:
    detail = f"the claim says {word!r}; the evidence has its opposite ({opposite!r})"
    if comparison.similarity < 0.5:
        return Tested("uncertain", detail)
    contradicts = comparison.similarity >= min(NEARLY_VERBATIM, SAME_OTHERWISE)
    return Tested("fail", detail, contradicts)
