"""A web that answers as it is told, in place of the guarded client."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.web.client import WebRequest
from ascertain.errors import FetchError
from ascertain.evidence.exchange import Exchange, FetchTrace, RefusedRequest

__all__ = ["ADDRESS", "FakeWeb", "Reply", "reply"]

ADDRESS = "93.184.216.34"
"""Where the pages seem to come from."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a URL answers with.

    Attributes:
        etag: with which a conditional request is answered HTTP 304.
    """

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    etag: str = ""


def reply(body: bytes = b"", status: int = 200, **headers: str) -> Reply:
    """Make a reply; ``_`` in a field's name stands for ``-``."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(body, status, named)


class FakeWeb:
    """Answers requests from ``pages``; what is not there is HTTP 404.

    Args:
        clock: tells when a request was sent.
    """

    def __init__(self, clock: FixedClock) -> None:
        self.pages: dict[str, Reply | FetchError] = {}
        self.asked: list[WebRequest] = []
        self.delays: dict[str, float] = {}
        self.cancelled: list[str] = []
        self.gate: asyncio.Event | None = None
        self.reached = asyncio.Event()
        self._clock = clock

    @property
    def urls(self) -> list[str]:
        """The URLs that were asked for, robots.txt left out."""
        return [r.url for r in self.asked if not r.url.endswith("/robots.txt")]

    def set_delay(self, host: str, seconds: float) -> None:
        """Note the wish."""
        self.delays[host] = seconds

    async def exchange(self, request: WebRequest, trace: FetchTrace | None = None) -> Exchange:
        """Answer."""
        self.asked.append(request)
        self.reached.set()
        if self.gate is not None:
            try:
                await self.gate.wait()
            except asyncio.CancelledError:
                self.cancelled.append(request.url)
                raise
        given = self.pages.get(request.url, Reply(b"gone", 404))
        seen = trace or FetchTrace()
        if isinstance(given, FetchError):
            if given.status == "blocked":
                seen.refused.append(RefusedRequest(request.url, given.reason))
            raise given
        if given.etag:
            given = replace(given, headers={**given.headers, "ETag": given.etag})
            if ("If-None-Match", given.etag) in request.headers:
                given = replace(given, status=304, body=b"")
        exchange = Exchange(
            url=request.url,
            status=given.status,
            response_headers=tuple(given.headers.items()),
            body=given.body,
            sent_at=self._clock.now(),
            request_headers=request.headers,
            address=ADDRESS,
        )
        seen.exchanges.append(exchange)
        return exchange
