"""Exchanges to archive, and archives read back by a library that did not write them."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastwarc.warc import ArchiveIterator, WarcRecordType

from ascertain.evidence.chain import digest
from ascertain.evidence.exchange import Exchange
from ascertain.evidence.snapshot import Snapshot
from ascertain.ports.snapshot_store import SnapshotStore

__all__ = ["AT", "HTML", "PAGE", "StoredRecord", "exchange", "keep", "read_archive", "responses"]

AT = "2026-01-01T00:00:00.250Z"
HTML = (("Content-Type", "text/html; charset=utf-8"),)
PAGE = b"<html><body><p>The bridge opened in 1931.</p></body></html>"


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record of an archive as it was read."""

    offset: int
    kind: WarcRecordType
    fields: dict[str, str]
    status: int | None
    http_fields: tuple[tuple[str, str], ...]
    body: bytes = field(repr=False)

    @property
    def url(self) -> str:
        """The address it is about."""
        return self.fields["WARC-Target-URI"]


def exchange(url: str = "https://example.org/page", body: bytes = PAGE, **more: Any) -> Exchange:
    given: dict[str, Any] = {"status": 200, "response_headers": HTML, "sent_at": AT}
    return Exchange(url=url, body=body, **{**given, **more})


def read_archive(archive: Path | bytes) -> list[StoredRecord]:
    """Read every record, and fail at the first byte that is not as it should be."""
    data = archive if isinstance(archive, bytes) else archive.read_bytes()
    records: list[StoredRecord] = []
    for record in ArchiveIterator(io.BytesIO(data), parse_http=True):
        is_http = record.is_http_parsed
        records.append(
            StoredRecord(
                offset=record.stream_pos,
                kind=record.record_type,
                fields=record.headers.to_dict(),
                status=record.http_headers.status_code if is_http else None,
                http_fields=record.http_headers.to_tuples() if is_http else (),
                body=record.reader.read(),
            )
        )
    return records


def responses(archive: Path | bytes) -> list[StoredRecord]:
    """Read the responses alone."""
    return [r for r in read_archive(archive) if r.kind == WarcRecordType.response]


def keep(store: SnapshotStore, data: bytes, text: str) -> str:
    """Put a copy into a store; returns its digest."""
    snapshot = Snapshot(
        sha256=digest(data),
        text_sha256=digest(text.encode()),
        size_bytes=len(data),
        url="https://example.org/",
        fetched_at="2026-01-01T00:00:00Z",
        media_type="text/html",
        reader="html",
        reader_version="1",
    )
    return store.put(data, text, snapshot).sha256
