"""A run's folder for readers, who need no lock."""

from __future__ import annotations

from pathlib import Path

from ascertain.adapters.stores.event_stream import EventStream, read_events
from ascertain.adapters.stores.file_artifacts import FileArtifacts
from ascertain.adapters.stores.file_snapshots import FileSnapshots
from ascertain.errors import InputError

__all__ = ["EVENTS", "SNAPSHOTS", "RunView", "must_be_a_run", "view_run"]

EVENTS = "events.jsonl"
"""The ledger's file in a run's folder."""

SNAPSHOTS = "snapshots"
"""The folder of saved copies in a run's folder."""


class RunView:
    """A run's folder for reading only: no lock is taken and nothing is changed.

    Attributes:
        path: the folder.
        snapshots: the saved copies.
        artifacts: the named files.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.snapshots = FileSnapshots(path / SNAPSHOTS, writable=False)
        self.artifacts = FileArtifacts(path, writable=False)

    def events(self) -> EventStream:
        """Read the ledger from the first event; see ``event_stream.read_events``."""
        return read_events(self.path / EVENTS)

    @property
    def torn_bytes(self) -> int:
        """Bytes of a half-written last line, found by reading the ledger to its end.

        Raises:
            LedgerError: if the ledger cannot be read to its end.
        """
        stream = self.events()
        for _ in stream:
            pass
        return stream.torn_bytes


def view_run(path: Path) -> RunView:
    """Open the folder of a run for reading only.

    Raises:
        InputError: if it is not the folder of a run.
    """
    must_be_a_run(path)
    return RunView(path)


def must_be_a_run(path: Path) -> None:
    """Refuse what is not the folder of a run.

    Raises:
        InputError: if it is not, saying what a run's folder looks like.
    """
    try:
        is_run = (path / EVENTS).is_file()
    except (OSError, ValueError) as error:
        raise InputError(f"{str(path)[:200]!r} cannot be looked at.") from error
    if not is_run:
        raise InputError(
            f"no {EVENTS} in {path}, so it is not the folder of a run.",
            hint=f"A run's folder holds {EVENTS}, {SNAPSHOTS}/ and, when it is over, manifest.json"
            " and report.md.",
        )
