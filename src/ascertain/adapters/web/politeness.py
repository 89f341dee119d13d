"""How often one host is asked: places, distances between starts, and pauses that it wished."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

__all__ = ["MAX_DELAY_S", "HostGates"]

MAX_DELAY_S = 60.0
"""Longest distance between two starts that a host can wish, in seconds."""

_MAX_HOSTS = 10_000


@dataclass(slots=True)
class _Gate:
    places: asyncio.Semaphore
    turnstile: asyncio.Lock = field(default_factory=asyncio.Lock)
    next_start: float = 0.0
    users: int = 0


class HostGates:
    """One gate for each host and port.

    At most ``per_host`` requests are inside a gate at once, their starts lie ``delay_s`` apart,
    and they come in the order in which they asked. Cancelling one who waits leaves nothing
    behind. For one event loop.

    Args:
        per_host: requests inside one gate at the same time.
        delay_s: seconds between two starts.
        clock: seconds that never go back.
        sleep: waits that many seconds.
        max_hosts: gates remembered; the one longest unused is forgotten first, never one in use.
    """

    def __init__(
        self,
        per_host: int,
        delay_s: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        max_hosts: int = _MAX_HOSTS,
    ) -> None:
        self._per_host = per_host
        self._delay_s = delay_s
        self._clock = clock
        self._sleep = sleep
        self._max_hosts = max_hosts
        self._gates: OrderedDict[tuple[str, int], _Gate] = OrderedDict()
        self._delays: OrderedDict[str, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._gates)

    def set_delay(self, host: str, seconds: float) -> None:
        """Keep the starts on all ports of a host further apart, ``MAX_DELAY_S`` at most.

        A distance smaller than the general one changes nothing.
        """
        self._delays[host] = min(seconds, MAX_DELAY_S)
        self._delays.move_to_end(host)
        while len(self._delays) > self._max_hosts:
            self._delays.popitem(last=False)

    def hold(self, host: str, port: int, seconds: float) -> None:
        """Let nobody start on a host before that many seconds have gone by."""
        gate = self._gate(host, port)
        gate.next_start = max(gate.next_start, self._clock() + seconds)

    @asynccontextmanager
    async def turn(self, host: str, port: int) -> AsyncGenerator[None]:
        """Wait for a place and for the time to start, and hold the place."""
        gate = self._gate(host, port)
        gate.users += 1
        try:
            async with gate.places:
                await self._start(gate, host)
                yield
        finally:
            gate.users -= 1

    async def _start(self, gate: _Gate, host: str) -> None:
        # The time is taken when it has come, not before: one who is cancelled wastes none.
        async with gate.turnstile:
            while (wait_s := gate.next_start - self._clock()) > 0:
                await self._sleep(wait_s)
            gate.next_start = self._clock() + max(self._delay_s, self._delays.get(host, 0.0))

    def _gate(self, host: str, port: int) -> _Gate:
        key = (host, port)
        gate = self._gates.get(key)
        if gate is None:
            self._forget()
            gate = self._gates[key] = _Gate(asyncio.Semaphore(self._per_host))
        self._gates.move_to_end(key)
        return gate

    def _forget(self) -> None:
        if len(self._gates) < self._max_hosts:
            return
        now = self._clock()
        unused = (k for k, g in self._gates.items() if not g.users and g.next_start <= now)
        key = next(unused, None)
        if key is not None:
            del self._gates[key]
