"""A run as one WARC: what went over the wire, what was read from it, and local documents."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urldefrag

from ascertain.adapters.archive.commit_list import WARC_FILE, CommitReading, CommittedExchange
from ascertain.adapters.archive.http_heads import ascii_url
from ascertain.adapters.archive.records import (
    Capture,
    resource_record,
    text_record,
    warcinfo_record,
)
from ascertain.adapters.stores.atomic import open_plain, why
from ascertain.errors import InputError, SnapshotError
from ascertain.evidence.source import Source
from ascertain.ports.snapshot_store import SnapshotStore

__all__ = ["ArchivedPage", "RunArchive", "write_archive"]

_CHUNK = 1024 * 1024
_WEB = ("http://", "https://")


@dataclass(frozen=True, slots=True)
class ArchivedPage:
    """A source of the web as a page of the archive.

    Attributes:
        source: its id.
        capture: the record that holds its bytes.
        title: or empty.
    """

    source: str
    capture: Capture
    title: str


@dataclass(frozen=True, slots=True)
class RunArchive:
    """What was written.

    Attributes:
        exchanges: as committed, in order.
        pages: in the order of the sources.
        texts: how many readers' texts.
        local: how many documents that came from no web.
        lost: how many exchanges are listed whose bytes are not there.
    """

    exchanges: tuple[CommittedExchange, ...]
    pages: tuple[ArchivedPage, ...]
    texts: int
    local: int
    lost: int


def write_archive(
    run: Path, sources: Sequence[Source], snapshots: SnapshotStore, file: BinaryIO
) -> RunArchive:
    """Write a run's archive: committed records as they are, then a record for each text.

    Bytes of a source that stand in no exchange (of a local document, or of a page whose
    exchange could not be archived) get a resource record, so that nothing that was read is
    missing. Records that are added have the same ids in every export.

    Raises:
        InputError: if the run has neither exchanges nor sources that were read.
        SnapshotError: if the archive or a copy is missing or altered.
        OSError: if ``file`` cannot be written.
    """
    reading = CommitReading(run)
    exchanges = tuple(reading)
    read = [source for source in sources if source.content_hash]
    if not exchanges and not read:
        raise InputError(
            f"{run} has nothing to archive.",
            hint="A run has exchanges if it used the web, and sources if it read documents.",
        )
    if exchanges:
        file.writelines(_committed(run / WARC_FILE, reading.end))
    else:
        first = min(_moment(source, snapshots) for source in read)
        file.write(warcinfo_record(_fixed_id("warcinfo", run.resolve().name), first))
    known = _Captures(exchanges, read)
    pages: list[ArchivedPage] = []
    resources: set[Capture] = set()
    texts: set[str] = set()
    for source in read:
        capture = known.of(source)
        if capture is None:
            capture = _resource(source, snapshots)
            if capture not in resources:
                data = snapshots.data(capture.sha256)
                file.write(resource_record(capture, data, source.media_type or ""))
                resources.add(capture)
        if capture.sha256 not in texts:
            text = snapshots.text(capture.sha256)
            file.write(text_record(_fixed_id("text", capture.sha256), text, capture))
            texts.add(capture.sha256)
        if capture.url.startswith(_WEB):
            pages.append(ArchivedPage(source.id, capture, source.title or ""))
    local = sum(1 for resource in resources if not resource.url.startswith(_WEB))
    return RunArchive(exchanges, tuple(pages), len(texts), local, reading.lost)


class _Captures:
    """Which response holds the bytes of a source."""

    def __init__(self, exchanges: Iterable[CommittedExchange], read: Iterable[Source]) -> None:
        wanted = {source.content_hash for source in read}
        self._by_place: dict[tuple[str, str], Capture] = {}
        self._by_bytes: dict[str, Capture] = {}
        for entry in exchanges:
            if entry.sha256 in wanted:
                capture = Capture(entry.record, entry.url, entry.sent_at, entry.sha256)
                self._by_place[entry.url, entry.sha256] = capture
                self._by_bytes.setdefault(entry.sha256, capture)

    def of(self, source: Source) -> Capture | None:
        sha256 = source.content_hash or ""
        found = self._by_place.get((_address(source), sha256))
        return found or self._by_bytes.get(sha256)


def _committed(path: Path, end: int) -> Iterator[bytes]:
    left = end
    try:
        with open_plain(path) as descriptor, os.fdopen(descriptor, "rb", closefd=False) as archive:
            while left and (chunk := archive.read(min(left, _CHUNK))):
                left -= len(chunk)
                yield chunk
    except OSError as error:
        raise SnapshotError("", f"{path} cannot be read: {why(error)}") from error
    if left:
        raise SnapshotError("", f"{path} was shortened while it was read")


def _resource(source: Source, snapshots: SnapshotStore) -> Capture:
    sha256, url = source.content_hash or "", _address(source)
    record = _fixed_id("resource", f"{sha256} {url}")
    return Capture(record, url, _moment(source, snapshots), sha256)


def _moment(source: Source, snapshots: SnapshotStore) -> str:
    return source.fetched_at or snapshots.describe(source.content_hash or "").fetched_at


def _address(source: Source) -> str:
    return ascii_url(urldefrag(source.resolved_url or source.canonical_url).url)


def _fixed_id(kind: str, name: str) -> str:
    return uuid.uuid5(uuid.NAMESPACE_URL, f"ascertain:{kind}:{name}").urn
