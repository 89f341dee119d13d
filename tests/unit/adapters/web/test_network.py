"""Connections go to checked addresses only, and failures are said in our words."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import AsyncIterator, Sequence

import httpcore2
import pytest

from ascertain.adapters.web import network as network_module
from ascertain.adapters.web.network import GuardedNetwork, UnreachableError
from ascertain.errors import FetchError
from ascertain.evidence.web_policy import WebPolicy
from live_servers import Diverted, LiveServer, Resolving, answer, fixed, live_server

_PUBLIC = "93.184.216.34"
_OTHER = "93.184.216.35"


@pytest.fixture
async def canary() -> AsyncIterator[LiveServer]:
    async with live_server(fixed(answer(b"here"))) as server:
        yield server


def _guarded(policy: WebPolicy, answers: Sequence[str], backend: Diverted) -> GuardedNetwork:
    return GuardedNetwork(policy, resolve=Resolving({"a.example": [answers]}), backend=backend)


async def test_a_public_address_is_connected_to_and_known(canary: LiveServer) -> None:
    diverted = Diverted({_PUBLIC: canary.port})
    network = _guarded(WebPolicy(), [_PUBLIC], diverted)
    stream = await network.connect_tcp("a.example", 80)
    assert stream.get_extra_info("server_addr")[0] == "127.0.0.1"
    await stream.aclose()
    assert diverted.dialled == [_PUBLIC]


@pytest.mark.parametrize(
    "answers",
    [
        ["127.0.0.1"],
        ["169.254.169.254"],
        ["::1"],
        ["64:ff9b::7f00:1"],
        ["::ffff:10.0.0.1"],
        ["10.1.2.3", _PUBLIC],
        [_PUBLIC, "192.168.0.1"],
        [_PUBLIC, "fe80::1%eth0"],
        [_PUBLIC, "not an address"],
    ],
)
async def test_a_name_is_refused_if_one_of_its_addresses_is(answers: list[str]) -> None:
    diverted = Diverted({})
    network = _guarded(WebPolicy(), answers, diverted)
    with pytest.raises(FetchError, match=r"a\.example leads here: ") as caught:
        await network.connect_tcp("a.example", 80)
    assert caught.value.status == "blocked"
    with pytest.raises(FetchError, match=r"a\.example leads here: "):
        await network.open_checked("a.example", 80)
    assert diverted.dialled == []


@pytest.mark.parametrize("literal", ["127.0.0.1", "::1", "0.0.0.0", "169.254.169.254"])  # noqa: S104 (refused)
async def test_a_literal_address_is_judged_without_a_look_up(literal: str) -> None:
    resolving = Resolving({})
    network = GuardedNetwork(WebPolicy(), resolve=resolving, backend=Diverted({}))
    with pytest.raises(FetchError, match=r"the address .* is .*; to read it all the same"):
        await network.connect_tcp(literal, 80)
    assert resolving.asked == []


async def test_an_open_host_and_port_is_reached_wherever_it_points(canary: LiveServer) -> None:
    policy = WebPolicy(open=(canary.at("a.example"),))
    network = GuardedNetwork(policy, resolve=Resolving({"a.example": [["127.0.0.1"]]}))
    stream = await network.connect_tcp("a.example", canary.port)
    await stream.aclose()
    reader, writer = await network.open_checked("a.example", canary.port)
    writer.write(b"GET / HTTP/1.1\r\n\r\n")
    assert (await reader.readline()) == b"HTTP/1.1 200 OK\r\n"
    writer.close()
    await writer.wait_closed()
    with pytest.raises(FetchError, match="leads here"):
        await network.connect_tcp("a.example", canary.port + 1)
    assert len(canary.connections) == 2


async def test_what_was_judged_is_what_is_connected_to(canary: LiveServer) -> None:
    diverted = Diverted({_PUBLIC: canary.port})
    resolving = Resolving({"a.example": [[_PUBLIC], ["127.0.0.1"]]})
    network = GuardedNetwork(WebPolicy(), resolve=resolving, backend=diverted)
    stream = await network.connect_tcp("a.example", 80)
    await stream.aclose()
    with pytest.raises(FetchError, match=r"127\.0\.0\.1 is a loopback address"):
        await network.connect_tcp("a.example", 80)
    assert diverted.dialled == [_PUBLIC]
    assert len(resolving.asked) == 2


async def test_the_next_address_is_tried_where_one_refuses(canary: LiveServer) -> None:
    diverted = Diverted({_OTHER: canary.port})
    network = _guarded(WebPolicy(), [_PUBLIC, "2606:2800::1", _OTHER], diverted)
    stream = await network.connect_tcp("a.example", 80)
    await stream.aclose()
    assert diverted.dialled == [_PUBLIC, "2606:2800::1", _OTHER]


async def test_three_addresses_are_tried_both_families_among_them() -> None:
    diverted = Diverted({})
    six = [f"2606:2800::{n}" for n in range(1, 5)]
    network = _guarded(WebPolicy(), [*six, _PUBLIC, _OTHER], diverted)
    with pytest.raises(UnreachableError, match="the connection was refused") as caught:
        await network.connect_tcp("a.example", 80)
    assert diverted.dialled == ["2606:2800::1", _PUBLIC, "2606:2800::2"]
    assert not caught.value.is_passing


@pytest.mark.parametrize(
    ("error", "reason", "is_passing"),
    [
        (socket.gaierror(socket.EAI_NONAME, "x"), "the host name a.example does not exist", False),
        (OSError("x"), "the host name a.example does not exist", False),
        (UnicodeError("x"), "the host name a.example does not exist", False),
        (
            socket.gaierror(socket.EAI_AGAIN, "x"),
            "the host name a.example could not be looked up just now",
            True,
        ),
    ],
)
async def test_a_failed_look_up_is_said(error: Exception, reason: str, *, is_passing: bool) -> None:
    async def resolve(_host: str, _port: int) -> Sequence[str]:
        raise error

    with pytest.raises(UnreachableError) as caught:
        await GuardedNetwork(WebPolicy(), resolve=resolve).connect_tcp("a.example", 80)
    assert (caught.value.status, caught.value.reason) == ("error", reason)
    assert caught.value.is_passing is is_passing


async def test_a_name_without_addresses_is_said() -> None:
    network = _guarded(WebPolicy(), [], Diverted({}))
    with pytest.raises(UnreachableError, match=r"the host name a\.example has no address"):
        await network.connect_tcp("a.example", 80)


async def test_a_look_up_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    async def resolve(_host: str, _port: int) -> Sequence[str]:
        await asyncio.sleep(60)
        return [_PUBLIC]

    monkeypatch.setattr(network_module, "_RESOLVE_S", 0.01)
    with pytest.raises(UnreachableError, match="could not be looked up within") as caught:
        await GuardedNetwork(WebPolicy(), resolve=resolve).connect_tcp("a.example", 80)
    assert caught.value.is_passing


class _Failing(Diverted):
    """Every connection fails in one way."""

    def __init__(self, error: Exception) -> None:
        super().__init__({})
        self._error = error

    async def connect_tcp(self, *_given: object, **_named: object) -> httpcore2.AsyncNetworkStream:
        raise self._error


def _wrapped(number: int) -> httpcore2.ConnectError:
    outer = OSError("All connection attempts failed")
    outer.__cause__ = OSError(number, "inner")
    error = httpcore2.ConnectError(outer)
    error.__cause__ = outer
    return error


@pytest.mark.parametrize(
    ("error", "reason", "is_passing"),
    [
        (_wrapped(errno.ECONNREFUSED), "the connection was refused", False),
        (
            _wrapped(errno.EHOSTUNREACH),
            "there is no way to a.example from this machine",
            False,
        ),
        (_wrapped(errno.ECONNRESET), "the connection to a.example failed", True),
        (httpcore2.ConnectError("odd"), "the connection to a.example failed", True),
        (httpcore2.ConnectTimeout("late"), "no connection to a.example within 4 s", True),
    ],
)
async def test_a_failed_connection_is_said(
    error: Exception, reason: str, *, is_passing: bool
) -> None:
    network = _guarded(WebPolicy(), [_PUBLIC], _Failing(error))
    with pytest.raises(UnreachableError) as caught:
        await network.connect_tcp("a.example", 80, 4.0)
    assert caught.value.reason == reason
    assert caught.value.is_passing is is_passing


async def test_a_port_that_nobody_serves_refuses(canary: LiveServer) -> None:
    async with live_server(fixed(answer())) as gone:
        port = gone.port
    network = GuardedNetwork(WebPolicy(open=(f"127.0.0.1:{port}",)))
    with pytest.raises(UnreachableError, match="the connection was refused"):
        await network.connect_tcp("127.0.0.1", port)
    with pytest.raises(UnreachableError, match="the connection was refused"):
        await network.open_checked("127.0.0.1", port)


async def test_unix_sockets_are_no_web_hosts() -> None:
    network = GuardedNetwork(WebPolicy())
    with pytest.raises(FetchError, match="no web host") as caught:
        await network.connect_unix_socket("/run/docker.sock")
    assert caught.value.status == "blocked"


async def test_the_system_resolves_names_in_threads_of_its_own() -> None:
    network = GuardedNetwork(WebPolicy(open=("localhost:80",)))
    try:
        assert "127.0.0.1" in await network.addresses("localhost", 80)
        with pytest.raises(FetchError, match="localhost leads here"):
            await network.addresses("localhost", 81)
    finally:
        network.close()
        network.close()


async def test_sleep_sleeps() -> None:
    await GuardedNetwork(WebPolicy()).sleep(0)
