"""Hosts that lead to the inside of the network, or send what no reader should take.

The witness is a canary: every address that no server of a test stands for leads to it, so a
connection that should not have been made is in its own log.
"""

from __future__ import annotations

import asyncio
import gzip
import tracemalloc
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from urllib.parse import urljoin

import brotli
import pytest
import zstandard

from ascertain.adapters.web.client import ClientLimits, WebClient, WebRequest
from ascertain.adapters.web.network import GuardedNetwork
from ascertain.errors import FetchError
from ascertain.evidence.exchange import Exchange, FetchTrace
from ascertain.evidence.web_policy import WebPolicy
from live_servers import (
    Answering,
    Asked,
    Diverted,
    LiveServer,
    Resolving,
    answer,
    fixed,
    live_server,
    moved,
)

_LIMITS = ClientLimits(connect_s=2, idle_s=2, total_s=5, retries=1, max_wait_s=1)
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_MAX_HOPS = 10
_PUBLIC = "93.184.216.34"


@dataclass
class _Web:
    """Public hosts that are really on loopback, and the canary behind everything else."""

    stack: AsyncExitStack
    canary: LiveServer
    places: dict[str, int] = field(default_factory=dict[str, int])
    names: dict[str, Sequence[Sequence[str]]] = field(
        default_factory=dict[str, Sequence[Sequence[str]]]
    )

    async def host(self, name: str, answering: Answering, *more: Sequence[str]) -> LiveServer:
        """Put a host at a public address; ``more``: what its name resolves to later on."""
        address = f"93.184.216.{34 + len(self.places)}"
        server = await self.stack.enter_async_context(live_server(answering))
        self.places[address] = server.port
        self.names[name] = [[address], *more]
        return server

    async def client(self, limits: ClientLimits = _LIMITS) -> tuple[WebClient, Diverted]:
        """Make a client under a policy that opens nothing."""
        diverted = Diverted(self.places, elsewhere=self.canary.port)
        policy = WebPolicy(delay_s=0)
        client = WebClient(
            policy,
            limits=limits,
            network=GuardedNetwork(policy, resolve=Resolving(self.names), backend=diverted),
            rng=lambda: 0.0,
        )
        self.stack.push_async_callback(client.close)
        return client, diverted


@pytest.fixture
async def web() -> AsyncIterator[_Web]:
    async with AsyncExitStack() as stack:
        yield _Web(stack, await stack.enter_async_context(live_server(fixed(answer(b"secret")))))


async def _followed(client: WebClient, url: str, trace: FetchTrace) -> Exchange:
    """Follow redirects as a reader of the web does: every hop is a request of its own."""
    for _ in range(_MAX_HOPS):
        exchange = await client.exchange(WebRequest(url), trace)
        if exchange.status not in _REDIRECTS:
            return exchange
        url = urljoin(url, exchange.header("Location") or "")
    raise AssertionError("too many hops")


async def _refused(client: WebClient, url: str) -> FetchTrace:
    trace = FetchTrace()
    with pytest.raises(FetchError) as caught:
        await _followed(client, url, trace)
    assert caught.value.status == "blocked"
    assert [one.reason for one in trace.refused] == [caught.value.reason]
    return trace


async def test_the_canary_can_be_hit() -> None:
    async with live_server(fixed(answer(b"secret"))) as canary:
        diverted = Diverted({}, elsewhere=canary.port)
        resolving = Resolving({"a.example": [[_PUBLIC]]})
        client = WebClient(
            WebPolicy(), network=GuardedNetwork(WebPolicy(), resolve=resolving, backend=diverted)
        )
        assert (await client.exchange(WebRequest("http://a.example/"))).body == b"secret"
        await client.close()
        assert len(canary.connections) == 1


async def test_public_hosts_are_followed_hop_by_hop(web: _Web) -> None:
    await web.host("one.example", moved("http://two.example/b"))
    await web.host("two.example", moved("//three.example:8080/c"))
    last = await web.host("three.example", fixed(answer(b"page")))
    client, _ = await web.client()
    trace = FetchTrace()
    assert (await _followed(client, "http://one.example/a", trace)).body == b"page"
    assert [one.url for one in trace.exchanges] == [
        "http://one.example/a",
        "http://two.example/b",
        "http://three.example:8080/c",
    ]
    assert last.asked[0].headers["host"] == "three.example:8080"
    assert web.canary.connections == []


@pytest.mark.parametrize(
    "location",
    [
        "http://127.0.0.1/",
        "http://127.0.0.1:8080/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://0177.0.0.1/",
        "http://①②⑦.0.0.1/".encode().decode("latin-1"),
        "http://127.1/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://[2002:7f00:1::]/",
        "http://169.254.169.254/latest/meta-data/",
        "http://metadata.google.internal/",
        "http://localhost/",
        "http://printer/",
        "http://10.0.0.1/",
        "http://100.64.0.1/",
        "http://0.0.0.0/",
        "http://user:password@127.0.0.1/",
        "http://one.example:22/",
        "//one.example:6379/",
        "ftp://one.example/",
        "file:///etc/passwd",
        "gopher://one.example:70/_x",
        "javascript:alert(1)",
        "http://one.example\\@127.0.0.1/",
    ],
)
async def test_a_redirect_to_the_inside_is_refused_at_its_hop(location: str, web: _Web) -> None:
    await web.host("one.example", moved(location))
    client, diverted = await web.client()
    trace = await _refused(client, "http://one.example/")
    assert [one.status for one in trace.exchanges] == [302]
    assert diverted.dialled == [_PUBLIC]
    assert web.canary.connections == []


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["::1"],
        ["169.254.169.254"],
        ["64:ff9b::7f00:1"],
        ["::ffff:7f00:1"],
        ["fd00:ec2::254"],
        ["10.9.8.7"],
        [_PUBLIC, "127.0.0.1"],
        ["192.168.1.1", _PUBLIC],
        ["2606:2800:220:1::1", _PUBLIC, "::"],
    ],
)
async def test_a_name_that_leads_inside_is_never_connected_to(
    addresses: list[str], web: _Web
) -> None:
    await web.host("one.example", moved("https://inside.example/admin"))
    web.names["inside.example"] = [addresses]
    client, diverted = await web.client()
    trace = await _refused(client, "http://one.example/")
    assert trace.refused[0].url == "https://inside.example/admin"
    assert "inside.example leads here: " in trace.refused[0].reason
    assert diverted.dialled == [_PUBLIC]
    assert web.canary.connections == []


async def test_a_chain_of_public_hosts_ends_where_it_turns_inside(web: _Web) -> None:
    for name, onward in (("a", "b"), ("b", "c"), ("c", "d"), ("d", "inside")):
        await web.host(f"{name}.example", moved(f"http://{onward}.example/"))
    web.names["inside.example"] = [["172.16.0.1"]]
    client, _ = await web.client()
    trace = await _refused(client, "http://a.example/")
    assert len(trace.exchanges) == 4
    assert web.canary.connections == []


async def test_a_name_that_turns_inside_between_two_requests_is_refused(web: _Web) -> None:
    onward = answer(status="302 Found", headers=[("Location", "/again"), ("Connection", "close")])
    await web.host("rebind.example", fixed(onward, then_close=True), ["127.0.0.1"])
    client, diverted = await web.client()
    trace = await _refused(client, "http://rebind.example/")
    assert [one.url for one in trace.exchanges] == ["http://rebind.example/"]
    assert diverted.dialled == [_PUBLIC]
    assert web.canary.connections == []


async def test_a_name_that_turns_inside_before_a_retry_is_refused(web: _Web) -> None:
    await web.host("rebind.example", fixed(b"", then_close=True), ["169.254.169.254"])
    client, diverted = await web.client()
    trace = await _refused(client, "http://rebind.example/")
    assert trace.exchanges == []
    assert diverted.dialled == [_PUBLIC]
    assert web.canary.connections == []


async def test_a_connection_that_was_judged_stays_where_it_is(web: _Web) -> None:
    server = await web.host("rebind.example", fixed(answer(b"public")), ["127.0.0.1"])
    client, _ = await web.client()
    for _ in range(3):
        exchange = await client.exchange(WebRequest("http://rebind.example/"))
        assert exchange.body == b"public"
    assert len(server.connections) == 1
    assert web.canary.connections == []


async def _failure(web: _Web, answering: Answering, limits: ClientLimits = _LIMITS) -> FetchError:
    server = await web.host("one.example", answering)
    client, _ = await web.client(limits)
    with pytest.raises(FetchError) as caught:
        await client.exchange(WebRequest("http://one.example/"))
    await server.until_unconnected()
    return caught.value


_ENCODE: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "br": lambda raw: brotli.compress(raw, quality=2),
    "zstd": zstandard.compress,
}


@pytest.mark.parametrize("coding", ["gzip", "br", "zstd", "zstd, gzip"])
async def test_a_bomb_over_the_wire_costs_no_more_than_the_bound(coding: str, web: _Web) -> None:
    raw = bytes(40_000_000)
    for name in coding.split(", "):
        raw = _ENCODE[name](raw)
    bomb = answer(raw, headers=[("Content-Encoding", coding)])
    limits = ClientLimits(max_bytes=2_000_000)
    await web.host("one.example", fixed(bomb))
    client, _ = await web.client(limits)
    tracemalloc.start()
    try:
        with pytest.raises(FetchError) as caught:
            await client.exchange(WebRequest("http://one.example/"))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert caught.value.status == "too_large"
    assert "over 2 MB after decompression" in caught.value.reason
    assert peak < 9_000_000


async def _flood(_asked: Asked, writer: asyncio.StreamWriter) -> bool:
    writer.write(b"HTTP/1.1 200 OK\r\n")
    for n in range(100_000):
        writer.write(b"X-%d: %s\r\n" % (n, b"y" * 100))
        await writer.drain()
    return False


async def _long_line(_asked: Asked, writer: asyncio.StreamWriter) -> bool:
    writer.write(b"HTTP/1.1 200 OK\r\nX: ")
    for _ in range(100):
        writer.write(b"y" * 100_000)
        await writer.drain()
    return False


async def _early_hints(asked: Asked, writer: asyncio.StreamWriter) -> bool:
    while not asked.is_gone():
        writer.write(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
        await writer.drain()
        await asyncio.sleep(0.01)
    return False


@pytest.mark.parametrize(
    ("answering", "reason"),
    [
        (_flood, "the answer is not valid HTTP"),
        (_long_line, "the answer is not valid HTTP"),
        (
            fixed(b"HTTP/1.1 200 OK\r\n" + b"a:\r\n" * 600 + b"\r\n"),
            "the answer's header is far too large",
        ),
        (fixed(b"HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n"), "the answer is not valid HTTP"),
        (fixed(b"HTTP/1.1 200 OK\r\n X: folded first\r\n\r\n"), "the answer is not valid HTTP"),
    ],
    ids=["flood", "long line", "many", "zero byte", "folded"],
)
async def test_a_hostile_header_is_refused(answering: Answering, reason: str, web: _Web) -> None:
    error = await _failure(web, answering, ClientLimits(retries=0))
    assert (error.status, error.reason) == ("error", reason)


async def test_an_answer_that_is_announced_for_ever_is_ended(web: _Web) -> None:
    error = await _failure(web, _early_hints, ClientLimits(total_s=0.3, retries=0))
    assert (error.status, error.reason) == ("error", "no answer within 0.3 s")


async def test_a_chunk_of_endless_length_is_met_by_the_bound(web: _Web) -> None:
    async def answering(_asked: Asked, writer: asyncio.StreamWriter) -> bool:
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffff\r\n")
        for _ in range(300):
            writer.write(bytes(100_000))
            await writer.drain()
        return False

    error = await _failure(web, answering, ClientLimits(max_sent_bytes=1_000_000))
    assert (error.status, error.reason) == ("too_large", "over 1 MB")


async def test_no_secret_of_the_caller_is_in_what_is_kept_or_said(web: _Web) -> None:
    await web.host("one.example", fixed(b"junk\r\n\r\n"))
    client, _ = await web.client()
    request = WebRequest(
        "http://one.example/?key=s3cret", headers=(("Authorization", "Bearer s3cret"),)
    )
    with pytest.raises(FetchError) as caught:
        await client.exchange(request)
    assert "s3cret" not in f"{caught.value}{request!r}{client!r}"
