"""Connections that are kept from request to request, host by host.

One pool for all hosts looks at every connection for every request, which costs more than the
request itself once there are many.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass

import httpcore2

__all__ = ["HostPools"]

_MAX_POOLS = 64


@dataclass(slots=True)
class _Pool:
    connections: httpcore2.AsyncConnectionPool
    users: int = 0


class HostPools:
    """One pool of connections for each scheme, host and port. For one event loop.

    Args:
        make: builds the pool of one host.
        max_pools: pools kept; the one longest unused is closed first, never one in use.
    """

    def __init__(
        self,
        make: Callable[[], httpcore2.AsyncConnectionPool],
        *,
        max_pools: int = _MAX_POOLS,
    ) -> None:
        self._make = make
        self._max_pools = max_pools
        self._pools: OrderedDict[tuple[str, str, int], _Pool] = OrderedDict()
        self._closing: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._pools)

    @contextmanager
    def of(self, scheme: str, host: str, port: int) -> Generator[httpcore2.AsyncConnectionPool]:
        """Hold the pool of a host, which is not closed meanwhile except by ``close``."""
        key = (scheme, host, port)
        pool = self._pools.get(key)
        if pool is None:
            self._make_room()
            pool = self._pools[key] = _Pool(self._make())
        self._pools.move_to_end(key)
        pool.users += 1
        try:
            yield pool.connections
        finally:
            pool.users -= 1

    async def close(self) -> None:
        """Close every connection, those in use too. Closing twice is harmless."""
        for pool in self._pools.values():
            self._close(pool)
        self._pools.clear()
        await asyncio.gather(*self._closing, return_exceptions=True)

    def _make_room(self) -> None:
        unused = [key for key, pool in self._pools.items() if not pool.users]
        for key in unused[: max(len(self._pools) + 1 - self._max_pools, 0)]:
            self._close(self._pools.pop(key))

    def _close(self, pool: _Pool) -> None:
        # In a task, so that cancelling one request never leaves another's sockets half closed.
        task = asyncio.get_running_loop().create_task(pool.connections.aclose())
        self._closing.add(task)
        task.add_done_callback(self._closed)

    def _closed(self, task: asyncio.Task[None]) -> None:
        self._closing.discard(task)
        if not task.cancelled():
            task.exception()  # asyncio would report it; a socket that is gone is as good as closed
