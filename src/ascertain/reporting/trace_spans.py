"""A run's steps as spans, and the drafts that they are made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Literal

from pydantic import Field

from ascertain.evidence.events import ModelCalled, ToolCalled
from ascertain.evidence.limits import Usage
from ascertain.evidence.number_words import counted
from ascertain.evidence.record import Record, UtcTime

__all__ = [
    "SpanDraft",
    "SpanKind",
    "TraceNote",
    "TraceSpan",
    "TraceUsage",
    "earlier",
    "frozen_span",
    "moment_of",
]

SpanKind = Literal["run", "round", "researcher", "tool", "model", "step"]
"""What a span stands for; ``step`` is anything else that has a branch, such as ``plan``."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_FIRST = (datetime(1, 1, 1, tzinfo=UTC) - _EPOCH) // _MILLISECOND
_MOST_SECONDS = 1e9
_NO_END = "no end is on record"


class TraceUsage(Record):
    """What a span and all below it used.

    Attributes:
        failed_tool_calls: those of the tool calls that were refused or failed.
        input_tokens: of prompts, cached parts included.
        cost_usd: of the calls whose price is known.
        unpriced_calls: model calls whose price is not known.
    """

    tool_calls: int = 0
    failed_tool_calls: int = 0
    model_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    unpriced_calls: int = 0


class TraceNote(Record):
    """Something that happened within a span, in one sentence.

    Attributes:
        failed: whether it was a refusal or a failure.
    """

    at: UtcTime
    text: str
    failed: bool = False


class TraceSpan(Record):
    """A step of a run, and the steps within it in the order in which they began.

    Attributes:
        name: a tool's or model's name, or the last part of the branch; the run's id at the top.
        branch: as the events name it, or as it was worked out from events that name none.
        ended_at: null: no end is on record yet.
        seconds: to its end, or to the last that is known of it.
        usage: its own and that of all below it.
        tool: and ``model``: the call, if that is what the span stands for.
        failed: why it failed, a refusal's code first; null if it did not.
    """

    name: str
    branch: str
    kind: SpanKind
    started_at: UtcTime
    ended_at: UtcTime | None
    seconds: float = Field(ge=0)
    usage: TraceUsage = TraceUsage()
    tool: ToolCalled | None = None
    model: ModelCalled | None = None
    notes: tuple[TraceNote, ...] = ()
    failed: str | None = None
    children: tuple[TraceSpan, ...] = ()


@dataclass(slots=True, eq=False)
class SpanDraft:
    """A span in the making.

    Attributes:
        start: and ``end``: milliseconds since 1970.
        closed: whether its end is on record.
        refusal: what was refused in it, should it turn out to have failed.
        named: the children that further events of their branch belong to.
    """

    name: str
    branch: str
    kind: SpanKind
    start: int
    end: int
    closed: bool = False
    tool: ToolCalled | None = None
    model: ModelCalled | None = None
    failed: str | None = None
    refusal: str | None = None
    handed_back: Usage = field(default_factory=Usage)
    verdicts: Counter[str] = field(default_factory=Counter[str])
    notes: list[TraceNote] = field(default_factory=list[TraceNote])
    children: list[SpanDraft] = field(default_factory=list["SpanDraft"])
    named: dict[str, SpanDraft] = field(default_factory=dict[str, "SpanDraft"])

    def cover(self, moment: int) -> None:
        """Reach to a moment, before or after."""
        self.start, self.end = min(self.start, moment), max(self.end, moment)

    def note(self, at: str, text: str, *, failed: bool = False) -> None:
        """Add what happened in it."""
        self.notes.append(TraceNote(at=at, text=text, failed=failed))


def frozen_span(draft: SpanDraft, *, over: bool, last: frozenset[SpanDraft]) -> TraceSpan:
    """Make the span of a draft, and those of all below it.

    Args:
        draft: the tree's top.
        over: whether the run's end is on record.
        last: the drafts that the last event belongs to, from the top down.
    """
    # The drafts are nearly in order already, which makes this sort linear.
    ordered = sorted(draft.children, key=lambda child: child.start)
    children = tuple(frozen_span(child, over=over, last=last) for child in ordered)
    if draft.kind in {"round", "step"}:
        open_below = any(child.ended_at is None for child in children)
        under_way = not over and (draft in last or open_below)
    else:
        under_way = not over and not draft.closed
    lost = over and not draft.closed and draft.kind in {"researcher", "tool"}
    if draft.verdicts:
        said = ", ".join(f"{many} {verdict}" for verdict, many in sorted(draft.verdicts.items()))
        draft.note(_stamp(draft.end), f"{counted(draft.verdicts.total(), 'quote')} checked: {said}")
    return TraceSpan(
        name=draft.name,
        branch=draft.branch,
        kind=draft.kind,
        started_at=_stamp(draft.start),
        ended_at=None if under_way else _stamp(draft.end),
        seconds=(draft.end - draft.start) / 1000,
        usage=_usage(draft, children),
        tool=draft.tool,
        model=draft.model,
        notes=tuple(draft.notes),
        failed=draft.failed or draft.refusal or (_NO_END if lost else None),
        children=children,
    )


def moment_of(at: str, before: int) -> int:
    """Return an event's time in milliseconds since 1970.

    Args:
        at: as the event has it.
        before: what to take instead where its form is right and it is no time, such as one in
            a 13th month.
    """
    try:
        return (datetime.fromisoformat(at) - _EPOCH) // _MILLISECOND
    except ValueError:
        return before


def earlier(moment: int, seconds: float) -> int:
    """Return the moment that lies some seconds before another."""
    return max(_FIRST, moment - round(min(seconds, _MOST_SECONDS) * 1000))


def _usage(draft: SpanDraft, children: Iterable[TraceSpan]) -> TraceUsage:
    below = _sum(child.usage for child in children)
    back = draft.handed_back
    # Older versions kept no calls, only what a researcher said at its end.
    told = TraceUsage(
        tool_calls=0 if below.tool_calls else back.tool_calls,
        model_calls=0 if below.model_calls else back.model_calls,
        input_tokens=0 if below.model_calls else back.input_tokens,
        output_tokens=0 if below.model_calls else back.output_tokens,
        cost_usd=0 if below.model_calls else back.cost_usd,
    )
    return _sum((below, told, _own(draft)))


def _own(draft: SpanDraft) -> TraceUsage:
    tool, model = draft.tool, draft.model
    if model is not None:
        return TraceUsage(
            model_calls=model.call.calls,
            input_tokens=model.call.usage.input_tokens,
            output_tokens=model.call.usage.output_tokens,
            cost_usd=model.cost_usd or 0.0,
            unpriced_calls=model.call.calls if model.cost_usd is None else 0,
        )
    if tool is not None:
        return TraceUsage(tool_calls=1, failed_tool_calls=int(not tool.ok))
    return TraceUsage()


def _sum(usages: Iterable[TraceUsage]) -> TraceUsage:
    each = tuple(usages)
    return TraceUsage(
        **{name: sum(getattr(usage, name) for usage in each) for name in TraceUsage.model_fields}
    )


def _stamp(moment: int) -> str:
    text = (_EPOCH + moment * _MILLISECOND).isoformat(timespec="milliseconds")
    return text.removesuffix("+00:00") + "Z"
