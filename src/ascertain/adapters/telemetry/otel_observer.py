"""An observer of a run that makes an OpenTelemetry span of each of its steps."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from opentelemetry.context import Context
from opentelemetry.trace import Span, SpanKind, Status, StatusCode, Tracer, set_span_in_context

from ascertain.adapters.telemetry.attributes import (
    ERROR_TYPE,
    OTHER_ERROR,
    Attributes,
    agent_attributes,
    agent_end_attributes,
    chat_attributes,
    happening_attributes,
    run_attributes,
    run_end_attributes,
    tool_attributes,
)
from ascertain.evidence.brief import Brief
from ascertain.evidence.events import (
    Event,
    EventBody,
    EvidenceRefused,
    ModelCalled,
    ResearcherEnded,
    ResearcherStarted,
    RunEnded,
    RunStarted,
    SearchFailed,
    StepFellBack,
    ToolCalled,
    ToolRefused,
)
from ascertain.evidence.model_call import ModelUsage

__all__ = ["OtelObserver"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_CALL = re.compile(r"call-\d+")
_MOST_SECONDS = 86_400.0
_MOST_HELD = 100
"""Happenings of one call that are kept until it ends."""


@dataclass(slots=True, eq=False)
class _Step:
    """A part of the run that is under way, or was.

    Attributes:
        span: None: a call, whose span is made when its end says when it began.
        context: what a call's span will be a part of.
        began: and ``last``: nanoseconds since 1970.
        code: of the last refusal within it.
        held: what happened in a call so far.
    """

    name: str
    began: int
    last: int
    span: Span | None = None
    context: Context | None = None
    brief: Brief | None = None
    ended: bool = False
    code: str = ""
    held: list[tuple[str, Attributes, int]] = field(
        default_factory=list[tuple[str, Attributes, int]]
    )
    below: dict[str, _Step] = field(default_factory=dict[str, "_Step"])


class OtelObserver:
    """Call it with each event of a run as it is recorded; runs one after another are fine.

    A run is a trace. Each part of an event's branch is a span, as is each call of a model or
    tool; times are those of the events, so a replayed ledger gives the same spans. Attributes
    follow OpenTelemetry's conventions for generative AI. A run that begins while a span of the
    program around it is current becomes a part of that span's trace.

    Args:
        tracer: makes the spans.
        content: whether questions, arguments, answers, addresses and error messages are said;
            without it only names, numbers and codes are.
    """

    def __init__(self, tracer: Tracer, *, content: bool = False) -> None:
        self._tracer = tracer
        self._content = content
        self._run: _Step | None = None
        self._over = False
        self._now = 0

    def __call__(self, event: Event) -> None:
        """Take in one event."""
        self._now = _nanoseconds(event.at, self._now)
        body = event.body
        if isinstance(body, RunStarted):
            self.close()
            self._over = False
        if self._over:
            return
        path = self._walk(event.branch, body)
        if isinstance(body, RunEnded):
            self._end_run(path[0], body)
        elif isinstance(body, ResearcherEnded):
            self._end_researcher(path, body)
        elif isinstance(body, ToolCalled):
            self._tool(path, body)
        elif isinstance(body, ModelCalled):
            self._model(path, body)
        elif not isinstance(body, RunStarted | ResearcherStarted):
            self._happened(path, body)

    def close(self) -> None:
        """End the spans of a run whose end was not recorded; later events are let pass."""
        if self._run is not None:
            self._end(self._run, OTHER_ERROR)
            self._run = None
        self._over = True

    def _walk(self, branch: str, body: EventBody) -> list[_Step]:
        """Return the steps of a branch from the run down, begun where they were not."""
        began = self._began(body)
        step = self._run
        if step is None:
            self._run = step = self._begin_run(body)
        step.last = max(step.last, self._now)
        path = [step]
        parts = [part for part in branch.split("/") if part]
        if parts:
            self._end_steps_before(parts[0])
        for place, part in enumerate(parts):
            below = step.below.get(part)
            is_last = place == len(parts) - 1
            again = below is not None and below.ended and is_last and _goes_on(body)
            if below is None or again:
                if step.ended and not (is_last and _goes_on(body)):
                    break  # late: what is over begins nothing new
                brief = body.brief if isinstance(body, ResearcherStarted) and is_last else None
                brief = brief or (below.brief if below else None)
                below = step.below[part] = self._begin(path, part, max(began, step.began), brief)
            step = below
            step.last = max(step.last, self._now)
            path.append(step)
        return path

    def _began(self, body: EventBody) -> int:
        seconds = 0.0
        if isinstance(body, ToolCalled):
            seconds = body.seconds
        elif isinstance(body, ModelCalled):
            seconds = body.call.seconds
        return max(0, self._now - int(min(seconds, _MOST_SECONDS) * 1e9))

    def _begin_run(self, body: EventBody) -> _Step:
        said = run_attributes(body, content=self._content) if isinstance(body, RunStarted) else {}
        span = self._tracer.start_span(
            "invoke_workflow research", attributes=said, start_time=self._now
        )
        return _Step("run", self._now, self._now, span)

    def _begin(self, path: list[_Step], part: str, began: int, brief: Brief | None) -> _Step:
        if len(path) > 1 and _CALL.fullmatch(part):
            return _Step(part, began, self._now, context=_below(path))
        name, said = part, Attributes()
        if brief is not None:
            name, said = "invoke_agent researcher", agent_attributes(brief, content=self._content)
        span = self._tracer.start_span(
            name, context=_below(path), attributes=said, start_time=began
        )
        return _Step(part, began, self._now, span, brief=brief)

    def _end_steps_before(self, part: str) -> None:
        """End the run's other steps in which nothing is under way: it does one at a time."""
        for name, step in (self._run.below if self._run else {}).items():
            if name != part and not step.ended and all(x.ended for x in step.below.values()):
                self._end(step)

    def _end_run(self, run: _Step, body: RunEnded) -> None:
        if run.span is not None:
            run.span.set_attributes(run_end_attributes(body))
        failed = body.status == "incomplete"
        self._end(run, "incomplete" if failed else "", body.reason)
        self._run, self._over = None, True

    def _end_researcher(self, path: list[_Step], body: ResearcherEnded) -> None:
        step = path[-1]
        if len(path) == 1 or step.ended or step.span is None:
            return  # an end that names no branch, or comes twice
        said = agent_end_attributes(body, content=self._content)
        step.span.set_attributes(said)
        self._end(step, str(said.get(ERROR_TYPE, "")), body.hand_back.error or "")

    def _tool(self, path: list[_Step], body: ToolCalled) -> None:
        step = path[-1]
        if step.span is not None or step.ended:
            # A call without a place of its own, or the second in one place.
            above = path if step.span is not None else path[:-1]
            step = _Step("", self._began(body), self._now, context=_below(above))
        step.began = min(step.began, self._began(body))
        said = tool_attributes(body, step.code, content=self._content)
        span = self._call_span(step, f"execute_tool {body.tool}", said)
        if not body.ok:
            self._failed(span, body.answer)
        span.end(self._now)
        step.ended = True

    def _call_span(self, step: _Step, name: str, said: Attributes) -> Span:
        span = self._tracer.start_span(
            name, context=step.context, attributes=said, start_time=step.began
        )
        for held in step.held:
            span.add_event(*held)
        step.held.clear()
        return span

    def _model(self, path: list[_Step], body: ModelCalled) -> None:
        call = body.call
        if not (call.calls or call.error or body.cost_usd or call.usage != ModelUsage()):
            return  # a request that was planned and not made
        said = chat_attributes(body)
        span = self._tracer.start_span(
            f"chat {said['gen_ai.request.model']}",
            context=_below(path),
            kind=SpanKind.CLIENT,
            attributes=said,
            start_time=self._began(body),
        )
        if call.error:
            self._failed(span, call.error)
        span.end(self._now)

    def _happened(self, path: list[_Step], body: EventBody) -> None:
        said = happening_attributes(body, content=self._content)
        step = path[-1]
        if isinstance(body, EvidenceRefused | ToolRefused):
            step.code = body.code
        elif isinstance(body, SearchFailed):
            step.code = "search_failed"
        if step.span is None and not step.ended:
            if len(step.held) < _MOST_HELD:
                step.held.append((body.kind, said, self._now))
            return
        for above in reversed(path):
            if above.span is not None and not above.ended:
                above.span.add_event(body.kind, said, self._now)
                return

    def _end(self, step: _Step, code: str = "", description: str = "") -> None:
        """End a step and what is under way below it, each at the last that is known of it."""
        for below in step.below.values():
            has_an_end = below.brief is not None or below.span is None
            self._end(below, (code or OTHER_ERROR) if has_an_end else "")
        step.below.clear()
        if step.ended:
            return
        step.ended = True
        span = step.span
        if span is None:
            span = self._call_span(step, "execute_tool", {"gen_ai.operation.name": "execute_tool"})
        if code:
            span.set_attribute(ERROR_TYPE, code)
            self._failed(span, description)
        span.end(max(step.began, step.last))

    def _failed(self, span: Span, description: str) -> None:
        span.set_status(
            Status(StatusCode.ERROR, description[:1000] if self._content and description else None)
        )


def _goes_on(body: EventBody) -> bool:
    return isinstance(body, StepFellBack | ResearcherStarted)


def _below(path: list[_Step]) -> Context | None:
    """Return the context of the innermost step that has a span."""
    for step in reversed(path):
        if step.span is not None:
            return set_span_in_context(step.span)
    return None


def _nanoseconds(at: str, before: int) -> int:
    try:
        passed = datetime.fromisoformat(at) - _EPOCH
    except ValueError:
        return before  # its form is right and its date is none
    return max(0, passed // timedelta(microseconds=1) * 1000)
