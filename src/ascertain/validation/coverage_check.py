"""Does the claim go beyond its evidence?"""

from __future__ import annotations

from ascertain.validation.comparison import Comparison
from ascertain.validation.tested import Tested

__all__ = ["COVERED", "check_coverage"]

COVERED = 0.75
"""Share of the claim's words that must stand in the evidence."""
_UNRELATED = 0.5


def check_coverage(comparison: Comparison) -> Tested:
    """Compare the claim's words with those of the passage."""
    claim = comparison.claim
    if not any(weight >= 1 for weight in claim.weights):
        return Tested("uncertain", "the claim has no words to compare")
    lacking = [claim.words[place] for place in comparison.missing if claim.weights[place] >= 1]
    share = comparison.coverage
    if not lacking:
        return Tested("pass", "every word of the claim stands in the evidence")
    beyond = ", ".join(dict.fromkeys(lacking[:8]))
    detail = f"{share:.0%} of the claim stands in the evidence; not there: {beyond}"
    if share >= COVERED:
        return Tested("pass", detail)
    return Tested("uncertain" if share >= _UNRELATED else "fail", detail)
