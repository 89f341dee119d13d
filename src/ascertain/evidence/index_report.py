"""What indexing folders did, and how far it is."""

from __future__ import annotations

from dataclasses import dataclass

from ascertain.evidence.report import FailedSource

__all__ = ["IndexProgress", "IndexReport"]


@dataclass(frozen=True, slots=True)
class IndexProgress:
    """How far a refresh has come.

    Attributes:
        done: files opened so far, of ``total`` that must be.
        path: the file that was done last, relative, safe to print.
        seconds: since the refresh began.
    """

    done: int
    total: int
    path: str
    seconds: float


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What a refresh did.

    Attributes:
        documents: that can be searched now; copies of one document count once.
        read_now: documents read by the reader.
        unchanged: files whose documents were kept without reading.
        moved: files at a new place whose content was known.
        removed: files that are gone.
        unreadable: the first 200 entries: a file, a link, a folder, or all files of one kind.
        unreadable_total: files, links and folders that could not be used.
        notes: what a person should know, such as an index that had to be rebuilt.
    """

    documents: int
    read_now: int
    unchanged: int
    moved: int
    removed: int
    unreadable: tuple[FailedSource, ...] = ()
    unreadable_total: int = 0
    notes: tuple[str, ...] = ()
