"""Reading regular files and nothing else: no directory, pipe, socket or device is ever opened."""

from __future__ import annotations

import os
import stat
from typing import NamedTuple

from ascertain.adapters.corpus.file_times import storable_mtime
from ascertain.errors import FetchError

__all__ = ["FileBytes", "read_regular"]

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_BINARY", 0)
)
_CHUNK = 1 << 20
_UNSETTLED = -1


class FileBytes(NamedTuple):
    """What was read and the state of the file that it was read from.

    Attributes:
        size: in bytes, as the file system says.
        mtime_ns: of the last change; -1 if the file changed while it was read.
    """

    data: bytes
    size: int
    mtime_ns: int


def read_regular(path: str, max_bytes: int) -> FileBytes:
    """Read a regular file whose path holds no symbolic link.

    Args:
        path: absolute, resolved.
        max_bytes: a longer file is refused before and while it is read.

    Raises:
        FetchError: ``blocked`` if it is no regular file or a link stands in its path,
            ``too_large``, or ``error`` if it is missing or cannot be read.
    """
    try:
        before = os.lstat(path)
        _demand_regular(before, max_bytes)
        handle = os.open(path, _FLAGS)
    except (OSError, ValueError) as fault:
        raise _fetch_error(fault) from fault
    try:
        return _read_open(handle, path, max_bytes)
    except OSError as fault:
        raise _fetch_error(fault) from fault
    finally:
        os.close(handle)


def _read_open(handle: int, path: str, max_bytes: int) -> FileBytes:
    first = os.fstat(handle)
    _demand_regular(first, max_bytes)
    if os.path.realpath(path) != path:
        raise FetchError("blocked", "a symbolic link stands in the file's path")
    parts: list[bytes] = []
    length = 0
    while chunk := os.read(handle, _CHUNK):
        length += len(chunk)
        if length > max_bytes:
            raise _too_large(length, max_bytes)
        parts.append(chunk)
    last = os.fstat(handle)
    settled = (first.st_size, first.st_mtime_ns) == (last.st_size, last.st_mtime_ns)
    changed = storable_mtime(last.st_mtime_ns) if settled else _UNSETTLED
    return FileBytes(b"".join(parts), last.st_size, changed)


def _demand_regular(facts: os.stat_result, max_bytes: int) -> None:
    if stat.S_ISLNK(facts.st_mode):
        raise FetchError("blocked", "a symbolic link stands in the file's path")
    if stat.S_ISDIR(facts.st_mode):
        raise FetchError("blocked", "it is a folder, not a file")
    if not stat.S_ISREG(facts.st_mode):
        raise FetchError("blocked", "it is not a regular file")
    if facts.st_size > max_bytes:
        raise _too_large(facts.st_size, max_bytes)


def _too_large(size: int, max_bytes: int) -> FetchError:
    return FetchError(
        "too_large",
        f"the file has {size / 1e6:,.1f} MB or more, over the cap of {max_bytes / 1e6:,.1f} MB",
    )


def _fetch_error(fault: OSError | ValueError) -> FetchError:
    if isinstance(fault, (FileNotFoundError, NotADirectoryError)):
        return FetchError("error", "there is no such file")
    if isinstance(fault, PermissionError):
        return FetchError("error", "the file may not be read (permission denied)")
    reason = fault.strerror if isinstance(fault, OSError) else str(fault)
    return FetchError("error", f"the file cannot be read: {reason}")
