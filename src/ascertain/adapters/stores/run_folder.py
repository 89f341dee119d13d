"""A run as a folder: everything of it in one place."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

from ascertain.adapters.stores.atomic import remove_leftovers, sync_folder, why
from ascertain.adapters.stores.file_artifacts import FileArtifacts
from ascertain.adapters.stores.file_ledger import FileLedger
from ascertain.adapters.stores.file_snapshots import FileSnapshots
from ascertain.adapters.stores.run_lock import RunLock
from ascertain.adapters.stores.run_view import (
    EVENTS,
    SNAPSHOTS,
    RunView,
    must_be_a_run,
    view_run,
)
from ascertain.errors import InputError, LedgerError
from ascertain.evidence.artifact_name import artifact_name
from ascertain.evidence.ids import RunId
from ascertain.ports.clock import Clock

__all__ = ["RunFolder"]


class RunFolder:
    """A run's folder for its one writer; made by ``create`` or ``open``.

    Attributes:
        path: the folder.
        ledger: its events.
        snapshots: its saved copies.
        artifacts: its named files.
        cut_bytes: of a half-written last line that was cut off when it was opened.
    """

    def __init__(self, path: Path, lock: RunLock, clock: Clock) -> None:
        self.path = path
        self.cut_bytes = 0
        self._lock = lock
        self.ledger = FileLedger(path / EVENTS, clock, on_cut=self._note_cut)
        self.snapshots = FileSnapshots(path / SNAPSHOTS)
        self.artifacts = FileArtifacts(path)

    @classmethod
    def create(cls, parent: Path, run_id: RunId, clock: Clock) -> RunFolder:
        """Make the folder of a new run, for its owner's eyes only, and take the writer's place.

        Args:
            parent: where runs are kept; made if it is missing.
            run_id: the folder's name.
            clock: the time of the events.

        Raises:
            InputError: if the folder is there already or cannot be made.
            LedgerError: if it cannot be written.
        """
        path = parent / artifact_name(run_id, writing=True)
        try:
            parent.mkdir(parents=True, exist_ok=True)
            path.mkdir(mode=0o700)
            (path / SNAPSHOTS).mkdir()
        except FileExistsError as error:
            what = f"{path} is there already" if path.exists() else f"{parent} is not a folder"
            raise InputError(f"{what}.", hint="Choose another place for the run.") from error
        except OSError as error:
            raise InputError(
                f"{path} cannot be made: {why(error)}.", hint="Choose a folder you may write in."
            ) from error
        sync_folder(parent)
        return cls._locked(path, clock)

    @classmethod
    def open(cls, path: Path, clock: Clock) -> RunFolder:
        """Open the folder of a run to go on with it, and take the writer's place.

        Raises:
            InputError: if it is not the folder of a run.
            RunLockedError: if somebody else is writing.
            LedgerCorruptError: if an event does not follow from the one before.
            LedgerError: if it cannot be written.
        """
        must_be_a_run(path)
        return cls._locked(path, clock)

    @staticmethod
    def view(path: Path) -> RunView:
        """Open the folder of a run for reading only.

        Raises:
            InputError: if it is not the folder of a run.
        """
        return view_run(path)

    def close(self) -> None:
        """Close the ledger and give the writer's place up. Closing twice is harmless."""
        self.ledger.close()
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @classmethod
    def _locked(cls, path: Path, clock: Clock) -> RunFolder:
        lock = RunLock(path, clock)
        lock.acquire()
        try:
            for folder in (path, path / SNAPSHOTS):
                if folder.is_dir():
                    remove_leftovers(folder)
            return cls(path, lock, clock)
        except OSError as error:
            lock.release()
            raise LedgerError(f"{path} cannot be used: {why(error)}.") from error
        except BaseException:  # the lock is given back, then it is passed on
            lock.release()
            raise

    def _note_cut(self, count: int) -> None:
        self.cut_bytes = count
