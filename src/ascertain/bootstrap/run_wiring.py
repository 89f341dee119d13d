"""Wiring of a run: builds the adapters that it needs, and loads nothing else."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ascertain.bootstrap.model_wiring import ModelParts, open_models
from ascertain.bootstrap.program_wiring import ProgramParts, ProgramSpec
from ascertain.bootstrap.settings import Settings, read_settings
from ascertain.bootstrap.telemetry_wiring import Telemetry, told_too
from ascertain.bootstrap.tool_wiring import (
    model_judge,
    open_data,
    open_files,
    run_tools,
    wants_judge,
)
from ascertain.bootstrap.web_wiring import WebParts, WebSpec, kind_table, open_web, web_policy
from ascertain.bootstrap.wiring import build_reader, versions
from ascertain.errors import InputError

if TYPE_CHECKING:
    from ascertain.adapters.corpus.index import CorpusIndex
    from ascertain.adapters.runtimes.custom import Researcher
    from ascertain.adapters.stores.run_folder import RunFolder
    from ascertain.controller.request import RunRequest
    from ascertain.evidence.events import CorpusIndexed, Event
    from ascertain.evidence.index_report import IndexProgress, IndexReport
    from ascertain.evidence.limits import Limits
    from ascertain.evidence.manifest import Manifest
    from ascertain.evidence.plan import ResearchPlan
    from ascertain.evidence.task import ResearchTask
    from ascertain.gathering.lanes import Lane
    from ascertain.ports.clock import Clock
    from ascertain.ports.document_reader import DocumentReader
    from ascertain.sources.source_reading import ReadingPorts


__all__ = ["Observers", "ResearchSpec", "run_research"]


@dataclass(frozen=True, slots=True)
class ResearchSpec:
    """What a caller wants researched.

    Attributes:
        plan: made from the question, or given by a person.
        corpus: folders to search; may be empty where the web is used.
        web: on what terms the web is used; None: nothing touches the network.
        out: the parent of the run's folder.
        semantic: fuse vector search in (needs the extra ``semantic``).
        data: an SQLite or DuckDB file that researchers with a model may query.
        files: a folder that researchers with a model may look into; what stands there is no
            evidence.
        researcher: a function of the caller's that gathers evidence, instead of a runtime.
        plan_with_model: whether a model may make the plan anew, if the run has one.
        prose: whether a model plans and writes, if the run has one.
        telemetry: what spans are sent, if any.
        judge: ``none`` or ``model``: whether a model is asked about claims that the checks leave
            in doubt; None: if the run has a model.
        program: what the program of the runtime ``claude`` may do by itself.
    """

    plan: ResearchPlan
    limits: Limits
    corpus: tuple[Path, ...]
    out: Path
    task: ResearchTask | None = None
    runtime: str | None = None
    model: str | None = None
    web: WebSpec | None = None
    semantic: bool = False
    researcher: Researcher | None = None
    data: Path | None = None
    files: Path | None = None
    plan_with_model: bool = False
    prose: bool = True
    telemetry: Telemetry | None = None
    judge: str | None = None
    program: ProgramSpec = field(default_factory=ProgramSpec)


@dataclass(frozen=True, slots=True)
class Observers:
    """Whom to tell while a run is under way; each is called on the event loop."""

    folder: Callable[[Path], None] | None = None
    index: Callable[[IndexProgress], None] | None = None
    event: Callable[[Event], None] | None = None
    review: Callable[[ResearchPlan], Awaitable[str]] | None = None


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
    from ascertain.adapters.stores.run_folder import RunFolder
    from ascertain.adapters.system.clock import SystemClock
    from ascertain.adapters.system.ids import SystemIds
    from ascertain.controller.masking import mask_of
    from ascertain.controller.request import RunPorts, no_price
    from ascertain.controller.run import ResearchRun
    from ascertain.sources.half_lives import half_lives

    told = observers or Observers()
    given = settings or read_settings()
    folders = _checked_folders(spec)
    await asyncio.to_thread(_make_cache, given.cache_dir)
    clock = SystemClock()
    run_id = SystemIds().run_id()
    async with AsyncExitStack() as stack:
        program = ProgramParts(spec.program, web_policy(spec.web, given.web) if spec.web else None)
        models = await _models(spec, given, stack, program)
        has_model = models.writer is not None
        asks = has_model or spec.researcher is not None
        source = open_data(spec.data, has_model=asks)
        looked_into = open_files(spec.files, has_model=asks)
        judged = wants_judge(spec.judge, has_model=has_model)
        corpus = _open_corpus(folders, spec, given, stack) if folders else None
        web = await open_web(spec.web, given, clock, stack) if spec.web else None
        folder = RunFolder.create(spec.out, run_id, clock)
        stack.callback(folder.close)
        if told.folder is not None:
            told.folder(folder.path)
        asked = models.writer(folder.path.absolute()) if models.writer else None
        run = ResearchRun(
            _request(spec, run_id, models, folders, web, half_lives(given.half_lives)),
            RunPorts(
                ledger=folder.ledger,
                reading=_reading(folder, corpus, web, clock, given, stack),
                lanes=_lanes(corpus, web),
                artifacts=folder.artifacts,
                runners=models.runners(folder.path.absolute()),
                rules=models.rules,
                tool_sets=run_tools(source, looked_into, folder, clock),
                model=asked if spec.prose else None,
                judge=model_judge(asked if judged else None),
                review=told.review,
                price=models.price or no_price,
                mask=mask_of(given.secrets),
                clock=clock,
                prepare=_preparation(corpus.index.refresh, told.index) if corpus else None,
            ),
            told_too(spec.telemetry, told.event, stack),
        )
        return folder.path, await run.run()


@dataclass(frozen=True, slots=True)
class _Corpus:
    index: CorpusIndex
    folders: tuple[Path, ...]
    reader: DocumentReader


def _open_corpus(
    folders: tuple[Path, ...], spec: ResearchSpec, settings: Settings, stack: AsyncExitStack
) -> _Corpus:
    from ascertain.adapters.corpus.cached_reader import CachedReader
    from ascertain.adapters.corpus.index import CorpusIndex

    reader = build_reader(settings)
    stack.push_async_callback(reader.close)
    index = CorpusIndex(folders, settings.cache_dir, reader, semantic=spec.semantic)
    stack.callback(index.close)
    return _Corpus(index, folders, CachedReader(reader, index))


def _reading(
    folder: RunFolder,
    corpus: _Corpus | None,
    web: WebParts | None,
    clock: Clock,
    given: Settings,
    stack: AsyncExitStack,
) -> ReadingPorts:
    from ascertain.adapters.archive.warc_log import WarcLog
    from ascertain.adapters.corpus.fetching import LocalFetcher
    from ascertain.adapters.web.kept_reading import KeptReader
    from ascertain.adapters.web.routing import RoutedFetcher
    from ascertain.sources.source_reading import ReadingPorts

    if corpus is None:
        reader = build_reader(given)
        stack.push_async_callback(reader.close)
    else:
        reader = corpus.reader
    if web is not None:
        reader = KeptReader(reader, web.store, clock)
    archive = WarcLog(folder.path) if web else None
    if archive is not None:
        stack.callback(archive.close)
    return ReadingPorts(
        fetcher=RoutedFetcher(
            LocalFetcher(corpus.folders) if corpus else None, web.fetcher if web else None
        ),
        reader=reader,
        snapshots=folder.snapshots,
        clock=clock,
        archive=archive,
        renderer=web.renderer if web else None,
        kinds=kind_table(given.web),
    )


def _lanes(corpus: _Corpus | None, web: WebParts | None) -> tuple[Lane, ...]:
    from ascertain.gathering.lanes import Lane

    return (
        *((Lane("corpus", corpus.index),) if corpus else ()),
        *((Lane("web", web.search),) if web else ()),
    )


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
    if spec.web is None and not spec.corpus:
        raise InputError(
            "there is nowhere to look: no folder was given, and the web is not to be used",
            hint="Give --corpus DIR, or --web.",
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


def _request(
    spec: ResearchSpec,
    run_id: str,
    models: ModelParts,
    folders: tuple[Path, ...],
    web: WebParts | None,
    ages: Mapping[str, float],
) -> RunRequest:
    from ascertain.controller.request import RunRequest

    return RunRequest(
        run_id=run_id,
        plan=spec.plan,
        limits=spec.limits,
        task=spec.task,
        model_requested=models.model_requested,
        cost_basis=models.cost_basis,
        corpus=tuple(str(path) for path in folders),
        web=web.terms if web else None,
        half_lives=ages,
        versions={**versions(), **models.versions},
        plan_with_model=spec.plan_with_model and spec.prose and models.writer is not None,
    )


async def _models(
    spec: ResearchSpec, settings: Settings, stack: AsyncExitStack, program: ProgramParts
) -> ModelParts:
    if spec.researcher is None:
        return await open_models(spec.runtime, spec.model, settings, stack, program)
    if spec.runtime is not None or spec.model is not None:
        raise InputError(
            "a researcher of one's own takes the place of a runtime and its model",
            path="researcher",
            hint="Leave out the others.",
        )
    from ascertain.adapters.runtimes.custom import CustomRuntime

    runtime = CustomRuntime(spec.researcher)
    return ModelParts(
        runners=lambda _: {runtime.name: runtime},
        writer=None,
        rules=None,
        model_requested=None,
        price=None,
        cost_basis="what the caller's researcher spent is not known",
        versions={},
    )


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
