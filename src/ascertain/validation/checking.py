"""Checking a claim against its evidence, by rules alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ascertain.evidence.check import Check
from ascertain.evidence.kinds import Verdict
from ascertain.validation.comparison import Comparison
from ascertain.validation.context_check import check_context
from ascertain.validation.coverage_check import check_coverage
from ascertain.validation.date_check import check_dates
from ascertain.validation.direction_check import check_direction
from ascertain.validation.modality_check import check_modality, check_quantifier
from ascertain.validation.name_check import check_names
from ascertain.validation.negation_check import check_negation
from ascertain.validation.number_check import check_numbers
from ascertain.validation.statement import Statement
from ascertain.validation.tested import Tested
from ascertain.validation.verdicts import judge

__all__ = ["Checked", "check_pair"]

_METHOD = "rules/1"


class Checked(NamedTuple):
    """What checking found.

    Attributes:
        checks: each test with its outcome.
        verdict: by the table in ``verdicts``.
        confidence: 0 to 1: how far the evidence bears the claim out.
    """

    checks: tuple[Check, ...]
    verdict: Verdict
    confidence: float


_CHECKS: tuple[tuple[str, Callable[[Comparison], Tested]], ...] = (
    ("number", check_numbers),
    ("date", check_dates),
    ("name", check_names),
    ("negation", check_negation),
    ("direction", check_direction),
    ("modality", check_modality),
    ("quantifier", check_quantifier),
    ("coverage", check_coverage),
)


def check_pair(claim: str, evidence: str, *, language: str | None = None) -> Checked:
    """Check a claim against a passage of evidence, with nothing else known."""
    comparison = Comparison(Statement(claim, language), evidence, language)
    tested = {name: check(comparison) for name, check in _CHECKS}
    tested["context"] = check_context(comparison)
    judged = judge(tested, comparison.coverage, comparison.similarity)
    checks = tuple(
        Check(name=name, method=_METHOD, outcome=one.outcome, detail=one.detail)
        for name, one in tested.items()
    )
    return Checked(checks, *judged)
