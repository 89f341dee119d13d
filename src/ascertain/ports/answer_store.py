"""Answers of the outside that are kept from run to run, as a port."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

__all__ = ["AnswerStore", "StoredAnswer"]


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """An answer and when it was given.

    Attributes:
        stored_at: when the outside gave or confirmed it, UTC.
        head: JSON that describes it.
        body: its bytes.
    """

    stored_at: datetime
    head: str
    body: bytes = field(default=b"", repr=False)


class AnswerStore(Protocol):
    """Keeps answers by kind and key; a cache, so that losing one costs only a request.

    Contract: ``put`` replaces whole, and a reader in any process sees the old answer or the
    new one. The size is bounded: answers that were longest unused go first. A store that is
    damaged, locked or cannot be written gives None and keeps nothing; no error leaves. Calls
    may come from several threads and processes.
    """

    def get(self, kind: str, key: str) -> StoredAnswer | None:
        """Return the answer, or None."""
        ...

    def put(self, kind: str, key: str, answer: StoredAnswer) -> None:
        """Keep the answer in place of an earlier one."""
        ...

    def close(self) -> None:
        """Close the store. Closing twice is harmless."""
        ...
