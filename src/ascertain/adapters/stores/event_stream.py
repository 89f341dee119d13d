"""Reading a ledger's file line by line, without the writer's place."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from pydantic import ValidationError

from ascertain.adapters.stores.atomic import open_plain, why
from ascertain.errors import LedgerCorruptError, LedgerError
from ascertain.evidence.chain import GENESIS, line_fault
from ascertain.evidence.events import Event, parse_event

__all__ = ["MAX_LINE_BYTES", "EventStream", "read_events"]

MAX_LINE_BYTES = 64 * 1024 * 1024
"""Longer lines are refused, in writing and in reading."""

_CHUNK = 1024 * 1024


class EventStream:
    """The events of a file, verified as they come; iterate it once.

    At any moment it stands behind the last event it gave: ``seq`` is that event's number,
    ``root`` its hash and ``whole_bytes`` the size of the file up to there. A last line that is
    not whole ends the stream; its size is in ``torn_bytes`` then, and the file stays as it is
    (a writer that is at work may be about to finish the line).

    Args:
        path: the file.
        end: where to stop, in bytes, or None for the file's end.
    """

    def __init__(self, path: Path, *, end: int | None = None) -> None:
        self._path = path
        self._end = end
        self._events = self._read()
        self.seq = 0
        self.root = GENESIS
        self.whole_bytes = 0
        self.torn_bytes = 0

    def __iter__(self) -> Iterator[Event]:
        return self._events

    def __next__(self) -> Event:
        return next(self._events)

    def _read(self) -> Iterator[Event]:
        try:
            with (
                open_plain(self._path) as descriptor,
                os.fdopen(descriptor, "rb", closefd=False) as file,
            ):
                while self._end is None or self.whole_bytes < self._end:
                    line = file.readline(MAX_LINE_BYTES + 1)
                    event = self._event(line, file) if line else None
                    if event is None:
                        return
                    self.seq, self.root = event.seq, event.hash
                    self.whole_bytes += len(line)
                    yield event
        except OSError as error:
            raise LedgerError(f"{self._path} cannot be read: {why(error)}.") from error

    def _event(self, line: bytes, file: BinaryIO) -> Event | None:
        number = self.seq + 1
        if not line.endswith(b"\n"):
            self.torn_bytes = len(line) + _bytes_to_the_end(file, number)
            return None
        line = line[:-1]
        fault = line_fault(line, seq=number, prev=self.root)
        if fault is not None:
            # A line is written with its end at once, so one that has its end was whole.
            raise LedgerCorruptError(number, fault if _is_json(line) else "it is not whole JSON")
        try:
            return parse_event(line)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"])[:200]
            reason = f"this version cannot read it ({where}: {first['msg'][:200]})"
            raise LedgerCorruptError(number, reason) from error


def read_events(path: Path) -> EventStream:
    """Read a ledger's file: verified events in order, in bounded memory, changing nothing.

    Raises, while it is iterated:
        LedgerCorruptError: at the first line that does not follow from the one before.
        LedgerError: if the file cannot be read.
    """
    return EventStream(path)


def _bytes_to_the_end(file: BinaryIO, number: int) -> int:
    """Count what follows a line that is too long or has no end."""
    count = 0
    while chunk := file.read(_CHUNK):
        if b"\n" in chunk:
            raise LedgerCorruptError(number, f"it is longer than {MAX_LINE_BYTES:,} bytes")
        count += len(chunk)
    return count


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True
