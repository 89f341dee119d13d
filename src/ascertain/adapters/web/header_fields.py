"""Header fields: what a request sends, what of it is recorded, and what an answer may hold."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ascertain.adapters.web.decoding import ACCEPTED_CODINGS
from ascertain.errors import FetchError
from ascertain.evidence.exchange import Headers

__all__ = ["NOT_RECORDED", "field_value", "recorded", "request_headers", "response_headers"]

NOT_RECORDED = "(not recorded)"
"""Stands in records for the value of a header field that may be a secret."""

_ACCEPT = "text/html,application/xhtml+xml,application/pdf,application/xml;q=0.9,*/*;q=0.8"
_MAX_FIELDS = 500
_MAX_SIZE = 100_000
_SHOWN = 40
# RFC 9110, sections 5.1 and 5.5: what a field's name and value are made of.
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
_OURS = frozenset(
    (
        *("connection", "content-length", "cookie", "host", "keep-alive", "te", "trailer"),
        *("transfer-encoding", "upgrade"),
    )
)
_HARMLESS = frozenset(
    (
        *("accept", "accept-encoding", "accept-language", "cache-control", "content-length"),
        *("content-type", "host", "if-modified-since", "if-none-match", "range", "referer"),
        "user-agent",
    )
)


def request_headers(
    given: Headers, *, authority: str, user_agent: str, length: int | None
) -> Headers:
    """Return all header fields of a request, in the order in which they are sent.

    Args:
        given: the caller's, in place of the usual ones or besides them.
        authority: the host, and the port unless it is the scheme's own.
        user_agent: who asks.
        length: of the body in bytes, or None where a request has none.

    Raises:
        FetchError: ``error`` if a field is given that only the client may set (cookies are never
            sent), or one with a character that HTTP forbids.
    """
    for name, value in given:
        if not _NAME.fullmatch(name) or name.lower() in _OURS:
            raise FetchError("error", f"the request may not set the header field {name[:_SHOWN]!a}")
        if not _VALUE.fullmatch(value):
            raise FetchError(
                "error", f"the request's header field {name} has a character that HTTP forbids"
            )
    named = {name.lower() for name, _ in given}
    usual = (
        ("User-Agent", user_agent),
        ("Accept", _ACCEPT),
        ("Accept-Language", "*"),
        ("Accept-Encoding", ACCEPTED_CODINGS),
    )
    return (
        ("Host", authority),
        *((name, value) for name, value in usual if name.lower() not in named),
        *given,
        *(() if length is None else (("Content-Length", str(length)),)),
    )


def recorded(headers: Headers) -> Headers:
    """Return a request's header fields as they may be kept: values that may be keys are not."""
    return tuple(
        (name, value if name.lower() in _HARMLESS else NOT_RECORDED) for name, value in headers
    )


def response_headers(raw: Sequence[tuple[bytes, bytes]]) -> Headers:
    """Read an answer's header fields; no byte is lost in Latin-1.

    Raises:
        FetchError: ``error`` if there are too many of them, or if one could be read as several.
    """
    if len(raw) > _MAX_FIELDS or sum(len(k) + len(v) for k, v in raw) > _MAX_SIZE:
        raise FetchError("error", "the answer's header is far too large")
    fields = tuple((k.decode("latin-1"), v.decode("latin-1")) for k, v in raw)
    # HTTP/2 carries any bytes; a line break would become a new field in the archive.
    if not all(_NAME.fullmatch(k) and _VALUE.fullmatch(v) for k, v in fields):
        raise FetchError("error", "the answer's header has a character that HTTP forbids")
    return fields


def field_value(headers: Headers, name: str) -> str | None:
    """Return the values of all fields of a name, joined as RFC 9110 section 5.2 has it."""
    wanted = name.lower()
    values = [value for key, value in headers if key.lower() == wanted]
    return ", ".join(values) if values else None
