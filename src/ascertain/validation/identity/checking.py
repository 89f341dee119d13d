"""Identity as one of the checks of an evidence, and what it does to its verdict."""

from __future__ import annotations

from ascertain.evidence.check import Check
from ascertain.evidence.identity import IdentityJudgement
from ascertain.evidence.kinds import CheckOutcome
from ascertain.validation.checking import Checked

__all__ = ["METHOD", "NAME", "identity_check", "with_identity"]

NAME = "identity"
METHOD = "rules/1"
"""The name and version of the rules, as it stands in each check."""

_SHOWN = 3
_OUTCOMES: dict[str, tuple[CheckOutcome, str]] = {
    "match": ("pass", "the page is about {}"),
    "mismatch": ("fail", "the page is about another {}"),
    "uncertain": ("uncertain", "it is not certain that the page is about {}"),
}


def identity_check(judgement: IdentityJudgement | None, subject_name: str | None) -> Check:
    """Say whether the evidence's page is about the subject.

    Args:
        judgement: of the page; None: it was not judged.
        subject_name: None where the question has no subject.
    """
    if judgement is None:
        why = (
            "the question has no subject that could have namesakes"
            if subject_name is None
            else f"no page that is known to be about {subject_name} was given"
        )
        return Check(name=NAME, method=METHOD, outcome="not_run", detail=why)
    outcome, words = _OUTCOMES[judgement.outcome]
    said = "; ".join(
        f"{'' if signal.direction == 'for' else 'against: '}{signal.detail}"
        for signal in judgement.signals[:_SHOWN]
    )
    detail = f"{words.format(subject_name)}: {said or 'nothing on it tells'}"
    return Check(name=NAME, method=METHOD, outcome=outcome, detail=detail)


def with_identity(checked: Checked, check: Check) -> Checked:
    """Add the identity check; evidence about somebody else bears nothing out."""
    checks = (*checked.checks, check)
    if check.outcome == "fail":
        return checked._replace(checks=checks, verdict="not_enough_evidence", confidence=0.0)
    return checked._replace(checks=checks)
