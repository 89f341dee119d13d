"""A meter in memory: counts, and caps calls alone."""

from __future__ import annotations

import asyncio
import itertools

from ascertain.errors import LimitReachedError
from ascertain.evidence.model_call import ModelCall, PlannedCall
from ascertain.ports.meter import Allowance

__all__ = ["MemoryMeter"]


class MemoryMeter:
    """Keeps the calls it settled, in order; see ``ports.meter.Meter``.

    Args:
        max_calls: granted at most, or None.
    """

    def __init__(self, max_calls: int | None = None) -> None:
        self._max_calls = max_calls
        self._numbers = itertools.count(1)
        self._open: dict[int, PlannedCall] = {}
        self.calls: list[ModelCall] = []

    async def reserve(self, planned: PlannedCall) -> int:
        """Grant a call.

        Raises:
            LimitReachedError: if ``max_calls`` is used up.
        """
        await asyncio.sleep(0)
        if self._max_calls is not None and self._taken() >= self._max_calls:
            raise LimitReachedError("max_model_calls", f"{self._max_calls} calls were made already")
        number = next(self._numbers)
        self._open[number] = planned
        return number

    def settle(self, reservation: int, call: ModelCall) -> None:
        """Keep the call.

        Raises:
            ValueError: if the reservation is not open.
        """
        if self._open.pop(reservation, None) is None:
            msg = f"reservation {reservation} is not open"
            raise ValueError(msg)
        self.calls.append(call)

    def left(self) -> Allowance:
        """Return what may still be reserved."""
        calls = None if self._max_calls is None else self._max_calls - self._taken()
        return Allowance(cost_usd=None, tokens=None, calls=calls)

    def _taken(self) -> int:
        return sum(call.calls for call in self.calls) + len(self._open)
