"""Does every date of the claim stand in the evidence, as exactly and on the same side?"""

from __future__ import annotations

from ascertain.evidence.kinds import CheckOutcome
from ascertain.sources.values.dates import DateMention
from ascertain.validation.comparison import Comparison
from ascertain.validation.slots import same_otherwise, values_in_slot
from ascertain.validation.tested import Tested

__all__ = ["check_dates"]

_ORDER: tuple[CheckOutcome, ...] = ("pass", "uncertain", "fail")
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
    worst = Tested("pass")
    for wanted in claim.dates:
        tested = _one(comparison, wanted)
        if _ORDER.index(tested.outcome) > _ORDER.index(worst.outcome):
            worst = tested
        elif worst.outcome == "pass" and tested.detail:
            worst = worst._replace(detail=tested.detail)
    if worst.detail:
        return worst
    said = ", ".join(claim.text[date.start : date.end] for date in claim.dates[:5])
    return worst._replace(detail=f"the evidence says the same: {said}")


def _one(comparison: Comparison, wanted: DateMention) -> Tested:
    passage = comparison.passage
    said = comparison.claim.text[wanted.start : wanted.end]
    best = Tested("fail", "")
    for given in passage.dates:
        outcome, note = _match(wanted, given)
        if _ORDER.index(outcome) < _ORDER.index(best.outcome) or (note and not best.detail):
            shown = passage.text[given.start : given.end]
            detail = f"the claim says {said}; the evidence says {shown} ({note})" if note else ""
            best = Tested(min(outcome, best.outcome, key=_ORDER.index), detail)
            if outcome == "pass" and not note:
                return best
    if best.outcome == "fail" and not best.detail:
        return _failed(comparison, wanted, said)
    return best


def _failed(comparison: Comparison, wanted: DateMention, said: str) -> Tested:
    if wanted.precision == "relative":
        return Tested("uncertain", f"what {said!r} means depends on when it was written")
    if any(
        quantity.value == wanted.year and not quantity.unit.dimension
        for quantity in comparison.passage.quantities
    ):
        return Tested("pass")
    rival = values_in_slot(comparison, (wanted.start, wanted.end), comparison.best.dates)
    if rival is not None and rival.precision != "relative":
        shown = comparison.best.text[rival.start : rival.end]
        apart = not (wanted.yearless or rival.yearless) and (
            wanted.last < rival.first or rival.last < wanted.first
        )
        contradicts = apart and same_otherwise(comparison)
        return Tested("fail", f"the claim says {said}; the evidence says {shown}", contradicts)
    if not comparison.passage.dates:
        return Tested("fail", f"the claim says {said}; the evidence has no date")
    given = comparison.passage.dates[0]
    shown = comparison.passage.text[given.start : given.end]
    return Tested("fail", f"the claim says {said}; the evidence does not (it says {shown})")


def _match(wanted: DateMention, given: DateMention) -> tuple[CheckOutcome, str]:
    if wanted.precision == "relative" or given.precision == "relative":
        same = wanted.precision == given.precision and wanted.words == given.words
        return ("pass" if same else "fail"), ""
    if wanted.yearless or given.yearless:
        return _without_year(wanted, given)
    if given.last < wanted.first or wanted.last < given.first:
        return "fail", ""
    if frozenset((wanted.relation, given.relation)) in _OPPOSITE:
        return "fail", f"{wanted.relation} against {given.relation}"
    if wanted.first <= given.first and given.last <= wanted.last:
        return "pass", "" if wanted.precision == given.precision else "more exact than the claim"
    if wanted.ambiguous or given.ambiguous:
        return "uncertain", "day and month cannot be told apart"
    return "fail", "less exact than the claim"


def _without_year(wanted: DateMention, given: DateMention) -> tuple[CheckOutcome, str]:
    if given.precision not in {"day", "month"} or wanted.precision not in {"day", "month"}:
        return "fail", ""
    mine = wanted.first % 10000, wanted.last % 10000
    theirs = given.first % 10000, given.last % 10000
    if theirs[1] < mine[0] or mine[1] < theirs[0]:
        return "fail", ""
    if not (mine[0] <= theirs[0] and theirs[1] <= mine[1]):
        return "fail", "less exact than the claim"
    if not wanted.yearless:
        return "uncertain", "no year there"
    return "pass", ""
