"""Run ids that are the same in every test."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from ascertain.evidence.ids import RunId

__all__ = ["FixedIds"]


class FixedIds:
    """Gives the ids it was given, in order, then numbered ones.

    Args:
        ids: given out first; sorted and without repetitions is the caller's business.
        second: the time in the numbered ids, in the form of ``20260101T000000Z``.
    """

    def __init__(self, ids: Iterable[str] = (), *, second: str = "20260101T000000Z") -> None:
        self._ids = iter(tuple(ids))
        self._numbers = count(1)
        self._second = second

    def run_id(self) -> RunId:
        """Return the next id."""
        given = next(self._ids, None)
        return RunId(given if given is not None else f"{self._second}-{next(self._numbers):06x}")
