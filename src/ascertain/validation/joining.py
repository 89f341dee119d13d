"""Rules and a judge's opinion together: the whole table.

| the checks say | the judge says | verdict |
|---|---|---|
| ``anchor`` or ``page`` does not pass | anything | as the checks say |
| a check fails that compares like with like | ``entails`` | ``not_enough_evidence`` |
| likewise | ``contradicts``, with words of the passage | ``refuted`` |
| likewise | ``neither`` | ``not_enough_evidence`` |
| no check fails but ``coverage`` | ``entails``, with words of the passage | ``supported`` |
| likewise | ``contradicts``, with words of the passage | ``refuted`` |
| likewise | ``neither`` | ``not_enough_evidence`` |
| ``supported``, with ``SURE`` confidence | ``neither`` | ``supported`` |
| ``supported`` otherwise | ``neither`` | ``not_enough_evidence`` |
| ``supported`` | ``contradicts`` | ``not_enough_evidence``: they disagree |

A judge never overrules a comparison of values: a model that reads "1.5 million" for "1.5 billion"
is what this product exists to catch. An opinion whose quoted words do not stand in the passage or
around it is no opinion. The table was set by hand, with these two reasons; the share of pairs
that each line decides is printed by ``bench/judging.py`` where a judge can be run.
"""

from __future__ import annotations

from collections.abc import Mapping

from ascertain.evidence.check import Check
from ascertain.evidence.claim import ConfidenceTerm
from ascertain.evidence.kinds import CheckOutcome, Verdict
from ascertain.evidence.opinion import Opinion
from ascertain.sources.anchoring.finding import find_quote, prepare
from ascertain.validation.checking import Checked
from ascertain.validation.verdicts import SUPPORT

__all__ = ["SURE", "is_worth_asking", "join_opinion"]

_NAME = "entailment"
_HELD = frozenset(("anchor", "page"))
SURE = 0.95
"""Confidence of a claim that stands in its quote nearly word for word, with no doubt."""
_AGREED, _ENTAILED, _DISAGREED = 0.05, 0.7, 0.3
_LABELS: Mapping[str, CheckOutcome] = {
    "entails": "pass",
    "contradicts": "fail",
    "neither": "uncertain",
}


def is_worth_asking(checked: Checked) -> bool:
    """Whether an opinion could change or confirm what the checks say.

    What is not held by the saved copy is lost whatever it says; what stands there word for word
    needs nobody's opinion.
    """
    if _is_lost(checked):
        return False
    return checked.verdict != "supported" or checked.confidence < SURE


def join_opinion(checked: Checked, opinion: Opinion, passage: str) -> Checked:
    """Apply the table.

    Args:
        checked: what the checks say.
        opinion: the judge's.
        passage: the quote with what stands around it: where the judge's own quotation must stand.
    """
    if _is_lost(checked):
        return _with(checked, opinion, "not_run", "the quote is not held by the saved copy")
    stands = bool(opinion.quoted.strip()) and _stands(opinion.quoted, passage)
    if opinion.label != "neither" and not stands:
        said = "the judge's own quotation does not stand in the passage; its opinion is not used"
        return _with(checked, opinion, "uncertain", said)
    verdict, confidence = _joined(checked, opinion.label)
    said = opinion.reason or f"the judge says: {opinion.label}"
    terms = _terms(checked, confidence)
    joined = checked._replace(verdict=verdict, confidence=confidence, terms=terms)
    return _with(joined, opinion, _LABELS[opinion.label], said)


def _joined(checked: Checked, label: str) -> tuple[Verdict, float]:
    verdict, confidence = checked.verdict, checked.confidence
    failed = any(check.outcome == "fail" and check.name != "coverage" for check in checked.checks)
    if label == "entails":
        if failed:
            return "not_enough_evidence", min(confidence, _DISAGREED)
        return "supported", round(min(1.0, max(confidence + _AGREED, _ENTAILED)), 4)
    if label == "contradicts":
        if verdict == "supported":
            return "not_enough_evidence", min(confidence, _DISAGREED)
        return "refuted", 0.0
    if verdict == "supported" and confidence >= SURE:
        return verdict, confidence
    return "not_enough_evidence", min(confidence, SUPPORT - 0.01)


def _terms(checked: Checked, confidence: float) -> tuple[ConfidenceTerm, ...]:
    change = round(confidence - checked.confidence, 4)
    return (*checked.terms, ConfidenceTerm(name=_NAME, value=change)) if change else checked.terms


def _with(checked: Checked, opinion: Opinion, outcome: CheckOutcome, detail: str) -> Checked:
    check = Check(name=_NAME, method=opinion.method, outcome=outcome, detail=detail)
    return checked._replace(checks=(*checked.checks, check))


def _is_lost(checked: Checked) -> bool:
    return any(
        check.name in _HELD and check.outcome in {"fail", "not_run"} for check in checked.checks
    )


def _stands(quoted: str, passage: str) -> bool:
    return find_quote(quoted, prepare(passage)).anchor is not None
