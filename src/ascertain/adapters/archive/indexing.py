"""The index of a WARC file in the form CDXJ, made by reading every record.

The form is that of pywb and of WACZ: key, time in 14 digits and a JSON object, a capture a line,
sorted (https://specs.webrecorder.net/cdxj/0.1.0/).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

from ascertain.adapters.archive.commit_list import WARC_FILE, CommittedExchange
from ascertain.adapters.archive.records import WARC_FIELDS
from ascertain.adapters.archive.url_keys import url_key
from ascertain.errors import SnapshotError

__all__ = ["index_archive"]

_CHUNK = 1024 * 1024
_DIGITS = 14
_NOT_DIGIT = re.compile(r"\D")
_CAPTURES = (
    WarcRecordType.response
    | WarcRecordType.revisit
    | WarcRecordType.resource
    | WarcRecordType.metadata
)
_OF_EXCHANGES = WarcRecordType.response | WarcRecordType.revisit


@dataclass(frozen=True, slots=True)
class _Found:
    """One record as read."""

    offset: int
    kind: WarcRecordType
    record: str
    url: str
    date: str
    status: int | None
    media_type: str
    stated: str
    sha256: str


def index_archive(path: Path, expected: Iterable[CommittedExchange], name: str) -> list[str]:
    """Read the whole archive, check that it holds what was committed, and index it.

    Memory grows with the number of records, not with their size.

    Args:
        path: the file.
        expected: the exchanges that must come in it, in order, before anything else.
        name: of the file, as the index is to say it.

    Returns:
        The index's lines, sorted, each with its line end.

    Raises:
        SnapshotError: if a record is damaged or is not what was committed.
    """
    lines: list[str] = []
    missing = iter(expected)
    earlier: _Found | None = None
    for found in _records(path):
        if earlier is not None:
            _add(lines, earlier, found.offset, name)
        if found.kind & _OF_EXCHANGES:
            _check(found, next(missing, None))
        earlier = found
    if earlier is not None:
        _add(lines, earlier, path.stat().st_size, name)
    lost = next(missing, None)
    if lost is not None:
        raise _damaged(lost.offset)
    return sorted(lines)


def _records(path: Path) -> Iterator[_Found]:
    at = 0
    try:
        with path.open("rb") as stream:
            for record in ArchiveIterator(stream, parse_http=True):
                at = record.stream_pos
                yield _read(record)
    except OSError as error:  # what fastwarc raises for damage, too
        raise _damaged(at) from error


def _read(record: WarcRecord) -> _Found:
    kind, headers = record.record_type, record.headers
    is_http = record.is_http_parsed
    found_status = record.http_headers.status_code if is_http else None
    media_type = (record.http_content_type if is_http else headers.get("Content-Type")) or ""
    hasher = hashlib.sha256()
    while chunk := record.reader.read(_CHUNK):
        hasher.update(chunk)
    return _Found(
        offset=record.stream_pos,
        kind=kind,
        record=(headers.get("WARC-Record-ID") or "").strip("<>"),
        url=headers.get("WARC-Target-URI") or "",
        date=headers.get("WARC-Date") or "",
        status=found_status,
        media_type=media_type,
        stated=headers.get("WARC-Payload-Digest") or "",
        sha256=hasher.hexdigest(),
    )


def _check(found: _Found, entry: CommittedExchange | None) -> None:
    if entry is None or found.record != entry.record or found.url != entry.url:
        raise _damaged(found.offset)
    if found.kind == WarcRecordType.response and found.sha256 != entry.sha256:
        raise _damaged(found.offset)


def _add(lines: list[str], found: _Found, end: int, name: str) -> None:
    if not found.kind & _CAPTURES or found.media_type == WARC_FIELDS:
        return
    is_revisit = found.kind == WarcRecordType.revisit
    fields = {
        "url": found.url,
        "mime": "warc/revisit" if is_revisit else found.media_type.partition(";")[0].strip(),
        "status": str(found.status) if found.status else "",
        "digest": found.stated,
        "length": str(end - found.offset),
        "offset": str(found.offset),
        "filename": name,
    }
    kept = {field: value for field, value in fields.items() if value}
    moment = _NOT_DIGIT.sub("", found.date)[:_DIGITS]
    lines.append(f"{url_key(found.url)} {moment} {json.dumps(kept)}\n")


def _damaged(offset: int) -> SnapshotError:
    return SnapshotError(
        "", f"{WARC_FILE} is damaged at byte {offset:,}; restore it from a copy of the run"
    )
