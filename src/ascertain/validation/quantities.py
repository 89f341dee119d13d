"""When do two quantities agree? Intervals, rounding and units."""

from __future__ import annotations

import math

from ascertain.evidence.kinds import CheckOutcome
from ascertain.sources.values.numbers import Quantity

__all__ = ["agreement", "shown"]

_ABOUT = 0.05
"""How far, as a share, ``about`` reaches where the rounding of the number says less."""

_UNSAID = 0.01
"""How far, as a share, rounding may go without being said."""

_FAR = 2.0
"""``over 100`` is borne out by numbers up to this many times 100."""

_EQUAL = 1e-9
_SAME_KINDS = (
    {"months", "age"},
    {"JPY", "yen or yuan"},
    {"CNY", "yen or yuan"},
    {"CHF", "franc"},
)
_Agreement = tuple[CheckOutcome, str]


def agreement(wanted: Quantity, given: Quantity) -> _Agreement:
    """Say whether the evidence's quantity bears out the claim's.

    Args:
        wanted: the claim's.
        given: the evidence's.

    Returns:
        ``pass``, ``uncertain`` or ``fail``, and what is to be noted (empty for the same quantity).
    """
    if wanted.ordinal != given.ordinal:
        loose = wanted.value == given.value and not given.unit.dimension
        return ("pass" if loose and not wanted.unit.dimension else "fail"), ""
    if wanted.unit.dimension != given.unit.dimension:
        return _across_units(wanted, given)
    ends = _ends(wanted), _ends(given)
    same = math.isclose(ends[0][0], ends[1][0], rel_tol=_EQUAL) and math.isclose(
        ends[0][1], ends[1][1], rel_tol=_EQUAL
    )
    if same and wanted.bound == given.bound:
        return "pass", ""
    if {wanted.bound, given.bound} <= {"exact", "about"}:
        return _rounded(wanted, given)
    return _bounded(wanted, given, same=same)


def shown(text: str, quantity: Quantity) -> str:
    """Return a quantity as people read it, with its qualifier."""
    return _BOUND_WORDS[quantity.bound] + " ".join(text[quantity.start : quantity.end].split())


_BOUND_WORDS = {
    "exact": "",
    "range": "",
    "about": "about ",
    "over": "over ",
    "at_least": "at least ",
    "under": "under ",
    "at_most": "up to ",
}


def _across_units(wanted: Quantity, given: Quantity) -> _Agreement:
    kinds = {wanted.unit.dimension, given.unit.dimension}
    if (wanted.value, wanted.upper) != (given.value, given.upper):
        return "fail", ""
    if kinds in _SAME_KINDS:
        return "pass", ""
    return ("uncertain", "only one of them has a unit") if "" in kinds else ("fail", "")


def _bounded(wanted: Quantity, given: Quantity, *, same: bool) -> _Agreement:
    mine, theirs = _interval(wanted), _interval(given)
    if mine[0] > theirs[1] or theirs[0] > mine[1]:
        return "fail", ""
    within = mine[0] <= theirs[0] and theirs[1] <= mine[1]
    is_range = "range" in (wanted.bound, given.bound)
    one, other = abs(wanted.base), abs(given.base)
    if not is_range and max(one, other) > _FAR * min(one, other):
        return "fail", ""
    if wanted.bound == given.bound == "range":
        return ("uncertain", "another range") if within else ("fail", "")
    if within:
        plain = given.bound in {"exact", "about"}
        return ("pass", "within what the claim allows") if plain else ("uncertain", "another limit")
    return ("uncertain", "not equally exact") if same and not is_range else ("fail", "")


def _rounded(wanted: Quantity, given: Quantity) -> _Agreement:
    mine, theirs = wanted.base, given.base
    gap = abs(mine - theirs)
    if math.isclose(mine, theirs, rel_tol=_EQUAL):
        if wanted.bound == "exact" and given.bound == "about":
            return "uncertain", "not equally exact"
        return "pass", ""
    share = gap / max(abs(theirs), 1e-300)
    step = wanted.step * wanted.unit.factor
    if given.step * given.unit.factor < step and gap <= step / 2 * (1 + _EQUAL):
        if wanted.bound == "about" or share <= _UNSAID:
            return "pass", "rounded"
        if share <= _ABOUT:
            return "uncertain", "rounded, and the claim does not say so"
    rivals = given.bound == "about" and given.step == wanted.step
    if wanted.bound == "about" and share <= _ABOUT and not rivals:
        return "pass", "about as much"
    return "fail", ""


def _ends(quantity: Quantity) -> tuple[float, float]:
    return quantity.value * quantity.unit.factor, quantity.upper * quantity.unit.factor


def _interval(quantity: Quantity) -> tuple[float, float]:
    """Return what a quantity allows; an open end is a hair inside."""
    low, high = _ends(quantity)
    if quantity.bound in {"over", "at_least"}:
        return low + (abs(low) * _EQUAL if quantity.bound == "over" else 0.0), math.inf
    if quantity.bound in {"under", "at_most"}:
        return -math.inf, high - (abs(high) * _EQUAL if quantity.bound == "under" else 0.0)
    return low, high
