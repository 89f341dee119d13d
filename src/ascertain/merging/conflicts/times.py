"""Of which time a claim speaks, and whether two speak of the same."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Literal, NamedTuple

from ascertain.sources.values.dates import DateMention

__all__ = [
    "Span",
    "TimeRelation",
    "hands_over",
    "named_dates",
    "overlaps",
    "period_of",
    "source_span",
    "times",
]

TimeRelation = Literal["same", "apart", "unknown"]

_SAME_TIME_DAYS = 200
"""Sources at most this far apart speak of the same time."""
_MONTHS, _DAYS = 12, 28
_EARLIEST, _LATEST = -(10**7), 10**7


class Span(NamedTuple):
    """Days, as ordinals of the proleptic Gregorian calendar; both ends in."""

    first: int
    last: int


def named_dates(dates: Sequence[DateMention]) -> tuple[DateMention, ...]:
    """Return the dates that stand by themselves: no "last year", no day without a year."""
    return tuple(
        one for one in dates if one.precision != "relative" and not one.yearless and one.first > 0
    )


def overlaps(one: DateMention, other: DateMention) -> bool:
    """Whether two dates may mean the same day."""
    return one.first <= other.last and other.first <= one.last


def hands_over(left: Sequence[DateMention], right: Sequence[DateMention]) -> bool:
    """Whether what the first dates speak of ended when what the second speak of began."""
    until = [one.first for one in named_dates(left) if one.relation in {"until", "before"}]
    since = [one.last for one in named_dates(right) if one.relation in {"since", "after"}]
    return bool(until and since) and max(until) <= min(since)


def source_span(as_of: str | None) -> Span | None:
    """Return the days that a source's own date may mean; None where it is unknown."""
    if as_of is None:
        return None
    year, month, day = (*(int(part) for part in as_of.split("-")), 0, 0)[:3]
    year, number = max(year, 1), min(day, _DAYS)
    first = date(year, month or 1, number or 1)
    last = date(year, month or _MONTHS, number or _DAYS)
    return Span(first.toordinal(), last.toordinal())


def period_of(dates: Sequence[DateMention], as_of: str | None) -> Span | None:
    """Return the time of which a claim speaks; None where nothing says.

    ``since`` reaches to the source's date, ``until`` from any time before. Without a date of its
    own a claim speaks of its source's.
    """
    source = source_span(as_of)
    named = named_dates(dates)
    if not named:
        return source
    spans = [(one.relation, _span(one, source)) for one in named]
    since = [span.first for relation, span in spans if relation == "since"]
    until = [span.last for relation, span in spans if relation == "until"]
    if since and until:
        return Span(min(since), max(until))
    return Span(min(span.first for _, span in spans), max(span.last for _, span in spans))


def times(one: Span | None, other: Span | None) -> TimeRelation:
    """Say whether two spans are of the same time, or too far apart for that."""
    if one is None or other is None:
        return "unknown"
    gap = max(one.first - other.last, other.first - one.last)
    return "apart" if gap > _SAME_TIME_DAYS else "same"


def _span(mention: DateMention, source: Span | None) -> Span:
    first, last = _ordinal(mention.first), _ordinal(mention.last)
    if mention.relation in {"since", "after"}:
        return Span(first, max(last, source.last) if source else _LATEST)
    if mention.relation in {"until", "before"}:
        return Span(_EARLIEST, last)
    return Span(first, last)


def _ordinal(day: int) -> int:
    """Return the ordinal of a day written ``yyyymmdd`` in months of 31 days, near enough."""
    year, rest = divmod(day, 10_000)
    month, number = divmod(rest, 100)
    return date(
        max(1, min(year, 9999)), min(max(month, 1), _MONTHS), min(number or 1, _DAYS)
    ).toordinal()
