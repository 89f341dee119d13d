"""Does every number of the claim stand in the evidence, with its unit and as exactly meant?"""

from __future__ import annotations

import re

from ascertain.sources.values.numbers import Quantity
from ascertain.validation.comparison import NEARLY_VERBATIM, Comparison
from ascertain.validation.quantities import agreement, shown
from ascertain.validation.slots import (
    beside,
    rival_by_neighbours,
    same_otherwise,
    values_in_slot,
)
from ascertain.validation.tested import MOST_VALUES, Tested, worst_of

__all__ = ["check_numbers"]

_EXACTLY = re.compile(r"(?:\b(?:exactly|precisely|just)|正好|恰好|刚好|整整)\s?$", re.IGNORECASE)
"""Words right before a number that leave no room for rounding."""

_SMALL_ORDINAL = 10
"""Up to which an ordinal may be said in other words (first: debut, initially)."""


def check_numbers(comparison: Comparison) -> Tested:
    """Compare the claim's numbers with those of the passage."""
    claim = comparison.claim
    if not claim.quantities:
        return Tested("not_run", "the claim has no number")
    if len(claim.quantities) > MOST_VALUES:
        return Tested("fail", f"more than {MOST_VALUES} numbers are no one statement")
    worst = worst_of(_one(comparison, wanted) for wanted in claim.quantities)
    if worst.detail:
        return worst
    said = ", ".join(shown(claim.text, quantity) for quantity in claim.quantities[:5])
    return worst._replace(detail=f"the evidence says the same: {said}")


def _one(comparison: Comparison, wanted: Quantity) -> Tested:
    passage = comparison.passage
    said = shown(comparison.claim.text, wanted)
    equal: list[Quantity] = []
    partly: Tested | None = None
    for given in passage.quantities:
        outcome, note = agreement(wanted, given)
        if outcome == "fail":
            continue
        if not note:
            equal.append(given)
        elif partly is None or outcome == "pass":
            detail = (
                f"the claim says {said}; the evidence says {shown(passage.text, given)} ({note})"
            )
            partly = Tested(outcome, detail)
    if equal:
        return _in_place(comparison, wanted, equal)
    if partly is not None:
        exactly = _EXACTLY.search(comparison.claim.text, 0, wanted.start) is not None
        verbatim = comparison.similarity >= NEARLY_VERBATIM
        if partly.outcome == "uncertain" and (exactly or verbatim):
            return partly._replace(outcome="fail")
        return partly
    return _not_there(comparison, wanted, said)


def _in_place(comparison: Comparison, wanted: Quantity, equal: list[Quantity]) -> Tested:
    """Turn a match down if another number stands where the claim has this one."""
    claim, passage, best = comparison.claim, comparison.passage, comparison.best
    said = beside(claim, wanted)
    if said is not None and any(said == beside(passage, given) for given in equal):
        return Tested("pass")
    rival = values_in_slot(comparison, (wanted.start, wanted.end), best.quantities)
    text = best.text
    if rival is None:
        given = [value for value in passage.quantities if value.ordinal == wanted.ordinal]
        rival = rival_by_neighbours(claim, wanted, passage, given, equal)
        text = passage.text
    if rival is None or rival.ordinal != wanted.ordinal:
        return Tested("pass")
    if rival.unit.dimension != wanted.unit.dimension or agreement(wanted, rival)[0] != "fail":
        return Tested("pass")
    told, other = shown(claim.text, wanted), shown(text, rival)
    return Tested("fail", f"where the claim says {told}, the evidence says {other}")


def _not_there(comparison: Comparison, wanted: Quantity, said: str) -> Tested:
    passage, best = comparison.passage, comparison.best
    if not wanted.unit.dimension and wanted.value in {date.year for date in passage.dates}:
        return Tested("pass")
    ordinals = any(given.ordinal for given in passage.quantities)
    if wanted.ordinal and wanted.value <= _SMALL_ORDINAL and not ordinals:
        return Tested("uncertain", f"the claim says {said}; the evidence has no such word")
    rival = values_in_slot(comparison, (wanted.start, wanted.end), best.quantities)
    if rival is not None and rival.ordinal == wanted.ordinal:
        detail = f"the claim says {said}; the evidence says {shown(best.text, rival)}"
        same_kind = rival.unit.dimension == wanted.unit.dimension
        differs = same_kind and agreement(wanted, rival)[0] == "fail"
        return Tested("fail", detail, differs and same_otherwise(comparison))
    nearest = _nearest(wanted, passage.quantities)
    if nearest is None:
        return Tested("fail", f"the claim says {said}; the evidence has no number")
    near = shown(passage.text, nearest)
    return Tested("fail", f"the claim says {said}; the evidence does not (the nearest is {near})")


def _nearest(wanted: Quantity, given: list[Quantity]) -> Quantity | None:
    rivals = [other for other in given if other.unit.dimension == wanted.unit.dimension] or given
    return min(rivals, key=lambda other: abs(other.base - wanted.base), default=None)
