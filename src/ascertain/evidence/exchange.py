"""One request and its response, as they went over the wire."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Exchange", "FetchTrace", "Headers", "RefusedRequest"]

Headers = tuple[tuple[str, str], ...]
"""Header fields in the order they were sent, names in their own case."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and its response; a redirect or an error page is one too.

    Attributes:
        url: as requested, without fragment.
        http_version: such as ``HTTP/1.1`` or ``HTTP/2``.
        reason: the reason phrase, or empty.
        request_headers: as sent.
        response_headers: as received, ``Content-Encoding`` included.
        body: after content decoding (gzip, br, zstd undone).
        sent_at: when the request was sent, UTC, ISO 8601 with ``Z``.
        address: the IP address that was connected to, or empty where unknown.
        kind: ``fetched`` over HTTP, or ``rendered``: ``body`` is the page that a browser made.
        from_store: whether it happened in an earlier run and was kept.
    """

    url: str
    status: int
    response_headers: Headers
    body: bytes = field(repr=False)
    sent_at: str
    method: str = "GET"
    request_headers: Headers = ()
    http_version: str = "HTTP/1.1"
    reason: str = ""
    address: str = ""
    kind: str = "fetched"
    from_store: bool = False

    def header(self, name: str) -> str | None:
        """Return the first response header of the name, whatever its case, or None."""
        wanted = name.lower()
        return next((v for k, v in self.response_headers if k.lower() == wanted), None)


@dataclass(frozen=True, slots=True)
class RefusedRequest:
    """A request that policy kept from being made, and why."""

    url: str
    reason: str


@dataclass(slots=True)
class FetchTrace:
    """What happened while a source was fetched, however that ended.

    Attributes:
        exchanges: every one, in order: redirects, failed attempts, robots.txt.
        refused: requests that policy stopped: the URL itself, a redirect's hop, a page's part.
        from_store: requests that a kept answer, good or bad, made unnecessary.
    """

    exchanges: list[Exchange] = field(default_factory=list[Exchange])
    refused: list[RefusedRequest] = field(default_factory=list[RefusedRequest])
    from_store: int = 0
