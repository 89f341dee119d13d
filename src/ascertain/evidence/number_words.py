"""A number with its noun, in words for people."""

from __future__ import annotations

__all__ = ["counted"]


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun, as in ``1 source``, ``0 sources`` or ``12,000 entries``.

    Args:
        number: how many.
        noun: for one.
        plural: for all other numbers; empty: the noun with an s.
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
