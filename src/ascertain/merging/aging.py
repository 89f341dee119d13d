"""How claims age: what was true on a source's date may no longer be true."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from ascertain.evidence.claim import ConfidenceTerm
from ascertain.evidence.document import DatedField
from ascertain.evidence.kinds import ClaimFreshness, ClaimType

__all__ = ["Age", "Aging", "age_in_days"]

_MOST = 0.15
"""What a claim loses in confidence as its age grows without bound."""
_UNDATED = -0.08
"""What a claim of a kind that ages loses if nobody knows its age."""
_UNDATED_LASTING = -0.03
"""What any other claim loses if its source gives no date."""
_DECEMBER, _LONGEST = 12, 31


class Age(NamedTuple):
    """How a claim stands on the run's day.

    Attributes:
        freshness: None for kinds that do not age.
        half_life_days: of its kind, or None.
        term: what it takes from the claim's confidence, or None.
    """

    freshness: ClaimFreshness | None = None
    half_life_days: float | None = None
    term: ConfidenceTerm | None = None


class Aging(NamedTuple):
    """On what terms claims age.

    Attributes:
        today: the run's day, ISO 8601; empty: claims do not age.
        half_lives: claim type to days; types without one do not age.
    """

    today: str = ""
    half_lives: Mapping[str, float] = {}

    def of(self, claim_type: ClaimType, as_of: DatedField | None) -> Age:
        """Return how a claim stands.

        The term ``age`` is −0.15 × (1 − 2^(−age ÷ half-life)): half of that at the half-life. The
        term ``undated`` is −0.08 for kinds that age and −0.03 for others. The constants are set
        by hand.
        """
        if not self.today:
            return Age()
        half_life = self.half_lives.get(claim_type)
        if as_of is None:
            lost = _UNDATED_LASTING if half_life is None else _UNDATED
            detail = "its source gives no date"
            return Age(
                None if half_life is None else "undated",
                half_life,
                ConfidenceTerm(name="undated", value=lost, detail=detail),
            )
        if half_life is None:
            return Age()
        days = age_in_days(as_of.value, self.today)
        lost = round(_MOST * (1 - 2 ** (-days / half_life)), 4)
        detail = f"{days:,} days old; half-life of {claim_type}: {half_life:g} days"
        return Age(
            "stale" if days > half_life else "current",
            half_life,
            ConfidenceTerm(name="age", value=-lost, detail=detail) if lost else None,
        )


def age_in_days(as_of: str, today: str) -> int:
    """Return the days from the last day that a partial date may mean to another date, at least 0.

    Args:
        as_of: ``2021``, ``2021-05`` or ``2021-05-03``.
        today: a whole date.
    """
    year, month, day = (*(int(part) for part in as_of.split("-")), 0, 0)[:3]
    year, month = max(year, 1), month or _DECEMBER
    last = date(year, month, min(day or _LONGEST, monthrange(year, month)[1]))
    return max(0, (date.fromisoformat(today) - last).days)
