"""A stand-in for the web client of search providers: answers from memory, notes what was asked."""

from __future__ import annotations

import json

from ascertain.adapters.web.client import WebRequest
from ascertain.evidence.exchange import Exchange, FetchTrace, Headers

__all__ = ["FixedAnswer"]


class FixedAnswer:
    """Gives every request the same answer.

    Args:
        body: bytes as they are, anything else as JSON.
        status: of the answer.
        headers: of the answer.
    """

    def __init__(self, body: object, *, status: int = 200, headers: Headers = ()) -> None:
        self._body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self._status = status
        self._headers = headers
        self.asked: list[WebRequest] = []

    async def exchange(self, request: WebRequest, trace: FetchTrace | None = None) -> Exchange:
        """Answer."""
        del trace
        self.asked.append(request)
        return Exchange(
            request.url, self._status, self._headers, self._body, "2026-01-01T00:00:00Z"
        )
