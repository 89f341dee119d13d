"""Wiring: builds adapters for what a command needs, and loads nothing else.

Imports inside functions are the rule here: they keep ``ascertain --help`` fast, and no other
module may build an adapter.
"""

from __future__ import annotations

import importlib.metadata
import platform
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ascertain._version import __version__
from ascertain.bootstrap.settings import Settings

if TYPE_CHECKING:
    from pydantic import JsonValue

    from ascertain.controller.diffing import ClaimDiff
    from ascertain.controller.state import RunState
    from ascertain.controller.verifying import Verification
    from ascertain.evidence.events import Event
    from ascertain.evidence.manifest import Manifest
    from ascertain.evidence.run_summary import RunSummary
    from ascertain.ports.artifact_store import ArtifactStore
    from ascertain.ports.document_reader import DocumentReader
    from ascertain.ports.snapshot_store import SnapshotStore

__all__ = [
    "Dumpable",
    "LoadedRun",
    "build_reader",
    "claim_diff",
    "list_runs",
    "load_run",
    "manifest_of",
    "state_patch",
    "verify_folder",
    "versions",
]


class Dumpable(Protocol):
    """A record, as far as an edge needs to know it to print it."""

    def model_dump(self, *, mode: str = ...) -> dict[str, Any]:
        """Return the record as plain data."""
        ...


@dataclass(frozen=True, slots=True)
class LoadedRun:
    """A run's folder, read and folded; nothing is locked or changed.

    Attributes:
        torn_bytes: of a half-written last event, which was left out.
        damage: why the ledger could not be read to its end, or None.
    """

    path: Path
    state: RunState
    torn_bytes: int
    damage: str | None
    snapshots: SnapshotStore
    artifacts: ArtifactStore
    events: Callable[[], Iterable[Event]]


def build_reader(settings: Settings) -> DocumentReader:
    """Build the document reader with its worker processes (started at the first read)."""
    from ascertain.adapters.readers.pool import PooledReader

    return PooledReader(
        workers=settings.workers,
        timeout_s=settings.read_timeout_s,
        memory_mb=settings.read_memory_mb,
    )


def load_run(path: Path, *, to_seq: int | None = None) -> LoadedRun:
    """Read a run's folder.

    Args:
        path: the folder.
        to_seq: the last event to fold in; None for all.

    Raises:
        InputError: if the path is no run's folder.
    """
    from ascertain.adapters.stores.run_view import view_run
    from ascertain.controller.state import RunState, apply
    from ascertain.errors import LedgerError

    view = view_run(path)
    state, damage = RunState(), None
    stream = view.events()
    try:
        for event in stream:
            if to_seq is not None and event.seq > to_seq:
                break
            apply(state, event)
    except LedgerError as error:
        damage = str(error)
    if not state.run_id:
        # It died before its first event; the folder's name is all that is known.
        state.run_id = path.resolve().name or "unknown"
        state.question, state.runtime = "(not recorded)", "(not recorded)"
    return LoadedRun(
        path=path,
        state=state,
        torn_bytes=stream.torn_bytes,
        damage=damage,
        snapshots=view.snapshots,
        artifacts=view.artifacts,
        events=view.events,
    )


def verify_folder(path: Path) -> Verification:
    """Verify a run's folder offline; see ``controller.verifying``.

    Raises:
        InputError: if the path is no run's folder.
    """
    from ascertain.adapters.archive.examining import examine_archive
    from ascertain.adapters.stores.run_view import view_run
    from ascertain.controller.verifying import verify_run

    view = view_run(path)
    return verify_run(view.events(), view.snapshots, view.artifacts, examine_archive(path))


def manifest_of(run: LoadedRun) -> Manifest:
    """Describe a loaded run, finished or not."""
    from ascertain.controller.outputs import make_manifest

    return make_manifest(run.state, run.state.plan, running="the run has not ended")


def claim_diff(before: LoadedRun, after: LoadedRun) -> ClaimDiff:
    """Compare the claims of two runs."""
    from ascertain.controller.diffing import diff_claims

    return diff_claims(before.state, after.state)


def state_patch(before: LoadedRun, after: LoadedRun) -> list[dict[str, JsonValue]]:
    """Return the JSON Patch between two runs' states."""
    from ascertain.controller.diffing import diff_states

    return diff_states(before.state, after.state)


def list_runs(parent: Path) -> list[RunSummary]:
    """List the runs in a folder, newest first; damaged ones are listed with the reason."""
    from ascertain.adapters.stores.run_catalog import FolderRunCatalog

    return list(FolderRunCatalog(parent).runs())


def versions() -> dict[str, str]:
    """Return the versions that decide results: the package's, Python's, the readers'."""
    found = {"ascertain": __version__, "python": platform.python_version()}
    for name in ("trafilatura", "lxml", "pypdfium2", "mammoth", "rapidfuzz", "sentencex"):
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:  # pragma: no cover (a broken install)
            found[name] = "missing"
    return found
