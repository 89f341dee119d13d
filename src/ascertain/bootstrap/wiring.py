"""Wiring: builds adapters for what a command needs, and loads nothing else.

Imports inside functions are the rule here: they keep ``ascertain --help`` fast, and no other
module may build an adapter.
"""

from __future__ import annotations

import asyncio
import importlib.metadata
import platform
import tempfile
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ascertain._version import __version__
from ascertain.bootstrap.settings import Settings, read_settings
from ascertain.errors import InputError, NotAvailableError

if TYPE_CHECKING:
    from pydantic import JsonValue

    from ascertain.controller.diffing import ClaimDiff
    from ascertain.controller.state import RunState
    from ascertain.controller.verifying import Verification
    from ascertain.evidence.events import CorpusIndexed, Event
    from ascertain.evidence.index_report import IndexProgress, IndexReport
    from ascertain.evidence.limits import Limits
    from ascertain.evidence.manifest import Manifest
    from ascertain.evidence.plan import ResearchPlan
    from ascertain.evidence.run_summary import RunSummary
    from ascertain.evidence.task import ResearchTask
    from ascertain.ports.agent_runtime import AgentRuntime
    from ascertain.ports.artifact_store import ArtifactStore
    from ascertain.ports.document_reader import DocumentReader
    from ascertain.ports.snapshot_store import SnapshotStore

__all__ = [
    "Dumpable",
    "LoadedRun",
    "Observers",
    "ResearchSpec",
    "build_reader",
    "claim_diff",
    "list_runs",
    "load_run",
    "manifest_of",
    "run_research",
    "state_patch",
    "verify_folder",
    "versions",
]


class Dumpable(Protocol):
    """A record, as far as an edge needs to know it to print it."""

    def model_dump(self, *, mode: str = ...) -> dict[str, Any]:
        """Return the record as plain data."""
        ...


_RUNTIMES = ("extractive", "claude", "model")


@dataclass(frozen=True, slots=True)
class ResearchSpec:
    """What a caller wants researched.

    Attributes:
        plan: made from the question, or given by a person.
        corpus: folders to search.
        out: the parent of the run's folder.
        semantic: fuse vector search in (needs the extra ``semantic``).
    """

    plan: ResearchPlan
    limits: Limits
    corpus: tuple[Path, ...]
    out: Path
    task: ResearchTask | None = None
    runtime: str | None = None
    model: str | None = None
    web: bool = False
    semantic: bool = False


@dataclass(frozen=True, slots=True)
class Observers:
    """Whom to tell while a run is under way; each is called on the event loop."""

    folder: Callable[[Path], None] | None = None
    index: Callable[[IndexProgress], None] | None = None
    event: Callable[[Event], None] | None = None


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


async def run_research(
    spec: ResearchSpec, observers: Observers | None = None, settings: Settings | None = None
) -> tuple[Path, Manifest]:
    """Carry out a run in a new folder.

    Returns:
        The run's folder and its manifest.

    Raises:
        InputError: if a folder or setting cannot be used.
        NotAvailableError: if the runtime or the web is not available.
        LedgerError: if the run's folder can no longer be written.
    """
    from ascertain.adapters.corpus.cached_reader import CachedReader
    from ascertain.adapters.corpus.fetching import LocalFetcher
    from ascertain.adapters.corpus.index import CorpusIndex
    from ascertain.adapters.stores.run_folder import RunFolder
    from ascertain.adapters.system.clock import SystemClock
    from ascertain.adapters.system.ids import SystemIds
    from ascertain.controller.request import RunPorts, RunRequest
    from ascertain.controller.run import ResearchRun

    told = observers or Observers()
    given = settings or read_settings()
    folders = _checked_folders(spec)
    await asyncio.to_thread(_make_cache, given.cache_dir)
    runtime = _build_runtime(spec)
    clock = SystemClock()
    run_id = SystemIds().run_id()
    async with AsyncExitStack() as stack:
        reader = build_reader(given)
        stack.push_async_callback(reader.close)
        index = CorpusIndex(folders, given.cache_dir, reader, semantic=spec.semantic)
        stack.callback(index.close)
        folder = RunFolder.create(spec.out, run_id, clock)
        stack.callback(folder.close)
        if told.folder is not None:
            told.folder(folder.path)
        run = ResearchRun(
            RunRequest(
                run_id=run_id,
                plan=spec.plan,
                limits=spec.limits,
                task=spec.task,
                model_requested=spec.model,
                corpus=tuple(str(path) for path in folders),
                versions=versions(),
            ),
            RunPorts(
                ledger=folder.ledger,
                snapshots=folder.snapshots,
                artifacts=folder.artifacts,
                fetcher=LocalFetcher(folders),
                reader=CachedReader(reader, index),
                search=index,
                runtime=runtime,
                clock=clock,
                prepare=_preparation(index.refresh, told.index),
            ),
            told.event,
        )
        return folder.path, await run.run()


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
    from ascertain.adapters.stores.run_view import view_run
    from ascertain.controller.verifying import verify_run

    view = view_run(path)
    return verify_run(view.events(), view.snapshots, view.artifacts)


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


def _make_cache(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(
            f"the index folder {folder} cannot be written: {error.strerror or error}",
            hint="Name another one: ASCERTAIN_CACHE_DIR.",
        ) from None


def _checked_folders(spec: ResearchSpec) -> tuple[Path, ...]:
    if spec.web or not spec.corpus:
        raise NotAvailableError(
            "Searching the open web is not part of this release.",
            hint="Give one or more folders of documents: --corpus DIR.",
        )
    folders: list[Path] = []
    for path in spec.corpus:
        if not path.exists():
            raise InputError(f"there is no folder {path}", path="--corpus")
        if not path.is_dir():
            raise InputError(
                f"{path} is not a folder", path="--corpus", hint="Give the folder it is in."
            )
        folders.append(path.resolve())
    return tuple(dict.fromkeys(folders))


def _build_runtime(spec: ResearchSpec) -> AgentRuntime:
    name = spec.runtime or "extractive"
    if name not in _RUNTIMES:
        raise InputError(
            f"there is no runtime {name!r}",
            path="--runtime",
            hint=f"One of {', '.join(_RUNTIMES)}.",
        )
    if name != "extractive" or spec.model is not None:
        raise NotAvailableError(
            f"The runtime {name!r} with a model is not part of this release.",
            hint="Leave --runtime and --model out: the extractive researcher needs no model.",
        )
    from ascertain.adapters.runtimes.extractive.runtime import ExtractiveRuntime

    return ExtractiveRuntime()


def _preparation(
    refresh: Callable[[Callable[[IndexProgress], None] | None], Awaitable[IndexReport]],
    progress: Callable[[IndexProgress], None] | None,
) -> Callable[[], Awaitable[CorpusIndexed]]:
    from ascertain.evidence.events import CorpusIndexed

    async def prepare() -> CorpusIndexed:
        report = await refresh(progress)
        return CorpusIndexed(
            documents=report.documents,
            read_now=report.read_now,
            unchanged=report.unchanged,
            removed=report.removed,
            unreadable=report.unreadable,
            unreadable_total=report.unreadable_total,
            notes=report.notes,
        )

    return prepare
