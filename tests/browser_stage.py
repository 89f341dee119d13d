"""A site whose pages tests write, a browser that may read it, and canaries that it may not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from ascertain.adapters.browser.fetching import BrowserFetcher
from ascertain.adapters.browser.finding import find_chromium
from ascertain.adapters.browser.limits import BrowserLimits
from ascertain.adapters.web.network import GuardedNetwork
from ascertain.errors import FetchError
from ascertain.evidence.exchange import FetchTrace
from ascertain.evidence.web_policy import WebPolicy
from ascertain.ports.fetcher import Fetched
from live_servers import Asked, LiveServer, answer, fixed, live_server

__all__ = ["InwardNames", "Shown", "Stage", "chromium_or_skip", "stage"]


@dataclass(frozen=True, slots=True)
class Shown:
    """What came of one page."""

    trace: FetchTrace
    fetched: Fetched | None = None
    error: FetchError | None = None

    @property
    def html(self) -> str:
        assert self.fetched is not None, self.error
        return self.fetched.data.decode("utf-8")

    @property
    def refused(self) -> dict[str, str]:
        return {one.url: one.reason for one in self.trace.refused}

    @property
    def failure(self) -> tuple[str, str]:
        assert self.error is not None, "the page was read"
        return self.error.status, self.error.reason


class InwardNames:
    """A resolver that knows two names, each of which leads to this machine.

    Attributes:
        asked: names that were looked up, in order.
    """

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        if host == "inward.example":
            return ["127.0.0.1"]
        if host == "mixed.example":
            return ["1.1.1.1", "127.0.0.1"]
        raise OSError(f"no such name: {host}:{port}")


class _Datagrams(asyncio.DatagramProtocol):
    def __init__(self) -> None:
        self.received: list[bytes] = []

    def datagram_received(self, data: bytes, addr: object) -> None:  # noqa: ARG002 (asyncio names it)
        self.received.append(data)


@dataclass(slots=True)
class Stage:
    """Everything that a browser test needs.

    Attributes:
        site: may be read.
        canary: may not, by whatever name.
        datagrams: what reached the canary's port by UDP.
        pages: path to body or to a whole answer (bytes).
        called: for ``until_asked``.
    """

    site: LiveServer
    canary: LiveServer
    fetcher: BrowserFetcher
    resolving: InwardNames
    datagrams: list[bytes]
    pages: dict[str, str | bytes]
    called: dict[str, asyncio.Event]

    async def until_asked(self, path: str) -> None:
        """Wait until a path is asked for, for thirty seconds at most."""
        self.called[path] = called = asyncio.Event()
        async with asyncio.timeout(30):
            await called.wait()

    async def show(self, path: str, *parts: str) -> Shown:
        """Read a page that is made of these parts; none: one that is there already."""
        if parts:
            self.pages[path] = "<!doctype html><title>t</title>" + "".join(parts)
        trace = FetchTrace()
        try:
            fetched = await self.fetcher.fetch(f"{self.site.url}{path[1:]}", trace)
        except FetchError as error:
            return Shown(trace, error=error)
        return Shown(trace, fetched)

    def assert_nothing_got_out(self) -> None:
        assert self.canary.connections == []
        assert self.datagrams == []


def chromium_or_skip() -> str:
    """Return Chromium's path, or skip the test."""
    path = find_chromium()
    if path is None:
        pytest.skip("no Chromium on this machine")
    return path


@asynccontextmanager
async def stage(limits: BrowserLimits) -> AsyncGenerator[Stage]:
    """Open the site, the canaries and the fetcher; the browser starts with the first page."""
    pages: dict[str, str | bytes] = {}
    called: dict[str, asyncio.Event] = {}

    async def give(asked: Asked, writer: asyncio.StreamWriter) -> bool:
        if asked.path in called:
            called[asked.path].set()
        body = pages.get(asked.path, b"")
        if isinstance(body, str):
            kind = "text/html; charset=utf-8" if body.startswith("<") else "text/javascript"
            body = answer(body.encode(), headers=[("Content-Type", kind)])
        writer.write(body or answer(b"no such page", status="404 Not Found"))
        return True

    path = chromium_or_skip()
    resolving = InwardNames()
    loop = asyncio.get_running_loop()
    async with live_server(give) as site, live_server(fixed(answer(b"got me"))) as canary:
        transport, datagrams = await loop.create_datagram_endpoint(
            _Datagrams, local_addr=("127.0.0.1", canary.port)
        )
        # The canary's port is allowed: nothing but its address is wrong with it.
        policy = WebPolicy(open=(site.host,), ports=(80, 443, canary.port))
        network = GuardedNetwork(policy, resolve=resolving)
        fetcher = BrowserFetcher(policy, network=network, executable=path, limits=limits)
        try:
            yield Stage(site, canary, fetcher, resolving, datagrams.received, pages, called)
        finally:
            await fetcher.close()
            transport.close()
