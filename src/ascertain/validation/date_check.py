"""Does every date of the claim stand in the evidence, as exactly and on the same side?"""

from __future__ import annotations

from ascertain.evidence.kinds import CheckOutcome
from ascertain.sources.values.dates import DateMention
from ascertain.validation.comparison import Comparison
from ascertain.validation.slots import rival_by_neighbours, same_otherwise, values_in_slot
from ascertain.validation.statement import Statement
from ascertain.validation.tested import MOST_VALUES, Tested, worst_of

__all__ = ["check_dates"]

_MUCH_LONGER = 2
_OPPOSITE = {
    frozenset(("since", "until")),
    frozenset(("since", "before")),
    frozenset(("before", "after")),
    frozenset(("until", "after")),
}


def check_dates(comparison: Comparison) -> Tested:
    """Compare the claim's dates with those of the passage."""
    claim = comparison.claim
    if not claim.dates:
        return Tested("not_run", "the claim has no date")
    if len(claim.dates) > MOST_VALUES:
        return Tested("fail", f"more than {MOST_VALUES} dates are no one statement")
    worst = worst_of(_one(comparison, wanted) for wanted in claim.dates)
    if worst.detail:
        return worst
    said = ", ".join(_shown(claim, date) for date in claim.dates[:5])
    return worst._replace(detail=f"the evidence says the same: {said}")


def _one(comparison: Comparison, wanted: DateMention) -> Tested:
    claim, passage = comparison.claim, comparison.passage
    said = _shown(claim, wanted)
    equal: list[DateMention] = []
    partly: list[Tested] = []
    for given in passage.dates:
        outcome, note = _agreement(wanted, given)
        if outcome == "pass":
            equal.append(given)
        if note:
            detail = f"the claim says {said}; the evidence says {_shown(passage, given)} ({note})"
            partly.append(Tested(outcome, detail))
    if equal:
        rival = rival_by_neighbours(claim, wanted, passage, passage.dates, equal)
        if rival is not None and _apart(wanted, rival):
            other = _shown(passage, rival)
            return Tested("fail", f"where the claim says {said}, the evidence says {other}")
        return next((one for one in partly if one.outcome == "pass"), Tested("pass"))
    if partly:
        return min(partly, key=lambda one: one.outcome == "fail")
    return _not_there(comparison, wanted, said)


def _not_there(comparison: Comparison, wanted: DateMention, said: str) -> Tested:
    claim, passage = comparison.claim, comparison.passage
    if wanted.precision == "relative":
        return Tested("uncertain", f"what {said!r} means depends on when it was written")
    if any(
        quantity.value == wanted.year and not quantity.unit.dimension
        for quantity in passage.quantities
    ):
        return Tested("pass")
    best = comparison.best
    rival = values_in_slot(comparison, (wanted.start, wanted.end), best.dates)
    if rival is not None and rival.precision != "relative":
        detail = f"the claim says {said}; the evidence says {_shown(best, rival)}"
        # What happened in one year may have happened in another as well: only a sentence that
        # says little else is taken for one about the same event.
        alike = len(best.words) <= _MUCH_LONGER * len(claim.words) and same_otherwise(comparison)
        contradicts = alike and _apart(wanted, rival)
        return Tested("fail", detail, contradicts)
    if not passage.dates:
        return Tested("fail", f"the claim says {said}; the evidence has no date")
    other = _shown(passage, passage.dates[0])
    return Tested("fail", f"the claim says {said}; the evidence does not (it says {other})")


def _shown(statement: Statement, date: DateMention) -> str:
    return statement.text[date.start : date.end]


def _apart(one: DateMention, other: DateMention) -> bool:
    """Say whether two dates cannot be the same."""
    if "relative" in (one.precision, other.precision) or one.yearless != other.yearless:
        return False
    return one.last < other.first or other.last < one.first


def _agreement(wanted: DateMention, given: DateMention) -> tuple[CheckOutcome, str]:
    if "relative" in (wanted.precision, given.precision):
        same = wanted.precision == given.precision and wanted.words == given.words
        return ("pass" if same else "fail"), ""
    if wanted.yearless or given.yearless:
        return _without_year(wanted, given)
    if _apart(wanted, given):
        return "fail", ""
    return _overlapping(wanted, given)


def _overlapping(wanted: DateMention, given: DateMention) -> tuple[CheckOutcome, str]:
    if frozenset((wanted.relation, given.relation)) in _OPPOSITE:
        return "fail", f"{wanted.relation} against {given.relation}"
    if wanted.first <= given.first and given.last <= wanted.last:
        return "pass", "" if wanted.precision == given.precision else "more exact than the claim"
    if wanted.ambiguous or given.ambiguous:
        return "uncertain", "day and month cannot be told apart"
    return "fail", "less exact than the claim"


def _without_year(wanted: DateMention, given: DateMention) -> tuple[CheckOutcome, str]:
    if {wanted.precision, given.precision} - {"day", "month"}:
        return "fail", ""
    if frozenset((wanted.relation, given.relation)) in _OPPOSITE:
        return "fail", f"{wanted.relation} against {given.relation}"
    mine = wanted.first % 10000, wanted.last % 10000
    theirs = given.first % 10000, given.last % 10000
    if theirs[1] < mine[0] or mine[1] < theirs[0]:
        return "fail", ""
    if theirs[0] < mine[0] or mine[1] < theirs[1]:
        return "fail", "less exact than the claim"
    return ("pass", "") if wanted.yearless else ("uncertain", "no year there")
