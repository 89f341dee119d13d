"""From checks to a verdict and a confidence: the whole table."""

from __future__ import annotations

from typing import NamedTuple

from ascertain.evidence.kinds import Verdict
from ascertain.validation.tested import Tested

__all__ = ["SUPPORT", "Judged", "judge"]

SUPPORT = 0.5
"""Confidence from which evidence bears a claim out."""


class Judged(NamedTuple):
    """A verdict and how far the evidence bears the claim out."""

    verdict: Verdict
    confidence: float


_FAIL = {
    "number": 0.4,
    "date": 0.5,
    "name": 0.3,
    "negation": 0.4,
    "direction": 0.4,
    "modality": 0.3,
    "quantifier": 0.3,
    "context": 0.6,
    "coverage": 0.3,
}
_UNCERTAIN = {"number": 0.1, "date": 0.1, "name": 0.1, "negation": 0.1, "direction": 0.15, "modality": 0.05, "quantifier": 0.05, "coverage": 0.1}


def judge(tested: dict[str, Tested], coverage: float, similarity: float) -> Judged:
    """Apply the table."""
    score = 0.65 * coverage + 0.35 * similarity
    for name, one in tested.items():
        if one.outcome == "fail":
            score -= _FAIL.get(name, 0.5)
        elif one.outcome == "uncertain":
            score -= _UNCERTAIN.get(name, 0.1)
    score = min(1.0, max(0.0, score))
    failed = any(one.outcome == "fail" for one in tested.values())
    if any(one.contradicts for one in tested.values()):
        return Judged("refuted", score)
    if failed or score < SUPPORT:
        return Judged("not_enough_evidence", score)
    return Judged("supported", score)
