"""The machine's clock."""

from __future__ import annotations

import time
from datetime import UTC, datetime

__all__ = ["SystemClock"]


class SystemClock:
    """Tells the machine's time; see ``ports.clock.Clock``."""

    def now(self) -> str:
        """Return the moment in UTC, ISO 8601 with ``Z``, to the millisecond."""
        moment = datetime.now(UTC).replace(tzinfo=None)
        return f"{moment.isoformat(timespec='milliseconds')}Z"

    def monotonic(self) -> float:
        """Return seconds since some fixed moment; never goes backwards."""
        return time.monotonic()
