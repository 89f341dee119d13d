"""Waiting between requests where a provider asks for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from types import TracebackType

__all__ = ["Pace"]


class Pace:
    """Lets one request through at a time, with a pause between their starts.

    Args:
        seconds: between two starts.
        clock: seconds since some moment.
    """

    def __init__(self, seconds: float, *, clock: Callable[[], float] = monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._gate = asyncio.Lock()
        self._last: float | None = None

    async def __aenter__(self) -> None:
        await self._gate.acquire()
        try:
            if self._last is not None:
                await asyncio.sleep(max(0.0, self._last + self._seconds - self._clock()))
        except asyncio.CancelledError:
            self._gate.release()
            raise
        self._last = self._clock()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._gate.release()
