"""Lengths and numbers of CSS values, as pixels on the assumed screen."""

from __future__ import annotations

import re

from ascertain.adapters.readers.css_syntax import VIEWPORT

__all__ = ["number", "pixels", "sizes"]

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?"
_LENGTH = re.compile(rf"({_NUMBER})([a-z]+|%)?")
_FRACTION = re.compile(rf"({_NUMBER})(%)?")
_TERM = re.compile(
    rf"\s*([+-]\s+|[+-](?=\())?\s*({_NUMBER})([a-z]+|%)?(?:\s*\*\s*({_NUMBER})([a-z]+|%)?)?"
)
_UNITS = {
    "px": 1.0,
    "em": 16.0,
    "rem": 16.0,
    "ex": 8.0,
    "ch": 8.0,
    "pt": 4 / 3,
    "pc": 16.0,
    "in": 96.0,
    "cm": 96 / 2.54,
    "mm": 96 / 25.4,
    "q": 96 / 101.6,
    "vw": VIEWPORT[0] / 100,
    "vh": VIEWPORT[1] / 100,
    "vmin": VIEWPORT[1] / 100,
    "vmax": VIEWPORT[0] / 100,
    "dvw": VIEWPORT[0] / 100,
    "dvh": VIEWPORT[1] / 100,
    "svh": VIEWPORT[1] / 100,
    "lvh": VIEWPORT[1] / 100,
}


def number(value: str) -> float | None:
    """Return a number or percentage as a share of 1."""
    found = _FRACTION.fullmatch(value.removeprefix("calc(").removesuffix(")").strip())
    return None if found is None else float(found[1]) / (100 if found[2] else 1)


def pixels(value: str, whole: float = VIEWPORT[0]) -> float | None:
    """Return a length, or a ``calc()`` that is a sum of lengths, in pixels.

    Args:
        value: lower case.
        whole: pixels that 100% stand for.
    """
    found = _LENGTH.fullmatch(value)
    if found is not None:
        return _sized(found[1], found[2], whole)
    if not value.startswith("calc("):
        return None
    inner = value[5:].removesuffix(")").replace("(", " ").replace(")", " ").strip()
    at, total = 0, 0.0
    while at < len(inner):
        term = _TERM.match(inner, at)
        if term is None:
            return None
        size = _sized(term[2], term[3], whole)
        factor = _sized(term[4], term[5], whole) if term[4] else 1.0
        if size is None or factor is None:
            return None
        total += (-1 if (term[1] or "").startswith("-") else 1) * size * factor
        at = term.end()
        at += len(inner[at:]) - len(inner[at:].lstrip())
    return total


def sizes(values: str, whole: float) -> list[float | None]:
    """Return the lengths of a list set apart by spaces or commas."""
    return [pixels(part, whole) for part in values.replace(",", " ").split()]


def _sized(figure: str, unit: str | None, whole: float) -> float | None:
    if unit == "%":
        return float(figure) * whole / 100
    factor = _UNITS.get(unit or "px")
    return None if factor is None else float(figure) * factor
