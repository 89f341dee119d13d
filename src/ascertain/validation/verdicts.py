"""From checks to a verdict and a confidence: the whole table.

| what the checks say, first line that fits | verdict |
|---|---|
| ``anchor`` fails: the quote does not stand in the saved copy | ``not_enough_evidence``, 0 |
| ``page`` does not pass: the quote is not in the page itself | ``not_enough_evidence`` |
| one check fails, by another value in the same place of a nearly equal sentence | ``refuted`` |
| a check fails otherwise | ``not_enough_evidence`` |
| a check of ``DOUBTS`` is uncertain | ``not_enough_evidence`` |
| the confidence is below ``SUPPORT`` | ``not_enough_evidence`` |
| otherwise | ``supported`` |

``conflicting`` is for several evidences of one claim and never comes from one of them.

The confidence says how far the evidence bears the claim out: 0 not at all, 1 word for word. It is
the sum of the terms below, clamped to 0..1. It is not a probability. ``SUPPORT`` and the terms
were set on the development parts of public data (``bench/checking.py`` measures them).
"""

from __future__ import annotations

from collections.abc import Mapping

from ascertain.evidence.claim import ConfidenceTerm
from ascertain.evidence.kinds import Verdict
from ascertain.validation.tested import Tested

__all__ = ["DOUBTS", "FAILED", "SUPPORT", "confidence_of", "confidence_terms", "verdict_of"]

SUPPORT = 0.58
"""Confidence from which evidence bears a claim out, if no check fails."""

FAILED: Mapping[str, float] = {
    "number": -0.5,
    "date": -0.5,
    "time": -0.5,
    "rate": -0.5,
    "attribution": -0.5,
    "name": -0.5,
    "modality": -0.5,
    "quantifier": -0.5,
    "addition": -0.5,
    "negation": -0.6,
    "direction": -0.6,
    "order": -0.6,
    "context": -0.6,
    "page": -0.5,
}
"""What a failed check adds: enough to fall below ``SUPPORT`` from any height.

``coverage`` is the sum's first term and adds nothing more.
"""

_UNCERTAIN = -0.03
_DOUBT = -0.45
DOUBTS = frozenset("negation direction order wording context".split())
"""Checks that, ``uncertain``, keep a claim from being called supported."""

_SHORT = -0.06
_SHORT_WORDS = 60
"""A passage of fewer words has to say the claim in more of the claim's own words."""

_VERBATIM = 0.1
_VERBATIM_FROM = 0.95


def confidence_terms(
    tested: Mapping[str, Tested], coverage: float, similarity: float, words: int
) -> tuple[ConfidenceTerm, ...]:
    """Return the named parts of the confidence.

    Args:
        tested: check name to outcome.
        coverage: share of the claim's weight that stands in the passage.
        similarity: share that stands in one sentence in the same order.
        words: of the passage.
    """
    terms = [ConfidenceTerm(name="coverage", value=coverage)]
    if similarity >= _VERBATIM_FROM:
        terms.append(ConfidenceTerm(name="nearly_verbatim", value=_VERBATIM))
    if words < _SHORT_WORDS:
        terms.append(ConfidenceTerm(name="short_passage", value=_SHORT))
    for name, one in tested.items():
        if one.outcome == "fail" and name in FAILED:
            value = FAILED[name]
        elif one.outcome == "uncertain" and name in DOUBTS:
            value = _DOUBT
        elif one.outcome == "uncertain" and name in FAILED:
            value = _UNCERTAIN
        else:
            continue
        terms.append(ConfidenceTerm(name=name, value=value, detail=one.detail))
    return tuple(terms)


def confidence_of(terms: tuple[ConfidenceTerm, ...], tested: Mapping[str, Tested]) -> float:
    """Return the clamped sum; 0 if the quote does not stand in the saved copy."""
    if _is_lost(tested):
        return 0.0
    return round(min(1.0, max(0.0, sum(term.value for term in terms))), 4)


def verdict_of(tested: Mapping[str, Tested], confidence: float) -> Verdict:
    """Apply the table."""
    if _is_lost(tested):
        return "not_enough_evidence"
    if "page" in tested and tested["page"].outcome != "pass":
        return "not_enough_evidence"
    failed = [one for name, one in tested.items() if one.outcome == "fail" and name != "coverage"]
    if len(failed) == 1 and failed[0].contradicts:
        return "refuted"
    doubtful = any(one.outcome == "uncertain" for name, one in tested.items() if name in DOUBTS)
    if failed or doubtful or tested["coverage"].outcome == "fail" or confidence < SUPPORT:
        return "not_enough_evidence"
    return "supported"


def _is_lost(tested: Mapping[str, Tested]) -> bool:
    anchor = tested.get("anchor")
    return anchor is not None and anchor.outcome == "fail"
