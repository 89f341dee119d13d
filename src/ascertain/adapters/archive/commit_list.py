"""The list of what was committed to a run's archive, one exchange a line."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from ascertain.adapters.stores.atomic import open_plain, why
from ascertain.errors import SnapshotError
from ascertain.evidence.record import NonBlank, Record, Sha256, UtcTime

__all__ = ["COMMIT_LIST", "WARC_FILE", "CommitReading", "CommittedExchange"]

WARC_FILE = "exchanges.warc.gz"
"""The archive's name in a run's folder."""

COMMIT_LIST = "exchanges.jsonl"
"""The name of the list beside it."""

_MAX_LINE_BYTES = 64 * 1024


class CommittedExchange(Record):
    """One exchange that is whole in the archive.

    Attributes:
        offset: where its records begin in the archive, in bytes; the first exchange begins
            with the file.
        length: of all its records, in bytes as stored.
        record: the id of the response's record.
        url: as it stands there, printable ASCII.
        sent_at: the record's date.
        sha256: of the body.
        stored: SHA-256 of its bytes in the archive; None in lists of earlier releases.
    """

    offset: int = Field(ge=0)
    length: int = Field(gt=0)
    record: NonBlank
    url: NonBlank
    method: str
    status: int
    kind: Literal["fetched", "rendered"]
    sent_at: UtcTime
    sha256: Sha256
    stored: Sha256 | None = None

    @property
    def end(self) -> int:
        """Where its records end."""
        return self.offset + self.length


class CommitReading:
    """The committed exchanges of a run in order, read in bounded memory; iterate it once.

    A last line that is not whole, and lines of exchanges whose bytes are not all there, end the
    reading: they were never committed, or are lost. At any moment ``end`` and ``list_end`` say
    how many bytes of the archive and of the list belong to what came so far; after the last,
    ``lost`` says how many whole lines speak of bytes that are not there.

    Raises, while it is iterated:
        SnapshotError: if a line before the last is damaged, or a file cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.end = 0
        self.list_end = 0
        self.lost = 0

    def __iter__(self) -> Iterator[CommittedExchange]:
        size = self._archive_size()
        for number, line in enumerate(self._lines(needed=size > 0), 1):
            if self.lost or size == 0:
                self.lost += 1
                continue
            entry = self._entry(line, number)
            if entry.end > size:
                self.lost += 1
                continue
            self.end = entry.end
            self.list_end += len(line)
            yield entry

    def count(self) -> int:
        """Return how many whole lines the list has, whatever they say; 0 without a list.

        Raises:
            SnapshotError: if it cannot be read.
        """
        return sum(1 for _ in self._lines(needed=False))

    def _archive_size(self) -> int:
        path = self._folder / WARC_FILE
        try:
            found = path.lstat()
        except FileNotFoundError:
            return 0
        except OSError as error:
            raise SnapshotError("", f"{path} cannot be read: {why(error)}") from error
        if not stat.S_ISREG(found.st_mode):
            raise SnapshotError("", f"{path} is not a plain file")
        return found.st_size

    def _lines(self, *, needed: bool) -> Iterator[bytes]:
        path = self._folder / COMMIT_LIST
        try:
            with (
                open_plain(path) as descriptor,
                os.fdopen(descriptor, "rb", closefd=False) as file,
            ):
                while line := file.readline(_MAX_LINE_BYTES):
                    if line.endswith(b"\n"):
                        yield line
                    elif len(line) == _MAX_LINE_BYTES:
                        raise SnapshotError("", f"{path} has a line that is too long")
        except FileNotFoundError as error:
            if not needed:
                return
            # It is made before the archive: without it somebody else took it away.
            raise SnapshotError("", f"{path} is missing; restore it from a copy") from error
        except OSError as error:
            raise SnapshotError("", f"{path} cannot be read: {why(error)}") from error

    def _entry(self, line: bytes, number: int) -> CommittedExchange:
        try:
            entry = CommittedExchange.model_validate_json(line)
        except ValidationError as error:
            raise self._damaged(number) from error
        if entry.offset != self.end:
            raise self._damaged(number)
        return entry

    def _damaged(self, number: int) -> SnapshotError:
        return SnapshotError(
            "", f"{self._folder / COMMIT_LIST}, line {number}, is damaged; restore it from a copy"
        )
