"""Times that a sentence names, and how they fit the time that a question asks about."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Period", "event_date", "periods", "time_fit", "years"]

_MONTHS: tuple[str, ...] = tuple("jan feb mar apr may jun jul aug sep oct nov dec".split())
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_YEAR = r"(?<![\d.,/$€£#])(?:1[0-9]|20)\d\d(?![\d%]|[.,]\d)"
_POINT = re.compile(
    rf"(?:\b(?P<month>{_MONTH})\s+(?:\d{{1,2}}(?:st|nd|rd|th)?,?\s+)?)?(?P<year>{_YEAR})"
    r"(?:\s*年\s*(?P<cjk>1[0-2]|0?[1-9])\s*月)?",
    re.IGNORECASE,
)
_JOINED = re.compile(
    r"\s*年?\s*(?:[-\u2010-\u2015~\uff5e/]|to|until|till|through|(?P<and>and)|至|到|から)\s*"
    r"(?:the\s+|early\s+|late\s+|mid-?|\d{1,2}(?:st|nd|rd|th)?\s+)?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\bbetween\s+(?:early\s+|late\s+)?$", re.IGNORECASE)
_SHORT_END = re.compile(r"\s?[-\u2010-\u2015/](\d\d)(?!\d|[-\u2010-\u2015])")
_SINCE = re.compile(r"(?:\bsince|\bfrom|自)\s+(?:early\s+|late\s+)?\w*\s*$", re.IGNORECASE)
_OPEN = re.compile(r"\s*[-\u2010-\u2015]\s*(?:present|now|today|\?)|\s*年?至今", re.IGNORECASE)
_UNTIL = re.compile(r"(?:\buntil|\btill|\bby|\?\s*[-\u2010-\u2015])\s*\w*\s*$", re.IGNORECASE)
_FULL = (
    re.compile(r"(?<!\d)(?P<y>\d{4})-(?P<m>0[1-9]|1[0-2])-(?P<d>0[1-9]|[12]\d|3[01])(?!\d)"),
    re.compile(r"(?<!\d)(?P<y>\d{4})\s?年\s?(?P<m>\d{1,2})\s?月\s?(?P<d>\d{1,2})\s?[日号]"),
    re.compile(
        rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<m>{_MONTH}),?\s+(?P<y>\d{{4}})(?!\d)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?P<m>{_MONTH})\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y>\d{{4}})(?!\d)",
        re.IGNORECASE,
    ),
)
_MONTHS_IN_YEAR = 12
_LAST_DAY = 31
_FAR_FUTURE = 9_999 * _MONTHS_IN_YEAR

_BOTH_ENDS, _ONE_END, _POINT_INSIDE = 1.0, 0.6, 0.35


class Period(NamedTuple):
    """Months ``first`` to ``last``, both in, counted as 12 x year + month (0 to 11).

    Attributes:
        ranged: whether the text gave it as a range, not as one point in time.
    """

    first: int
    last: int
    ranged: bool


class _Point(NamedTuple):
    start: int
    end: int
    first: int
    last: int


def years(text: str) -> list[str]:
    """Return the years that a text names, in order, as written."""
    return [match["year"] for match in _POINT.finditer(text)]


def periods(text: str) -> list[Period]:
    """Return the points and ranges of time that a text names, in order."""
    points = [_point(match) for match in _POINT.finditer(text)]
    found: list[Period] = []
    at = 0
    while at < len(points):
        point = points[at]
        following = points[at + 1] if at + 1 < len(points) else None
        if following and _are_joined(text, point, following):
            found.append(Period(point.first, max(point.first, following.last), ranged=True))
            at += 2
            continue
        found.append(_alone(text, point))
        at += 1
    return found


def time_fit(wanted: list[Period], named: list[Period]) -> float:
    """How well the times of a sentence fit those of a question: -0.4 to 1, 0 where unknown."""
    if not wanted or not named:
        return 0.0
    best = max(_fit(want, name) for want in wanted for name in named)
    ends = [_ends_named(want, named) for want in wanted if want.ranged]
    return max([best, *ends])


def event_date(text: str) -> str | None:
    """Return the only full date that a text gives, as ISO 8601, or None."""
    found: set[str] = set()
    for pattern in _FULL:
        for match in pattern.finditer(text):
            iso = _iso(match["y"], match["m"], match["d"])
            if iso:
                found.add(iso)
    return found.pop() if len(found) == 1 else None


def _iso(year: str, month: str, day: str) -> str | None:
    number = int(month) if month.isdecimal() else _MONTHS.index(month[:3].lower()) + 1
    if not 1 <= number <= _MONTHS_IN_YEAR or not 1 <= int(day) <= _LAST_DAY:
        return None
    return f"{int(year):04d}-{number:02d}-{int(day):02d}"


def _point(match: re.Match[str]) -> _Point:
    first = int(match["year"]) * _MONTHS_IN_YEAR
    if match["month"]:
        first += _MONTHS.index(match["month"][:3].lower())
    elif match["cjk"]:
        first += int(match["cjk"]) - 1
    else:
        return _Point(match.start(), match.end(), first, first + _MONTHS_IN_YEAR - 1)
    return _Point(match.start(), match.end(), first, first)


def _are_joined(text: str, point: _Point, following: _Point) -> bool:
    joined = _JOINED.fullmatch(text, point.end, following.start)
    if joined is None:
        return False
    # "between 2019 and 2021" is a range, "2019 and 2021" are two points.
    return joined["and"] is None or _BETWEEN.search(text, 0, point.start) is not None


def _alone(text: str, point: _Point) -> Period:
    short = _SHORT_END.match(text, point.end)
    if short:
        century = point.first // (_MONTHS_IN_YEAR * 100) * 100
        last = (century + int(short[1])) * _MONTHS_IN_YEAR + _MONTHS_IN_YEAR - 1
        if last > point.last:
            return Period(point.first, last, ranged=True)
    before = text[max(0, point.start - 20) : point.start]
    if _OPEN.match(text, point.end) or _SINCE.search(before):
        return Period(point.first, _FAR_FUTURE, ranged=True)
    if _UNTIL.search(before):
        return Period(0, point.last, ranged=True)
    return Period(point.first, point.last, ranged=False)


def _year(month: int) -> int:
    return month // _MONTHS_IN_YEAR


def _fit(want: Period, name: Period) -> float:
    shared = min(want.last, name.last) - max(want.first, name.first) + 1
    if shared <= 0:
        return -0.4
    if not name.ranged:
        return _POINT_INSIDE
    if name.first == 0 or name.last == _FAR_FUTURE:
        return 0.4
    union = max(want.last, name.last) - min(want.first, name.first) + 1
    return 0.35 + 0.6 * shared / union


def _ends_named(want: Period, named: list[Period]) -> float:
    seen = {_year(edge) for name in named for edge in (name.first, name.last)}
    first, last = _year(want.first) in seen, _year(want.last) in seen
    if first and last:
        return _BOTH_ENDS
    return _ONE_END if first or last else -1.0
