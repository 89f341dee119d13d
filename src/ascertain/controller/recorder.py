"""One way to the ledger: record, fold, mirror, tell."""

from __future__ import annotations

from collections.abc import Callable

from ascertain.controller.state import RunState, apply
from ascertain.evidence.chain import canonical_json
from ascertain.evidence.events import Event, EventBody, EvidenceAdmitted, SourceRead
from ascertain.ports.artifact_store import ArtifactStore
from ascertain.ports.ledger import Ledger

__all__ = ["Recorder"]


class Recorder:
    """Appends events, keeps the state they fold into, and tells observers.

    The tables ``sources.jsonl`` and ``evidence.jsonl`` grow with the events, so that a run
    that dies leaves them too; the run's end writes them anew, with verdicts.
    """

    def __init__(
        self,
        ledger: Ledger,
        artifacts: ArtifactStore,
        observe: Callable[[Event], None] | None = None,
    ) -> None:
        self._ledger = ledger
        self._artifacts = artifacts
        self._observe = observe
        self.state = RunState()

    def __call__(self, body: EventBody) -> Event:
        """Record an event; when this returns it is durable and folded in."""
        event = self._ledger.append(body)
        apply(self.state, event)
        if isinstance(body, SourceRead):
            self._artifacts.append_line("sources.jsonl", canonical_json(body.source))
        elif isinstance(body, EvidenceAdmitted):
            self._artifacts.append_line("evidence.jsonl", canonical_json(body.evidence))
        if self._observe is not None:
            self._observe(event)
        return event
