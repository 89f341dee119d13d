"""One writer per run, held by the operating system."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout
from pydantic import Field, ValidationError

from ascertain.adapters.stores.atomic import read_plain, why, write_atomically
from ascertain.errors import LedgerError, RunLockedError
from ascertain.evidence.record import NonBlank, Record, UtcTime
from ascertain.ports.clock import Clock

__all__ = ["LockHolder", "RunLock"]

_HOLDER_LIMIT = 64 * 1024


class LockHolder(Record):
    """Who holds a run, as it wrote into ``run.lock.json``."""

    pid: int = Field(ge=0)
    host: NonBlank
    command: NonBlank
    since: UtcTime

    def __str__(self) -> str:
        return f"process {self.pid} on {self.host} ({self.command}) since {self.since}"


class RunLock:
    """The writer's place in a run's folder.

    It is the operating system's lock on ``run.lock``: it ends with the process that holds it,
    however that ends, so that what a dead process leaves behind keeps nobody out. Both files
    are removed on release.

    Args:
        folder: the run's folder.
        clock: the time that ``run.lock.json`` names.
    """

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock
        self._file = folder / "run.lock"
        self._holder_file = folder / "run.lock.json"
        self._lock = FileLock(self._file, timeout=0, thread_local=False)

    def acquire(self) -> None:
        """Take the place; taking it twice is an error.

        Raises:
            RunLockedError: if somebody holds it: another process, or another part of this one.
            LedgerError: if the folder cannot be written.
        """
        if self._lock.is_locked:
            raise RunLockedError(str(self._folder), "this very process")
        if not self._folder.is_dir():  # the lock's library would make it
            raise LedgerError(f"{self._folder} is not a folder, so it cannot be locked.")
        try:
            self._lock.acquire()
        except Timeout as error:
            raise RunLockedError(str(self._folder), self._holder()) from error
        except OSError as error:
            raise LedgerError(f"{self._folder} cannot be locked: {why(error)}.") from error
        try:
            write_atomically(self._holder_file, self._me().model_dump_json().encode())
        except OSError as error:
            self.release()
            raise LedgerError(f"{self._holder_file} cannot be written: {why(error)}.") from error

    def release(self) -> None:
        """Give the place up. Doing so twice is harmless."""
        if not self._lock.is_locked:
            return
        # Removed while held: a process that opened the file before finds out that the file it
        # locked has no name any more, and is refused. (Windows keeps open files; there the
        # lock's library removes it afterwards.)
        for path in (self._holder_file, self._file):
            with suppress(OSError):
                path.unlink()
        self._lock.release()

    def _me(self) -> LockHolder:
        command = [Path(sys.argv[0]).name or "python"] if sys.argv else ["python"]
        # The verb is enough: what follows may be private.
        command += [word for word in sys.argv[1:2] if word.isalpha()]
        return LockHolder(
            pid=os.getpid(),
            host=socket.gethostname() or "this machine",
            command=" ".join(command),
            since=self._clock.now(),
        )

    def _holder(self) -> str:
        try:
            raw = read_plain(self._holder_file, limit=_HOLDER_LIMIT)
            return str(LockHolder.model_validate_json(raw))
        except (OSError, ValidationError):
            return "a process that has not said who it is"
