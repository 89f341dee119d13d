"""A check: one test of one claim against its evidence, with what a person needs to follow it."""

from __future__ import annotations

from ascertain.evidence.kinds import CheckOutcome
from ascertain.evidence.record import NonBlank, Record

__all__ = ["Check"]


class Check(Record):
    """The outcome of one test.

    Attributes:
        name: what was tested: ``anchor``, ``number``, ``date``, ``name``, ``negation`` …
        method: by which rule or model, with its version.
        outcome: ``not_run`` where it did not apply or could not run; never "passed" by default.
        detail: one sentence for a person.
    """

    name: NonBlank
    method: NonBlank
    outcome: CheckOutcome
    detail: str = ""
