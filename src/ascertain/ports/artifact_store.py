"""The files that a run leaves for people, as a port."""

from __future__ import annotations

from typing import Protocol

__all__ = ["ArtifactStore"]


class ArtifactStore(Protocol):
    """Writes and reads named files of one run (``report.md``, ``claims.jsonl`` …).

    Contract: ``write`` replaces atomically: readers see the old or the new content, never a
    part. ``append_line`` adds one line and flushes it. Names are plain file names; anything
    with a path separator is refused with ``InputError``. Failures to write leave as
    ``LedgerError`` with the name and the system's reason (such as a full disk).
    """

    @property
    def location(self) -> str:
        """Where the files are, for people: a folder's path, or ``memory:``."""
        ...

    def write(self, name: str, content: bytes) -> None:
        """Replace the file."""
        ...

    def append_line(self, name: str, line: bytes) -> None:
        r"""Add one line; ``\n`` is added."""
        ...

    def read(self, name: str) -> bytes | None:
        """Return the content, or None if there is no such file."""
        ...
