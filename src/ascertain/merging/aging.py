"""How claims age: what was true of a source's date may no longer be true."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from ascertain.evidence.claim import ConfidenceTerm
from ascertain.evidence.document import DatedField

__all__ = ["age_in_days", "aging_term", "is_stale"]

_MOST = 0.15
"""What a claim loses in confidence as its age grows without bound."""
_UNDATED = 0.08
"""What a claim of a kind that ages loses if nobody knows its age."""
_DECEMBER = 12


def age_in_days(as_of: str, today: str) -> int:
    """Return the days from the last day that a partial date may mean to another date, at least 0.

    Args:
        as_of: ``2021``, ``2021-05`` or ``2021-05-03``.
        today: a whole date.
    """
    year, month, day = (*(int(part) for part in as_of.split("-")), 0, 0)[:3]
    if not month:
        last = date(year, _DECEMBER, 31)
    elif not day:
        following = date(year + month // _DECEMBER, month % _DECEMBER + 1, 1)
        last = date.fromordinal(following.toordinal() - 1)
    else:
        last = date(year, month, day)
    return max(0, (date.fromisoformat(today) - last).days)


def is_stale(
    claim_type: str, as_of: DatedField | None, today: str, half_lives: Mapping[str, float]
) -> bool:
    """Whether a claim of a kind that ages is undated or older than its half-life."""
    half_life = half_lives.get(claim_type)
    if half_life is None or not today:
        return False
    return as_of is None or age_in_days(as_of.value, today) > half_life


def aging_term(
    claim_type: str, as_of: DatedField | None, today: str, half_lives: Mapping[str, float]
) -> ConfidenceTerm | None:
    """Return what a claim's age takes from its confidence; None where its kind does not age.

    ``age`` = −0.15 × (1 − 2^(−age ÷ half-life)): half of it at the half-life. An undated claim
    of a kind that ages loses 0.08. The constants are set by hand.
    """
    half_life = half_lives.get(claim_type)
    if half_life is None or not today:
        return None
    if as_of is None:
        return ConfidenceTerm(name="age", value=-_UNDATED, detail="nobody knows how old it is")
    days = age_in_days(as_of.value, today)
    lost = round(_MOST * (1 - 2 ** (-days / half_life)), 4)
    return ConfidenceTerm(name="age", value=-lost, detail=f"{days:,} days old") if lost else None
