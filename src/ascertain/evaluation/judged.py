"""Running the checks over labelled pairs, and what came of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from ascertain.evidence.kinds import Verdict
from ascertain.validation.checking import check_pair

__all__ = ["Judged", "Outcome", "count_outcomes", "judge"]

Outcome = Literal["supported", "refuted", "failed", "uncertain"]
"""A pair that is not supported either failed a check or was left open."""


class Judged(NamedTuple):
    """What the checks made of one pair.

    Attributes:
        verdict: by the table.
        confidence: as the checks give it.
        has_failed: whether any check failed.
    """

    verdict: Verdict
    confidence: float
    has_failed: bool

    @property
    def outcome(self) -> Outcome:
        """The verdict, with "not enough evidence" told apart by whether a check failed."""
        if self.verdict == "supported":
            return "supported"
        if self.verdict == "refuted":
            return "refuted"
        return "failed" if self.has_failed else "uncertain"


def judge(
    pairs: Iterable[tuple[str, str]], seconds: Callable[[], float]
) -> tuple[list[Judged], float]:
    """Check pairs of claim and passage.

    Args:
        pairs: the pairs.
        seconds: a clock of processor time.

    Returns:
        What came of each, and pairs a second.
    """
    begin = seconds()
    judged: list[Judged] = []
    for claim, passage in pairs:
        checked = check_pair(claim, passage)
        failed = any(check.outcome == "fail" for check in checked.checks)
        judged.append(Judged(checked.verdict, checked.confidence, failed))
    took = seconds() - begin
    return judged, len(judged) / took if took > 0 else 0.0


def count_outcomes(judged: Iterable[Judged]) -> Counter[Outcome]:
    """Count outcomes."""
    return Counter(one.outcome for one in judged)
