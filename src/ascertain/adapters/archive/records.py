"""Records of the WARC file format 1.1 (ISO 28500:2017), each one gzip member."""

from __future__ import annotations

import gzip
import ipaddress
import re
import uuid
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from ascertain._version import __version__
from ascertain.adapters.archive.http_heads import request_head, response_head
from ascertain.evidence.chain import digest
from ascertain.evidence.exchange import Exchange

__all__ = [
    "WARC_FIELDS",
    "Capture",
    "exchange_records",
    "resource_record",
    "text_record",
    "text_uri",
    "warcinfo_record",
]

WARC_FIELDS = "application/warc-fields"
"""The media type of records that describe others, which are nothing to show."""

_VERSION = "WARC/1.1"
_EMPTY_LINE = len(b"\r\n")
_MEDIA_TYPE = re.compile(r"[A-Za-z0-9.+_-]+/[A-Za-z0-9.+_-]+")
_COMPRESSION = 6
_RESPONSE = "application/http;msgtype=response"
_REQUEST = "application/http;msgtype=request"
_NOT_MODIFIED = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
# The names of the WARC-Protocol field that the IIPC's proposal for it lists.
_PROTOCOLS = {
    "HTTP/1.0": "http/1.0",
    "HTTP/1.1": "http/1.1",
    "HTTP/2": "h2",
    "HTTP/2.0": "h2",
    "HTTP/3": "h3",
}
_Fields = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Capture:
    """A response as the archive names it.

    Attributes:
        record: the record's id, a URI.
        url: printable ASCII.
        date: of the record, UTC, ISO 8601 with ``Z``.
        sha256: of the body.
    """

    record: str
    url: str
    date: str
    sha256: str


class _ReadyHead(StatusAndHeaders):
    """An HTTP head that is written as it is; warcio would percent-encode foreign letters."""

    def __init__(self, head: bytes) -> None:
        super().__init__("ready", [])
        self._ready = head

    def compute_headers_buffer(self, header_filter: object = None) -> None:  # noqa: ARG002 (the overridden method has it)
        self.headers_buff = self._ready


def warcinfo_record(record: str, date: str) -> bytes:
    """Return the record that says what wrote the file."""
    block = (
        f"software: ascertain/{__version__}\r\n"
        "format: WARC File Format 1.1\r\n"
        "conformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n"
    )
    return _record("warcinfo", record, date, (), block.encode("ascii"), WARC_FIELDS)


def exchange_records(
    exchange: Exchange, capture: Capture, request: str, original: Capture | None
) -> bytes:
    """Return the records of a response and, if it came over HTTP, of its request.

    HTTP 304 becomes a revisit record; a page that a browser made is a response without a request.

    Args:
        exchange: what happened.
        capture: how the response's record is named.
        request: the id of the request's record.
        original: for HTTP 304 the response that did not change, as far as it is known.

    Raises:
        ValueError: if a record cannot be built.
    """
    fields = [("WARC-Target-URI", capture.url), *_about_the_wire(exchange)]
    if exchange.kind == "rendered":
        # An extension field, as the standard allows (section 4): readers pass over it.
        fields.append(("X-Ascertain-Kind", "rendered"))
        return _response(exchange, capture, fields)
    asked = _record(
        "request",
        request,
        capture.date,
        [*fields, ("WARC-Concurrent-To", f"<{capture.record}>")],
        b"",
        _REQUEST,
        head=request_head(exchange),
    )
    concurrent = ("WARC-Concurrent-To", f"<{request}>")
    if exchange.status == 304:  # noqa: PLR2004 (Not Modified)
        return _revisit(exchange, capture, [*fields, concurrent], original) + asked
    return _response(exchange, capture, [*fields, concurrent]) + asked


def text_uri(sha256: str) -> str:
    """Return the address of a reader's text in the archive: of no page, so never shown as one."""
    return f"urn:text:{sha256}"


def text_record(record: str, text: str, of: Capture) -> bytes:
    """Return a metadata record with the text that was read from a capture's bytes."""
    fields = (
        ("WARC-Target-URI", text_uri(of.sha256)),
        ("WARC-Refers-To", f"<{of.record}>"),
        ("WARC-Refers-To-Target-URI", of.url),
        ("WARC-Refers-To-Date", of.date),
    )
    return _record("metadata", record, of.date, fields, text.encode(), "text/plain; charset=utf-8")


def resource_record(capture: Capture, data: bytes, media_type: str) -> bytes:
    """Return a record of bytes without the exchange that they came by."""
    fields = (("WARC-Target-URI", capture.url),)
    kind = media_type if _MEDIA_TYPE.fullmatch(media_type) else "application/octet-stream"
    return _record("resource", capture.record, capture.date, fields, data, kind)


def _response(exchange: Exchange, capture: Capture, fields: _Fields) -> bytes:
    return _record(
        "response",
        capture.record,
        capture.date,
        fields,
        exchange.body,
        _RESPONSE,
        head=response_head(exchange),
    )


def _revisit(
    exchange: Exchange, capture: Capture, fields: _Fields, original: Capture | None
) -> bytes:
    """Return a revisit record without a block, and a metadata record with the response's fields.

    With a block, replay tools show the empty HTTP 304 in place of the page that did not change.
    """
    more = [("WARC-Profile", _NOT_MODIFIED)]
    if original is not None:
        more += [
            ("WARC-Refers-To", f"<{original.record}>"),
            ("WARC-Refers-To-Target-URI", original.url),
            ("WARC-Refers-To-Date", original.date),
            ("WARC-Payload-Digest", f"sha256:{original.sha256}"),
        ]
    revisit = _record("revisit", capture.record, capture.date, [*fields, *more], b"", _RESPONSE)
    told = _record(
        "metadata",
        f"{uuid.uuid5(uuid.UUID(capture.record), 'fields').urn}",
        capture.date,
        [("WARC-Target-URI", capture.url), ("WARC-Concurrent-To", f"<{capture.record}>")],
        response_head(exchange).partition(b"\r\n")[2][:-_EMPTY_LINE],
        WARC_FIELDS,
    )
    return revisit + told


def _about_the_wire(exchange: Exchange) -> _Fields:
    fields: list[tuple[str, str]] = []
    with suppress(ValueError):  # it is not always known
        fields.append(("WARC-IP-Address", str(ipaddress.ip_address(exchange.address))))
    protocol = _PROTOCOLS.get(exchange.http_version.upper())
    if protocol is not None and exchange.kind != "rendered":
        fields.append(("WARC-Protocol", protocol))
    return fields


def _record(
    kind: str,
    record: str,
    date: str,
    fields: _Fields,
    payload: bytes,
    media_type: str,
    *,
    head: bytes | None = None,
) -> bytes:
    named = [("WARC-Type", kind), ("WARC-Record-ID", f"<{record}>"), ("WARC-Date", date), *fields]
    if kind not in {"revisit", "warcinfo"}:
        named.append(("WARC-Payload-Digest", f"sha256:{digest(payload)}"))
    buffer = BytesIO()
    writer = WARCWriter(buffer, gzip=False, warc_version="1.1")
    writer.write_record(
        writer.create_warc_record(
            "",
            kind,
            payload=BytesIO(payload),
            length=len(payload),
            warc_content_type=media_type,
            warc_headers=StatusAndHeaders("", named, protocol=_VERSION),
            http_headers=None if head is None else _ReadyHead(head),
        )
    )
    return gzip.compress(buffer.getbuffer(), _COMPRESSION, mtime=0)
