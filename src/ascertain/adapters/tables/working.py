"""Queries in threads: a few at a time, each with an end that is kept."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

from ascertain.errors import ToolError

__all__ = ["Stop", "Workers", "refused"]

_GRACE_S = 1.0
"""How long a stopped query may take to notice; after that it is no longer waited for."""
_ADVICE = {
    "bad_sql": "Look at data.tables for the names, and mend the query.",
    "not_allowed": "Ask with one SELECT.",
    "time_out": "Ask for less: filter, limit, or leave out joins.",
    "too_big": "Ask for fewer or shorter values, such as substr(…) or a count.",
    "not_available": "Go on without it.",
}

_T = TypeVar("_T")


def refused(code: str, message: str) -> ToolError:
    """Make the error of ``data.query_sql`` with the advice that its code has."""
    return ToolError("data.query_sql", code, message, hint=_ADVICE[code])


class Stop:
    """Says to a query in a thread that it is over, and to whoever can interrupt it."""

    def __init__(self, seconds: float) -> None:
        self._ends = time.monotonic() + seconds
        self._is_stopped = False
        self._interrupt: Callable[[], None] | None = None
        self._lock = Lock()

    @property
    def is_over(self) -> bool:
        """Whether the time is up or nobody waits any more."""
        return self._is_stopped or time.monotonic() >= self._ends

    def interrupt_with(self, interrupt: Callable[[], None] | None) -> None:
        """Set what stops the query; None before what it works on is closed."""
        with self._lock:
            self._interrupt = interrupt
            if self._is_stopped and interrupt is not None:
                interrupt()

    def now(self) -> None:
        """Stop it."""
        with self._lock:
            self._is_stopped = True
            if self._interrupt is not None:
                self._interrupt()


class Workers:
    """Runs queries in threads.

    One that does not notice its end keeps its place until it does, so that the number of
    threads is bounded.

    Args:
        most: queries at a time.
    """

    def __init__(self, most: int = 2) -> None:
        self._room = asyncio.Semaphore(most)

    async def run(self, work: Callable[[Stop], _T], seconds: float) -> _T:
        """Run in a thread, at most so long from its start.

        Raises:
            ToolError: ``time_out``, or as ``work`` raises.
        """
        await self._room.acquire()
        stop = Stop(seconds)
        running = asyncio.ensure_future(asyncio.to_thread(work, stop))
        running.add_done_callback(self._is_done)
        try:
            await asyncio.wait((running,), timeout=seconds)
        finally:
            if not running.done():
                stop.now()
                await asyncio.wait((running,), timeout=_GRACE_S)
        if not running.done():
            raise refused("time_out", f"the query had no answer within {seconds:g} s")
        return running.result()

    def _is_done(self, running: asyncio.Future[_T]) -> None:
        self._room.release()
        if not running.cancelled():
            running.exception()  # seen here: after a time-out nobody else asks
