"""What robots.txt allows (RFC 9309)."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import Protocol, runtime_checkable
from urllib.parse import urlsplit

from protego import Protego

from ascertain.adapters.web.hops import Exchanging, HopRequest, Hops
from ascertain.adapters.web.kept import Answer
from ascertain.adapters.web.redirects import next_target
from ascertain.adapters.web.statuses import is_redirect
from ascertain.errors import FetchError
from ascertain.evidence.exchange import Exchange, FetchTrace
from ascertain.evidence.web_policy import WebPolicy
from ascertain.sources.policy import Target

__all__ = ["AGENT", "Robots"]

AGENT = "ascertain"
"""The product token under which robots.txt may speak to us."""

_PARSED_BYTES = 500 * 1024
_READ_BYTES = 5_000_000
_MAX_REDIRECTS = 5
_MAX_DELAY_S = 10.0
# Parsed, rules take about thirty times their text.
_HELD_BYTES = 2_000_000
_WEIGHT_OF_NONE = 1_000
_FIRST_OK, _FIRST_REDIRECT = 200, 300
_SLOW_DOWN, _FIRST_FAULT_OF_HOST = 429, 500


@runtime_checkable
class _Delaying(Protocol):
    """A client that can be told to wait between the requests to a host."""

    def set_delay(self, host: str, seconds: float) -> None:
        """Wait at least so long between the starts of two requests."""
        ...


@dataclass(frozen=True, slots=True)
class _Rules:
    """What is known of an origin.

    Attributes:
        parser: its rules; None: everything is allowed.
        unread: why they could not be read, or empty.
        dead_end: why nothing at all can reach the host, or empty.
        weight: bytes, about.
    """

    parser: Protego | None = None
    unread: str = ""
    dead_end: str = ""
    weight: int = _WEIGHT_OF_NONE


class Robots:
    """Says whether a URL may be asked for, reading each origin's robots.txt once a run.

    As RFC 9309 has it: HTTP 4xx, and more than five redirects, mean that everything is
    allowed; a host that fails or does not answer allows nothing. HTTP 429 is counted among the
    failures, since it says nothing about the rules. Only the first 500 KiB are heeded.
    ``Crawl-delay`` is passed on to a client that has ``set_delay``, up to 10 s.

    Args:
        hops: asks for robots.txt and keeps it.
        policy: every redirect's address is checked against it.
        client: is told of a crawl delay if it can be.
    """

    def __init__(self, hops: Hops, policy: WebPolicy, client: Exchanging) -> None:
        self._hops = hops
        self._policy = policy
        self._client = client
        self._known: OrderedDict[str, _Rules] = OrderedDict()
        self._known_bytes = 0
        self._parsing = asyncio.Lock()

    async def permit(self, target: Target, trace: FetchTrace, *, may_ask: bool = True) -> None:
        """Return if the URL may be used.

        Args:
            target: the URL.
            trace: gets what happened on the way to robots.txt.
            may_ask: False: rules that are not kept forbid nothing.

        Raises:
            FetchError: ``robots`` if it may not; ``blocked`` if policy forbids the host;
                ``error`` if nothing can reach it.
        """
        origin = _origin(target)
        rules = self._known.get(origin)
        if rules is None:
            rules = await self._read(origin, target, trace, may_ask=may_ask)
        else:
            self._known.move_to_end(origin)
        if rules is None:
            return
        host = urlsplit(origin).netloc
        if rules.dead_end:
            raise FetchError("error", rules.dead_end)
        if rules.unread:
            raise FetchError(
                "robots",
                f"robots.txt of {host} could not be read ({rules.unread}), and by RFC 9309 "
                "nothing may then be asked there; try later, or set robots = false in a policy "
                "file",
            )
        if rules.parser is not None and not rules.parser.can_fetch(target.url, AGENT):
            raise FetchError("robots", f"robots.txt of {host} asks programs to leave it alone")

    async def _read(
        self, origin: str, target: Target, trace: FetchTrace, *, may_ask: bool
    ) -> _Rules | None:
        try:
            found = await self._follow(f"{origin}/robots.txt", trace, may_ask=may_ask)
        except FetchError as fault:
            if not may_ask and fault.status == "error":
                return None
            raise
        async with self._parsing:  # many wait for one robots.txt: one of them parses it
            rules = self._known.get(origin)
            if rules is None:
                rules = found if isinstance(found, _Rules) else await _parsed(found)
                self._delay(target, rules)
                self._hold(origin, rules)
        return rules

    async def _follow(self, url: str, trace: FetchTrace, *, may_ask: bool) -> Exchange | _Rules:
        """Return the response that holds rules, or what its absence means."""
        passed: list[str] = []
        while len(passed) <= _MAX_REDIRECTS and url not in passed:
            request = HopRequest("robots", url, may_ask=may_ask, max_bytes=_READ_BYTES)
            try:
                answer = (await self._hops.get(request, trace)).answer
            except FetchError as fault:
                if passed and fault.status == "blocked":
                    return _Rules(unread=f"it is redirected, and {fault.reason}")
                raise
            exchange = answer.exchange
            if exchange is None or not is_redirect(exchange):
                return _judged(answer, is_first=not passed)
            passed.append(url)
            try:
                url = next_target(exchange, self._policy, trace).url
            except FetchError as fault:
                if fault.status == "blocked":
                    return _Rules(unread=fault.reason)
                return _Rules()
        return _Rules()

    def _delay(self, target: Target, rules: _Rules) -> None:
        delay = rules.parser.crawl_delay(AGENT) if rules.parser is not None else None
        if delay is not None and delay > 0 and isinstance(self._client, _Delaying):
            self._client.set_delay(target.host, min(delay, _MAX_DELAY_S))

    def _hold(self, origin: str, rules: _Rules) -> None:
        self._known[origin] = rules
        self._known_bytes += rules.weight
        while self._known_bytes > _HELD_BYTES:
            self._known_bytes -= self._known.popitem(last=False)[1].weight


def _origin(target: Target) -> str:
    parts = urlsplit(target.url)
    return f"{parts.scheme}://{parts.netloc}"


def _judged(answer: Answer, *, is_first: bool) -> Exchange | _Rules:
    exchange, failure = answer.exchange, answer.failure
    reason = failure.reason if failure is not None else "no answer"
    if exchange is None:
        is_dead_end = is_first and failure is not None and failure.is_dead_end
        return _Rules(dead_end=reason) if is_dead_end else _Rules(unread=reason)
    if exchange.status == _SLOW_DOWN or exchange.status >= _FIRST_FAULT_OF_HOST:
        return _Rules(unread=reason)
    has_rules = _FIRST_OK <= exchange.status < _FIRST_REDIRECT
    return exchange if has_rules and exchange.body else _Rules()


async def _parsed(exchange: Exchange) -> _Rules:
    body = exchange.body[:_PARSED_BYTES]
    if len(exchange.body) > _PARSED_BYTES:
        # A rule that is cut in two would say something else.
        body = body[: max(body.rfind(b"\n"), body.rfind(b"\r")) + 1]
    text = body.decode("utf-8-sig", "replace")
    parser = await asyncio.to_thread(Protego.parse, text)
    return _Rules(parser, weight=_WEIGHT_OF_NONE + len(body))
