"""Progress on standard error: what a person wants to know while a run is under way."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Generator
from typing import TYPE_CHECKING, Self

from ascertain.evidence.number_words import counted
from ascertain.interfaces.cli.wording import clean, plan_text, shortened
from ascertain.reporting.visible import visible

if TYPE_CHECKING:
    from rich.status import Status

    from ascertain.evidence.events import Event, EventBody
    from ascertain.evidence.index_report import IndexProgress

__all__ = ["Progress"]

_LINE_EVERY_S = 2.0


class Progress:
    """Prints a line for each step; on a terminal also a moving status line (Rich)."""

    def __init__(self, *, show_plan: bool) -> None:
        self._show_plan = show_plan
        self._status: Status | None = None
        self._last_index = 0.0
        self._evidence = 0
        self._sources = 0
        self._said = set[str]()

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            self._status = _terminal_status()
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._status is not None:
            self._status.stop()

    @contextlib.contextmanager
    def paused(self) -> Generator[None]:
        """Leave the terminal to a question meanwhile."""
        if self._status is not None:
            self._status.stop()
        try:
            yield
        finally:
            if self._status is not None:
                self._status.start()

    def on_index(self, progress: IndexProgress) -> None:
        """Say how far indexing is, at most every two seconds in plain output."""
        text = f"Reading documents: {progress.done:,} of {progress.total:,}"
        now = time.monotonic()
        if self._status is not None:
            self._status.update(f"{text}  {shortened(progress.path, 50)}")
        elif now - self._last_index >= _LINE_EVERY_S and progress.done < progress.total:
            self._last_index = now
            self._print(text)

    def on_event(self, event: Event) -> None:
        """Say what happened."""
        body = event.body
        if body.kind == "evidence_admitted":
            self._evidence += 1
            self._moving(shortened(body.evidence.claim, 70))
        elif body.kind == "source_read":
            self._sources += 1
            if body.source.status != "ok":
                self._print(
                    f"  could not read {shortened(visible(body.source.requested_url), 90)}: "
                    f"{clean(body.source.error or body.source.status)}"
                )
        elif body.kind == "plan_made":
            if self._show_plan:
                self._print(plan_text(body.plan))
        else:
            line = self._failure_line(body) or self._line(body)
            if line:
                self._print(line)

    def _line(self, body: EventBody) -> str:
        if body.kind == "corpus_indexed":
            unreadable = (
                f", {body.unreadable_total:,} not readable" if body.unreadable_total else ""
            )
            return (
                f"Corpus: {counted(body.documents, 'document')} ({body.read_now:,} new{unreadable})"
            )
        if body.kind == "round_started" and body.round > 1:
            return (
                f"Round {body.round}: looking again for {clean(', '.join(body.sub_question_ids))}"
            )
        if body.kind == "researcher_ended":
            back = body.hand_back
            said = f" ({self._once(back.error)})" if back.error else ""
            return (
                f"  {clean(back.sub_question_id)}: {counted(len(back.evidence_ids), 'quote')} from "
                f"{back.usage.sources_read} of {counted(back.usage.sources_tried, 'source')}{said}"
            )
        if body.kind == "claims_merged":
            supported = sum(claim.verdict == "supported" for claim in body.claims)
            return f"Checked: {supported} of {counted(len(body.claims), 'claim')} supported"
        return ""

    def _failure_line(self, body: EventBody) -> str:
        if body.kind == "search_failed":
            return f"  the search in {body.provider} failed: {clean(body.reason)}"
        if body.kind == "step_fell_back":
            return f"  {clean(body.step)}: {clean(body.now)} takes over: {self._once(body.reason)}"
        if body.kind == "request_refused":
            return f"  not asked: {shortened(visible(body.url), 90)}: {clean(body.reason)}"
        return ""

    def _once(self, reason: str) -> str:
        """Return a reason the first time, and after that where it stands."""
        if reason in self._said:
            return "for the reason above"
        self._said.add(reason)
        return clean(reason)

    def _moving(self, text: str) -> None:
        if self._status is not None:
            so_far = counted(self._evidence, "quote")
            self._status.update(f"{so_far} from {counted(self._sources, 'source')}  {text}")

    def _print(self, text: str) -> None:
        if self._status is not None:
            self._status.console.print(text, markup=False, highlight=False)
        else:
            sys.stderr.write(f"{text}\n")
            sys.stderr.flush()


def _terminal_status() -> Status:
    from rich.console import Console  # noqa: PLC0415 (an optional luxury, only on a terminal)

    return Console(stderr=True).status("Starting")
