"""A run as a tree of steps: what took how long, what it cost, what was called and refused."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ascertain.evidence.events import Event, ModelCalled, ToolCalled
from ascertain.reporting.trace_notes import note_event, refusal_in
from ascertain.reporting.trace_places import EventPlaces
from ascertain.reporting.trace_spans import (
    SpanDraft,
    TraceSpan,
    earlier,
    frozen_span,
    moment_of,
)

__all__ = ["trace_tree"]

_CALL = re.compile(r"call-\d+")


def trace_tree(events: Iterable[Event]) -> TraceSpan:
    """Make the tree of a run, finished or not, in time linear in its events.

    Args:
        events: of one run, in the order of the ledger.

    Raises:
        ValueError: if there are none.
    """
    places, tree = EventPlaces(), _Tree()
    for event in events:
        tree.add(event, places.place(event))
    return tree.frozen()


class _Tree:
    def __init__(self) -> None:
        self._path: list[SpanDraft] = []
        self._moment = 0

    def add(self, event: Event, branch: str) -> None:
        self._moment = moment_of(event.at, self._moment)
        draft = self._walk(branch)
        if isinstance(event.body, ModelCalled):
            self._model(draft, event.body)
        elif isinstance(event.body, ToolCalled):
            self._tool(draft, event.body)
        else:
            note_event(draft, event)

    def frozen(self) -> TraceSpan:
        if not self._path:
            msg = "a run without events has no tree"
            raise ValueError(msg)
        run = self._path[0]
        return frozen_span(run, over=run.closed, last=frozenset(self._path))

    def _walk(self, branch: str) -> SpanDraft:
        """Return the branch's draft; it and those above it reach to this moment."""
        now = self._moment
        draft = self._path[0] if self._path else SpanDraft("run", "", "run", now, now)
        draft.cover(now)
        self._path = [draft]
        for part in filter(None, branch.split("/")):
            below = draft.named.get(part)
            if below is None:
                path = f"{draft.branch}/{part}" if draft.branch else part
                is_call = draft.branch and _CALL.fullmatch(part)
                below = SpanDraft(part, path, "tool" if is_call else "step", now, now)
                draft.named[part] = below
                draft.children.append(below)
            draft = below
            draft.cover(now)
            self._path.append(draft)
        return draft

    def _model(self, above: SpanDraft, body: ModelCalled) -> None:
        now = self._moment
        call = SpanDraft(body.call.model, above.branch, "model", now, now, closed=True, model=body)
        call.failed = body.call.error
        above.children.append(call)
        self._began(call, body.call.seconds)

    def _tool(self, draft: SpanDraft, body: ToolCalled) -> None:
        if draft.kind != "tool" or draft.tool is not None:
            # A call without a place of its own, or the second in one place: another span.
            above = self._path[-2] if draft.kind == "tool" else draft
            draft = SpanDraft(body.tool, draft.branch, "tool", self._moment, self._moment)
            above.children.append(draft)
        draft.name, draft.tool, draft.closed = body.tool, body, True
        if body.ok:
            draft.refusal = None
        else:
            draft.failed = draft.refusal or refusal_in(body.answer)
        self._began(draft, body.seconds)

    def _began(self, call: SpanDraft, seconds: float) -> None:
        start = earlier(self._moment, seconds)
        for draft in (call, *self._path):
            draft.cover(start)
