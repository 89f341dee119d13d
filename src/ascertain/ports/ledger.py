"""The run's event log as a port."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from ascertain.evidence.events import Event, EventBody

__all__ = ["Ledger"]


class Ledger(Protocol):
    """Append-only, hash-chained, one writer.

    Contract: events come back in the order of appending, with ``seq`` 1, 2, 3 … and each
    event's ``prev`` the hash of the one before. When ``append`` returns, the event is durable:
    a process killed right after does not lose it. ``append`` is synchronous on purpose: the
    action that an event announces must not start before. Closing twice is harmless; appending
    after closing raises ``LedgerError``. Errors that may leave: ``LedgerError`` and its kinds.
    """

    def append(self, body: EventBody, branch: str = "") -> Event:
        """Seal the body into the next event, make it durable, return it.

        Args:
            body: what happened.
            branch: where in the run's tree of steps.
        """
        ...

    def events(self) -> Iterator[Event]:
        """Yield all events so far, from the first.

        Raises:
            LedgerCorruptError: at the first event that does not follow.
        """
        ...

    @property
    def root(self) -> str:
        """The last event's hash, or 64 zeros."""
        ...

    def close(self) -> None:
        """Release the writer's place."""
        ...
