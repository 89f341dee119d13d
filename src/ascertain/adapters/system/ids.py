"""Run ids from the clock and the system's random source."""

from __future__ import annotations

import secrets
from threading import Lock

from ascertain.adapters.system.clock import SystemClock
from ascertain.evidence.ids import RunId
from ascertain.ports.clock import Clock

__all__ = ["SystemIds"]

_SUFFIX_BYTES = 3


class SystemIds:
    """Makes run ids such as ``20261130T181500Z-7f3a2c``; see ``ports.ids.Ids``.

    Ids of one object never repeat. Two machines that start a run in the same second have one
    chance in 16.8 million of the same id; the folder's creation then refuses the second.

    Args:
        clock: where the time in the ids comes from.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self._clock = clock or SystemClock()
        self._lock = Lock()
        self._second = ""
        self._given: set[str] = set()

    def run_id(self) -> RunId:
        """Return a new run id: safe as a folder's name, sortable by time of making."""
        with self._lock:
            second = self._clock.now()[:19].replace("-", "").replace(":", "")
            if second != self._second:
                self._second = second
                self._given.clear()
            suffix = secrets.token_hex(_SUFFIX_BYTES)
            while suffix in self._given:
                suffix = secrets.token_hex(_SUFFIX_BYTES)
            self._given.add(suffix)
        return RunId(f"{second}Z-{suffix}")
