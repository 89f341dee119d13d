"""One guarded client for everything that asks the web."""

from __future__ import annotations

import asyncio
import random
import re
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

import httpcore2

from ascertain._version import __version__
from ascertain.adapters.web.connections import HostPools
from ascertain.adapters.web.decoding import decoded
from ascertain.adapters.web.header_fields import (
    field_value,
    recorded,
    request_headers,
)
from ascertain.adapters.web.network import GuardedNetwork, UnreachableError
from ascertain.adapters.web.politeness import HostGates
from ascertain.adapters.web.transfer import Received, Sending, transferred
from ascertain.adapters.web.waiting import backoff_s, retry_after_s
from ascertain.errors import FetchError
from ascertain.evidence.exchange import Exchange, FetchTrace, Headers, RefusedRequest
from ascertain.evidence.web_policy import WebPolicy
from ascertain.sources.policy import MAX_URL, check_url

__all__ = ["USER_AGENT", "ClientLimits", "WebClient", "WebRequest"]

USER_AGENT = f"ascertain/{__version__} (research; reads pages on behalf of a person)"
"""Says honestly who asks."""

_METHODS = frozenset(("GET", "HEAD", "POST"))
_AGAIN = frozenset((429, 500, 502, 503, 504))
# A host that answers with one of these has not begun to act on the request.
_AGAIN_FOR_ALL = frozenset((429, 503))
_AT_ONCE = 65_536
_AT_ONCE_DECODED = 1_000_000
# Servers commonly let go of idle connections after five seconds.
_KEEP_ALIVE_S = 4.0
_USER = re.compile(r"//[^/?#]*@")


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


class WebClient:
    """Makes single requests under policy, politely, with bounds on everything.

    Keeps no cookies, follows no redirects, and takes part in no log-in. Any number of calls at
    once, in one event loop. Cancelling a call ends its transfer.

    Args:
        policy: the run's.
        limits: the defaults where None.
        network: connects, only to addresses that policy allows; one of its own where None.
        ssl_context: decides which certificates are valid; the system's where None.
        now: the time, UTC.
        rng: gives numbers from 0 up to 1, for waits by chance.
    """

    def __init__(
        self,
        policy: WebPolicy,
        *,
        limits: ClientLimits | None = None,
        network: GuardedNetwork | None = None,
        ssl_context: ssl.SSLContext | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        rng: Callable[[], float] = random.random,
    ) -> None:
        self._policy = policy
        self._limits = limits or ClientLimits()
        self._network = network or GuardedNetwork(policy)
        self._ssl_context = ssl_context
        self._now = now
        self._rng = rng
        self._gates = HostGates(policy.per_host, policy.delay_s)
        self._free = asyncio.Semaphore(self._limits.connections)
        self._pools = HostPools(self._pool)
        self._preparing = asyncio.Lock()
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
            sending = self._sending(request)
            await self._prepare()
            retries = self._limits.retries if request.retries is None else request.retries
            for attempt in range(retries):
                wait_s = await self._failed(sending, attempt, trace)
                if isinstance(wait_s, Exchange):
                    return wait_s
                await asyncio.sleep(wait_s)
            return await self._answer(sending, trace)
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
        await self._pools.close()

    def _sending(self, request: WebRequest) -> Sending:
        target = check_url(request.url, self._policy)
        body = request.body if request.method == "POST" else None
        limits = self._limits
        return Sending(
            target=target,
            method=request.method,
            headers=request_headers(
                request.headers,
                authority=target.url.split("/", 3)[2],
                user_agent=USER_AGENT,
                length=None if body is None else len(body),
            ),
            body=body,
            max_bytes=limits.max_bytes if request.max_bytes is None else request.max_bytes,
            max_sent_bytes=limits.max_sent_bytes,
            connect_s=limits.connect_s,
            idle_s=limits.idle_s,
        )

    async def _failed(
        self, sending: Sending, attempt: int, trace: FetchTrace | None
    ) -> Exchange | float:
        """Ask, and return the answer, or after how many seconds to ask again."""
        by_chance_s = backoff_s(attempt, self._limits.max_wait_s, self._rng)
        try:
            exchange = await self._answer(sending, trace)
        except UnreachableError as error:
            if not error.is_passing or sending.method == "POST":
                raise
            return by_chance_s
        if exchange.status not in (_AGAIN_FOR_ALL if sending.method == "POST" else _AGAIN):
            return exchange
        wished_s = self._wished_s(exchange.status, exchange.response_headers)
        if wished_s is None:
            return by_chance_s
        # The gate is held for that long already: the next attempt waits there with all others.
        return exchange if wished_s > self._limits.max_wait_s else 0.0

    async def _answer(self, sending: Sending, trace: FetchTrace | None) -> Exchange:
        received, sent_at = await self._received(sending)
        exchange = Exchange(
            url=sending.target.url,
            status=received.status,
            response_headers=received.headers,
            body=await _decoded(received, sending.max_bytes),
            sent_at=_stamp(sent_at),
            method=sending.method,
            request_headers=recorded(sending.headers),
            http_version=received.http_version,
            reason=received.reason,
            address=received.address,
        )
        if trace is not None:
            trace.exchanges.append(exchange)
        return exchange

    def _wished_s(self, status: int, headers: Headers) -> float | None:
        if status not in _AGAIN_FOR_ALL:
            return None
        return retry_after_s(field_value(headers, "Retry-After"), self._now())

    async def _received(self, sending: Sending) -> tuple[Received, datetime]:
        target, whole_s = sending.target, self._limits.total_s
        async with self._gates.turn(target.host, target.port), self._free:
            self._check_open()
            sent_at = self._now()
            with self._pools.of(target.scheme, target.host, target.port) as pool:
                try:
                    async with asyncio.timeout(whole_s):
                        received = await transferred(pool, sending)
                except TimeoutError:
                    reason = f"no answer within {whole_s:g} s"
                    raise UnreachableError(reason, is_passing=True) from None
            wished_s = self._wished_s(received.status, received.headers)
            if wished_s is not None and wished_s <= self._limits.max_wait_s:
                self._gates.hold(target.host, target.port, wished_s)
            return received, sent_at

    async def _prepare(self) -> None:
        self._check_open()
        async with self._preparing:
            if self._ssl_context is None:
                # Reading the system's certificates takes a while: once, off the event loop,
                # and before a time to start is waited for.
                self._ssl_context = await asyncio.to_thread(httpcore2.default_ssl_context)

    def _check_open(self) -> None:
        if self._is_closed:
            raise FetchError("error", "the web client was closed, so nothing more is asked")

    def _pool(self) -> httpcore2.AsyncConnectionPool:
        return httpcore2.AsyncConnectionPool(
            ssl_context=self._ssl_context,
            max_connections=self._policy.per_host,
            keepalive_expiry=_KEEP_ALIVE_S,
            http2=True,
            network_backend=self._network,
        )


async def _decoded(received: Received, max_bytes: int) -> bytes:
    raw, coding = received.raw, field_value(received.headers, "Content-Encoding")
    if coding is None:
        return decoded(raw, None, max_bytes)
    if len(raw) <= _AT_ONCE:
        try:
            return decoded(raw, coding, min(max_bytes, _AT_ONCE_DECODED))
        except FetchError as error:
            if error.status != "too_large" or max_bytes <= _AT_ONCE_DECODED:
                raise
    # What takes long must not keep everything else waiting.
    return await asyncio.to_thread(decoded, raw, coding, max_bytes)


def _stamp(moment: datetime) -> str:
    text = moment.astimezone(UTC).isoformat(timespec="milliseconds")
    return text.removesuffix("+00:00") + "Z"
