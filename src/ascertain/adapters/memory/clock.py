"""A clock that tells what it is told to tell."""

from __future__ import annotations

from datetime import datetime, timedelta
from threading import Lock

__all__ = ["FixedClock"]


class FixedClock:
    """Tells a fixed time, or one that goes on by a fixed step with every call.

    The two hands move apart from each other: asking for one never moves the other.

    Args:
        start: the first moment that ``now`` tells, in UTC, ISO 8601 with ``Z``.
        step_s: seconds that each call moves its hand on after answering.
    """

    def __init__(self, start: str = "2026-01-01T00:00:00.000Z", *, step_s: float = 0.0) -> None:
        if step_s < 0:
            msg = "a clock never goes backwards"
            raise ValueError(msg)
        self._now = datetime.fromisoformat(start).replace(tzinfo=None)
        self._monotonic = 0.0
        self._step_s = step_s
        self._lock = Lock()

    def now(self) -> str:
        """Return the moment in UTC, ISO 8601 with ``Z``, to the millisecond."""
        with self._lock:
            moment = self._now
            self._now += timedelta(seconds=self._step_s)
        return f"{moment.isoformat(timespec='milliseconds')}Z"

    def monotonic(self) -> float:
        """Return seconds since the clock was made; never goes backwards."""
        with self._lock:
            moment = self._monotonic
            self._monotonic += self._step_s
        return moment

    def advance(self, seconds: float) -> None:
        """Move both hands on."""
        if seconds < 0:
            msg = "a clock never goes backwards"
            raise ValueError(msg)
        with self._lock:
            self._now += timedelta(seconds=seconds)
            self._monotonic += seconds
