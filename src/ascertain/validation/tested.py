"""What one test found."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ascertain.evidence.kinds import CheckOutcome

__all__ = ["MOST_VALUES", "Tested", "worst_of"]

MOST_VALUES = 50
"""Numbers or dates of one claim past which it is no one statement; keeps the work bounded."""

_ORDER: tuple[CheckOutcome, ...] = ("not_run", "pass", "uncertain", "fail")


class Tested(NamedTuple):
    """The outcome of one test.

    Attributes:
        outcome: ``not_run`` where the test does not apply.
        detail: one sentence for a person.
        contradicts: whether claim and evidence say two different values of the same thing.
    """

    outcome: CheckOutcome
    detail: str = ""
    contradicts: bool = False


def worst_of(tested: Iterable[Tested]) -> Tested:
    """Return the worst of at least one; of equals, a contradiction, then one with a detail."""
    return max(
        tested, key=lambda one: (_ORDER.index(one.outcome), one.contradicts, bool(one.detail))
    )
