"""Single requests: what is sent, what comes back, and when it is asked again."""

from __future__ import annotations

import asyncio
import gzip
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from datetime import datetime, timedelta, timezone

import brotli
import pytest
import zstandard

from ascertain.adapters.web.client import USER_AGENT, ClientLimits, WebClient, WebRequest
from ascertain.adapters.web.network import GuardedNetwork
from ascertain.errors import FetchError
from ascertain.evidence.exchange import Exchange, FetchTrace
from ascertain.evidence.web_policy import WebPolicy
from live_servers import (
    Answering,
    Asked,
    LiveServer,
    Resolving,
    answer,
    drip,
    fixed,
    live_server,
    stall,
)

_PAGE = b"<p>A page about lighthouses.</p>" * 40
_BUSY = answer(b"later", status="503 Service Unavailable")
_FAST = ClientLimits(connect_s=2, idle_s=2, total_s=5, retries=2, max_wait_s=2)

Opening = Callable[..., WebClient]


@pytest.fixture
async def opening() -> AsyncIterator[Opening]:
    """Make clients for servers; they are closed at the end."""
    clients: list[WebClient] = []

    def make(
        *servers: LiveServer, limits: ClientLimits = _FAST, per_host: int = 8, delay_s: float = 0
    ) -> WebClient:
        policy = WebPolicy(
            open=tuple(server.host for server in servers), per_host=per_host, delay_s=delay_s
        )
        clients.append(WebClient(policy, limits=limits, rng=lambda: 0.0))
        return clients[-1]

    yield make
    for client in clients:
        await client.close()


async def _failure(
    client: WebClient, request: WebRequest, trace: FetchTrace | None = None
) -> FetchError:
    with pytest.raises(FetchError) as caught:
        await client.exchange(request, trace)
    return caught.value


async def test_an_exchange_says_all_that_went_over_the_wire(opening: Opening) -> None:
    page = answer(_PAGE, headers=[("X-Mixed-Case", "é"), ("Set-Cookie", "id=1")])
    async with live_server(fixed(page)) as server:
        moment = datetime(2026, 12, 1, 13, 0, 0, 250_000, tzinfo=timezone(timedelta(hours=1)))
        policy = WebPolicy(open=(server.host,))
        client = WebClient(policy, now=lambda: moment)
        trace = FetchTrace()
        exchange = await client.exchange(WebRequest(f"{server.url}a/../b?q=1#part"), trace)
        await client.close()
    assert exchange == Exchange(
        url=f"{server.url}b?q=1",
        status=200,
        response_headers=(
            ("X-Mixed-Case", "é"),
            ("Set-Cookie", "id=1"),
            ("Content-Length", str(len(_PAGE))),
        ),
        body=_PAGE,
        sent_at="2026-12-01T12:00:00.250Z",
        method="GET",
        request_headers=(
            ("Host", server.host),
            ("User-Agent", USER_AGENT),
            ("Accept", exchange.request_headers[2][1]),
            ("Accept-Language", "*"),
            ("Accept-Encoding", "gzip, br, zstd"),
        ),
        http_version="HTTP/1.1",
        reason="OK",
        address="127.0.0.1",
    )
    assert trace.exchanges == [exchange]
    head = server.asked[0].raw_head.decode("latin-1")
    written = "".join(f"{name}: {value}\r\n" for name, value in exchange.request_headers)
    assert head == f"GET /b?q=1 HTTP/1.1\r\n{written}\r\n"


async def test_a_cookie_is_never_sent_back(opening: Opening) -> None:
    page = answer(headers=[("Set-Cookie", "id=1; Path=/")])
    async with live_server(fixed(page)) as server:
        client = opening(server)
        for _ in range(2):
            await client.exchange(WebRequest(server.url))
    assert all("cookie" not in asked.headers for asked in server.asked)
    assert len(server.connections) == 1


@pytest.mark.parametrize("status", [200, 204, 301, 302, 304, 308, 403, 404, 410, 418, 451, 501])
async def test_any_other_status_is_returned_at_once(status: int, opening: Opening) -> None:
    moved = answer(status=f"{status} So", headers=[("Location", "http://127.0.0.1:1/")])
    async with live_server(fixed(moved)) as server:
        exchange = await opening(server).exchange(WebRequest(server.url))
    assert (exchange.status, exchange.reason) == (status, "So")
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("coding", "raw"),
    [
        ("gzip", gzip.compress(_PAGE)),
        ("br", brotli.compress(_PAGE)),
        ("zstd", zstandard.compress(_PAGE)),
        ("br, gzip", gzip.compress(brotli.compress(_PAGE))),
    ],
    ids=["gzip", "br", "zstd", "both"],
)
async def test_a_body_comes_back_decoded_and_its_header_as_sent(
    coding: str, raw: bytes, opening: Opening
) -> None:
    async with live_server(fixed(answer(raw, headers=[("Content-Encoding", coding)]))) as server:
        exchange = await opening(server).exchange(WebRequest(server.url))
    assert exchange.body == _PAGE
    assert exchange.header("content-encoding") == coding
    assert exchange.header("content-length") == str(len(raw))


async def test_a_large_coded_body_is_decoded_too(opening: Opening) -> None:
    raw = gzip.compress(_PAGE * 2_000, compresslevel=0)
    page = answer(raw, headers=[("Content-Encoding", "gzip")])
    async with live_server(fixed(page)) as server:
        exchange = await opening(server).exchange(WebRequest(server.url))
    assert exchange.body == _PAGE * 2_000


async def test_a_form_is_posted_with_its_length(opening: Opening) -> None:
    async with live_server(fixed(answer(b"{}"))) as server:
        exchange = await opening(server).exchange(
            WebRequest(
                server.url,
                method="POST",
                headers=(("Content-Type", "application/json"), ("X-Key", "s3cret")),
                body=b'{"q":1}',
            )
        )
    assert (server.asked[0].method, server.asked[0].body) == ("POST", b'{"q":1}')
    assert server.asked[0].headers["x-key"] == "s3cret"
    assert "s3cret" not in repr(exchange)


async def test_a_head_request_has_no_body_whatever_it_announces(opening: Opening) -> None:
    huge = answer(headers=[("Content-Encoding", "gzip")], length=10**12)
    async with live_server(fixed(huge)) as server:
        exchange = await opening(server).exchange(WebRequest(server.url, method="HEAD"))
    assert exchange.body == b""


def test_a_method_that_is_not_offered_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="'DELETE' is none of GET, HEAD, POST"):
        WebRequest("http://a.example/", method="DELETE")


async def test_a_refusal_of_policy_is_traced_without_passwords(opening: Opening) -> None:
    trace = FetchTrace()
    error = await _failure(opening(), WebRequest("http://me:s3cret@a.example/x"), trace)
    assert error.status == "blocked"
    assert [(one.url, one.reason) for one in trace.refused] == [
        ("http://a.example/x", error.reason)
    ]
    assert trace.exchanges == []


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
async def test_a_failure_that_may_pass_is_asked_again(status: int, opening: Opening) -> None:
    async with live_server(fixed(answer(status=f"{status} No"), answer(_PAGE))) as server:
        trace = FetchTrace()
        exchange = await opening(server).exchange(WebRequest(server.url), trace)
    assert [one.status for one in trace.exchanges] == [status, 200]
    assert exchange.body == _PAGE


async def test_the_last_answer_counts_when_a_failure_does_not_pass(opening: Opening) -> None:
    async with live_server(fixed(_BUSY)) as server:
        trace = FetchTrace()
        client = opening(server)
        assert (await client.exchange(WebRequest(server.url), trace)).status == 503
        assert len(trace.exchanges) == len(server.asked) == 3
        assert (await client.exchange(WebRequest(server.url, retries=0))).status == 503
    assert len(server.asked) == 4


@pytest.mark.parametrize(("status", "times"), [(429, 3), (503, 3), (500, 1), (502, 1)])
async def test_what_may_have_been_acted_on_is_not_posted_again(
    status: int, times: int, opening: Opening
) -> None:
    async with live_server(fixed(answer(status=f"{status} No"))) as server:
        await opening(server).exchange(WebRequest(server.url, method="POST"))
    assert len(server.asked) == times


async def test_the_host_is_given_the_time_that_it_asks_for(opening: Opening) -> None:
    times: list[float] = []
    loop = asyncio.get_running_loop()
    wish = answer(status="429 Slow Down", headers=[("Retry-After", "1")])

    async def answering(_asked: Asked, writer: asyncio.StreamWriter) -> None:
        times.append(loop.time())
        writer.write(wish if len(times) == 1 else answer(_PAGE))

    async with live_server(answering) as server:
        client = opening(server)
        trace = FetchTrace()
        first = asyncio.ensure_future(client.exchange(WebRequest(server.url), trace))
        while not trace.exchanges:  # noqa: ASYNC110 (nothing announces it)
            await asyncio.sleep(0.005)
        # The whole host waits, not only the request that was told to.
        other = await client.exchange(WebRequest(f"{server.url}other"))
        assert (await first).status == other.status == 200
    assert len(times) == 3
    assert min(times[1:]) - times[0] >= 0.99


@pytest.mark.parametrize("wish", ["3600", "9" * 400, "Fri, 31 Dec 9999 23:59:59 GMT"])
async def test_a_host_that_asks_for_too_long_is_not_waited_for(wish: str, opening: Opening) -> None:
    busy = answer(status="503 Busy", headers=[("Retry-After", wish)])
    async with live_server(fixed(busy)) as server:
        exchange = await opening(server).exchange(WebRequest(server.url))
    assert (exchange.status, exchange.header("retry-after")) == (503, wish)
    assert len(server.asked) == 1


@pytest.mark.parametrize("wish", ["-5", "0", "soon", "1e9", "", "Thu, 01 Jan 1970 00:00:00 GMT"])
async def test_a_wish_without_sense_counts_as_none(wish: str, opening: Opening) -> None:
    busy = answer(status="503 Busy", headers=[("Retry-After", wish)])
    async with live_server(fixed(busy, answer(_PAGE))) as server:
        assert (await opening(server).exchange(WebRequest(server.url))).status == 200


@pytest.mark.parametrize(
    ("answering", "reason", "times"),
    [
        (stall, "nothing came from 127.0.0.1 for 0.1 s", 3),
        (drip(0.03), "no answer within 0.4 s", 3),
        (fixed(b"", then_close=True), "the answer broke off before its end", 3),
        (
            fixed(answer(b"cut", length=9), then_close=True),
            "the answer broke off before its end",
            3,
        ),
        (
            fixed(
                b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ncut", then_close=True
            ),
            "the answer broke off before its end",
            3,
        ),
        (fixed(b"SSH-2.0-server\r\n\r\n"), "the answer is not valid HTTP", 1),
        (
            fixed(b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
            "the answer is not valid HTTP",
            1,
        ),
    ],
    ids=["hangs", "drips", "says nothing", "cut", "cut chunk", "no HTTP", "two lengths"],
)
async def test_a_failed_transfer_is_said_and_asked_again_where_it_may_pass(
    answering: Answering, reason: str, times: int, opening: Opening
) -> None:
    limits = ClientLimits(idle_s=0.1, total_s=0.4, retries=2, max_wait_s=1)
    async with live_server(answering) as server:
        trace = FetchTrace()
        error = await _failure(opening(server, limits=limits), WebRequest(server.url), trace)
        assert (error.status, error.reason) == ("error", reason)
        assert len(server.connections) == times
        assert trace == FetchTrace()
        await server.until_unconnected()


async def test_a_broken_post_is_not_sent_again(opening: Opening) -> None:
    async with live_server(fixed(b"", then_close=True)) as server:
        error = await _failure(opening(server), WebRequest(server.url, method="POST"))
    assert error.reason == "the answer broke off before its end"
    assert len(server.asked) == 1


async def test_a_broken_transfer_can_succeed_the_second_time(opening: Opening) -> None:
    cut = answer(_PAGE[:10], length=len(_PAGE))
    left = [cut, answer(_PAGE)]

    async def answering(_asked: Asked, writer: asyncio.StreamWriter) -> bool:
        writer.write(left.pop(0))
        return False

    async with live_server(answering) as server:
        assert (await opening(server).exchange(WebRequest(server.url))).body == _PAGE


async def test_a_host_that_is_not_there_is_not_asked_twice(opening: Opening) -> None:
    async with live_server(stall) as server:
        pass
    error = await _failure(opening(server), WebRequest(server.url))
    assert (error.status, error.reason) == ("error", "the connection was refused")


async def test_a_name_that_does_not_exist_is_said() -> None:
    client = WebClient(WebPolicy(), network=GuardedNetwork(WebPolicy(), resolve=Resolving({})))
    error = await _failure(client, WebRequest("https://no.such.example/"))
    assert error.reason == "the host name no.such.example does not exist"
    await client.close()


@pytest.mark.parametrize("max_bytes", [None, 1_000])
async def test_an_announced_size_over_the_limit_is_not_read(
    max_bytes: int | None, opening: Opening
) -> None:
    limits = ClientLimits(max_sent_bytes=2_000, retries=0)
    async with live_server(fixed(answer(b"start", length=2_001))) as server:
        client = opening(server, limits=limits)
        error = await _failure(client, WebRequest(server.url, max_bytes=max_bytes))
        await server.until_unconnected()
    assert error.status == "too_large"
    assert error.reason == ("over 1 kB" if max_bytes else "over 2 kB")


async def test_an_unannounced_size_over_the_limit_is_met_on_the_way(opening: Opening) -> None:
    async def answering(_asked: Asked, writer: asyncio.StreamWriter) -> bool:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        for _ in range(1_000):
            writer.write(bytes(100_000))
            await writer.drain()
        return False

    async with live_server(answering) as server:
        client = opening(server, limits=ClientLimits(max_sent_bytes=500_000))
        error = await _failure(client, WebRequest(server.url))
        await server.until_unconnected()
    assert (error.status, error.reason) == ("too_large", "over 500 kB")


async def test_a_small_page_may_be_smaller_still_by_request(opening: Opening) -> None:
    raw = gzip.compress(_PAGE)
    page = answer(raw, headers=[("Content-Encoding", "gzip")])
    async with live_server(fixed(page)) as server:
        client = opening(server)
        error = await _failure(client, WebRequest(server.url, max_bytes=len(_PAGE) - 1))
        whole = await client.exchange(WebRequest(server.url, max_bytes=len(_PAGE)))
    assert (error.status, error.reason) == (
        "too_large",
        "over 1.279 kB after decompression (gzip)",
    )
    assert whole.body == _PAGE


@pytest.mark.parametrize("raw", [b"plain", gzip.compress(_PAGE)[:-9]], ids=["plain", "cut"])
async def test_a_damaged_body_is_an_error_and_not_asked_for_again(
    raw: bytes, opening: Opening
) -> None:
    page = answer(raw, headers=[("Content-Encoding", "gzip")])
    async with live_server(fixed(page)) as server:
        error = await _failure(opening(server), WebRequest(server.url))
    assert (error.status, error.reason) == ("error", "the gzip body is cut or damaged")
    assert len(server.asked) == 1


async def test_no_more_requests_than_allowed_are_at_one_host_at_once(opening: Opening) -> None:
    async def answering(_asked: Asked, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.01)
        writer.write(answer(_PAGE))

    async with live_server(answering) as server:
        client = opening(server, per_host=3)
        await asyncio.gather(*(client.exchange(WebRequest(f"{server.url}{n}")) for n in range(12)))
    assert server.at_once == 3
    assert len(server.connections) == 3


async def test_no_more_connections_than_allowed_are_open_at_once(opening: Opening) -> None:
    async def answering(_asked: Asked, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.01)
        writer.write(answer(_PAGE))

    async with live_server(answering) as one, live_server(answering) as two:
        client = opening(one, two, limits=ClientLimits(connections=2))
        await asyncio.gather(
            *(client.exchange(WebRequest(server.url)) for server in (one, two) * 5)
        )
        assert one.at_once + two.at_once <= 4
        assert max(one.at_once, two.at_once) <= 2


async def test_starts_at_one_host_lie_the_delay_apart(opening: Opening) -> None:
    async with live_server(fixed(answer(_PAGE))) as server:
        client = opening(server, delay_s=0.01)
        client.set_delay("127.0.0.1", 0.06)
        exchanges = await asyncio.gather(
            *(client.exchange(WebRequest(server.url)) for _ in range(4))
        )
    sent = sorted(datetime.fromisoformat(exchange.sent_at) for exchange in exchanges)
    gaps = [(after - before).total_seconds() for before, after in itertools.pairwise(sent)]
    assert min(gaps) >= 0.055


async def test_a_connection_is_used_again(opening: Opening) -> None:
    async with live_server(fixed(answer(_PAGE))) as server:
        client = opening(server)
        for n in range(5):
            await client.exchange(WebRequest(f"{server.url}{n}"))
    assert server.paths == [f"/{n}" for n in range(5)]
    assert {asked.connection for asked in server.asked} == {0}


async def test_cancelling_ends_the_transfer(opening: Opening) -> None:
    async with live_server(drip(0.01)) as server:
        client = opening(server, per_host=1)
        task = asyncio.ensure_future(client.exchange(WebRequest(server.url)))
        while not server.asked:  # noqa: ASYNC110 (nothing announces it)
            await asyncio.sleep(0.005)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await server.until_unconnected()
    async with live_server(fixed(answer(_PAGE))) as other:
        assert (await opening(other).exchange(WebRequest(other.url))).status == 200


async def test_closing_ends_what_is_under_way_and_nothing_is_asked_after(
    opening: Opening,
) -> None:
    async with live_server(stall) as server:
        client = opening(server)
        task = asyncio.ensure_future(_failure(client, WebRequest(server.url)))
        while not server.asked:  # noqa: ASYNC110 (nothing announces it)
            await asyncio.sleep(0.005)
        await client.close()
        await client.close()
        words = "the web client was closed, so nothing more is asked"
        assert (await task).reason == words
        assert (await _failure(client, WebRequest(server.url))).reason == words
        assert len(server.connections) == 1


async def test_a_small_body_that_stands_for_much_is_decoded_or_refused_all_the_same(
    opening: Opening,
) -> None:
    raw = gzip.compress(bytes(3_000_000))
    page = answer(raw, headers=[("Content-Encoding", "gzip")])
    async with live_server(fixed(page)) as server:
        client = opening(server)
        assert len((await client.exchange(WebRequest(server.url))).body) == 3_000_000
        error = await _failure(client, WebRequest(server.url, max_bytes=2_000_000))
    assert error.reason == "over 2 MB after decompression (gzip)"


async def test_many_hosts_are_asked_over_connections_that_stay_few(opening: Opening) -> None:
    async with AsyncExitStack() as stack:
        servers = [
            await stack.enter_async_context(
                live_server(fixed(answer(_PAGE)), address=f"127.0.2.{n}")
            )
            for n in range(1, 71)
        ]
        client = opening(*servers)
        for server in servers:
            await client.exchange(WebRequest(server.url))
        for server in servers[:6]:
            await server.until_unconnected()
        assert not any(server.unconnected.is_set() for server in servers[6:])
