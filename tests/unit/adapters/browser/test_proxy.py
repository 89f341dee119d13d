"""The browser's proxy, asked by hand."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest

from ascertain.adapters.browser.allowance import PageAllowance
from ascertain.adapters.browser.limits import BrowserLimits
from ascertain.adapters.browser.proxy import GuardedProxy, Pass
from ascertain.adapters.web.network import GuardedNetwork
from ascertain.evidence.exchange import FetchTrace
from ascertain.evidence.web_policy import WebPolicy
from browser_stage import InwardNames
from live_servers import Answering, Asked, LiveServer, answer, fixed, live_server, stall


@dataclass(slots=True)
class _Open:
    site: LiveServer
    canary: LiveServer
    proxy: GuardedProxy
    port: int
    trace: FetchTrace
    allowance: PageAllowance
    issued: Pass

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def ask(self, first: str, *fields: str, body: bytes = b"", token: str = "") -> bytes:
        """Send one request with the page's pass and return all that comes until the end."""
        pair = token or f"{self.issued.username}:{self.issued.password}"
        basic = base64.b64encode(pair.encode()).decode()
        lines = (f"{first} HTTP/1.1", f"Proxy-Authorization: Basic {basic}", *fields, "", "")
        reader, writer = await self.connect()
        try:
            writer.write("\r\n".join(lines).encode() + body)
            async with asyncio.timeout(10):
                return await reader.read()
        except ConnectionResetError:
            return b""
        finally:
            writer.close()


@asynccontextmanager
async def _opened(
    answering: Answering | None = None, limits: BrowserLimits | None = None
) -> AsyncGenerator[_Open]:
    give = answering or fixed(answer(b"hello"), then_close=True)
    async with live_server(give) as site, live_server(fixed(answer(b"got me"))) as canary:
        policy = WebPolicy(open=(site.host,), ports=(443, canary.port))
        resolving = InwardNames()
        proxy = GuardedProxy(policy, GuardedNetwork(policy, resolve=resolving))
        trace = FetchTrace()
        allowance = PageAllowance(limits or BrowserLimits(), trace)
        try:
            port = urlsplit(await proxy.start()).port
            assert port is not None
            issued = proxy.admit(allowance)
            yield _Open(site, canary, proxy, port, trace, allowance, issued)
        finally:
            await proxy.close()


async def test_a_page_is_served_over_plain_http_and_its_pass_goes_no_further() -> None:
    async with _opened() as at:
        given = await at.ask(f"GET {at.site.url}a/../b?c=d#e", "Cookie: a=b")
        assert given.startswith(b"HTTP/1.1 200 OK\r\n")
        assert b"Connection: close\r\n" in given
        assert given.endswith(b"hello")
        assert at.site.paths == ["/b?c=d"]
        assert b"roxy" not in at.site.asked[0].raw_head
        assert at.site.asked[0].headers["host"] == at.site.host


async def test_an_upload_is_passed_on_by_its_length() -> None:
    async with _opened() as at:
        await at.ask(f"POST {at.site.url}", "Content-Length: 4", body=b"bodyGET / HTTP/1.1\r\n\r\n")
        assert [one.body for one in at.site.asked] == [b"body"]
        assert await at.ask(f"POST {at.site.url}", "Content-Length: 1000001") == b""
        assert await at.ask(f"POST {at.site.url}", "Transfer-Encoding: chunked") == b""
        assert len(at.site.asked) == 1


async def test_an_upload_that_breaks_off_ends_the_connection() -> None:
    async with _opened() as at:
        basic = base64.b64encode(f"{at.issued.username}:{at.issued.password}".encode())
        reader, writer = await at.connect()
        writer.write(b"POST %b HTTP/1.1\r\nContent-Length: 9\r\n" % at.site.url.encode())
        writer.write(b"Proxy-Authorization: Basic %b\r\n\r\nhalf" % basic)
        writer.write_eof()
        async with asyncio.timeout(10):
            assert await reader.read() == b""
        writer.close()


async def test_a_tunnel_relays_both_ways_until_a_side_ends() -> None:
    async with _opened(fixed(answer(b"hello"), then_close=True)) as at:
        given = await at.ask(f"CONNECT {at.site.host}", body=b"GET /deep HTTP/1.1\r\n\r\n")
        assert given.startswith(b"HTTP/1.1 200 Connection established\r\n\r\n")
        assert given.endswith(b"hello")
        assert at.site.paths == ["/deep"]


async def test_a_tunnel_ends_when_the_page_sends_too_much() -> None:
    async with _opened(stall) as at:
        given = await at.ask(f"CONNECT {at.site.host}", body=b"x" * 1_200_000)
        assert given in {b"HTTP/1.1 200 Connection established\r\n\r\n", b""}


@pytest.mark.parametrize("token", ["", "a", "someone:guessing"])
async def test_nobody_else_on_this_machine_is_served(token: str) -> None:
    async with _opened() as at:
        await at.proxy.dismiss(at.issued)
        given = await at.ask(f"GET {at.site.url}", token=token)
        assert given.startswith(b"HTTP/1.1 407 ")
        assert at.site.connections == []


@pytest.mark.parametrize(
    ("first", "url"),
    [
        ("GET http://127.0.0.1:{port}/a", "http://127.0.0.1:{port}/a"),
        ("CONNECT 127.0.0.1:{port}", "https://127.0.0.1:{port}/"),
        ("CONNECT 2130706433:{port}", "https://2130706433:{port}/"),
        ("CONNECT [::1]:{port}", "https://[::1]:{port}/"),
        ("GET http://inward.example:{port}/", "http://inward.example:{port}/"),
        ("CONNECT inward.example:{port}", "https://inward.example:{port}/"),
        ("CONNECT example.org:22", "https://example.org:22/"),
        ("GET ftp://example.org/", "ftp://example.org/"),
        ("GET /local", "/local"),
    ],
)
async def test_what_policy_refuses_is_named_and_answered_by_nothing(first: str, url: str) -> None:
    async with _opened() as at:
        port = at.canary.port
        assert await at.ask(first.format(port=port)) == b""
        assert [one.url for one in at.trace.refused] == [url.format(port=port)]
        assert at.allowance.refusal
        assert at.canary.connections == []


async def test_what_fails_without_a_refusal_is_not_called_refused() -> None:
    async with _opened(fixed(b"no http\r\n\r\n")) as at:
        assert await at.ask(f"GET {at.site.url}") == b""
        assert await at.ask("CONNECT missing.example:443") == b""
        assert await at.ask(f"GET https://{at.site.host}/") == b""
        assert await at.ask("nonsense") == b""
        assert at.trace.refused == []


async def test_a_page_gets_no_more_bytes_than_it_may() -> None:
    async with _opened(
        fixed(answer(b"x" * 3_000_000)), BrowserLimits(transfer_bytes=1_000_000)
    ) as at:
        assert len(await at.ask(f"GET {at.site.url}")) < 1_100_000
        assert at.allowance.spent.is_set()


async def test_a_page_that_floods_gets_no_connection() -> None:
    async with _opened(limits=BrowserLimits(requests=1)) as at:
        given = [await at.ask(f"GET {at.site.url}") for _ in range(6)]
        assert [bool(one) for one in given] == [True] * 5 + [False]
        assert len(at.site.connections) == 5


async def test_a_page_that_ends_takes_its_connections_with_it() -> None:
    called = asyncio.Event()

    async def hold(asked: Asked, writer: asyncio.StreamWriter) -> bool:
        called.set()
        return await stall(asked, writer)

    async with _opened(hold) as at:
        asking = asyncio.create_task(at.ask(f"GET {at.site.url}"))
        async with asyncio.timeout(10):
            await called.wait()
            await at.proxy.dismiss(at.issued)
            assert await asking == b""


async def test_a_browser_that_hangs_up_ends_the_connection_beyond() -> None:
    async with _opened(fixed(answer(b"hello"))) as at:
        reader, writer = await at.connect()
        basic = base64.b64encode(f"{at.issued.username}:{at.issued.password}".encode()).decode()
        writer.write(
            f"GET {at.site.url} HTTP/1.1\r\nProxy-Authorization: Basic {basic}\r\n\r\n".encode()
        )
        async with asyncio.timeout(10):
            await reader.readuntil(b"hello")
        writer.close()
        await at.site.until_unconnected()


async def test_closing_ends_every_connection_and_may_be_repeated() -> None:
    async with _opened(stall) as at:
        asking = asyncio.create_task(at.ask(f"GET {at.site.url}"))
        reader, writer = await at.connect()  # says nothing
        await asyncio.sleep(0.05)
        await at.proxy.close()
        async with asyncio.timeout(10):
            assert await asking == b""
            assert await reader.read() == b""
        writer.close()
        await at.proxy.close()
        with pytest.raises(OSError):  # noqa: PT011 (the system words it)
            await at.connect()
