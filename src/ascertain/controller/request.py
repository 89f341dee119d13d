"""What a run is asked, and the ports it works through."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from ascertain.evidence.events import CorpusIndexed
from ascertain.evidence.limits import Limits
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.task import ResearchTask
from ascertain.ports.agent_runtime import AgentRuntime
from ascertain.ports.artifact_store import ArtifactStore
from ascertain.ports.clock import Clock
from ascertain.ports.document_reader import DocumentReader
from ascertain.ports.fetcher import Fetcher
from ascertain.ports.ledger import Ledger
from ascertain.ports.search_provider import SearchProvider
from ascertain.ports.snapshot_store import SnapshotStore

__all__ = ["RunPorts", "RunRequest"]


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What a run is asked.

    Attributes:
        plan: given by a person, or made before from the question.
        task: if the run is one task of a larger piece of work.
        corpus: the folders, for the record.
        versions: of the package and what decides results, for the manifest.
    """

    run_id: str
    plan: ResearchPlan
    limits: Limits
    task: ResearchTask | None = None
    model_requested: str | None = None
    corpus: tuple[str, ...] = ()
    versions: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class RunPorts:
    """The outside, as a run sees it. Whoever builds these closes them.

    Attributes:
        prepare: makes the search ready (indexes folders); called once, before any search.
    """

    ledger: Ledger
    snapshots: SnapshotStore
    artifacts: ArtifactStore
    fetcher: Fetcher
    reader: DocumentReader
    search: SearchProvider
    runtime: AgentRuntime
    clock: Clock
    prepare: Callable[[], Awaitable[CorpusIndexed]] | None = None
