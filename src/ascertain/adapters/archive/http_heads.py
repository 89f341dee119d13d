"""The head of an HTTP message as the archive holds it: whole, plain and without secrets.

What a server sends is untrusted: a line end in a field would forge the next one, and a head of
more than 32 KiB is refused by readers of WARC.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from urllib.parse import quote, urlsplit

from ascertain.evidence.exchange import Exchange, Headers

__all__ = ["ascii_url", "request_head", "response_head"]

_NOT_TOKEN = re.compile(r"[^!#$%&'*+\-.^_`|~0-9A-Za-z]")
_CONTROL = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]")
_SECRET = re.compile(r"authori[sz]ation|cookie|api-?key|token|secret", re.IGNORECASE)
_OF_THE_WIRE = frozenset({"content-encoding", "content-length", "transfer-encoding"})
_SAFE_IN_URLS = "!#$%&'()*+,/:;=?@[]~"
_MAX_NAME = 200
_MAX_VALUE_BYTES = 12_000
_MAX_HEAD_BYTES = 24_000
_MAX_REASON = 200


def ascii_url(url: str) -> str:
    """Return the address with everything but printable ASCII percent-encoded as UTF-8."""
    return quote(url, safe=_SAFE_IN_URLS, errors="replace")


def request_head(exchange: Exchange) -> bytes:
    """Return the request's head as HTTP/1.1, an empty line at its end.

    The values of fields that identify or authorise somebody are not in it.
    """
    parts = urlsplit(ascii_url(exchange.url))
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    method = _NOT_TOKEN.sub("_", exchange.method)[:_MAX_NAME] or "GET"
    fields = [(name, value) for name, value in exchange.request_headers if name[:1] != ":"]
    if not any(name.lower() == "host" for name, _ in fields):
        fields.insert(0, ("Host", parts.netloc.rpartition("@")[2]))
    kept = tuple((name, "[not kept]" if _SECRET.search(name) else value) for name, value in fields)
    return _head(f"{method} {target} HTTP/1.1".encode("ascii"), kept)


def response_head(exchange: Exchange) -> bytes:
    """Return the response's head as HTTP/1.1, an empty line at its end.

    It describes the body as it is kept, decoded: what the fields about the body's encoding and
    length said is in fields of the same name after ``X-Archive-Orig-``.
    """
    reason = _text(exchange.reason)[:_MAX_REASON] or _phrase(exchange.status)
    fields = [
        (f"X-Archive-Orig-{name}" if name.lower() in _OF_THE_WIRE else name, value)
        for name, value in exchange.response_headers
        if name[:1] != ":"
    ]
    length = ("Content-Length", str(len(exchange.body)))
    start = f"HTTP/1.1 {exchange.status} ".encode("ascii") + reason
    return _head(start, (length, *fields))


def _head(start: bytes, fields: Headers) -> bytes:
    lines = [start]
    size = len(start)
    left_out = 0
    for name, value in fields:
        line = _line(name, value)
        if line is None or size + len(line) > _MAX_HEAD_BYTES:
            left_out += 1
            continue
        lines.append(line)
        size += len(line)
    if left_out:
        lines.append(f"X-Archive-Left-Out: {left_out} fields".encode("ascii"))
    return b"\r\n".join(lines) + b"\r\n\r\n"


def _line(name: str, value: str) -> bytes | None:
    token = _NOT_TOKEN.sub("_", name[:_MAX_NAME])
    if not token:
        return None
    return token.encode("ascii") + b": " + _text(value)[:_MAX_VALUE_BYTES]


def _text(value: str) -> bytes:
    """Return a field's value in one line, in the bytes in which it came where they are known."""
    try:
        octets = value.encode("latin-1")
    except UnicodeEncodeError:
        octets = value.encode("utf-8", "replace")
    return _CONTROL.sub(b" ", octets).strip()


def _phrase(status: int) -> bytes:
    try:
        return HTTPStatus(status).phrase.encode("ascii")
    except ValueError:
        return b""
