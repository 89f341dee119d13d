"""The archive of what went over the wire, as a port."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ascertain.evidence.exchange import Exchange

__all__ = ["ExchangeLog"]


class ExchangeLog(Protocol):
    """Keeps every exchange of a run.

    Contract: when ``append`` returns, the exchanges are on disk, whole and in order; one that
    was cut off by a crash is never seen by a reader. Calls may come from several threads. Only
    ``SnapshotError`` leaves, and then none of the given exchanges is kept.
    """

    def append(self, exchanges: Sequence[Exchange]) -> None:
        """Keep the exchanges."""
        ...
