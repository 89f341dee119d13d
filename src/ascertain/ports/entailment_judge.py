"""A second opinion on whether a passage bears a claim out, as a port."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from ascertain.evidence.opinion import Opinion, PairToJudge
from ascertain.ports.meter import Meter

__all__ = ["EntailmentJudge"]


class EntailmentJudge(Protocol):
    """Judges pairs of claim and passage.

    Contract: each pair is judged by its own words alone, whatever else is asked with it. The
    answer maps ids of pairs to opinions; a pair without one is a pair on which the judge has
    none. The same pairs get the same opinions from a judge that asks no model. A judge that asks
    a model reserves and settles each call with the meter. Errors that may leave:
    ``ModelError``, ``LimitReachedError``, ``NotAvailableError``, ``LedgerError``; and
    cancellation. Any number of calls at once. Whoever builds it closes what it holds.
    """

    @property
    def name(self) -> str:
        """The judge's name, such as ``model:anthropic:claude-sonnet-5``."""
        ...

    async def judge(self, pairs: Sequence[PairToJudge], meter: Meter) -> Mapping[str, Opinion]:
        """Judge pairs; any number, divided as the judge likes."""
        ...
