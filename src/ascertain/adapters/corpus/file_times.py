"""Times of change as the index can keep them."""

from __future__ import annotations

__all__ = ["storable_mtime"]

_MOST = 2**63 - 1
"""SQLite's largest integer; as nanoseconds the year 2262. File systems can say later ones."""


def storable_mtime(mtime_ns: int) -> int:
    """Return the time within what SQLite can store; the same time always gives the same."""
    return max(-_MOST, min(_MOST, mtime_ns))
