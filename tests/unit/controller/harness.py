"""A run over twins: fixed pages, a fixed clock, a researcher that plays a script."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from ascertain.adapters.memory.artifact_store import MemoryArtifacts
from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.memory.document_reader import MemoryReader
from ascertain.adapters.memory.fetcher import MemoryFetcher
from ascertain.adapters.memory.ledger import MemoryLedger
from ascertain.adapters.memory.search_provider import MemorySearch
from ascertain.adapters.memory.snapshot_store import MemorySnapshots
from ascertain.controller.request import Review, RunPorts, RunRequest
from ascertain.controller.run import ResearchRun
from ascertain.evidence.brief import Brief, HandBack
from ascertain.evidence.events import CorpusIndexed, Event
from ascertain.evidence.lead import Lead
from ascertain.evidence.limits import Limits
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.task import ResearchTask
from ascertain.gathering.lanes import Lane
from ascertain.gathering.routing import Rules
from ascertain.ports.entailment_judge import EntailmentJudge
from ascertain.ports.meter import Meter
from ascertain.ports.structured_model import StructuredModel
from ascertain.ports.toolbox import Toolbox, ToolReply
from ascertain.sources.source_reading import ReadingPorts
from builders import plan as make_plan

__all__ = ["PAGES", "Harness", "Script", "draft", "quoting"]

PAGES = {
    "file:///corpus/about.txt": (
        b"About Skerrion\n\nAilsa Hestvane founded Skerrion in 2014. It employs 236 people.\n"
    ),
    "file:///corpus/news.txt": (
        b"News\n\nAilsa Hestvane founded Skerrion in 2014. The harbour reopened in May.\n"
    ),
}
Script = Callable[[Brief, Toolbox], Awaitable[HandBack]]


class Playing:
    """A runtime that plays a script."""

    name = "scripted"

    def __init__(self, script: Script) -> None:
        self._script = script

    async def run(self, brief: Brief, toolbox: Toolbox, meter: Meter) -> HandBack:
        del meter
        return await self._script(brief, toolbox)


def draft(claim: str, url: str, **more: str) -> dict[str, JsonValue]:
    return {
        "claim_type": "event",
        "claim": claim,
        "source_url": url,
        "source_type": "local_document",
        "quote": claim,
        **more,
    }


def quoting(*pairs: tuple[str, str]) -> Script:
    """Read each URL and record the claim, then hand back."""

    async def script(brief: Brief, toolbox: Toolbox) -> HandBack:
        await toolbox.call("corpus.search", {"query": brief.subquestion.query})
        for claim, url in pairs:
            await toolbox.call("corpus.read", {"url": url, "query": claim})
            await toolbox.call("evidence.record", draft(claim, url))
        return HandBack(sub_question_id=brief.subquestion.id, conclusion="Done.", ending="finished")

    return script


@dataclass
class Harness:
    """What a test wants to look at after a run."""

    script: Script
    pages: Mapping[str, Any] = field(default_factory=lambda: dict(PAGES))
    plan: ResearchPlan = field(default_factory=make_plan)
    limits: Limits = field(default_factory=Limits)
    task: ResearchTask | None = None
    failing_search: str = ""
    prepare: Callable[[], Awaitable[CorpusIndexed]] | None = None
    others: Mapping[str, Script] | None = None
    rules: Rules | None = None
    model: StructuredModel | None = None
    judge: EntailmentJudge | None = None
    review: Review | None = None
    plan_with_model: bool = False
    events: list[Event] = field(default_factory=list[Event])
    listeners: list[Callable[[Event], None]] = field(default_factory=list[Callable[[Event], None]])

    def __post_init__(self) -> None:
        clock = FixedClock(step_s=0.001)
        self.artifacts = MemoryArtifacts()
        self.snapshots = MemorySnapshots()
        self.ledger = MemoryLedger(clock)
        leads = tuple(Lead(url=url, provider="memory") for url in self.pages)
        queries = {sub.query: leads for sub in self.plan.subquestions}
        self.fetcher = MemoryFetcher(self.pages)
        self.run = ResearchRun(
            RunRequest(
                run_id="R",
                plan=self.plan,
                limits=self.limits,
                task=self.task,
                plan_with_model=self.plan_with_model,
                model_requested=self.model.name if self.model else None,
            ),
            RunPorts(
                ledger=self.ledger,
                reading=ReadingPorts(
                    fetcher=self.fetcher,
                    reader=MemoryReader(),
                    snapshots=self.snapshots,
                    clock=clock,
                ),
                lanes=(Lane("corpus", MemorySearch(queries, failure=self.failing_search)),),
                artifacts=self.artifacts,
                runners={
                    name: Playing(script)
                    for name, script in (self.others or {"playing": self.script}).items()
                },
                rules=self.rules,
                model=self.model,
                judge=self.judge,
                review=self.review,
                clock=clock,
                prepare=self.prepare,
            ),
            self._listen,
        )

    def _listen(self, event: Event) -> None:
        self.events.append(event)
        for listener in self.listeners:
            listener(event)

    @property
    def kinds(self) -> list[str]:
        """The kinds of the events in the ledger, in order, calls of tools left out."""
        kinds = [event.body.kind for event in self.ledger.events()]
        return [kind for kind in kinds if kind != "tool_called"]


async def refused(toolbox: Toolbox, tool: str, arguments: dict[str, JsonValue]) -> dict[str, Any]:
    """Call, expect a refusal, return its content."""
    reply: ToolReply = await toolbox.call(tool, arguments)
    assert not reply.ok
    assert isinstance(reply.content, dict)
    return reply.content
