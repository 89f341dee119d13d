"""What a run is asked, and the ports it works through."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from ascertain.controller.masking import Mask
from ascertain.evidence.events import CorpusIndexed, WebTerms
from ascertain.evidence.limits import Limits
from ascertain.evidence.model_call import ModelUsage
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.task import ResearchTask
from ascertain.gathering.lanes import Lane
from ascertain.gathering.routing import Rules
from ascertain.gathering.tool_sets import ToolSet
from ascertain.ports.agent_runtime import AgentRuntime
from ascertain.ports.artifact_store import ArtifactStore
from ascertain.ports.clock import Clock
from ascertain.ports.entailment_judge import EntailmentJudge
from ascertain.ports.ledger import Ledger
from ascertain.ports.structured_model import StructuredModel
from ascertain.sources.source_reading import ReadingPorts

__all__ = ["Price", "Review", "RunPorts", "RunRequest", "no_price"]

Price = Callable[[str, ModelUsage], float | None]
"""A model's name and tokens to US dollars; None where no price is known."""


Review = Callable[[ResearchPlan], Awaitable[str]]
"""Shows a plan to a person."""


def no_price(model: str, usage: ModelUsage) -> float | None:
    """Know no prices: for runs without a model."""
    del model, usage
    return None


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What a run is asked.

    Attributes:
        plan: given by a person, or made before from the question.
        task: if the run is one task of a larger piece of work.
        corpus: the folders, for the record; ``web``: on what terms the web is used, or None.
        versions: of the package, prompts and what decides results, for the manifest.
        plan_with_model: whether the model may make the plan anew from its question.
        half_lives: claim type to days after which half of its claims are out of date.
        cost_basis: by which prices costs are estimated.
    """

    run_id: str
    plan: ResearchPlan
    limits: Limits
    task: ResearchTask | None = None
    model_requested: str | None = None
    corpus: tuple[str, ...] = ()
    web: WebTerms | None = None
    versions: dict[str, str] = field(default_factory=dict[str, str])
    cost_basis: str = "no model was used"
    half_lives: Mapping[str, float] = field(default_factory=dict[str, float])
    plan_with_model: bool = False


@dataclass(frozen=True, slots=True)
class RunPorts:
    """The outside, as a run sees it. Whoever builds these closes them.

    Attributes:
        reading: what sources are fetched, read and kept through.
        lanes: where researchers may look.
        runners: name to runtime, the preferred first; the others take over, in order, where one
            fails and recorded nothing.
        tool_sets: tools beside searching, reading and recording.
        rules: who works on what and who takes over, where a person wrote it down.
        model: for plan and prose; None: rules plan, claims speak for themselves.
        judge: asked about evidence that the checks leave in doubt; None: they decide alone.
        review: shows a person the plan; returns their answer to what it would clarify, or an
            empty word; raises to stop the run.
        price: what a call of a model costs.
        mask: takes keys out of what providers and programs said.
        prepare: makes the search ready (indexes folders); called once, before any search.
    """

    ledger: Ledger
    reading: ReadingPorts
    lanes: tuple[Lane, ...]
    artifacts: ArtifactStore
    runners: Mapping[str, AgentRuntime]
    clock: Clock
    rules: Rules | None = None
    tool_sets: tuple[ToolSet, ...] = ()
    model: StructuredModel | None = None
    judge: EntailmentJudge | None = None
    review: Review | None = None
    price: Price = no_price
    mask: Mask = str
    prepare: Callable[[], Awaitable[CorpusIndexed]] | None = None
