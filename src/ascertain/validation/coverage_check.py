"""Does the claim go beyond its evidence?"""

from __future__ import annotations

from ascertain.validation.comparison import Comparison
from ascertain.validation.statement import CONTENT
from ascertain.validation.tested import Tested

__all__ = ["check_coverage"]

_MOST = 0.75
_LITTLE = 0.4
"""Below this share of the claim's words, 87 % and more of labelled pairs are not supported."""


def check_coverage(comparison: Comparison) -> Tested:
    """Compare the claim's words with those of the passage."""
    claim = comparison.claim
    if not any(weight >= CONTENT for weight in claim.weights):
        if claim.quantities or claim.dates or claim.names:
            return Tested("not_run", "beside numbers, dates and additions the claim has no word")
        return Tested("fail", "the claim has no words to compare")
    lacking = [
        claim.words[place] for place in comparison.missing if claim.weights[place] >= CONTENT
    ]
    if not lacking:
        return Tested("pass", f"every {_which(comparison)} of the claim stands in the evidence")
    beyond = ", ".join(list(dict.fromkeys(lacking))[:8])
    share = comparison.coverage
    detail = f"{share:.0%} of the claim stands in the evidence; not there: {beyond}"
    if share >= _MOST:
        return Tested("pass", detail)
    return Tested("uncertain" if share >= _LITTLE else "fail", detail)


def _which(comparison: Comparison) -> str:
    """Say which words all stand there: numbers and dates have checks of their own."""
    claim = comparison.claim
    if not comparison.missing:
        return "word"
    if any(claim.weights[place] == 0.0 for place in comparison.missing):
        return "word but numbers, dates and additions"
    return "word of weight"
