"""Does every number of the claim stand in the evidence, with its unit and as exactly meant?"""

from __future__ import annotations

import math

from ascertain.evidence.kinds import CheckOutcome
from ascertain.sources.values.numbers import Quantity
from ascertain.validation.comparison import Comparison
from ascertain.validation.slots import same_otherwise, values_in_slot
from ascertain.validation.tested import Tested

__all__ = ["check_numbers"]

_ORDER: tuple[CheckOutcome, ...] = ("pass", "uncertain", "fail")
_ABOUT = 0.05
"""How far, as a share, ``about`` reaches where the rounding of the number says less."""
_FAR = 2.0
"""``over 100`` is borne out by numbers up to this many times 100."""


def check_numbers(comparison: Comparison) -> Tested:
    """Compare the claim's numbers with those of the passage."""
    claim = comparison.claim
    if not claim.quantities:
        return Tested("not_run", "the claim has no number")
    worst = Tested("pass", "")
    for wanted in claim.quantities:
        tested = _one(comparison, wanted)
        if _ORDER.index(tested.outcome) > _ORDER.index(worst.outcome) or tested.contradicts:
            worst = tested
        elif worst.outcome == "pass" and tested.detail:
            worst = worst._replace(detail=tested.detail)
    return worst if worst.detail else worst._replace(detail=_all_there(comparison))


def _all_there(comparison: Comparison) -> str:
    claim = comparison.claim
    said = ", ".join(_shown(claim.text, quantity) for quantity in claim.quantities[:5])
    return f"the evidence says the same: {said}"


def _one(comparison: Comparison, wanted: Quantity) -> Tested:
    passage = comparison.passage
    said = _shown(comparison.claim.text, wanted)
    best = Tested("fail")
    for given in passage.quantities:
        outcome, note = _match(wanted, given)
        if _ORDER.index(outcome) < _ORDER.index(best.outcome):
            shown = _shown(passage.text, given)
            detail = f"the claim says {said}; the evidence says {shown} ({note})" if note else ""
            best = Tested(outcome, detail)
            if outcome == "pass" and not note:
                return _elsewhere(comparison, wanted, best)
    if best.outcome == "fail" and _is_a_year(wanted, comparison):
        return Tested("pass")
    if best.outcome != "fail":
        return best
    return _failed(comparison, wanted, said)


def _is_a_year(wanted: Quantity, comparison: Comparison) -> bool:
    years = {date.year for date in comparison.passage.dates}
    return not wanted.unit.dimension and wanted.value in years


def _failed(comparison: Comparison, wanted: Quantity, said: str) -> Tested:
    passage = comparison.passage
    if wanted.ordinal and wanted.value <= 10:
        rivals = [given for given in passage.quantities if given.ordinal]
        if not rivals:
            return Tested("uncertain", f"the claim says {said}; the evidence has no such word")
    best = comparison.best
    rival = values_in_slot(comparison, (wanted.start, wanted.end), best.quantities)
    if rival is not None and rival.ordinal == wanted.ordinal:
        detail = f"the claim says {said}; the evidence says {_shown(best.text, rival)}"
        same_kind = rival.unit.dimension == wanted.unit.dimension
        return Tested("fail", detail, same_kind and same_otherwise(comparison))
    nearest = _nearest(wanted, passage.quantities)
    if nearest is None:
        return Tested("fail", f"the claim says {said}; the evidence has no such number")
    shown = _shown(passage.text, nearest)
    return Tested("fail", f"the claim says {said}; the evidence does not, the nearest is {shown}")


def _nearest(wanted: Quantity, given: list[Quantity]) -> Quantity | None:
    rivals = [other for other in given if other.unit.dimension == wanted.unit.dimension] or given
    return min(rivals, key=lambda other: abs(other.base - wanted.base), default=None)


def _elsewhere(comparison: Comparison, wanted: Quantity, match: Tested) -> Tested:
    """Turn a match down if the claim's place for the number holds another one."""
    best = comparison.best
    rival = values_in_slot(comparison, (wanted.start, wanted.end), best.quantities)
    if rival is None or _match(wanted, rival)[0] != "fail" or rival.ordinal != wanted.ordinal:
        return match
    if rival.unit.dimension != wanted.unit.dimension:
        return match
    said, shown = _shown(comparison.claim.text, wanted), _shown(best.text, rival)
    return Tested("fail", f"where the claim says {said}, the evidence says {shown}")


def _match(wanted: Quantity, given: Quantity) -> tuple[CheckOutcome, str]:
    if wanted.ordinal != given.ordinal:
        loose = wanted.value == given.value and not given.unit.dimension
        return ("pass" if loose else "fail"), ""
    mine, theirs = wanted.unit.dimension, given.unit.dimension
    if mine != theirs:
        return _across_units(wanted, given)
    return _same_unit(wanted, given)


def _across_units(wanted: Quantity, given: Quantity) -> tuple[CheckOutcome, str]:
    kinds = {wanted.unit.dimension, given.unit.dimension}
    same = wanted.value == given.value and wanted.upper == given.upper
    if kinds in ({"months", "age"}, {"JPY", "yen or yuan"}, {"CNY", "yen or yuan"}) and same:
        return "pass", ""
    if "" in kinds and same:
        return "uncertain", "only one of them has a unit"
    return "fail", ""


def _same_unit(wanted: Quantity, given: Quantity) -> tuple[CheckOutcome, str]:
    mine, theirs = _interval(wanted), _interval(given)
    same_ends = math.isclose(wanted.base, given.base, rel_tol=1e-9) and math.isclose(
        wanted.upper * wanted.unit.factor, given.upper * given.unit.factor, rel_tol=1e-9
    )
    if same_ends and wanted.bound == given.bound:
        return "pass", ""
    if wanted.bound in {"exact", "about"} and given.bound in {"exact", "about"}:
        return _rounded(wanted, given)
    if not _overlap(mine, theirs):
        return "fail", ""
    within = mine[0] <= theirs[0] and theirs[1] <= mine[1]
    if wanted.bound == "range" or given.bound == "range":
        return ("pass", "within the range") if within else ("fail", "")
    near = max(abs(wanted.base), abs(given.base)) <= _FAR * min(abs(wanted.base), abs(given.base))
    if not near:
        return "fail", ""
    if within:
        return "pass", "within what the claim allows"
    return ("uncertain", "not equally exact") if same_ends else ("fail", "")


def _rounded(wanted: Quantity, given: Quantity) -> tuple[CheckOutcome, str]:
    mine, theirs = wanted.base, given.base
    gap = abs(mine - theirs)
    if gap <= 1e-9 * max(abs(mine), abs(theirs)):
        if wanted.bound == "exact" and given.bound == "about":
            return "uncertain", "the evidence says about"
        return "pass", ""
    step = wanted.step * wanted.unit.factor
    if given.step * given.unit.factor < step and gap <= step / 2 * (1 + 1e-9):
        share = gap / max(abs(theirs), 1e-12)
        if wanted.bound == "about" or share <= 0.01:
            return "pass", "rounded"
        return ("uncertain", "rounded, and the claim does not say so") if share <= _ABOUT else (
            "fail",
            "",
        )
    if wanted.bound == "about" and gap <= _ABOUT * abs(theirs):
        return "pass", "about as much"
    return "fail", ""


def _interval(quantity: Quantity) -> tuple[float, float]:
    factor = quantity.unit.factor
    low, high = quantity.value * factor, quantity.upper * factor
    if quantity.bound in {"over", "at_least"}:
        edge = abs(low) * 1e-9 + 1e-12 if quantity.bound == "over" else 0.0
        return low + edge, math.inf
    if quantity.bound in {"under", "at_most"}:
        edge = abs(high) * 1e-9 + 1e-12 if quantity.bound == "under" else 0.0
        return -math.inf, high - edge
    return low, high


def _overlap(left: tuple[float, float], right: tuple[float, float]) -> bool:
    return left[0] <= right[1] and right[0] <= left[1]


_BOUND_WORDS = {
    "exact": "",
    "range": "",
    "about": "about ",
    "over": "over ",
    "at_least": "at least ",
    "under": "under ",
    "at_most": "up to ",
}


def _shown(text: str, quantity: Quantity) -> str:
    return _BOUND_WORDS[quantity.bound] + " ".join(text[quantity.start : quantity.end].split())
