"""A ledger in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from threading import Lock

from ascertain.errors import LedgerCorruptError, LedgerError
from ascertain.evidence.chain import GENESIS, chain_fault, seal
from ascertain.evidence.events import Event, EventBody
from ascertain.ports.clock import Clock

__all__ = ["MemoryLedger"]


class MemoryLedger:
    """Keeps events in memory; see ``ports.ledger.Ledger``.

    Args:
        clock: the time of each event.
        events: an earlier ledger's events to go on from; they are verified when they are read.
    """

    def __init__(self, clock: Clock, events: Iterable[Event] = ()) -> None:
        self._clock = clock
        self._events = list(events)
        self._closed = False
        self._lock = Lock()

    def append(self, body: EventBody, branch: str = "") -> Event:
        """Seal the body into the next event and keep it.

        Raises:
            LedgerError: if the ledger is closed or the body cannot be written.
        """
        with self._lock:
            if self._closed:
                raise LedgerError("the ledger is closed")
            event = seal(
                body,
                seq=len(self._events) + 1,
                at=self._clock.now(),
                prev=self._root_now(),
                branch=branch,
            )
            self._events.append(event)
            return event

    def events(self) -> Iterator[Event]:
        """Yield all events so far, from the first.

        Raises:
            LedgerCorruptError: at the first event that does not follow.
        """
        prev = GENESIS
        for seq, event in enumerate(tuple(self._events), start=1):
            fault = chain_fault(event, seq=seq, prev=prev)
            if fault is not None:
                raise LedgerCorruptError(seq, fault)
            prev = event.hash
            yield event

    @property
    def root(self) -> str:
        """The last event's hash, or 64 zeros."""
        return self._root_now()

    def close(self) -> None:
        """Refuse further events."""
        self._closed = True

    def _root_now(self) -> str:
        return self._events[-1].hash if self._events else GENESIS
