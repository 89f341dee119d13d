"""Whole files: written so that readers see the old or the new, read so that nothing blocks."""

from __future__ import annotations

import os
import re
import secrets
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = [
    "open_plain",
    "read_plain",
    "remove_leftovers",
    "sync_folder",
    "why",
    "write_all",
    "write_atomically",
]

_PLATFORM_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_SURPRISES = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_LEFTOVER = re.compile(r"\..{1,210}\.[0-9a-f]{16}\.tmp\Z", re.DOTALL)


def write_all(descriptor: int, data: bytes) -> None:
    """Write everything, in one call unless the system takes only a part of it.

    Raises:
        OSError: if a part could not be written; what was written stays.
    """
    written = os.write(descriptor, data)
    rest = memoryview(data)[written:]
    while rest:
        written = os.write(descriptor, rest)
        if written == 0:
            raise OSError(0, "the system takes no more bytes")
        rest = rest[written:]


def write_atomically(path: Path, content: bytes, *, durable_name: bool = True) -> None:
    """Replace a file: readers see the old content or the new, and after a crash too.

    Args:
        path: the file; its folder must exist.
        content: all of it.
        durable_name: whether the folder's entry must be on disk before this returns; the
            content always is.

    Raises:
        OSError: if it cannot be written; the old file is then untouched.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _PLATFORM_FLAGS
    descriptor = os.open(temporary, flags, 0o666)
    try:
        try:
            write_all(descriptor, content)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        temporary.replace(path)
    except BaseException:  # no half-written file stays, then it is passed on
        with suppress(OSError):
            temporary.unlink()
        raise
    if durable_name:
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the folder's entries durable where the platform can (Windows cannot)."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | _PLATFORM_FLAGS)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def remove_leftovers(folder: Path) -> None:
    """Remove temporary files of writers that died; only for the folder's one writer."""
    for path in folder.iterdir():
        if _LEFTOVER.match(path.name):
            with suppress(OSError):
                path.unlink()


@contextmanager
def open_plain(path: Path) -> Generator[int]:
    """Open a plain file for reading: never a link, a pipe or a device, and never waiting.

    Raises:
        OSError: if there is none, or it is not a plain file.
    """
    descriptor = os.open(path, os.O_RDONLY | _NO_SURPRISES | _PLATFORM_FLAGS)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(0, "it is not a plain file")
        yield descriptor
    finally:
        os.close(descriptor)


def read_plain(path: Path, *, limit: int) -> bytes:
    """Return a plain file's content.

    Args:
        path: the file.
        limit: bytes that it may have.

    Raises:
        OSError: if there is none, or it is not a plain file, or it is larger.
    """
    with open_plain(path) as descriptor, os.fdopen(descriptor, "rb", closefd=False) as file:
        content = file.read(limit + 1)
    if len(content) > limit:
        raise OSError(0, f"it is larger than {limit:,} bytes")
    return content


def why(error: OSError) -> str:
    """Return the system's reason in its own words, without the path."""
    return error.strerror or str(error) or type(error).__name__
