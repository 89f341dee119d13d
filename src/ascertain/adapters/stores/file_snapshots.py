"""Saved copies of sources as files, named by the SHA-256 of their bytes."""

from __future__ import annotations

import re
from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from pydantic import ValidationError

from ascertain.adapters.stores.atomic import read_plain, why, write_atomically
from ascertain.errors import SnapshotError
from ascertain.evidence.chain import canonical_json
from ascertain.evidence.saved_copy import check_copy, check_data, check_digest, check_text
from ascertain.evidence.snapshot import Snapshot

__all__ = ["FileSnapshots"]

_DESCRIPTION = re.compile(r"([0-9a-f]{64})\.json\Z")
_DESCRIPTION_LIMIT = 64 * 1024 * 1024
_CONTENT_LIMIT = 1024 * 1024 * 1024
_CACHED_TEXTS = 64
_CACHED_CHARACTERS = 32 * 1024 * 1024


class _Stamp(NamedTuple):
    """What changes when somebody writes to a file."""

    size: int
    modified_ns: int
    changed_ns: int
    inode: int


class FileSnapshots:
    """Keeps copies in a folder; see ``ports.snapshot_store.SnapshotStore``.

    A copy is three files: ``<sha256>`` the bytes, ``<sha256>.txt`` the text, and, written last,
    ``<sha256>.json`` the description; a copy without a description is none. Texts that were
    verified lately are kept in memory for as long as their files stay untouched.

    Args:
        folder: made if it is missing, when something is put.
        writable: whether anything may be put.
    """

    def __init__(self, folder: Path, *, writable: bool = True) -> None:
        self._folder = folder
        self._writable = writable
        self._writing = Lock()
        self._cache = _TextCache()

    def put(self, data: bytes, text: str, snapshot: Snapshot) -> Snapshot:
        """Keep a copy, durably, or return the description that is already there.

        Raises:
            SnapshotError: if the description's digests are not those of ``data`` and ``text``,
                or the copy cannot be written.
        """
        raw = check_copy(data, text, snapshot)
        sha256 = snapshot.sha256
        if not self._writable:
            raise SnapshotError(sha256, "the run is open for reading only")
        with self._writing:
            if self._path(sha256, ".json").exists():
                return self.describe(sha256)
            try:
                self._folder.mkdir(exist_ok=True)
                write_atomically(self._path(sha256), data, durable_name=False)
                write_atomically(self._path(sha256, ".txt"), raw)
                write_atomically(self._path(sha256, ".json"), canonical_json(snapshot))
            except OSError as error:
                reason = f"it could not be written: {why(error)}"
                raise SnapshotError(sha256, reason) from error
            except ValueError as error:
                reason = f"its description cannot be written as JSON: {error}"
                raise SnapshotError(sha256, reason) from error
        return snapshot

    def describe(self, sha256: str) -> Snapshot:
        """Return the description.

        Raises:
            SnapshotError: if there is none or it cannot be read.
        """
        raw = self._read(check_digest(sha256), ".json", _DESCRIPTION_LIMIT)
        try:
            snapshot = Snapshot.model_validate_json(raw)
        except ValidationError as error:
            raise SnapshotError(sha256, "its description cannot be read") from error
        if snapshot.sha256 != sha256:
            raise SnapshotError(sha256, "its description is that of another copy")
        return snapshot

    def text(self, sha256: str) -> str:
        """Return the text.

        Raises:
            SnapshotError: if it is missing or altered.
        """
        stamp = self._stamp(check_digest(sha256))
        known = self._cache.get(sha256, stamp)
        if known is not None:
            return known
        snapshot = self.describe(sha256)
        text = check_text(self._read(sha256, ".txt", _CONTENT_LIMIT), snapshot)
        self._cache.put(sha256, stamp, text)
        return text

    def data(self, sha256: str) -> bytes:
        """Return the bytes.

        Raises:
            SnapshotError: if they are missing or altered.
        """
        snapshot = self.describe(sha256)
        return check_data(self._read(sha256, "", _CONTENT_LIMIT), snapshot)

    def digests(self) -> tuple[str, ...]:
        """Return the digests of all snapshots, sorted.

        Raises:
            SnapshotError: if the folder is there but cannot be listed.
        """
        try:
            names = [path.name for path in self._folder.iterdir()]
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise SnapshotError("", f"{self._folder} cannot be listed: {why(error)}") from error
        return tuple(sorted(found[1] for name in names if (found := _DESCRIPTION.match(name))))

    def _path(self, sha256: str, suffix: str = "") -> Path:
        return self._folder / f"{sha256}{suffix}"

    def _read(self, sha256: str, suffix: str, limit: int) -> bytes:
        part = {"": "bytes", ".txt": "text", ".json": "description"}[suffix]
        try:
            return read_plain(self._path(sha256, suffix), limit=limit)
        except FileNotFoundError as error:
            raise SnapshotError(sha256, f"its {part} is missing") from error
        except OSError as error:
            raise SnapshotError(sha256, f"its {part} cannot be read: {why(error)}") from error

    def _stamp(self, sha256: str) -> _Stamp | None:
        try:
            facts = self._path(sha256, ".txt").lstat()
        except OSError:
            return None
        return _Stamp(facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns, facts.st_ino)


class _TextCache:
    """The texts used last, by number and total size."""

    def __init__(self) -> None:
        self._texts: OrderedDict[str, tuple[_Stamp, str]] = OrderedDict()
        self._characters = 0
        self._lock = Lock()

    def get(self, sha256: str, stamp: _Stamp | None) -> str | None:
        with self._lock:
            kept = self._texts.get(sha256)
            if kept is None or kept[0] != stamp:
                return None
            self._texts.move_to_end(sha256)
            return kept[1]

    def put(self, sha256: str, stamp: _Stamp | None, text: str) -> None:
        if stamp is None or len(text) > _CACHED_CHARACTERS:
            return
        with self._lock:
            self._drop(sha256)
            self._texts[sha256] = (stamp, text)
            self._characters += len(text)
            while len(self._texts) > _CACHED_TEXTS or self._characters > _CACHED_CHARACTERS:
                self._drop(next(iter(self._texts)))

    def _drop(self, sha256: str) -> None:
        dropped = self._texts.pop(sha256, None)
        if dropped is not None:
            self._characters -= len(dropped[1])
