"""Shares with Wilson's score interval."""

from __future__ import annotations

import math

from ascertain.evidence.record import Record

__all__ = ["Share", "share_of"]

_Z = 1.959964
"""The normal deviate of a 95 % interval."""


class Share(Record):
    """A share with its denominator and its 95 % interval.

    Attributes:
        hits: how many.
        of: of how many.
        value: ``hits / of``; None where there is nothing to divide by.
        low: lower end of the interval; None as above.
        high: upper end of the interval; None as above.
    """

    hits: int
    of: int
    value: float | None
    low: float | None
    high: float | None


def share_of(hits: int, of: int) -> Share:
    """Return a share with Wilson's score interval (E. B. Wilson 1927, JASA 22:209-212).

    Args:
        hits: 0 to ``of``.
        of: how many there are; 0 gives a share without value.
    """
    if of == 0:
        return Share(hits=0, of=0, value=None, low=None, high=None)
    value = hits / of
    middle = value + _Z**2 / (2 * of)
    spread = _Z * math.sqrt(value * (1 - value) / of + _Z**2 / (4 * of**2))
    scale = 1 + _Z**2 / of
    return Share(
        hits=hits,
        of=of,
        value=round(value, 4),
        low=round(max(0.0, (middle - spread) / scale), 4),
        high=round(min(1.0, (middle + spread) / scale), 4),
    )
