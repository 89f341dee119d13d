"""An HTTP/1.1 server for a few loopback addresses, with a log and answers that may be faulty."""

from __future__ import annotations

import asyncio
import contextlib
import errno
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http import HTTPStatus
from typing import NamedTuple

__all__ = ["Answer", "Answering", "Asked", "HttpServer", "Request"]

_IDLE_S = 30.0
_HANG_S = 600.0
_MAX_HEAD = 64 * 1024
_MAX_BODY = 64 * 1024
_TRIES = 20
_START_LINE_PARTS = 3


class Request(NamedTuple):
    """One request, as far as the pages need it.

    Attributes:
        host: the loopback address that was asked.
        query: what follows the question mark, undecoded.
        headers: by lower-case name.
    """

    host: str
    method: str
    path: str
    query: str
    headers: dict[str, str]
    body: bytes = b""

    @property
    def is_conditional(self) -> bool:
        """Whether it asks only for what has changed."""
        return "if-none-match" in self.headers or "if-modified-since" in self.headers


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer.

    Attributes:
        status: 0: none is given, and the connection is held until the client leaves.
        declared_length: what ``Content-Length`` says where that is a lie.
        delay_s: before the answer, on top of the server's latency.
        is_logged: False for the site's own controls.
    """

    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = field(default=b"", repr=False)
    declared_length: int | None = None
    delay_s: float = 0.0
    is_logged: bool = True


class Asked(NamedTuple):
    """One line of the log; ``status`` 0 means that no answer was given."""

    at: str
    host: str
    method: str
    path: str
    status: int
    conditional: bool


Answering = Callable[[Request], Answer]


class HttpServer:
    """Serves all given addresses on one port; every request is logged.

    Args:
        addresses: loopback addresses; Linux answers on all of 127.0.0.0/8.
        answering: pure; called once per request.
        latency_s: before each answer.
        port: the one to listen on; 0: a free one.
    """

    def __init__(
        self,
        addresses: Sequence[str],
        answering: Answering,
        *,
        latency_s: float = 0.05,
        port: int = 0,
    ) -> None:
        self._addresses = tuple(addresses)
        self._answering = answering
        self._latency_s = latency_s
        self._servers: list[asyncio.Server] = []
        self._connections: set[asyncio.Task[None]] = set()
        self._wanted_port = port
        self.port = 0
        self.log: list[Asked] = []

    async def start(self) -> None:
        """Listen on one port, the same on every address.

        Raises:
            OSError: if the port is taken, or the addresses cannot be bound; outside Linux there
                is only 127.0.0.1.
        """
        for attempt in range(_TRIES):
            try:
                await self._listen()
            except OSError as error:
                await self.stop()
                if error.errno != errno.EADDRINUSE or self._wanted_port or attempt == _TRIES - 1:
                    raise
            else:
                return

    async def _listen(self) -> None:
        port = self._wanted_port
        for address in self._addresses:
            server = await asyncio.start_server(
                self._connected(address), address, port, limit=_MAX_HEAD
            )
            self._servers.append(server)
            port = server.sockets[0].getsockname()[1]
        self.port = port

    async def stop(self) -> None:
        """Close the listeners and every connection. Stopping twice is harmless."""
        for server in self._servers:
            server.close()
        for task in tuple(self._connections):
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        for server in self._servers:
            await server.wait_closed()
        self._servers.clear()

    def _connected(
        self, address: str
    ) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], None]:
        def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.ensure_future(self._serve(address, reader, writer))
            self._connections.add(task)
            task.add_done_callback(self._connections.discard)

        return accept

    async def _serve(
        self, address: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        try:
            while True:
                request = await asyncio.wait_for(_read_request(address, reader), _IDLE_S)
                if request is None or not await self._answer(request, reader, writer):
                    break
        except (TimeoutError, ConnectionError, ValueError, asyncio.IncompleteReadError):
            pass  # a client that left or does not speak HTTP is no concern of the other pages
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _answer(
        self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        """Answer; return whether the connection may be used again."""
        answer = self._answering(request)
        if answer.is_logged:
            target = f"{request.path}?{request.query}" if request.query else request.path
            now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
            self.log.append(
                Asked(
                    now,
                    request.host,
                    request.method,
                    target,
                    answer.status,
                    request.is_conditional,
                )
            )
        if answer.status == 0:
            # Reading ends when the client gives up; nothing is ever written.
            await asyncio.wait_for(reader.read(1), _HANG_S)
            return False
        await asyncio.sleep(self._latency_s + answer.delay_s)
        writer.write(_head(answer))
        if request.method != "HEAD":
            writer.write(answer.body)
        await writer.drain()
        whole = answer.declared_length is None
        return whole and request.headers.get("connection", "").lower() != "close"


async def _read_request(address: str, reader: asyncio.StreamReader) -> Request | None:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        return None
    first, *lines = head.decode("latin-1").split("\r\n")
    parts = first.split(" ")
    if len(parts) != _START_LINE_PARTS:
        return None
    method, target, _ = parts
    headers: dict[str, str] = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if colon:
            headers[name.strip().lower()] = value.strip()
    length = min(int(headers.get("content-length", "0")), _MAX_BODY)
    body = await reader.readexactly(length) if length > 0 else b""
    path, _, query = target.partition("?")
    return Request(address, method, path, query, headers, body)


def _head(answer: Answer) -> bytes:
    status = HTTPStatus(answer.status)
    length = len(answer.body) if answer.declared_length is None else answer.declared_length
    now = datetime.now(UTC).strftime("%a, %d %b %Y %H:%M:%S GMT")
    lines = [f"HTTP/1.1 {status.value} {status.phrase}", f"Date: {now}"]
    lines += [f"{name}: {value}" for name, value in answer.headers]
    if status is not HTTPStatus.NOT_MODIFIED:
        lines.append(f"Content-Length: {length}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
