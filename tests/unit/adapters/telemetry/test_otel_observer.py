"""A run as OpenTelemetry spans: names, parents, times, and what they do not say."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode, Tracer

from ascertain.adapters.telemetry.otel_observer import OtelObserver
from ascertain.evidence.events import (
    EvidenceRefused,
    ResearcherEnded,
    RoundStarted,
    RunEnded,
    SearchDone,
    SearchFailed,
    SourceRead,
    StepFellBack,
)
from builders import source
from trace_events import (
    Step,
    a_whole_run,
    ended,
    events_of,
    every_happening,
    model_called,
    run_started,
    started,
    tool_called,
    without_branches,
)

_START_NS = 1_767_225_600_000_000_000  # 2026-01-01T00:00:00Z


class Recording:
    """A tracer, and the spans that ended."""

    def __init__(self) -> None:
        self._exporter = InMemorySpanExporter()
        provider = TracerProvider(shutdown_on_exit=False)
        provider.add_span_processor(SimpleSpanProcessor(self._exporter))
        self.tracer: Tracer = provider.get_tracer("test")

    @property
    def spans(self) -> list[ReadableSpan]:
        """Ended spans, in the order of their ends."""
        return list(self._exporter.get_finished_spans())

    def named(self, name: str) -> ReadableSpan:
        """Return the one span of this name."""
        (found,) = [span for span in self.spans if span.name == name]
        return found

    def parent(self, span: ReadableSpan) -> str | None:
        """Return the name of a span's parent."""
        if span.parent is None:
            return None
        (found,) = [s for s in self.spans if _id(s) == span.parent.span_id]
        return found.name

    def text(self) -> str:
        """Return all that is said in spans."""
        return "".join(span.to_json() for span in self.spans)


def _id(span: ReadableSpan) -> int:
    assert span.context is not None
    return span.context.span_id


def said(span: ReadableSpan) -> dict[str, object]:
    return dict(span.attributes or {})


@pytest.fixture
def recording() -> Recording:
    return Recording()


def observe(recording: Recording, *steps: Step, content: bool = False) -> OtelObserver:
    observer = OtelObserver(recording.tracer, content=content)
    for event in events_of(*steps):
        observer(event)
    return observer


def test_each_step_is_a_span_below_the_step_it_is_part_of(recording: Recording) -> None:
    observe(recording, *a_whole_run())
    parents = Counter((recording.parent(span), span.name) for span in recording.spans)
    assert parents == {
        (None, "invoke_workflow research"): 1,
        ("invoke_workflow research", "plan"): 1,
        ("plan", "chat gpt-9"): 1,
        ("invoke_workflow research", "round-1"): 1,
        ("round-1", "invoke_agent researcher"): 2,
        ("invoke_agent researcher", "chat gpt-9"): 2,
        ("invoke_agent researcher", "execute_tool corpus.search"): 1,
        ("invoke_agent researcher", "execute_tool web.read"): 1,
        ("invoke_agent researcher", "execute_tool evidence.record"): 1,
        ("invoke_workflow research", "checks-1"): 1,
        ("invoke_workflow research", "report"): 1,
    }
    assert len({span.context.trace_id for span in recording.spans if span.context}) == 1


def test_times_are_those_of_the_events(recording: Recording) -> None:
    observe(recording, *a_whole_run())

    def times(name: str) -> tuple[float, float]:
        span = recording.named(name)
        assert span.start_time is not None
        assert span.end_time is not None
        return (span.start_time - _START_NS) / 1e9, (span.end_time - _START_NS) / 1e9

    assert times("invoke_workflow research") == (0, 17)
    assert times("plan") == (0.5, 3)
    assert times("round-1") == (5, 13)
    assert times("execute_tool web.read") == (8.75, 10)
    assert times("checks-1") == (14, 15)


def test_attributes_follow_the_conventions_for_generative_ai(recording: Recording) -> None:
    observe(recording, *a_whole_run())
    run = recording.named("invoke_workflow research")
    assert said(run)["gen_ai.operation.name"] == "invoke_workflow"
    assert said(run)["gen_ai.conversation.id"] == "R"
    assert said(run)["ascertain.status"] == "collected"
    agents = [span for span in recording.spans if span.name.startswith("invoke_agent")]
    assert {said(span)["ascertain.sub_question_id"] for span in agents} == {"q1", "q2"}
    assert said(agents[0])["gen_ai.agent.name"] == "researcher"
    chat = next(span for span in recording.spans if span.name == "chat gpt-9")
    assert chat.kind is SpanKind.CLIENT
    assert said(chat) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "gpt-9",
        "gen_ai.response.model": "gpt-9-2026",
        "gen_ai.usage.input_tokens": 1000,
        "gen_ai.usage.output_tokens": 50,
        "gen_ai.usage.cache_read.input_tokens": 300,
        "gen_ai.usage.cache_creation.input_tokens": 0,
        "ascertain.step": "planner",
        "ascertain.model_calls": 1,
        "ascertain.cost_usd": 0.01,
    }
    tool = recording.named("execute_tool corpus.search")
    assert tool.kind is SpanKind.INTERNAL
    assert said(tool)["gen_ai.tool.name"] == "corpus.search"
    assert [event.name for event in tool.events] == ["search_done"]


def test_failures_have_a_type_and_a_status(recording: Recording) -> None:
    observe(recording, *a_whole_run())
    failed = {
        span.name: said(span)["error.type"]
        for span in recording.spans
        if span.status.status_code is StatusCode.ERROR
    }
    assert failed == {
        "chat gpt-9": "_OTHER",
        "execute_tool evidence.record": "quote_not_found",
        "invoke_agent researcher": "error",
    }
    assert sum("error.type" in said(span) for span in recording.spans) == 3


@pytest.mark.parametrize(
    ("before", "code"),
    [
        (SearchFailed(sub_question_id="q1", provider="p", query="q", reason="r"), "search_failed"),
        (SearchDone(sub_question_id="q1", provider="p", query="q"), "_OTHER"),
    ],
)
def test_a_failed_call_without_a_refusal_has_the_type_that_is_known(
    recording: Recording, before: SearchFailed | SearchDone, code: str
) -> None:
    branch = "round-1/q1/call-1"
    observe(recording, (0, "round-1/q1", started("q1")), (1, branch, before))
    observer = observe(
        recording,
        (0, "round-1/q1", started("q1")),
        (1, branch, before),
        (2, branch, tool_called(ok=False)),
    )
    observer.close()
    assert said(recording.named("execute_tool corpus.search"))["error.type"] == code


@pytest.mark.parametrize("content", [False, True])
def test_what_was_asked_and_found_is_said_only_when_wanted(
    recording: Recording, content: bool
) -> None:
    steps = [
        (0.0, "", run_started("What is the secret?")),
        (0.0, "round-1/q1", started("q1")),
        (0.5, "round-1/q1/call-1", tool_called(ok=False, answer="a secret")),
        (0.7, "round-1/q1", model_called("q1", error="a secret")),
        *every_happening("elsewhere"),
        (50.0, "round-1/q1", ended("q1", "error", "a secret")),
        (60.0, "", RunEnded(status="incomplete", reason="a secret")),
    ]
    observe(recording, *steps, content=content)
    assert ("secret" in recording.text()) is content
    assert ("Ailsa" in recording.text()) is content
    tool = said(recording.named("execute_tool corpus.search"))
    assert ("gen_ai.tool.call.arguments" in tool) is content
    assert tool.get("gen_ai.tool.call.result", "") == ("a secret" if content else "")
    happenings = recording.named("elsewhere").events
    assert [event.name for event in happenings] == [body.kind for _, _, body in every_happening("")]
    assert all(event.attributes for event in happenings)


def test_a_run_that_is_broken_off_ends_its_spans_where_it_was(recording: Recording) -> None:
    observer = observe(recording, *a_whole_run()[:12])
    assert recording.named("execute_tool corpus.search")
    observer.close()
    assert recording.parent(recording.named("execute_tool")) == "invoke_agent researcher"
    run = recording.named("invoke_workflow research")
    assert run.status.status_code is StatusCode.ERROR
    assert run.end_time == _START_NS + 9_000_000_000
    before = len(recording.spans)
    for event in events_of(*a_whole_run())[12:]:
        observer(event)
    observer.close()
    assert len(recording.spans) == before


def test_a_call_that_was_cancelled_with_its_researcher_is_a_span_too(recording: Recording) -> None:
    read = SourceRead(source=source("S1"))
    observe(
        recording,
        (0, "round-1/q1", started("q1")),
        (1, "round-1/q1/call-1", read),
        (2, "round-1/q1", ended("q1", "cancelled", "stopped")),
    )
    call = recording.named("execute_tool")
    assert said(call)["error.type"] == "cancelled"
    assert [event.name for event in call.events] == ["source_read"]


def test_what_comes_after_its_step_was_over_begins_nothing_new(recording: Recording) -> None:
    read = SourceRead(source=source("S1"))
    observe(
        recording,
        (0, "", run_started()),
        (0, "round-1/q1", started("q1")),
        (1, "round-1/q1/call-1", tool_called()),
        (2, "round-1/q1/call-1", read),
        (3, "round-1/q1", ended("q1")),
        (4, "round-1/q1/call-1", read),
        (5, "round-1/q1", model_called("q1")),
        (5, "round-1/q1", ended("q1")),
        (6, "checks-1", read),
        (7, "round-1/q1/call-2", read),
        (8, "", RunEnded(status="collected")),
    )
    assert Counter(span.name for span in recording.spans) == {
        "invoke_workflow research": 1,
        "round-1": 1,
        "invoke_agent researcher": 1,
        "execute_tool corpus.search": 1,
        "chat gpt-9": 1,
        "checks-1": 1,
    }
    assert recording.parent(recording.named("chat gpt-9")) == "invoke_agent researcher"
    # Each happening is with the innermost step that was not over.
    told = {span.name: len(span.events) for span in recording.spans if span.events}
    assert told == {
        "invoke_agent researcher": 1,
        "round-1": 1,
        "checks-1": 1,
        "invoke_workflow research": 1,
    }


def test_a_researcher_that_falls_back_is_two_agents_one_after_the_other(
    recording: Recording,
) -> None:
    branch = "round-1/q1"
    fell = StepFellBack(step="q1", was="claude", now="extractive", reason="no key")
    observer = observe(
        recording,
        (0, branch, started("q1")),
        (1, f"{branch}/call-1", tool_called(tool="web.read")),
        (2, branch, ended("q1", "error", "no key")),
        (2, branch, fell),
        (4, f"{branch}/call-1", tool_called(tool="corpus.search")),
        (5, branch, ended("q1")),
    )
    observer.close()
    first, second = (s for s in recording.spans if s.name == "invoke_agent researcher")
    assert (said(first)["ascertain.ending"], said(second)["ascertain.ending"]) == (
        "error",
        "finished",
    )
    assert [event.name for event in second.events] == ["step_fell_back"]
    for name, agent in (("web.read", first), ("corpus.search", second)):
        call = recording.named(f"execute_tool {name}")
        assert call.parent is not None
        assert call.parent.span_id == _id(agent)


def test_a_researcher_that_begins_after_its_round_seemed_over_is_part_of_it(
    recording: Recording,
) -> None:
    steps: list[Step] = [
        (0, "", run_started()),
        (1, "round-1", RoundStarted(round=1, sub_question_ids=("q1", "q2"))),
        (1, "round-1/q1", started("q1")),
        (2, "round-1/q1", ended("q1")),
        (3, "checks-1", RoundStarted(round=1, sub_question_ids=())),
        (4, "round-1/q2", started("q2")),
        (5, "round-1/q2/call-1", tool_called("q2")),
    ]
    observe(recording, *steps).close()
    late = [s for s in recording.spans if said(s).get("ascertain.sub_question_id") == "q2"]
    assert {recording.parent(span) for span in late} == {"round-1", "invoke_agent researcher"}


def test_calls_that_share_a_branch_or_have_none_are_spans_of_their_own(
    recording: Recording,
) -> None:
    branch = "round-1/q1"
    refused = EvidenceRefused(sub_question_id="q1", code="quote_not_found", message="m")
    observe(
        recording,
        (0, branch, started("q1")),
        (1, f"{branch}/call-1", refused),
        (1, f"{branch}/call-1", tool_called(tool="evidence.record", ok=False)),
        (2, f"{branch}/call-1", tool_called(tool="web.read", ok=False)),
        (3, branch, tool_called(tool="web.search")),
        (4, branch, ended("q1")),
    )
    tools = [span for span in recording.spans if span.name.startswith("execute_tool")]
    assert {recording.parent(span) for span in tools} == {"invoke_agent researcher"}
    assert [said(span).get("error.type") for span in tools] == ["quote_not_found", "_OTHER", None]


def test_a_request_that_was_not_made_is_no_span(recording: Recording) -> None:
    nothing = model_called(calls=0, cost_usd=None)
    call = nothing.call.model_copy(update={"usage": type(nothing.call.usage)()})
    unmade = nothing.model_copy(update={"call": call})
    observe(recording, (0, "plan", unmade), (1, "plan", model_called(calls=0))).close()
    assert [span.name for span in recording.spans] == [
        "chat gpt-9",
        "plan",
        "invoke_workflow research",
    ]


def test_runs_one_after_another_are_traces_of_their_own(recording: Recording) -> None:
    observe(recording, *a_whole_run(), *a_whole_run()[:3], *without_branches())
    runs = [span for span in recording.spans if span.name == "invoke_workflow research"]
    assert len({span.context.trace_id for span in runs if span.context}) == 3
    assert [said(run)["ascertain.status"] for run in runs if "ascertain.status" in said(run)] == [
        "collected",
        "no_evidence",
    ]


def test_a_run_within_a_traced_program_is_part_of_its_trace(recording: Recording) -> None:
    with recording.tracer.start_as_current_span("around"):
        observe(recording, *a_whole_run())
    assert recording.parent(recording.named("invoke_workflow research")) == "around"


def test_events_of_a_time_that_is_none_keep_the_time_before(recording: Recording) -> None:
    observer = OtelObserver(recording.tracer)
    first, last = events_of((1, "", run_started()), (2, "", RunEnded(status="collected")))
    observer(first)
    observer(last.model_copy(update={"at": "2026-13-45T00:00:00Z"}))
    run = recording.named("invoke_workflow research")
    assert run.start_time == run.end_time == _START_NS + 1_000_000_000


def test_an_end_of_a_researcher_that_never_began_ends_its_step(recording: Recording) -> None:
    steps = [step for step in a_whole_run() if step[2].kind != "researcher_started"]
    observe(recording, *steps)
    assert any(isinstance(body, ResearcherEnded) for _, _, body in steps)
    assert {"q1", "q2"} <= {span.name for span in recording.spans}


def test_what_is_held_of_a_call_is_bounded(recording: Recording) -> None:
    read = SourceRead(source=source("S1"))
    branch = "round-1/q1/call-1"
    observe(
        recording,
        (0, "round-1/q1", started("q1")),
        *((1.0, branch, read) for _ in range(150)),
        (2, branch, tool_called()),
    )
    assert len(recording.named("execute_tool corpus.search").events) == 100
    assert json.loads(recording.named("execute_tool corpus.search").to_json())
