"""One request over the wire and its answer, as sent: no redirects, no decoding, no second try."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from io import BytesIO
from typing import cast

import httpcore2

from ascertain.adapters.web.decoding import size_words
from ascertain.adapters.web.failures import foreign_errors_mapped
from ascertain.adapters.web.header_fields import field_value, response_headers
from ascertain.errors import FetchError
from ascertain.evidence.exchange import Headers
from ascertain.sources.policy import Target

__all__ = ["Received", "Sending", "transferred"]

_BODILESS = frozenset((HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED))
_LENGTH = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class Sending:
    """A request that policy allows, ready to be sent.

    Attributes:
        headers: all of them, as they are sent.
        body: None where the method has none.
        max_bytes: of the body after decoding.
        max_sent_bytes: of the body as sent.
        connect_s: seconds to a connection.
        idle_s: seconds in which nothing comes.
    """

    target: Target
    method: str
    headers: Headers
    body: bytes | None
    max_bytes: int
    max_sent_bytes: int
    connect_s: float
    idle_s: float


@dataclass(frozen=True, slots=True)
class Received:
    """A whole answer.

    Attributes:
        raw: the body as sent, content codings on it.
        address: the IP address that it came from, or empty.
    """

    status: int
    headers: Headers
    raw: bytes
    http_version: str
    reason: str
    address: str


async def transferred(pool: httpcore2.AsyncConnectionPool, sending: Sending) -> Received:
    """Send a request and read its answer; whatever goes wrong, the connection is not left open.

    Raises:
        FetchError: ``blocked``, ``too_large`` or ``error``.
    """
    target = sending.target
    path = "/" + target.url.split("/", 3)[3]
    with foreign_errors_mapped(target.host, connect_s=sending.connect_s, idle_s=sending.idle_s):
        async with pool.stream(
            sending.method,
            httpcore2.URL(scheme=target.scheme, host=target.host, port=target.port, target=path),
            headers=[(k.encode("latin-1"), v.encode("latin-1")) for k, v in sending.headers],
            content=sending.body,
            extensions={
                "timeout": {
                    "connect": sending.connect_s,
                    "read": sending.idle_s,
                    "write": sending.idle_s,
                }
            },
        ) as response:
            return await _received(response, sending)


async def _received(response: httpcore2.Response, sending: Sending) -> Received:
    facts = cast(
        "Mapping[str, object]",
        response.extensions,  # pyright: ignore[reportUnknownMemberType] (a bare dict there)
    )
    stream = cast("httpcore2.AsyncNetworkStream", facts["network_stream"])
    version = _text(facts.get("http_version"))
    is_whole = False
    try:
        headers = response_headers(response.headers)
        raw = await _body(response, headers, sending)
        is_whole = True
    finally:
        if not is_whole and version == "HTTP/2":
            await _hang_up(response, stream)
    return Received(
        status=response.status,
        headers=headers,
        raw=raw,
        http_version=version,
        reason=_text(facts.get("reason_phrase")),
        address=_address(stream),
    )


async def _body(response: httpcore2.Response, headers: Headers, sending: Sending) -> bytes:
    most = sending.max_sent_bytes
    if not field_value(headers, "Content-Encoding"):
        most = min(most, sending.max_bytes)
    announced = field_value(headers, "Content-Length") or ""
    has_body = sending.method != "HEAD" and response.status not in _BODILESS
    if has_body and _LENGTH.fullmatch(announced) and int(announced) > most:
        raise FetchError("too_large", f"over {size_words(most)}")
    body = BytesIO()
    async with contextlib.aclosing(response.aiter_stream()) as chunks:
        async for chunk in chunks:
            if body.tell() + len(chunk) > most:
                raise FetchError("too_large", f"over {size_words(most)}")
            body.write(chunk)
    return body.getvalue()


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


def _address(stream: httpcore2.AsyncNetworkStream) -> str:
    place: object = stream.get_extra_info("server_addr")
    return str(cast("tuple[object, ...]", place)[0]) if isinstance(place, tuple) else ""


def _text(value: object) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else ""
