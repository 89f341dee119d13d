"""Time as a port, so that decisions never read the clock themselves."""

from __future__ import annotations

from typing import Protocol

__all__ = ["Clock"]


class Clock(Protocol):
    """Tells the time. Both methods are cheap, never fail and never block."""

    def now(self) -> str:
        """Return the moment in UTC, ISO 8601 with ``Z``, to the millisecond."""
        ...

    def monotonic(self) -> float:
        """Return seconds since some fixed moment; never goes backwards."""
        ...
