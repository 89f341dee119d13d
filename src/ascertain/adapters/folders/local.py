"""A folder of this machine that a researcher may look into."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import stat
from collections.abc import Generator
from functools import partial
from itertools import islice
from pathlib import Path

from ascertain.adapters.folders.names import (
    MAX_FILE_BYTES,
    is_private,
    is_readable,
    parts_of,
    refused,
    window,
)
from ascertain.errors import InputError, NotAvailableError, ToolError
from ascertain.ports.folder import FileReply, FolderEntry, FolderReply

__all__ = ["LocalFolder"]

_MAX_ENTRIES, _MAX_SEEN = 500, 20_000
_CHUNK = 1 << 20
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_AS_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _NO_LINK
# Without O_NONBLOCK a pipe that nobody writes to would be waited for.
_AS_FILE = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | _NO_LINK
_CODES = {
    errno.ENOENT: ("not_found", "there is no such file or folder"),
    errno.ENAMETOOLONG: ("not_found", "there is no such file or folder"),
    errno.ENOTDIR: ("not_a_folder", "a part of the path is no folder, or is a link"),
    errno.ELOOP: ("bad_path", "a part of the path is a link"),
}


class LocalFolder:
    """Looks into a folder; see ``ports.folder.Folder``.

    Each part of a path is opened from the folder before it and never through a link, so that
    nothing that changes meanwhile can lead outside. A hard link to a file outside cannot be
    told from the file; who may make one inside the root may read that file already.

    Args:
        root: the folder; may be a link itself, since the user names it.

    Raises:
        InputError: if it is no folder, or is a whole file system's root.
        NotAvailableError: if this system cannot open files from a folder.
    """

    def __init__(self, root: Path) -> None:
        if not {os.open, os.stat} <= os.supports_dir_fd:
            raise NotAvailableError(
                "Files cannot be read safely on this system.",
                hint="Use Linux or macOS, or leave the files out.",
            )
        try:
            whole = root.resolve(strict=True)
        except (OSError, ValueError, RuntimeError):
            raise InputError(f"there is no folder {root}.", hint="Name one that exists.") from None
        if not whole.is_dir() or whole == Path(whole.anchor):
            raise InputError(
                f"{root} is no folder of files, or is a whole file system.",
                hint="Name a folder of the project.",
            )
        self._root = whole

    async def list(self, path: str = "") -> FolderReply:
        """Return what is in a folder.

        Raises:
            ToolError: with a code of the port.
        """
        parts = parts_of("files.list", path)
        return await asyncio.to_thread(partial(self._list, parts))

    async def read(self, path: str, start: int = 0, limit: int = 10_000) -> FileReply:
        """Return a part of a text file.

        Raises:
            ToolError: with a code of the port.
        """
        parts = parts_of("files.read", path)
        if not parts:
            raise refused("files.read", "not_a_file", "the path is the folder itself")
        return await asyncio.to_thread(partial(self._read, parts, start, limit))

    def _list(self, parts: tuple[str, ...]) -> FolderReply:
        path = "/".join(parts)
        with _told("files.list", path), self._folder(parts) as folder, os.scandir(folder) as found:
            seen = list(islice(found, _MAX_SEEN + 1))
            described = [_entry(item) for item in seen[:_MAX_SEEN]]
        shown = (entry for entry in described if entry is not None)
        entries = sorted(shown, key=lambda entry: entry.name)
        return FolderReply(
            path=path,
            entries=tuple(entries[:_MAX_ENTRIES]),
            more=len(entries) > _MAX_ENTRIES or len(seen) > _MAX_SEEN,
            left_out=len(described) - len(entries),
        )

    def _read(self, parts: tuple[str, ...], start: int, limit: int) -> FileReply:
        path = "/".join(parts)
        with _told("files.read", path), self._folder(parts[:-1]) as folder:
            # Looked at before it is opened: opening a device may already set it going.
            _demand_regular(os.stat(parts[-1], dir_fd=folder, follow_symlinks=False), path)
            handle = os.open(parts[-1], _AS_FILE, dir_fd=folder)
            try:
                _demand_regular(os.fstat(handle), path)
                content = _bounded(handle, path)
            finally:
                os.close(handle)
        return window(parts, content, start, limit)

    @contextlib.contextmanager
    def _folder(self, parts: tuple[str, ...]) -> Generator[int]:
        handle = os.open(self._root, _AS_FOLDER)
        try:
            for part in parts:
                inner = os.open(part, _AS_FOLDER, dir_fd=handle)
                os.close(handle)
                handle = inner
            yield handle
        finally:
            os.close(handle)


@contextlib.contextmanager
def _told(tool: str, path: str) -> Generator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        number = error.errno if isinstance(error, OSError) else None
        said = error.strerror if isinstance(error, OSError) else str(error)
        code, message = _CODES.get(number or 0, ("not_available", f"the system says: {said}"))
        raise refused(tool, code, f"{path or 'the folder'}: {message}") from error


def _entry(item: os.DirEntry[str]) -> FolderEntry | None:
    """Describe what may be shown; None for what may not, or is gone since."""
    if is_private(item.name) or not is_readable(item.name):
        return None
    try:
        facts = item.stat(follow_symlinks=False)
    except OSError:
        return None
    if stat.S_ISDIR(facts.st_mode):
        return FolderEntry(name=item.name, kind="folder")
    if stat.S_ISREG(facts.st_mode):
        return FolderEntry(name=item.name, kind="file", size_bytes=facts.st_size)
    return None


def _demand_regular(facts: os.stat_result, path: str) -> None:
    if stat.S_ISLNK(facts.st_mode):
        raise refused("files.read", "bad_path", f"{path} is a link")
    if not stat.S_ISREG(facts.st_mode):
        raise refused("files.read", "not_a_file", f"{path} is no regular file")
    if facts.st_size > MAX_FILE_BYTES:
        raise _too_large(path)


def _bounded(handle: int, path: str) -> bytes:
    parts: list[bytes] = []
    room = MAX_FILE_BYTES
    while chunk := os.read(handle, _CHUNK):
        room -= len(chunk)
        if room < 0:
            raise _too_large(path)
        parts.append(chunk)
    return b"".join(parts)


def _too_large(path: str) -> ToolError:
    most = MAX_FILE_BYTES // 1_000_000
    return refused("files.read", "too_large", f"{path} has over {most} MB")
