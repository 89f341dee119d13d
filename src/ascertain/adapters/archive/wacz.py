"""Packing an archive as WACZ 1.1.1 (https://specs.webrecorder.net/wacz/1.1.1/)."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ascertain._version import __version__
from ascertain.adapters.archive.run_archive import ArchivedPage
from ascertain.ports.snapshot_store import SnapshotStore

__all__ = ["ARCHIVE_NAME", "WaczContent", "pack_wacz"]

ARCHIVE_NAME = "data.warc.gz"
"""The archive's name in the package, which its index says."""

_VERSION = "1.1.1"
_CHUNK = 1024 * 1024
_SECOND = len("2026-01-01T00:00:00")
_DESCRIPTION = (
    "What a research run got from the web: requests, responses and the text that was read from "
    "each page. The address urn:text:<SHA-256 of a page's bytes> leads to its text."
)


@dataclass(frozen=True, slots=True)
class WaczContent:
    """What goes into a package.

    Attributes:
        archive: the WARC file.
        index: its CDXJ lines, sorted, with line ends.
        pages: to be listed, in order.
        snapshots: where the pages' texts are.
        title: of the collection.
        created: when the package is made.
    """

    archive: Path
    index: Sequence[str]
    pages: Sequence[ArchivedPage]
    snapshots: SnapshotStore
    title: str
    created: datetime


class _Resource(NamedTuple):
    """A file of the package as its manifest lists it."""

    name: str
    path: str
    hash: str
    bytes: int


def pack_wacz(content: WaczContent, file: BinaryIO) -> None:
    """Write the package: a ZIP file whose entries are stored, so that parts can be read alone.

    Raises:
        SnapshotError: if a text is missing or altered.
        OSError: if ``file`` cannot be written.
    """
    moment = content.created.astimezone(UTC)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as package:
        packing = _Packing(package, moment)
        packing.add(f"archive/{ARCHIVE_NAME}", _chunks(content.archive))
        packing.add("indexes/index.cdx", (line.encode() for line in content.index))
        packing.add("pages/pages.jsonl", _page_lines(content))
        manifest = _json(_manifest(content, packing.resources, moment))
        digest = hashlib.sha256(manifest).hexdigest()
        packing.add("datapackage.json", (manifest,))
        packing.add(
            "datapackage-digest.json",
            (_json({"path": "datapackage.json", "hash": f"sha256:{digest}"}),),
        )


class _Packing:
    """Adds files and notes their sizes and digests."""

    def __init__(self, package: zipfile.ZipFile, moment: datetime) -> None:
        self._package = package
        self._time = (*moment.timetuple()[:5], moment.second // 2 * 2)
        self.resources: list[_Resource] = []

    def add(self, path: str, chunks: Iterable[bytes]) -> None:
        entry = zipfile.ZipInfo(path, self._time)
        hasher, size = hashlib.sha256(), 0
        with self._package.open(entry, "w", force_zip64=True) as file:
            for chunk in chunks:
                file.write(chunk)
                hasher.update(chunk)
                size += len(chunk)
        name = path.rpartition("/")[2]
        self.resources.append(_Resource(name, path, f"sha256:{hasher.hexdigest()}", size))


def _chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            yield chunk


def _page_lines(content: WaczContent) -> Iterator[bytes]:
    head = {"format": "json-pages-1.0", "id": "pages", "title": "All Pages", "hasText": True}
    yield _json(head) + b"\n"
    for page in content.pages:
        line = {
            "id": page.source,
            "url": page.capture.url,
            "ts": f"{page.capture.date[:_SECOND]}Z",
            "title": page.title or page.capture.url,
            "text": content.snapshots.text(page.capture.sha256),
        }
        yield _json(line) + b"\n"


def _manifest(
    content: WaczContent, resources: Iterable[_Resource], moment: datetime
) -> dict[str, object]:
    manifest: dict[str, object] = {
        "profile": "data-package",
        "wacz_version": _VERSION,
        "title": content.title,
        "description": _DESCRIPTION,
        "created": f"{moment:%Y-%m-%dT%H:%M:%SZ}",
        "software": f"ascertain/{__version__}",
        "resources": [resource._asdict() for resource in resources],
    }
    if content.pages:
        first = content.pages[0].capture
        manifest["mainPageUrl"] = first.url
        manifest["mainPageDate"] = f"{first.date[:_SECOND]}Z"
    return manifest


def _json(value: Mapping[str, object]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
