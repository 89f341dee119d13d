"""One guarded client for everything that asks the web."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import ssl
from collections.abc import AsyncIterable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http import HTTPStatus
from io import BytesIO
from typing import cast

import httpcore2

from ascertain._version import __version__
from ascertain.adapters.web.decoding import decoded, size_words
from ascertain.adapters.web.failures import foreign_errors_mapped
from ascertain.adapters.web.header_fields import (
    field_value,
    recorded,
    request_headers,
    response_headers,
)
from ascertain.adapters.web.network import GuardedNetwork, Resolver, UnreachableError
from ascertain.adapters.web.politeness import HostGates
from ascertain.adapters.web.waiting import backoff_s, retry_after_s
from ascertain.errors import FetchError
from ascertain.evidence.exchange import Exchange, FetchTrace, Headers, RefusedRequest
from ascertain.evidence.web_policy import WebPolicy
from ascertain.sources.policy import MAX_URL, Target, check_url

__all__ = ["USER_AGENT", "ClientLimits", "WebClient", "WebRequest"]

USER_AGENT = f"ascertain/{__version__} (research; reads pages on behalf of a person)"
"""Says honestly who asks."""

_METHODS = frozenset(("GET", "HEAD", "POST"))
_AGAIN = frozenset((429, 500, 502, 503, 504))
# A host that answers with one of these has not begun to act on the request.
_AGAIN_FOR_ALL = frozenset((429, 503))
_BODILESS = frozenset((HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED))
_IN_THREAD = 65_536
# Servers commonly let go of idle connections after five seconds.
_KEEP_ALIVE_S = 4.0
_USER = re.compile(r"//[^/?#]*@")
_LENGTH = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class ClientLimits:
    """Bounds on every request.

    Attributes:
        connect_s: seconds to a connection.
        idle_s: seconds in which nothing comes.
        total_s: seconds for one attempt, from connecting to the last byte.
        max_sent_bytes: of a body as sent.
        max_bytes: of a body after decoding.
        retries: how often a failed request is made again.
        max_wait_s: longest wait before that; a host that wishes for more is not asked again.
        connections: at the same time, to all hosts together.
    """

    connect_s: float = 10.0
    idle_s: float = 15.0
    total_s: float = 45.0
    max_sent_bytes: int = 20_000_000
    max_bytes: int = 50_000_000
    retries: int = 2
    max_wait_s: float = 20.0
    connections: int = 64


@dataclass(frozen=True, slots=True)
class WebRequest:
    """One request to the web.

    Attributes:
        headers: in place of the usual ones or besides them. The value of a field that may be a
            key is sent but not recorded.
        body: for ``POST``.
        max_bytes: the most that the decoded body may have; the client's limit where None.
        retries: how often to ask again; the client's limit where None.
    """

    url: str = field(repr=False)
    method: str = "GET"
    headers: Headers = field(default=(), repr=False)
    body: bytes = field(default=b"", repr=False)
    max_bytes: int | None = None
    retries: int | None = None

    def __post_init__(self) -> None:
        if self.method not in _METHODS:
            raise ValueError(f"{self.method!a} is none of {', '.join(sorted(_METHODS))}")


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request that policy allows, ready to be sent."""

    target: Target
    method: str
    headers: Headers
    body: bytes | None
    max_bytes: int
    retries: int

    @property
    def url(self) -> httpcore2.URL:
        path = "/" + self.target.url.split("/", 3)[3]
        return httpcore2.URL(
            scheme=self.target.scheme, host=self.target.host, port=self.target.port, target=path
        )


@dataclass(frozen=True, slots=True)
class _Received:
    status: int
    headers: Headers
    raw: bytes
    http_version: str
    reason: str
    address: str
    sent_at: datetime


class WebClient:
    """Makes single requests under policy, politely, with bounds on everything.

    Keeps no cookies, follows no redirects, and takes part in no log-in. Any number of calls at
    once, in one event loop. Cancelling a call ends its transfer.

    Args:
        policy: the run's.
        limits: the defaults where None.
        user_agent: who asks.
        resolve: looks host names up; the system's resolver where None.
        ssl_context: decides which certificates are valid; the system's where None.
        backend: makes connections to addresses that were checked.
        now: the time, UTC.
        rng: gives numbers from 0 up to 1, for waits by chance.
    """

    def __init__(
        self,
        policy: WebPolicy,
        *,
        limits: ClientLimits | None = None,
        user_agent: str = USER_AGENT,
        resolve: Resolver | None = None,
        ssl_context: ssl.SSLContext | None = None,
        backend: httpcore2.AsyncNetworkBackend | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        rng: Callable[[], float] = random.random,
    ) -> None:
        self._policy = policy
        self._limits = limits or ClientLimits()
        self._user_agent = user_agent
        self._network = GuardedNetwork(policy, resolve=resolve, backend=backend)
        self._ssl_context = ssl_context
        self._now = now
        self._rng = rng
        self._gates = HostGates(policy.per_host, policy.delay_s)
        self._free = asyncio.Semaphore(self._limits.connections)
        self._pool: httpcore2.AsyncConnectionPool | None = None
        self._is_closed = False

    async def exchange(self, request: WebRequest, trace: FetchTrace | None = None) -> Exchange:
        """Make one request, again if a failure is likely to pass, and return what came of it.

        Whatever the status is, it is returned. Again are asked: after 429 and 503; after 500,
        502, 504, time-outs and broken connections unless the method is ``POST``.

        Args:
            request: what to ask.
            trace: takes every answer that came whole, and the request if policy refuses it.

        Raises:
            FetchError: ``blocked`` by policy, ``too_large``, or ``error``; no other one leaves.
        """
        try:
            asked = self._asked(request)
            self._connections()  # set up before the time to start is waited for
            for attempt in range(asked.retries):
                wait_s = await self._failed(asked, attempt, trace)
                if isinstance(wait_s, Exchange):
                    return wait_s
                await asyncio.sleep(wait_s)
            return await self._answer(asked, trace)
        except FetchError as error:
            if trace is not None and error.status == "blocked":
                shown = _USER.sub("//", request.url.strip()[:MAX_URL], count=1)
                trace.refused.append(RefusedRequest(shown, error.reason))
            raise

    def set_delay(self, host: str, seconds: float) -> None:
        """Keep the starts of requests to a host further apart, as its robots.txt may wish."""
        self._gates.set_delay(host, seconds)

    async def close(self) -> None:
        """End all connections; exchanges under way fail. Closing twice is harmless."""
        self._is_closed = True
        self._network.close()
        pool, self._pool = self._pool, None
        if pool is not None:
            await pool.aclose()

    def _asked(self, request: WebRequest) -> _Asked:
        target = check_url(request.url, self._policy)
        body = request.body if request.method == "POST" else None
        limits = self._limits
        return _Asked(
            target=target,
            method=request.method,
            headers=request_headers(
                request.headers,
                authority=target.url.split("/", 3)[2],
                user_agent=self._user_agent,
                length=None if body is None else len(body),
            ),
            body=body,
            max_bytes=limits.max_bytes if request.max_bytes is None else request.max_bytes,
            retries=limits.retries if request.retries is None else request.retries,
        )

    async def _failed(
        self, asked: _Asked, attempt: int, trace: FetchTrace | None
    ) -> Exchange | float:
        """Ask, and return the answer, or after how many seconds to ask again."""
        by_chance_s = backoff_s(attempt, self._limits.max_wait_s, self._rng)
        try:
            exchange = await self._answer(asked, trace)
        except UnreachableError as error:
            if not error.is_passing or asked.method == "POST":
                raise
            return by_chance_s
        if exchange.status not in (_AGAIN_FOR_ALL if asked.method == "POST" else _AGAIN):
            return exchange
        wished_s = self._wished_s(exchange)
        if wished_s is None:
            return by_chance_s
        # The gate is held for that long already: the next attempt waits there with all others.
        return exchange if wished_s > self._limits.max_wait_s else 0.0

    async def _answer(self, asked: _Asked, trace: FetchTrace | None) -> Exchange:
        received = await self._received(asked)
        exchange = Exchange(
            url=asked.target.url,
            status=received.status,
            response_headers=received.headers,
            body=await _decoded(received, asked.max_bytes),
            sent_at=_stamp(received.sent_at),
            method=asked.method,
            request_headers=recorded(asked.headers),
            http_version=received.http_version,
            reason=received.reason,
            address=received.address,
        )
        if trace is not None:
            trace.exchanges.append(exchange)
        wished_s = self._wished_s(exchange)
        if wished_s is not None and wished_s <= self._limits.max_wait_s:
            self._gates.hold(asked.target.host, asked.target.port, wished_s)
        return exchange

    def _wished_s(self, exchange: Exchange) -> float | None:
        if exchange.status not in _AGAIN_FOR_ALL:
            return None
        return retry_after_s(exchange.header("Retry-After"), self._now())

    async def _received(self, asked: _Asked) -> _Received:
        limits = self._limits
        host = asked.target.host
        async with self._gates.turn(host, asked.target.port), self._free:
            try:
                async with asyncio.timeout(limits.total_s):
                    with foreign_errors_mapped(
                        host, connect_s=limits.connect_s, idle_s=limits.idle_s
                    ):
                        return await self._transferred(asked)
            except TimeoutError:
                reason = f"no answer within {limits.total_s:g} s"
                raise UnreachableError(reason, is_passing=True) from None

    async def _transferred(self, asked: _Asked) -> _Received:
        limits = self._limits
        sent_at = self._now()
        async with self._connections().stream(
            asked.method,
            asked.url,
            headers=[(k.encode("latin-1"), v.encode("latin-1")) for k, v in asked.headers],
            content=asked.body,
            extensions={
                "timeout": {
                    "connect": limits.connect_s,
                    "read": limits.idle_s,
                    "write": limits.idle_s,
                }
            },
        ) as response:
            facts = cast(
                "Mapping[str, object]",
                response.extensions,  # pyright: ignore[reportUnknownMemberType] (a bare dict there)
            )
            stream = cast("httpcore2.AsyncNetworkStream", facts["network_stream"])
            version = _text(facts.get("http_version"))
            is_whole = False
            try:
                headers = response_headers(response.headers)
                raw = await self._body(response, headers, asked)
                is_whole = True
            finally:
                if not is_whole and version == "HTTP/2":
                    await _hang_up(response, stream)
            return _Received(
                status=response.status,
                headers=headers,
                raw=raw,
                http_version=version,
                reason=_text(facts.get("reason_phrase")),
                address=_address(stream),
                sent_at=sent_at,
            )

    async def _body(self, response: httpcore2.Response, headers: Headers, asked: _Asked) -> bytes:
        """Read a body as it is sent, never more than may come."""
        if asked.method == "HEAD" or response.status in _BODILESS:
            return b""
        most = self._limits.max_sent_bytes
        if not field_value(headers, "Content-Encoding"):
            most = min(most, asked.max_bytes)
        announced = field_value(headers, "Content-Length") or ""
        if _LENGTH.fullmatch(announced) and int(announced) > most:
            raise FetchError("too_large", f"over {size_words(most)}")
        body = BytesIO()
        async with contextlib.aclosing(response.aiter_stream()) as chunks:
            async for chunk in chunks:
                if body.tell() + len(chunk) > most:
                    raise FetchError("too_large", f"over {size_words(most)}")
                body.write(chunk)
        return body.getvalue()

    def _connections(self) -> httpcore2.AsyncConnectionPool:
        if self._is_closed:
            raise FetchError("error", "the web client was closed, so nothing more is asked")
        if self._pool is None:
            # Reading the system's certificates takes a while: once, and not before it is needed.
            self._pool = httpcore2.AsyncConnectionPool(
                ssl_context=self._ssl_context or httpcore2.default_ssl_context(),
                max_connections=self._limits.connections,
                keepalive_expiry=_KEEP_ALIVE_S,
                http2=True,
                network_backend=self._network,
            )
        return self._pool


async def _decoded(received: _Received, max_bytes: int) -> bytes:
    coding = field_value(received.headers, "Content-Encoding")
    if len(received.raw) < _IN_THREAD or coding is None:
        return decoded(received.raw, coding, max_bytes)
    return await asyncio.to_thread(decoded, received.raw, coding, max_bytes)


async def _hang_up(response: httpcore2.Response, stream: httpcore2.AsyncNetworkStream) -> None:
    """Close an HTTP/2 connection whose answer is given up.

    The library does not tell the host to stop: what still came would fill the window that all
    requests on the connection share.
    """
    await stream.aclose()
    # Only a failed read lets the library know, and how it fails is of no interest here.
    with contextlib.suppress(Exception):
        async for _ in cast("AsyncIterable[bytes]", response.stream):
            pass


def _stamp(moment: datetime) -> str:
    text = moment.astimezone(UTC).isoformat(timespec="milliseconds")
    return text.removesuffix("+00:00") + "Z"


def _address(stream: httpcore2.AsyncNetworkStream) -> str:
    place: object = stream.get_extra_info("server_addr")
    return str(cast("tuple[object, ...]", place)[0]) if isinstance(place, tuple) else ""


def _text(value: object) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else ""
