"""Artifacts in memory."""

from __future__ import annotations

from threading import Lock

from ascertain.errors import InputError
from ascertain.evidence.artifact_name import artifact_name

__all__ = ["MemoryArtifacts"]


class MemoryArtifacts:
    """Keeps named files in memory; see ``ports.artifact_store.ArtifactStore``."""

    def __init__(self) -> None:
        self._files: dict[str, bytes] = {}
        self._lock = Lock()

    @property
    def location(self) -> str:
        """``memory:``."""
        return "memory:"

    def write(self, name: str, content: bytes) -> None:
        """Replace the file.

        Raises:
            InputError: if the name is not a plain file name.
        """
        with self._lock:
            self._files[artifact_name(name, writing=True)] = bytes(content)

    def append_line(self, name: str, line: bytes) -> None:
        r"""Add one line; ``\n`` is added, before it too if the last line has no end.

        Raises:
            InputError: if the name is not a plain file name or the line holds a line end.
        """
        artifact_name(name, writing=True)
        if b"\n" in line:
            raise InputError(f"a line for {name} holds a line end.")
        with self._lock:
            before = self._files.get(name, b"")
            start = b"" if not before or before.endswith(b"\n") else b"\n"
            self._files[name] = before + start + line + b"\n"

    def read(self, name: str) -> bytes | None:
        """Return the content, or None if there is no such file.

        Raises:
            InputError: if the name is not a plain file name.
        """
        return self._files.get(artifact_name(name, writing=False))
