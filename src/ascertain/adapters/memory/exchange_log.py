"""Exchanges in memory."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

from ascertain.evidence.exchange import Exchange

__all__ = ["MemoryExchangeLog"]


class MemoryExchangeLog:
    """Keeps exchanges in memory; see ``ports.exchange_log.ExchangeLog``."""

    def __init__(self) -> None:
        self._exchanges: tuple[Exchange, ...] = ()
        self._lock = Lock()

    def append(self, exchanges: Sequence[Exchange]) -> None:
        """Keep the exchanges."""
        with self._lock:
            self._exchanges = (*self._exchanges, *exchanges)

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """What was kept so far, in order."""
        return self._exchanges
