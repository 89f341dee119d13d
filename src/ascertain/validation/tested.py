"""What one test found."""

from __future__ import annotations

from typing import NamedTuple

from ascertain.evidence.kinds import CheckOutcome

__all__ = ["NOT_RUN", "Tested"]


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


NOT_RUN = Tested("not_run")
