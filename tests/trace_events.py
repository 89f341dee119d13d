"""Events of made-up runs, for tests of what reads a run's branches."""

from __future__ import annotations

from datetime import datetime, timedelta

from ascertain.evidence.brief import Brief, HandBack
from ascertain.evidence.chain import GENESIS, seal
from ascertain.evidence.events import (
    ClaimsMerged,
    CorpusIndexed,
    Event,
    EventBody,
    EvidenceAdmitted,
    EvidenceChecked,
    EvidenceRefused,
    LedgerCut,
    ModelCalled,
    PlanMade,
    ReportWritten,
    RequestRefused,
    ResearcherEnded,
    ResearcherStarted,
    RoundStarted,
    RunEnded,
    RunStarted,
    SearchDone,
    SearchFailed,
    SourceAsked,
    SourceRead,
    StepFellBack,
    ToolCalled,
    ToolRefused,
)
from ascertain.evidence.kinds import Ending, Verdict
from ascertain.evidence.lead import Lead
from ascertain.evidence.limits import Limits, Usage
from ascertain.evidence.model_call import ModelCall, ModelStep, ModelUsage
from ascertain.evidence.opinion import Opinion, OpinionGiven
from ascertain.evidence.program import (
    PageReread,
    SubagentEnded,
    SubagentStarted,
    SubagentStep,
)
from builders import brief, evidence, plan, source, subquestion

__all__ = [
    "Step",
    "a_whole_run",
    "ended",
    "events_of",
    "every_happening",
    "model_called",
    "run_started",
    "started",
    "tool_called",
    "without_branches",
]

Step = tuple[float, str, EventBody]
"""Seconds from the run's start, branch, body."""

_SUBAGENT = SubagentStep(agent_id="a1", agent_type="researcher", evidence_ids=("E1",))
_OPINION = Opinion(label="neither", reason="secret", method="table")
_START = datetime.fromisoformat("2026-01-01T00:00:00")


def events_of(*steps: Step) -> list[Event]:
    """Return the events of a ledger."""
    events: list[Event] = []
    prev = GENESIS
    for seq, (seconds, branch, body) in enumerate(steps, start=1):
        at = (_START + timedelta(seconds=seconds)).isoformat(timespec="milliseconds") + "Z"
        events.append(seal(body, seq=seq, at=at, prev=prev, branch=branch))
        prev = events[-1].hash
    return events


def run_started(question: str = "Who founded Skerrion?") -> RunStarted:
    return RunStarted(
        run_id="R", question=question, limits=Limits(), runtime="model", model_requested="x:y"
    )


def given(name: str, round_number: int = 1) -> Brief:
    return brief(subquestion=subquestion(name), round=round_number)


def started(name: str, round_number: int = 1) -> ResearcherStarted:
    return ResearcherStarted(brief=given(name, round_number))


def ended(
    name: str, ending: Ending = "finished", error: str | None = None, usage: Usage | None = None
) -> ResearcherEnded:
    return ResearcherEnded(
        hand_back=HandBack(
            sub_question_id=name,
            conclusion="It was Ailsa.",
            evidence_ids=("E1",),
            ending=ending,
            error=error,
            usage=usage or Usage(),
        )
    )


def tool_called(
    name: str = "q1",
    tool: str = "corpus.search",
    *,
    ok: bool = True,
    seconds: float = 0.5,
    arguments: str = '{"query": "a secret"}',
    answer: str = '{"leads": []}',
) -> ToolCalled:
    return ToolCalled(
        sub_question_id=name, tool=tool, ok=ok, arguments=arguments, answer=answer, seconds=seconds
    )


def model_called(
    name: str | None = None,
    step: ModelStep = "researcher",
    *,
    seconds: float = 2.0,
    cost_usd: float | None = 0.01,
    error: str | None = None,
    model: str = "openai:gpt-9",
    calls: int = 1,
) -> ModelCalled:
    return ModelCalled(
        sub_question_id=name,
        call=ModelCall(
            step=step,
            model=model,
            resolved="gpt-9-2026",
            usage=ModelUsage(input_tokens=1000, cached_input_tokens=300, output_tokens=50),
            seconds=seconds,
            error=error,
            calls=calls,
        ),
        cost_usd=cost_usd,
    )


def a_whole_run() -> list[Step]:
    """Two researchers side by side, a refusal, a model's failure, checks and a report."""
    return [
        (0, "", run_started()),
        (3, "plan", model_called(step="planner", seconds=2.5)),
        (3, "plan", PlanMade(plan=plan("q1", "q2"))),
        (4, "", CorpusIndexed(documents=3, read_now=2, unchanged=1, removed=0)),
        (5, "round-1", RoundStarted(round=1, sub_question_ids=("q1", "q2"))),
        (5, "round-1/q1", started("q1")),
        (5, "round-1/q2", started("q2")),
        (7, "round-1/q1", model_called("q1", seconds=2)),
        (7.5, "round-1/q2", model_called("q2", seconds=2, cost_usd=None, error="overloaded")),
        (
            8,
            "round-1/q1/call-1",
            SearchDone(sub_question_id="q1", provider="c", query="secret"),
        ),
        (8, "round-1/q1/call-1", tool_called("q1", seconds=0.5)),
        (
            9,
            "round-1/q2/call-1",
            SourceAsked(source_id="S1", sub_question_id="q2", url="http://x/"),
        ),
        (9.5, "round-1/q2/call-1", SourceRead(source=source("S1", requested_url="http://x/"))),
        (10, "round-1/q2/call-1", tool_called("q2", "web.read", seconds=1.25)),
        (
            11,
            "round-1/q1/call-2",
            EvidenceRefused(sub_question_id="q1", code="quote_not_found", message="a secret"),
        ),
        (11, "round-1/q1/call-2", tool_called("q1", "evidence.record", ok=False, seconds=0.25)),
        (12, "round-1/q2", ended("q2", "error", "the model is overloaded")),
        (13, "round-1/q1", ended("q1")),
        (14, "checks-1", _checked("E1", "supported")),
        (14, "checks-1", _checked("E2", "not_enough_evidence")),
        (15, "checks-1", ClaimsMerged(claims=())),
        (16, "report", ReportWritten(files={"report.md": "0" * 64})),
        (17, "", RunEnded(status="collected")),
    ]


def without_branches() -> list[Step]:
    """A run as older versions wrote it: no branches, no calls of tools or models."""
    used = Usage(tool_calls=4, model_calls=2, input_tokens=900, output_tokens=60, cost_usd=0.02)
    return [
        (0, "", run_started()),
        (0, "", PlanMade(plan=plan("q1", "q2"))),
        (1, "", RoundStarted(round=1, sub_question_ids=("q1", "q2"))),
        (1, "", started("q1")),
        (1, "", started("q2")),
        (2, "", SearchDone(sub_question_id="q2", provider="corpus", query="q")),
        (2, "", SourceAsked(source_id="S1", sub_question_id="q2", url="http://x/")),
        (3, "", SourceRead(source=source("S1"))),
        (3, "", RequestRefused(source_id="S1", url="http://x/y", reason="robots.txt")),
        (4, "", EvidenceAdmitted(evidence=evidence("E1"))),
        (4, "", EvidenceRefused(sub_question_id="q2", code="bad_arguments", message="no quote")),
        (5, "", ended("q1", usage=used)),
        (6, "", ended("q2", usage=Usage(tool_calls=1))),
        (7, "", _checked("E1", "supported")),
        (7, "", ClaimsMerged(claims=())),
        (8, "", RoundStarted(round=2, sub_question_ids=("q2",))),
        (8, "", started("q2", 2)),
        (9, "", ended("q2", usage=Usage(tool_calls=1))),
        (10, "", ClaimsMerged(claims=())),
        (11, "", ReportWritten(files={})),
        (12, "", RunEnded(status="no_evidence", reason="nothing was found")),
    ]


def every_happening(branch: str) -> list[Step]:
    """One event of each kind that is no step's beginning or end."""
    lead = Lead(url="http://secret/", provider="corpus")
    bodies: tuple[EventBody, ...] = (
        ClaimsMerged(claims=()),
        CorpusIndexed(documents=3, read_now=2, unchanged=1, removed=0),
        EvidenceAdmitted(evidence=evidence("E1", claim="The secret is out.")),
        _checked("E1", "supported"),
        EvidenceRefused(sub_question_id="q1", code="quote_not_found", message="secret"),
        LedgerCut(bytes_cut=3),
        PlanMade(plan=plan("q1")),
        ReportWritten(files={}),
        RequestRefused(source_id="S1", url="http://secret/", reason="secret"),
        SearchDone(sub_question_id="q1", provider="corpus", query="secret", leads=(lead,)),
        SearchFailed(sub_question_id="q1", provider="p", query="secret", reason="secret"),
        SourceAsked(source_id="S1", sub_question_id="q1", url="http://secret/"),
        SourceRead(
            source=source("S1", requested_url="http://secret/", status="error", error="secret")
        ),
        SubagentStarted(sub_question_id="q1", step=_SUBAGENT),
        SubagentEnded(sub_question_id="q1", step=_SUBAGENT.model_copy(update={"is_over": True})),
        SubagentEnded(sub_question_id="q1", step=_SUBAGENT.model_copy(update={"error": "secret"})),
        PageReread(source_id="S1", page_id="S2"),
        OpinionGiven(evidence_id="E1", opinion=_OPINION),
        StepFellBack(step="planner", was="a", now="b", reason="secret"),
        ToolRefused(sub_question_id="q1", tool="t.u", code="unknown_tool", message="secret"),
    )
    return [(1 + place, branch, body) for place, body in enumerate(bodies)]


def _checked(name: str, verdict: Verdict) -> EvidenceChecked:
    return EvidenceChecked(evidence_id=name, checks=(), verdict=verdict, confidence=0.5)
