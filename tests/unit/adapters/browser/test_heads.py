"""Heads of messages as the browser's proxy reads them."""

from __future__ import annotations

import asyncio

import pytest

from ascertain.adapters.browser.heads import MAX_HEAD, read_request, read_response


def _reader(raw: bytes) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    reader.feed_data(raw)
    reader.feed_eof()
    return reader


async def test_a_request_goes_on_without_what_is_for_the_proxy() -> None:
    head = await read_request(
        _reader(
            b"GET http://a.example/x?y=1 HTTP/1.1\r\nHost: other.example\r\n"
            b"Proxy-Authorization: Basic abc\r\nProxy-Connection: keep-alive\r\n"
            b"Accept:  text/html \r\nUpgrade: websocket\r\n\r\n"
        )
    )
    assert head.values("proxy-authorization") == ["Basic abc"]
    assert head.for_origin("/x?y=1", "a.example") == (
        b"GET /x?y=1 HTTP/1.1\r\nHost: a.example\r\nAccept: text/html\r\nConnection: close\r\n\r\n"
    )


async def test_a_response_ends_its_connection_and_interim_ones_are_passed_over() -> None:
    head = await read_response(
        _reader(
            b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
            b"HTTP/1.0 200 OK\nContent-Type: text/html\nKeep-Alive: timeout=5\n\n"
        )
    )
    assert head.for_browser() == (
        b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
    )


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"GET",
        b"\x16\x03\x01\x02\x00\r\n\r\n",
        b"get http://a.example/ HTTP/1.1\r\n\r\n",
        b"GET http://a.example/ HTTP/2\r\n\r\n",
        b"GET http://a.example/ HTTP/1.1\r\nno colon\r\n\r\n",
        b"GET http://a.example/ HTTP/1.1\r\nA: 1\r\n folded\r\n\r\n",
        b"GET http://a.example/ HTTP/1.1\r\nA: 1\r\n",
        b"GET http://a.example/ HTTP/1.1\r\nA: 1\0\r\n\r\n",
        b"GET http://a.example/ HTTP/1.1\r\n" + b"A: 1\r\n" * MAX_HEAD + b"\r\n",
    ],
)
async def test_what_is_no_request_is_refused(raw: bytes) -> None:
    with pytest.raises(ValueError, match=r"request|head"):
        await read_request(_reader(raw))


@pytest.mark.parametrize("raw", [b"<html>\r\n\r\n", b"HTTP/1.1 100 Continue\r\n\r\n" * 9])
async def test_what_is_no_response_is_refused(raw: bytes) -> None:
    with pytest.raises(ValueError, match="response"):
        await read_response(_reader(raw))


@pytest.mark.parametrize(
    ("fields", "length"),
    [
        (b"", 0),
        (b"Content-Length: 12\r\n", 12),
        (b"Content-Length: -1\r\n", None),
        (b"Content-Length: 1\r\nContent-Length: 2\r\n", None),
        (b"Transfer-Encoding: chunked\r\n", None),
    ],
)
async def test_only_a_length_that_is_said_is_sent_on(fields: bytes, length: int | None) -> None:
    head = await read_request(_reader(b"POST http://a.example/ HTTP/1.1\r\n" + fields + b"\r\n"))
    if length is None:
        with pytest.raises(ValueError, match="length"):
            head.body_length()
    else:
        assert head.body_length() == length
