"""How old a kept answer may be."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

__all__ = ["Freshness"]

_FAILURES_KEPT = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Freshness:
    """When a kept answer is used in place of a request.

    Attributes:
        max_age: a kept answer younger than this is used without asking.
        refresh: ask anew whatever is kept; answers of this run count as kept still.
        offline: use what is kept, however old, and never ask.
    """

    max_age: timedelta = timedelta(days=1)
    refresh: bool = False
    offline: bool = False

    def allows(self, stored_at: datetime, now: datetime, *, failed: bool = False) -> bool:
        """Whether an answer of that time may be used without asking.

        Args:
            stored_at: when it was given, UTC.
            now: UTC.
            failed: whether it says that something passing went wrong; such are used for an
                hour at most.
        """
        if self.offline:
            return True
        if self.refresh:
            return False
        window = min(self.max_age, _FAILURES_KEPT) if failed else self.max_age
        return now - stored_at < window
