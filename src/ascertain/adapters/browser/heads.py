"""Heads of HTTP/1.1 messages, as a proxy reads and writes them (RFC 9112)."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass

from ascertain.evidence.exchange import Headers

__all__ = ["MAX_HEAD", "RequestHead", "ResponseHead", "read_request", "read_response"]

MAX_HEAD = 65_536
"""Bytes that a head may have, its first line included."""

_MAX_INTERIM = 8
_LAST_INTERIM = 199
_REQUEST = re.compile(r"(?P<method>[A-Z]{1,20}) (?P<target>[\x21-\x7e]+) HTTP/1\.[01]")
_STATUS = re.compile(r"HTTP/1\.[01] (?P<code>[1-5]\d\d)(?: [^\r\n]*)?")
_FIELD = re.compile(r"(?P<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(?P<value>[^\r\n\0]*)")
# RFC 9110, section 7.6.1, and the fields that are for the proxy alone.
_FOR_ONE_HOP = frozenset(
    (
        *("connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade"),
        *("proxy-authenticate", "proxy-authentication-info", "proxy-authorization"),
    )
)


@dataclass(frozen=True, slots=True)
class RequestHead:
    """The head of a request to a proxy.

    Attributes:
        target: as written: an absolute URL, or ``HOST:PORT`` for ``CONNECT``.
    """

    method: str
    target: str
    headers: Headers

    def values(self, name: str) -> list[str]:
        """Return the values of a header field, whatever its case."""
        return [value for key, value in self.headers if key.lower() == name]

    def body_length(self) -> int:
        """Return how many bytes follow the head.

        Raises:
            ValueError: if that cannot be told beforehand.
        """
        lengths = self.values("content-length")
        if self.values("transfer-encoding") or len(lengths) > 1:
            raise ValueError("a request whose length is not said")
        length = lengths[0] if lengths else "0"
        if not (length.isascii() and length.isdigit()):
            raise ValueError("a request of no proper length")
        return int(length)

    def for_origin(self, path: str, authority: str) -> bytes:
        """Return the head as the host itself gets it, for one request a connection."""
        kept = [(k, v) for k, v in _for_next_hop(self.headers) if k.lower() != "host"]
        lines = [f"{self.method} {path} HTTP/1.1", f"Host: {authority}", *map(_line, kept)]
        return _head(lines)


@dataclass(frozen=True, slots=True)
class ResponseHead:
    """The head of a response."""

    first_line: str
    headers: Headers

    def for_browser(self) -> bytes:
        """Return the head as the browser gets it: nothing more will come by this connection."""
        return _head([self.first_line, *map(_line, _for_next_hop(self.headers))])


async def read_request(reader: asyncio.StreamReader) -> RequestHead:
    """Read the head of a request.

    Raises:
        ValueError: if it is none, or too long.
    """
    lines = await _lines(reader)
    first = _REQUEST.fullmatch(lines[0])
    if first is None:
        raise ValueError("no request")
    return RequestHead(first["method"], first["target"], _fields(lines[1:]))


async def read_response(reader: asyncio.StreamReader) -> ResponseHead:
    """Read the head of a response; interim ones (1xx) are passed over.

    Raises:
        ValueError: if it is none, or too long.
    """
    for _ in range(_MAX_INTERIM):
        lines = await _lines(reader)
        first = _STATUS.fullmatch(lines[0])
        if first is None:
            raise ValueError("no response")
        if int(first["code"]) > _LAST_INTERIM:
            return ResponseHead(lines[0], _fields(lines[1:]))
    raise ValueError("too many interim responses")


async def _lines(reader: asyncio.StreamReader) -> list[str]:
    lines: list[str] = []
    size = 0
    while True:
        raw = await reader.readline()
        size += len(raw)
        if size > MAX_HEAD or not raw.endswith(b"\n"):
            raise ValueError("a head that is cut off or too long")
        line = raw.removesuffix(b"\n").removesuffix(b"\r").decode("latin-1")
        if line:
            lines.append(line)
        elif lines:
            return lines


def _fields(lines: list[str]) -> Headers:
    found: list[tuple[str, str]] = []
    for line in lines:
        match = _FIELD.fullmatch(line)
        if match is None:
            raise ValueError("a header field that is none")
        found.append((match["name"], match["value"].rstrip(" \t")))
    return tuple(found)


def _for_next_hop(headers: Headers) -> list[tuple[str, str]]:
    return [(name, value) for name, value in headers if name.lower() not in _FOR_ONE_HOP]


def _line(field: tuple[str, str]) -> str:
    return f"{field[0]}: {field[1]}"


def _head(lines: list[str]) -> bytes:
    return "\r\n".join((*lines, "Connection: close", "", "")).encode("latin-1")
