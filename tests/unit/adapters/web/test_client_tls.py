"""Certificates are judged by the host's name, and HTTP/2 is spoken where it is offered."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

import h2.config
import h2.connection
import h2.events
import pytest

from ascertain.adapters.web.client import ClientLimits, WebClient, WebRequest
from ascertain.adapters.web.network import GuardedNetwork
from ascertain.errors import FetchError
from ascertain.evidence.web_policy import WebPolicy
from certificates import Authority, make_authority
from live_servers import Resolving, answer, fixed, live_server

_LIMITS = ClientLimits(connect_s=3, idle_s=3, total_s=6, retries=0)
_FIELDS = Sequence[tuple[bytes, bytes]]


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return make_authority(tmp_path_factory.mktemp("authority"), "DNS:a.example")


def _client(port: int, trusted: ssl.SSLContext | None) -> WebClient:
    names = ("a.example", "b.example", "127.0.0.1")
    policy = WebPolicy(open=tuple(f"{name}:{port}" for name in names), delay_s=0)
    resolve = Resolving({"a.example": [["127.0.0.1"]], "b.example": [["127.0.0.1"]]})
    return WebClient(
        policy,
        limits=_LIMITS,
        network=GuardedNetwork(policy, resolve=resolve),
        ssl_context=trusted,
    )


async def test_a_certificate_for_the_name_is_taken_whatever_the_address_is(
    authority: Authority,
) -> None:
    named: list[str | None] = []
    serving = authority.serving()

    def note(_socket: object, name: str | None, _context: ssl.SSLContext) -> None:
        named.append(name)

    serving.sni_callback = note
    async with live_server(fixed(answer(b"page")), tls=serving) as server:
        client = _client(server.port, authority.trusting())
        exchange = await client.exchange(WebRequest(f"https://a.example:{server.port}/"))
        await client.close()
    assert (exchange.body, exchange.address) == (b"page", "127.0.0.1")
    assert named == ["a.example"]


@pytest.mark.parametrize(("host", "said"), [("b.example", "Hostname"), ("127.0.0.1", "IP address")])
async def test_a_certificate_for_another_name_is_refused(
    host: str, said: str, authority: Authority
) -> None:
    async with live_server(fixed(answer(b"page")), tls=authority.serving()) as server:
        client = _client(server.port, authority.trusting())
        with pytest.raises(FetchError, match=f"the certificate is not valid for {host}: {said}"):
            await client.exchange(WebRequest(f"https://{host}:{server.port}/"))
        await client.close()
        assert server.asked == []


async def test_a_certificate_of_an_unknown_authority_is_refused(authority: Authority) -> None:
    async with live_server(fixed(answer(b"page")), tls=authority.serving()) as server:
        client = _client(server.port, None)
        with pytest.raises(FetchError, match=r"the certificate is not valid for a\.example: ") as e:
            await client.exchange(WebRequest(f"https://a.example:{server.port}/"))
        await client.close()
        assert e.value.status == "error"
        assert server.asked == []


@asynccontextmanager
async def _answering_bytes(raw: bytes | None) -> AsyncGenerator[int]:
    """Give those bytes to whatever comes first, or nothing for as long as one waits."""
    met: list[bytes] = []
    is_over = asyncio.Event()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            met.append(await reader.read(10_000))
            if raw is None:
                await reader.read()
            else:
                writer.write(raw)
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
        is_over.set()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1]
    async with asyncio.timeout(5):
        await is_over.wait()
    server.close()
    await server.wait_closed()
    assert not any(b"HTTP" in one for one in met)


async def test_a_host_without_tls_gets_no_request(authority: Authority) -> None:
    async with _answering_bytes(answer(b"page")) as port:
        client = _client(port, authority.trusting())
        with pytest.raises(FetchError, match=r"no secure connection to a\.example could be made"):
            await client.exchange(WebRequest(f"https://a.example:{port}/"))
        await client.close()


async def test_a_handshake_that_hangs_is_ended(authority: Authority) -> None:
    async with _answering_bytes(None) as port:
        client = WebClient(
            WebPolicy(open=(f"127.0.0.1:{port}",)),
            limits=ClientLimits(connect_s=0.1, total_s=5, retries=0),
            ssl_context=authority.trusting(),
        )
        with pytest.raises(FetchError, match=r"no secure connection to 127\.0\.0\.1 within 0\.1 s"):
            await client.exchange(WebRequest(f"https://127.0.0.1:{port}/"))
        await client.close()


class _Http2:
    """One HTTP/2 connection of a small server."""

    def __init__(self, fields: _FIELDS, body: bytes) -> None:
        self._fields, self._body = fields, body
        self._state = h2.connection.H2Connection(
            h2.config.H2Configuration(
                client_side=False,
                validate_outbound_headers=False,
                normalize_outbound_headers=False,
            )
        )

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._state.initiate_connection()
        writer.write(self._state.data_to_send())
        while received := await reader.read(65_536):
            for event in self._state.receive_data(received):
                if isinstance(event, h2.events.RequestReceived):
                    self._answer(event.stream_id or 0)
            writer.write(self._state.data_to_send())
            await writer.drain()

    def _answer(self, stream: int) -> None:
        self._state.send_headers(stream, [*self._fields])
        for at in range(0, len(self._body), 16_000):
            self._state.send_data(stream, self._body[at : at + 16_000])
        self._state.end_stream(stream)


@asynccontextmanager
async def _http2_server(
    authority: Authority, fields: _FIELDS, body: bytes
) -> AsyncGenerator[tuple[int, list[int]]]:
    """Serve one answer to everything; yields the port and a list with a 1 for each connection."""
    met: list[int] = []
    tasks: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        met.append(1)
        with contextlib.suppress(asyncio.CancelledError, OSError):
            await _Http2(fields, body).serve(reader, writer)
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()

    tls = authority.serving("h2", "http/1.1")
    server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=tls)
    try:
        yield server.sockets[0].getsockname()[1], met
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.wait_closed()


async def test_http_2_is_spoken_where_it_is_offered(authority: Authority) -> None:
    fields = [(b":status", b"200"), (b"content-type", b"text/html")]
    async with _http2_server(authority, fields, b"page" * 5_000) as (port, met):
        client = _client(port, authority.trusting())
        request = WebRequest(f"https://a.example:{port}/")
        exchanges = await asyncio.gather(*(client.exchange(request) for _ in range(4)))
        await client.close()
    assert {(e.http_version, e.status, e.reason) for e in exchanges} == {("HTTP/2", 200, "")}
    assert {e.body for e in exchanges} == {b"page" * 5_000}
    assert exchanges[0].request_headers[0] == ("Host", f"a.example:{port}")
    assert len(met) == 1


async def test_an_http_2_body_that_is_given_up_takes_its_connection_with_it(
    authority: Authority,
) -> None:
    async with _http2_server(authority, [(b":status", b"200")], bytes(60_000)) as (port, met):
        client = _client(port, authority.trusting())
        url = f"https://a.example:{port}/"
        for _ in range(3):
            with pytest.raises(FetchError, match="over 1 kB"):
                await client.exchange(WebRequest(url, max_bytes=1_000))
        assert len((await client.exchange(WebRequest(url))).body) == 60_000
        await client.close()
    assert len(met) == 4


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ([(b":status", b"200"), (b"x", b"a\r\nset-cookie: b")], "a character that HTTP forbids"),
        ([(b":status", b"two")], r"could not be read \(ValueError\)"),
        ([(b":status", b"200"), *((b"x-%d" % n, b"y") for n in range(600))], "far too large"),
        ([(b":status", b"200"), (b"x", b"y" * 90_000)], "not valid HTTP|could not be read"),
    ],
    ids=["line break", "no status", "many", "large"],
)
async def test_a_hostile_http_2_header_is_an_error(
    fields: _FIELDS, reason: str, authority: Authority
) -> None:
    async with _http2_server(authority, fields, b"") as (port, _):
        client = _client(port, authority.trusting())
        with pytest.raises(FetchError, match=reason) as caught:
            await client.exchange(WebRequest(f"https://a.example:{port}/"))
        await client.close()
    assert caught.value.status == "error"
