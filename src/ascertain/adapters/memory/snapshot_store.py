"""Snapshots in memory."""

from __future__ import annotations

from threading import Lock
from typing import NamedTuple

from ascertain.errors import SnapshotError
from ascertain.evidence.saved_copy import check_copy, check_data, check_digest, check_text
from ascertain.evidence.snapshot import Snapshot

__all__ = ["MemorySnapshots"]


class _Copy(NamedTuple):
    data: bytes
    text: bytes
    description: Snapshot


class MemorySnapshots:
    """Keeps copies in memory; see ``ports.snapshot_store.SnapshotStore``."""

    def __init__(self) -> None:
        self._copies: dict[str, _Copy] = {}
        self._lock = Lock()

    def put(self, data: bytes, text: str, snapshot: Snapshot) -> Snapshot:
        """Keep a copy, or return the description that is already there.

        Raises:
            SnapshotError: if the description's digests are not those of ``data`` and ``text``.
        """
        raw = check_copy(data, text, snapshot)
        with self._lock:
            kept = self._copies.setdefault(snapshot.sha256, _Copy(bytes(data), raw, snapshot))
        return kept.description

    def describe(self, sha256: str) -> Snapshot:
        """Return the description.

        Raises:
            SnapshotError: if there is none.
        """
        return self._copy(sha256).description

    def text(self, sha256: str) -> str:
        """Return the text.

        Raises:
            SnapshotError: if it is missing.
        """
        kept = self._copy(sha256)
        return check_text(kept.text, kept.description)

    def data(self, sha256: str) -> bytes:
        """Return the bytes.

        Raises:
            SnapshotError: if they are missing.
        """
        kept = self._copy(sha256)
        return check_data(kept.data, kept.description)

    def digests(self) -> tuple[str, ...]:
        """Return the digests of all snapshots, sorted."""
        return tuple(sorted(self._copies))

    def _copy(self, sha256: str) -> _Copy:
        kept = self._copies.get(check_digest(sha256))
        if kept is None:
            raise SnapshotError(sha256, "there is no such copy")
        return kept
