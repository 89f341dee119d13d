"""Small servers on loopback that serve, stall, lie and attack, for tests of what asks the web."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import cast

import httpcore2

__all__ = [
    "Answering",
    "Asked",
    "Diverted",
    "LiveServer",
    "Resolving",
    "answer",
    "drip",
    "fixed",
    "live_server",
    "moved",
    "stall",
]

_MAX_HEAD = 65_536
_BLANK = b"\r\n\r\n"
_LONG_S = 60.0
_LOOK_S = 0.01


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as a server met it.

    Attributes:
        connection: the number of the connection that it came over, from 0.
        headers: names in lower case.
        is_gone: says whether the one who asked has hung up.
    """

    connection: int
    method: str
    path: str
    headers: dict[str, str]
    raw_head: bytes
    body: bytes
    is_gone: Callable[[], bool]


Answering = Callable[[Asked, asyncio.StreamWriter], Awaitable[bool | None]]
"""Writes an answer; returns False to have the connection closed after it."""


@dataclass(slots=True)
class LiveServer:
    """A server, and its own account of what reached it.

    Attributes:
        connections: addresses that connected, before a byte was read: the witness in tests of
            what must not be reached.
        asked: requests that came whole.
        at_once: most requests that were being answered at one time.
        unconnected: set while no connection is open.
    """

    address: str
    port: int
    scheme: str
    connections: list[str] = field(default_factory=list[str])
    asked: list[Asked] = field(default_factory=list[Asked])
    at_once: int = 0
    busy: int = 0
    open_now: int = 0
    unconnected: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def host(self) -> str:
        """``HOST:PORT`` of the address."""
        return f"[{self.address}]:{self.port}" if ":" in self.address else self.at(self.address)

    @property
    def url(self) -> str:
        """The address of its root."""
        return f"{self.scheme}://{self.host}/"

    def at(self, name: str) -> str:
        """``HOST:PORT`` under another name."""
        return f"{name}:{self.port}"

    @property
    def paths(self) -> list[str]:
        """Paths that were asked, in order."""
        return [one.path for one in self.asked]

    async def until_unconnected(self) -> None:
        """Wait until no connection is open, for five seconds at most."""
        async with asyncio.timeout(5):
            await self.unconnected.wait()


@asynccontextmanager
async def live_server(
    answering: Answering,
    *,
    address: str = "127.0.0.1",
    tls: ssl.SSLContext | None = None,
) -> AsyncGenerator[LiveServer]:
    """Serve HTTP/1.1 until the block ends."""
    tasks: set[asyncio.Task[None]] = set()
    live = LiveServer(address, 0, "https" if tls else "http")
    live.unconnected.set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        live.connections.append(str(writer.get_extra_info("peername")[0]))
        live.open_now += 1
        live.unconnected.clear()
        try:
            with contextlib.suppress(asyncio.CancelledError):  # which asyncio would log
                await _serve(live, len(live.connections) - 1, answering, reader, writer)
        finally:
            tasks.discard(task)
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
            live.open_now -= 1
            if not live.open_now:
                live.unconnected.set()

    server = await asyncio.start_server(connected, address, 0, ssl=tls)
    live.port = server.sockets[0].getsockname()[1]
    try:
        yield live
    finally:
        server.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.wait_closed()


async def _serve(
    live: LiveServer,
    connection: int,
    answering: Answering,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
) -> None:
    with contextlib.suppress(asyncio.IncompleteReadError, OSError, asyncio.LimitOverrunError):
        while True:
            asked = await _read(connection, reader)
            live.asked.append(asked)
            live.busy += 1
            live.at_once = max(live.at_once, live.busy)
            try:
                goes_on = await answering(asked, writer)
                await writer.drain()
            finally:
                live.busy -= 1
            if goes_on is False:
                return


async def _read(connection: int, reader: asyncio.StreamReader) -> Asked:
    head = await reader.readuntil(_BLANK)
    first, *lines = head.removesuffix(_BLANK).decode("latin-1").split("\r\n")
    method, path, _ = first.split(" ")
    headers = {k.lower(): v.strip() for k, _, v in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Asked(connection, method, path, headers, head, body, reader.at_eof)


def answer(
    body: bytes = b"",
    *,
    status: str = "200 OK",
    headers: Iterable[tuple[str, str]] = (),
    length: int | None = None,
) -> bytes:
    """Return a whole answer; ``length`` lies about the body's."""
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in headers)]
    lines.append(f"Content-Length: {len(body) if length is None else length}")
    return "\r\n".join(lines).encode("latin-1") + _BLANK + body


def fixed(*answers: bytes, then_close: bool = False) -> Answering:
    """Give these answers in order, and the last of them from then on."""
    left = list(answers)

    async def give(_asked: Asked, writer: asyncio.StreamWriter) -> bool:
        writer.write(left.pop(0) if len(left) > 1 else left[0])
        return not then_close

    return give


def moved(location: str) -> Answering:
    """Send everybody elsewhere."""
    return fixed(answer(status="302 Found", headers=[("Location", location)]))


async def stall(asked: Asked, _writer: asyncio.StreamWriter) -> bool:
    """Answer nothing until the other side hangs up, for a minute at most."""
    async with asyncio.timeout(_LONG_S):
        while not asked.is_gone():  # noqa: ASYNC110 (nothing announces it)
            await asyncio.sleep(_LOOK_S)
    return False


def drip(every_s: float) -> Answering:
    """Announce a large body and send it byte by byte."""

    async def give(_asked: Asked, writer: asyncio.StreamWriter) -> bool:
        writer.write(answer(length=100_000))
        for _ in range(int(_LONG_S / every_s)):
            writer.write(b".")
            await writer.drain()
            await asyncio.sleep(every_s)
        return False

    return give


class Resolving:
    """A resolver with a script: each name's answers in order, the last of them from then on.

    A name without a script does not exist.
    """

    def __init__(self, names: Mapping[str, Sequence[Sequence[str]]]) -> None:
        self._names = {name: list(given) for name, given in names.items()}
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        """Answer as the script has it."""
        self.asked.append(host)
        answers = self._names.get(host)
        if answers is None:
            raise OSError(f"no such name: {host}:{port}")
        return answers.pop(0) if len(answers) > 1 else answers[0]


class Diverted(httpcore2.AsyncNetworkBackend):
    """A network in which public addresses lead to servers on loopback.

    Args:
        places: address to loopback port.
        elsewhere: the port of a canary, to which every other address leads; if None, they all
            refuse connections.

    Attributes:
        dialled: the addresses that were to be connected to.
    """

    def __init__(self, places: Mapping[str, int], *, elsewhere: int | None = None) -> None:
        self._places = dict(places)
        self._elsewhere = elsewhere
        self._real = cast("httpcore2.AsyncNetworkBackend", httpcore2.AnyIOBackend())
        self.dialled: list[str] = []

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 (httpcore2's signature)
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Connect to what stands for the address."""
        self.dialled.append(host)
        place = self._places.get(host, self._elsewhere)
        if place is None:
            refused = ConnectionRefusedError(errno.ECONNREFUSED, f"nobody is at {host} {port}")
            raise httpcore2.ConnectError(refused) from refused
        return await self._real.connect_tcp(
            "127.0.0.1", place, timeout, local_address, socket_options
        )
