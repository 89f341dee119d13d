"""The files that a run leaves for people, in its folder."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Lock

from ascertain.adapters.stores.atomic import read_plain, why, write_all, write_atomically
from ascertain.errors import InputError, LedgerError
from ascertain.evidence.artifact_name import artifact_name

__all__ = ["FileArtifacts"]

_READ_LIMIT = 1024 * 1024 * 1024
_FLAGS = (
    os.O_RDWR
    | os.O_APPEND
    | os.O_CREAT
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
)


class FileArtifacts:
    """Keeps named files in a folder; see ``ports.artifact_store.ArtifactStore``.

    Appended lines are handed to the system but not forced onto the disk: they can be made
    again from the ledger, which is.

    Args:
        folder: must exist.
        writable: whether anything may be written.
    """

    def __init__(self, folder: Path, *, writable: bool = True) -> None:
        self._folder = folder
        self._writable = writable
        self._lock = Lock()

    @property
    def location(self) -> str:
        """The folder's path."""
        return str(self._folder)

    def write(self, name: str, content: bytes) -> None:
        """Replace the file, durably.

        Raises:
            InputError: if the name is not a plain file name.
            LedgerError: if it cannot be written.
        """
        path = self._place(name)
        try:
            write_atomically(path, content)
        except OSError as error:
            raise LedgerError(f"{name} could not be written: {why(error)}.") from error

    def append_line(self, name: str, line: bytes) -> None:
        r"""Add one line; ``\n`` is added, before it too if the last line has no end.

        Raises:
            InputError: if the name is not a plain file name or the line holds a line end.
            LedgerError: if it cannot be written; the file is then as it was.
        """
        path = self._place(name)
        if b"\n" in line:
            raise InputError(f"a line for {name} holds a line end.")
        with self._lock:
            try:
                descriptor = os.open(path, _FLAGS, 0o666)
                try:
                    _append(descriptor, line)
                finally:
                    os.close(descriptor)
            except OSError as error:
                raise LedgerError(f"{name} could not be written: {why(error)}.") from error

    def read(self, name: str) -> bytes | None:
        """Return the content, or None if there is no such file.

        Raises:
            InputError: if the name is not a plain file name.
            LedgerError: if it is there but cannot be read, or is a link or a folder.
        """
        path = self._folder / artifact_name(name, writing=False)
        try:
            return read_plain(path, limit=_READ_LIMIT)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise LedgerError(f"{name} could not be read: {why(error)}.") from error

    def _place(self, name: str) -> Path:
        path = self._folder / artifact_name(name, writing=True)
        if not self._writable:
            raise LedgerError(f"{name} could not be written: the run is open for reading only.")
        return path


def _append(descriptor: int, line: bytes) -> None:
    size = os.fstat(descriptor).st_size
    start = b""
    if size:
        os.lseek(descriptor, size - 1, os.SEEK_SET)
        start = b"" if os.read(descriptor, 1) == b"\n" else b"\n"
    try:
        write_all(descriptor, b"%b%b\n" % (start, line))
    except OSError:
        os.ftruncate(descriptor, size)
        raise
