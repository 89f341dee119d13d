"""What may be spent on models, as a port: reserved before a call, settled after."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ascertain.evidence.model_call import ModelCall, PlannedCall

__all__ = ["Allowance", "Meter"]


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left, calls under way taken off; None: no cap.

    Attributes:
        cost_usd: an estimate.
    """

    cost_usd: float | None
    tokens: int | None
    calls: int | None


class Meter(Protocol):
    """Caps on money, tokens and calls, held by code.

    Contract: a call is made only between ``reserve`` and ``settle``, and each reservation is
    settled exactly once, failed calls too (settling twice, or what was never reserved, raises
    ``ValueError``). ``reserve`` grants while all that is spent and reserved stays within the
    caps; at the edge it waits for calls under way and then grants at most one that may pass a
    cap, so that the over-run is one call at most. It waits for nothing else. What is settled
    is on record when ``settle`` returns.
    """

    async def reserve(self, planned: PlannedCall) -> int:
        """Take what the call may cost; returns the reservation's number.

        Raises:
            LimitReachedError: if a cap is reached; nothing is reserved.
        """
        ...

    def settle(self, reservation: int, call: ModelCall) -> None:
        """Give the reservation back and count what the call really used.

        Raises:
            ValueError: if the reservation is not open.
            LedgerError: if it cannot be put on record.
        """
        ...

    def left(self) -> Allowance:
        """Return what may still be reserved."""
        ...
