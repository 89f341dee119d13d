"""One way to the ledger: record, fold, mirror, tell."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from ascertain.controller.state import RunState, apply
from ascertain.errors import LedgerError
from ascertain.evidence.chain import canonical_json
from ascertain.evidence.events import Event, EventBody, EvidenceAdmitted, SourceRead
from ascertain.gathering.branches import branch_now
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
        event = self._ledger.append(body, branch_now())
        apply(self.state, event)
        self._mirror(body)
        self._tell(event)
        return event

    def _mirror(self, body: EventBody) -> None:
        # The tables can be made anew from the ledger; a fault there ends nothing.
        with contextlib.suppress(LedgerError):
            if isinstance(body, SourceRead):
                self._artifacts.append_line("sources.jsonl", canonical_json(body.source))
            elif isinstance(body, EvidenceAdmitted):
                self._artifacts.append_line("evidence.jsonl", canonical_json(body.evidence))

    def _tell(self, event: Event) -> None:
        if self._observe is None:
            return
        try:
            self._observe(event)
        except Exception:  # noqa: BLE001 (an observer's boundary: one that fails, such as a closed terminal, is told nothing more)
            self._observe = None
