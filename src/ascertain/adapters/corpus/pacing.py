"""Work beside the event loop: threads that are waited for, and a bound on bytes in memory."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable
from typing import ParamSpec, TypeVar

__all__ = ["ByteBudget", "finish_in_thread"]

_P = ParamSpec("_P")
_T = TypeVar("_T")


async def finish_in_thread(work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
    """Run in a thread; a cancelled caller waits until the thread is done with what it holds."""
    running = asyncio.ensure_future(asyncio.to_thread(work, *args, **kwargs))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait((running,))
        if not running.cancelled():
            running.exception()  # seen here, since nobody else will ask
        raise


class ByteBudget:
    """Holds back work while what is under way has too many bytes; one piece may always go on."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._used = 0
        self._freed = asyncio.Event()

    @contextlib.asynccontextmanager
    async def held(self, size: int) -> AsyncGenerator[None]:
        """Wait until there is room for ``size`` bytes, and hold it while the block runs."""
        while self._used and self._used + size > self._total:
            self._freed.clear()
            await self._freed.wait()
        self._used += size
        try:
            yield
        finally:
            self._used -= size
            self._freed.set()
