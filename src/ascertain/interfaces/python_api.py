"""The Python interface: ``import ascertain; await ascertain.research(...)``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ascertain.bootstrap.inputs import plan_from
from ascertain.bootstrap.recheck_wiring import recheck_folder
from ascertain.bootstrap.run_wiring import Observers, ResearchSpec, run_research
from ascertain.bootstrap.web_wiring import WebSpec
from ascertain.bootstrap.wiring import load_run, verify_folder
from ascertain.controller.outputs import make_manifest
from ascertain.controller.verifying import Verification
from ascertain.evidence.admitted import Evidence
from ascertain.evidence.brief import Brief
from ascertain.evidence.claim import Claim, Gap
from ascertain.evidence.events import Event
from ascertain.evidence.limits import Limits
from ascertain.evidence.manifest import Manifest
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.recheck import Recheck
from ascertain.evidence.report import Report
from ascertain.evidence.source import Source
from ascertain.evidence.task import ResearchTask
from ascertain.ports.toolbox import Toolbox

__all__ = ["ResearchResult", "load", "recheck", "research", "verify"]


@dataclass(frozen=True, slots=True)
class ResearchResult:
    """A run, typed.

    Attributes:
        path: the run's folder.
        report: None if the run died before it was written.
        html: the report's page in the folder, whether or not it exists.
    """

    path: Path
    manifest: Manifest
    report: Report | None
    claims: tuple[Claim, ...]
    evidence: tuple[Evidence, ...]
    sources: tuple[Source, ...]
    gaps: tuple[Gap, ...]

    @property
    def html(self) -> Path:
        """Where the report's page is."""
        return self.path / "report.html"


async def research(
    question: str | None = None,
    *,
    corpus: str | Path | Sequence[str | Path] = (),
    web: bool | WebSpec | None = None,
    out: str | Path = "runs",
    task: ResearchTask | None = None,
    plan: ResearchPlan | None = None,
    limits: Limits | None = None,
    semantic: bool = False,
    researcher: str | Callable[[Brief, Toolbox], Awaitable[str | None]] | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> ResearchResult:
    """Research a question on the web or over folders of documents.

    Args:
        question: may be left out if a task or plan is given.
        corpus: folders to search, or one.
        web: whether the web is searched, or on what terms; None: only where no folder is given.
        out: the parent of the run's folder.
        task: one subquestion with its own limits, instead of a question.
        plan: an edited plan, instead of one made by rules.
        limits: caps of the run.
        semantic: fuse vector search in (needs the extra ``semantic``).
        researcher: ``extractive`` (no model), ``claude`` or ``claude:MODEL`` (the Claude Agent
            SDK), ``PROVIDER:MODEL`` (any other), or a function of your own that gathers
            evidence with the tools it is given and returns its conclusion; None: by the
            settings and keys.
        on_event: called with each event when it is on disk.

    Raises:
        InputError: if the question, a folder or a setting cannot be used.
        NotAvailableError: if the runtime's packages are not installed.
        LedgerError: if the run's folder can no longer be written.
    """
    # One folder is no sequence of letters.
    folders = (corpus,) if isinstance(corpus, str | Path) else tuple(corpus)
    runtime, model = _runtime_of(researcher) if isinstance(researcher, str) else (None, None)
    spec = ResearchSpec(
        plan=plan_from(question, task, plan),
        limits=limits or Limits(),
        corpus=tuple(Path(folder) for folder in folders),
        out=Path(out),
        task=task,
        semantic=semantic,
        runtime=runtime,
        model=model,
        researcher=None if isinstance(researcher, str) else researcher,
        web=_terms(not folders if web is None else web),
        plan_with_model=plan is None and task is None,
    )
    path, _ = await run_research(spec, Observers(event=on_event))
    return load(path)


def _runtime_of(name: str) -> tuple[str, str | None]:
    """Read a researcher's name: a runtime, with its model after a colon, or a model alone."""
    first, mark, rest = name.partition(":")
    if first in {"claude", "extractive", "model"}:
        return first, rest if mark else None
    return "model", name


def _terms(web: bool | WebSpec) -> WebSpec | None:
    if isinstance(web, WebSpec):
        return web
    return WebSpec() if web else None


def load(path: str | Path) -> ResearchResult:
    """Read a run's folder, finished or not.

    Raises:
        InputError: if the path is no run's folder.
    """
    run = load_run(Path(path))
    state = run.state
    written = run.artifacts.read("report.json") if state.files else None
    return ResearchResult(
        path=run.path,
        manifest=make_manifest(state, state.plan, running="the run has not ended"),
        report=Report.model_validate_json(written) if written else None,
        claims=tuple(state.claims.values()),
        evidence=tuple(state.evidence.values()),
        sources=tuple(state.sources.values()),
        gaps=state.gaps,
    )


def verify(path: str | Path) -> Verification:
    """Verify a run's folder offline: copies, quotes, checks, files.

    Raises:
        InputError: if the path is no run's folder.
    """
    return verify_folder(Path(path))


async def recheck(
    path: str | Path, *, web: WebSpec | None = None, max_seconds: float = 900.0
) -> Recheck:
    """Fetch a finished run's sources again and say which quotes and sentences still stand.

    Nothing is written; the run's folder is only read.

    Args:
        path: the run's folder.
        web: on what terms the web is used; ``WebSpec(offline=True)`` asks no host.
        max_seconds: after which no further source is asked.

    Raises:
        InputError: if the path is no run's folder, or the run has not ended or has no evidence.
    """
    return await recheck_folder(Path(path), web, max_seconds=max_seconds)
