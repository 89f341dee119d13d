"""Looking whether a run's archive still holds what was committed to it."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ascertain.adapters.archive.commit_list import WARC_FILE, CommitReading, CommittedExchange
from ascertain.adapters.stores.atomic import open_plain, why
from ascertain.errors import SnapshotError

__all__ = ["ArchiveFound", "examine_archive"]

_CHUNK = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ArchiveFound:
    """What was found of an archive.

    Attributes:
        listed: exchanges that its list names.
        missing: those whose bytes are not there any more.
        altered: those whose bytes are not the ones that were written.
        unsealed: those whose bytes are there, but whose list does not fix them.
        surplus: bytes behind the last that is listed.
        fault: why the files could not be read to their end; empty where they were.
    """

    listed: int = 0
    missing: int = 0
    altered: int = 0
    unsealed: int = 0
    surplus: int = 0
    fault: str = ""


def examine_archive(run: Path) -> ArchiveFound:
    """Compare a run's archive with the list of what was committed; changes nothing.

    The archive is read once, in bounded memory. A run without an archive has nothing listed.
    """
    path = run / WARC_FILE
    try:
        with open_plain(path) as descriptor, os.fdopen(descriptor, "rb", closefd=False) as file:
            return _compared(CommitReading(run), file)
    except FileNotFoundError:
        return _without_archive(run, "")
    except OSError as error:
        return _without_archive(run, f"{path} cannot be read: {why(error)}")


def _compared(reading: CommitReading, file: BinaryIO) -> ArchiveFound:
    held = altered = unsealed = 0
    fault = ""
    try:
        for entry in reading:
            held += 1
            unsealed += entry.stored is None
            altered += entry.stored not in {None, _digest(file, entry)}
    except SnapshotError as error:
        fault = error.reason
    size = os.fstat(file.fileno()).st_size
    return ArchiveFound(
        listed=held + reading.lost,
        missing=reading.lost,
        altered=altered,
        unsealed=unsealed,
        surplus=0 if reading.lost or fault else max(size - reading.end, 0),
        fault=fault,
    )


def _without_archive(run: Path, fault: str) -> ArchiveFound:
    try:
        listed = CommitReading(run).count()
    except SnapshotError as error:
        return ArchiveFound(fault=fault or error.reason)
    return ArchiveFound(listed=listed, missing=listed, fault=fault)


def _digest(file: BinaryIO, entry: CommittedExchange) -> str:
    file.seek(entry.offset)
    hasher, left = hashlib.sha256(), entry.length
    while left and (chunk := file.read(min(left, _CHUNK))):
        hasher.update(chunk)
        left -= len(chunk)
    return hasher.hexdigest()
