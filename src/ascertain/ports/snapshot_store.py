"""Saved copies as a port."""

from __future__ import annotations

from typing import Protocol

from ascertain.evidence.snapshot import Snapshot

__all__ = ["SnapshotStore"]


class SnapshotStore(Protocol):
    """Keeps copies of sources, named by the SHA-256 of their bytes.

    Contract: ``put`` writes bytes, text and description so that a crash leaves either all three
    or nothing that ``get`` would return; an existing snapshot is never rewritten (putting the
    same digest again is a no-op and returns the description that is already there). Readers
    check digests: what comes back is what was saved, or ``SnapshotError``. Any number of
    callers; safe across threads.
    """

    def put(self, data: bytes, text: str, snapshot: Snapshot) -> Snapshot:
        """Keep a copy.

        Raises:
            SnapshotError: if the description's digests are not those of ``data`` and ``text``,
                or the copy cannot be written.
        """
        ...

    def describe(self, sha256: str) -> Snapshot:
        """Return the description.

        Raises:
            SnapshotError: if there is none or it cannot be read.
        """
        ...

    def text(self, sha256: str) -> str:
        """Return the text.

        Raises:
            SnapshotError: if it is missing or altered.
        """
        ...

    def data(self, sha256: str) -> bytes:
        """Return the bytes.

        Raises:
            SnapshotError: if they are missing or altered.
        """
        ...

    def digests(self) -> tuple[str, ...]:
        """Return the digests of all snapshots, sorted."""
        ...
