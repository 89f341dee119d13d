"""The browser's only way out: a proxy on this machine that asks the policy each time.

The browser sees URLs but not what their names resolve to, and it follows redirects by itself.
So no rule inside it is enough: every connection it makes comes through here, and goes to an
address that was checked at that moment.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urlsplit

from ascertain.adapters.browser.allowance import PageAllowance
from ascertain.adapters.browser.heads import (
    MAX_HEAD,
    RequestHead,
    read_request,
    read_response,
)
from ascertain.errors import FetchError
from ascertain.evidence.web_policy import WebPolicy
from ascertain.sources.policy import Target, check_url

__all__ = ["CheckedNetwork", "GuardedProxy", "Pass"]

_CHUNK = 65_536
_HEAD_S = 10.0
_TOTAL_S = 120.0
_FLUSH_S = 5.0
_MAX_CONNECTIONS = 200
_MAX_UPLOAD = 1_000_000
_TOKEN_BYTES = 24
_CHALLENGE = (
    b"HTTP/1.1 407 Proxy Authentication Required\r\n"
    b'Proxy-Authenticate: Basic realm="ascertain"\r\n'
    b"Content-Length: 0\r\nConnection: close\r\n\r\n"
)
_CONNECTED = b"HTTP/1.1 200 Connection established\r\n\r\n"


class CheckedNetwork(Protocol):
    """Connects where the policy allows, judging the address that is connected to."""

    async def open_checked(
        self, host: str, port: int
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect; ``FetchError`` if that is refused or fails."""
        ...


@dataclass(frozen=True, slots=True)
class Pass:
    """What one page shows to the proxy; good until the page ends."""

    username: str
    password: str = field(repr=False)


@dataclass(slots=True)
class _Caller:
    """Who a connection serves; nobody until it has shown a pass."""

    page: PageAllowance | None = None


class GuardedProxy:
    """Serves the pages that were admitted, and nobody else on this machine.

    A request that is refused or fails ends with its connection, without a response: the browser
    then has no page of ours to show.

    Args:
        policy: asked about every URL, or host and port where that is all one sees.
        network: makes the connections.
    """

    def __init__(self, policy: WebPolicy, network: CheckedNetwork) -> None:
        self._policy = policy
        self._network = network
        self._server: asyncio.Server | None = None
        self._pages: dict[str, PageAllowance] = {}
        self._open: dict[asyncio.Task[None], _Caller] = {}

    async def start(self) -> str:
        """Listen on a free port of this machine; return the proxy's address."""
        if self._server is None:
            self._server = await asyncio.start_server(
                self._connected, "127.0.0.1", 0, limit=MAX_HEAD
            )
        host, port = self._server.sockets[0].getsockname()
        return f"http://{host}:{port}"

    def admit(self, allowance: PageAllowance) -> Pass:
        """Let a page through until it is dismissed."""
        issued = Pass(secrets.token_hex(8), secrets.token_urlsafe(_TOKEN_BYTES))
        self._pages[_basic(issued)] = allowance
        return issued

    async def dismiss(self, issued: Pass) -> None:
        """End all that a page still has open."""
        page = self._pages.pop(_basic(issued), None)
        await _end([task for task, caller in self._open.items() if page and caller.page is page])

    async def close(self) -> None:
        """Stop listening and end every connection."""
        if self._server is not None:
            self._server.close()
        self._pages.clear()
        await _end(self._open)
        if self._server is not None:
            await self._server.wait_closed()
            self._server = None

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._open) >= _MAX_CONNECTIONS:
            writer.close()
            return
        caller = _Caller()
        task = asyncio.create_task(self._serve(caller, reader, writer))
        self._open[task] = caller
        task.add_done_callback(self._open.pop)

    async def _serve(
        self, caller: _Caller, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        try:
            async with asyncio.timeout(_HEAD_S):
                head = await read_request(reader)
            given = head.values("proxy-authorization")
            caller.page = self._pages.get(given[0]) if len(given) == 1 else None
            if caller.page is None:
                writer.write(_CHALLENGE)
                return
            async with asyncio.timeout(_TOTAL_S):
                await self._pass_on(head, caller.page, reader, writer)
        except (OSError, EOFError, ValueError):  # time-outs among them
            pass  # A connection that fails ends; the browser says so to its page.
        finally:
            await _hang_up(writer)

    async def _pass_on(
        self,
        head: RequestHead,
        allowance: PageAllowance,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        is_tunnel = head.method == "CONNECT"
        url = f"https://{head.target}/" if is_tunnel else head.target
        length = 0 if is_tunnel else head.body_length()
        if length > _MAX_UPLOAD or not allowance.attempt():
            return
        try:
            target = check_url(url, self._policy)
            if not is_tunnel and target.scheme != "http":
                raise ValueError("a proxy request for no http URL")
            far_reader, far_writer = await self._network.open_checked(target.host, target.port)
        except FetchError as error:
            if error.status == "blocked":
                allowance.refuse(url, error.reason)
            return
        try:
            if is_tunnel:
                writer.write(_CONNECTED)
                await _until_one_ends(
                    _upload(reader, far_writer), _download(far_reader, writer, allowance, url)
                )
            else:
                far_writer.write(_request_to(target, head))
                await _send_body(reader, far_writer, length)
                response = await read_response(far_reader)
                writer.write(response.for_browser())
                await _until_one_ends(
                    _until_gone(reader), _download(far_reader, writer, allowance, url)
                )
        finally:
            await _hang_up(far_writer)


def _request_to(target: Target, head: RequestHead) -> bytes:
    parts = urlsplit(target.url)
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    return head.for_origin(path, parts.netloc)


async def _send_body(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, length: int
) -> None:
    while length > 0:
        chunk = await reader.read(min(_CHUNK, length))
        if not chunk:
            raise EOFError
        length -= len(chunk)
        writer.write(chunk)
        await writer.drain()


async def _download(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    allowance: PageAllowance,
    url: str,
) -> None:
    while chunk := await reader.read(_CHUNK):
        if not allowance.receive(len(chunk), url):
            return
        writer.write(chunk)
        await writer.drain()


async def _upload(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    left = _MAX_UPLOAD
    while chunk := await reader.read(_CHUNK):
        left -= len(chunk)
        if left < 0:
            return
        writer.write(chunk)
        await writer.drain()


async def _until_gone(reader: asyncio.StreamReader) -> None:
    """Wait until the browser hangs up; it was told that nothing more is read."""
    while await reader.read(_CHUNK):
        pass


async def _until_one_ends(*ways: Coroutine[None, None, None]) -> None:
    tasks = [asyncio.create_task(way) for way in ways]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await _end(tasks)


async def _end(tasks: Iterable[asyncio.Task[None]]) -> None:
    ending = list(tasks)
    for task in ending:
        task.cancel()
    await asyncio.gather(*ending, return_exceptions=True)


async def _hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()
    try:
        async with asyncio.timeout(_FLUSH_S):
            await writer.wait_closed()
    except TimeoutError:
        writer.transport.abort()
    except OSError:
        pass  # The other side was faster.


def _basic(issued: Pass) -> str:
    pair = f"{issued.username}:{issued.password}".encode("ascii")
    return f"Basic {base64.b64encode(pair).decode('ascii')}"
