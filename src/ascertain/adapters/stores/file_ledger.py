"""The ledger as a file: one event a line, on disk when it happens."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from ascertain.adapters.stores.atomic import sync_folder, why, write_all
from ascertain.adapters.stores.event_stream import MAX_LINE_BYTES, EventStream, read_events
from ascertain.errors import LedgerCorruptError, LedgerError
from ascertain.evidence.chain import GENESIS, seal_line
from ascertain.evidence.events import Event, EventBody, LedgerCut
from ascertain.ports.clock import Clock

__all__ = ["FileLedger"]

_FLAGS = (
    os.O_RDWR
    | os.O_APPEND
    | os.O_CREAT
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
)
_FULL = frozenset({errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})


class _Head(NamedTuple):
    """Where the ledger ends. One value, so that an interruption leaves the old or the new."""

    seq: int = 0
    root: str = GENESIS
    size: int = 0


class FileLedger:
    """Keeps events in ``events.jsonl``; see ``ports.ledger.Ledger``.

    Each line is the event's canonical JSON. ``append`` writes the whole line in one call and
    asks the system to put it on disk before it returns. If it cannot, the file is cut back to
    the last whole event, so that the ledger goes on once there is space again. A half-written
    last line of a writer that died is cut off on opening, and the cut is itself recorded.

    Opening it twice at a time is prevented by ``RunLock``, not here. The ledger may be used
    from any thread.

    Args:
        path: the file; made if it is missing.
        clock: the time of each event.
        on_cut: called with the number of bytes if a half-written last line was cut off.

    Raises:
        LedgerCorruptError: if a line does not follow from the one before.
        LedgerError: if the file cannot be opened or written.
    """

    def __init__(
        self, path: Path, clock: Clock, *, on_cut: Callable[[int], None] | None = None
    ) -> None:
        self._path = path
        self._clock = clock
        self._lock = Lock()
        self._head = _Head()
        self._descriptor: int | None = None
        try:
            is_new = not path.exists()
            torn = 0 if is_new else self._verify()
            self._descriptor = os.open(path, _FLAGS, 0o666)
            if is_new:
                sync_folder(path.parent)
        except OSError as error:
            raise LedgerError(f"{path} cannot be opened for writing: {why(error)}.") from error
        if torn:
            self._record_cut(torn, on_cut)

    def append(self, body: EventBody, branch: str = "") -> Event:
        """Seal the body into the next event, make it durable, return it.

        Raises:
            LedgerError: if the ledger is closed, or the event cannot be written (such as for
                want of space): then it is not in the ledger.
        """
        with self._lock:
            descriptor = self._ready()
            head = self._head
            event, line = seal_line(
                body, seq=head.seq + 1, at=self._clock.now(), prev=head.root, branch=branch
            )
            line += b"\n"
            if len(line) > MAX_LINE_BYTES:
                raise LedgerError(
                    f"{type(body).__name__} is larger than an event may be: {len(line):,} bytes "
                    f"of {MAX_LINE_BYTES:,}."
                )
            try:
                write_all(descriptor, line)
                _sync(descriptor)
                self._head = _Head(event.seq, event.hash, head.size + len(line))
            except OSError as error:
                self._cut_back(descriptor)
                raise self._not_written(error, event.seq) from error
            except BaseException:  # an interrupt too may leave half a line; cut it, pass it on
                self._cut_back(descriptor)
                raise
            return event

    def events(self) -> Iterator[Event]:
        """Yield all events so far, from the first, read from the file and verified.

        Raises:
            LedgerCorruptError: at the first event that does not follow, or is gone.
            LedgerError: if the file cannot be read.
        """
        head = self._head
        stream = EventStream(self._path, end=head.size)
        yield from stream
        if stream.root != head.root:
            raise LedgerCorruptError(stream.seq + 1, "the event that stood here is gone")

    @property
    def root(self) -> str:
        """The last event's hash, or 64 zeros."""
        return self._head.root

    def close(self) -> None:
        """Release the file. Closing twice is harmless."""
        with self._lock:
            descriptor, self._descriptor = self._descriptor, None
            if descriptor is not None:
                os.close(descriptor)

    def _verify(self) -> int:
        stream = read_events(self._path)
        for _ in stream:
            pass
        self._head = _Head(stream.seq, stream.root, stream.whole_bytes)
        return stream.torn_bytes

    def _record_cut(self, torn: int, on_cut: Callable[[int], None] | None) -> None:
        try:
            self._cut_back(self._ready(size=self._head.size + torn))
            self.append(LedgerCut(bytes_cut=torn))
        except BaseException:  # the writer's place is given back, then it is passed on
            self.close()
            raise
        if on_cut is not None:
            on_cut(torn)

    def _ready(self, *, size: int | None = None) -> int:
        """Return the descriptor if the file is as this ledger left it."""
        if self._descriptor is None:
            raise LedgerError(f"{self._path} is closed.")
        expected = self._head.size if size is None else size
        actual = os.fstat(self._descriptor).st_size
        if actual != expected:
            raise LedgerError(
                f"{self._path} was changed by somebody else: {actual:,} bytes where "
                f"{expected:,} were written.",
                hint="Open the run again; it is verified then.",
            )
        return self._descriptor

    def _cut_back(self, descriptor: int) -> None:
        # If even this fails, the size is not what is expected and the next append says so.
        with suppress(OSError):
            os.ftruncate(descriptor, self._head.size)
            _sync(descriptor)

    def _not_written(self, error: OSError, seq: int) -> LedgerError:
        reason = why(error)
        if error.errno in _FULL:
            reason = f"there is no space left for it ({reason})"
        return LedgerError(
            f"event {seq} could not be written to {self._path}: {reason}.",
            hint="Everything before it is kept; free some space and run it again.",
        )


def _sync(descriptor: int) -> None:
    # The size of a file is among what fdatasync writes, so that nothing is lost by it.
    if hasattr(os, "fdatasync"):
        os.fdatasync(descriptor)
    else:
        os.fsync(descriptor)
