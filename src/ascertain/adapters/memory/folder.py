"""A folder in memory."""

from __future__ import annotations

from collections.abc import Mapping

from ascertain.adapters.folders.names import (
    MAX_FILE_BYTES,
    is_private,
    is_readable,
    parts_of,
    refused,
    window,
)
from ascertain.ports.folder import FileReply, FolderEntry, FolderReply

__all__ = ["MemoryFolder"]


class MemoryFolder:
    """Lists and reads given files; see ``ports.folder.Folder``.

    Args:
        files: content by path from the root, parts joined by ``/``.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = {tuple(path.split("/")): content for path, content in files.items()}

    async def list(self, path: str = "") -> FolderReply:
        """Return what is in a folder.

        Raises:
            ToolError: with a code of the port.
        """
        parts = parts_of("files.list", path)
        if parts in self._files:
            raise refused("files.list", "not_a_folder", f"{path} is no folder")
        inside: dict[str, FolderEntry] = {}
        for name, content in self._files.items():
            if len(name) > len(parts) and name[: len(parts)] == parts:
                inner, *below = name[len(parts) :]
                inside[inner] = _entry(inner, None if below else len(content))
        if not inside and parts:
            raise refused("files.list", "not_found", f"{path}: there is no such file or folder")
        shown = [entry for name, entry in inside.items() if is_readable(name)]
        shown = [entry for entry in shown if not is_private(entry.name)]
        return FolderReply(
            path="/".join(parts),
            entries=tuple(sorted(shown, key=lambda entry: entry.name)),
            left_out=len(inside) - len(shown),
        )

    async def read(self, path: str, start: int = 0, limit: int = 10_000) -> FileReply:
        """Return a part of a text file.

        Raises:
            ToolError: with a code of the port.
        """
        parts = parts_of("files.read", path)
        content = self._files.get(parts)
        if content is None:
            is_folder = any(name[: len(parts)] == parts for name in self._files)
            code = "not_a_file" if is_folder or not parts else "not_found"
            raise refused("files.read", code, f"{path or 'the folder'} is no file")
        if len(content) > MAX_FILE_BYTES:
            raise refused("files.read", "too_large", f"{path} is too large")
        return window(parts, content, start, limit)


def _entry(name: str, size_bytes: int | None) -> FolderEntry:
    kind = "folder" if size_bytes is None else "file"
    return FolderEntry(name=name, kind=kind, size_bytes=size_bytes)
