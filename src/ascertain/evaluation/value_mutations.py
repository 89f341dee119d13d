"""Altering a claim by rule: numbers, units, dates, times, limits, quantifiers.

Values are found by patterns of this module's own, so that a value which the checks overlook is
not left out of the test as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

__all__ = ["VALUE_MUTATIONS"]

_Alter = Callable[[str], str | None]

_MONTHS: Sequence[str] = (
    "January February March April May June July August September October November December"
).split()
_MONTH = "|".join(_MONTHS)
_NUMBER = re.compile(
    rf"(?<![\d.,:/$€£A-Za-z])(?<!(?:{'|'.join(sorted({m[-3:] for m in _MONTHS}))}) )"
    r"(?<!Falk )(?<!Anvil )[$€£]?(?P<digits>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)"
    rf"(?![\d:])(?! (?:{_MONTH}|am|pm|a\.m\.|p\.m\.))(?!,\d|\.\d)(?!月|日|年(?!来)|点)"
)
_YEAR = re.compile(r"(?<![\d,.$€£])(1[0-9]{3}|20[0-9]{2})(?![\d,]\d|\d|\.\d)(?!套)")
_FALLING = re.compile(r"(?:fewer than|less than|below|up to|under|至多|低于)\s?$", re.IGNORECASE)
_TOP_DIGIT = 9
_MONTHS_A_YEAR = 12


def _numbers(text: str) -> list[re.Match[str]]:
    years = {match.start() for match in _YEAR.finditer(text)}
    return [match for match in _NUMBER.finditer(text) if match.start("digits") not in years]


def _written(value: float, like: str) -> str:
    places = len(like.partition(".")[2])
    return f"{value:,.{places}f}" if "," in like else f"{value:.{places}f}"


def _times(text: str) -> str | None:
    """Multiply the first number by three, or halve it where it is an upper limit."""
    for match in _numbers(text):
        digits = match["digits"]
        value = float(digits.replace(",", ""))
        falls = _FALLING.search(text[: match.start()]) is not None
        value = value / 2 if falls else value * 3
        return text[: match.start("digits")] + _written(value, digits) + text[match.end() :]
    return None


def _digit(text: str) -> str | None:
    """Change the last digit of the last number that is not zero, upwards, never a rounding."""
    for match in reversed(_numbers(text)):
        digits = match["digits"]
        at = max((i for i, char in enumerate(digits) if char in "123456789"), default=None)
        if at is None:
            continue
        falls = _FALLING.search(text[: match.start()]) is not None
        old = int(digits[at])
        new = old - 1 if falls or old == _TOP_DIGIT else old + 1
        if old == _TOP_DIGIT and not falls and at > 0:
            continue
        changed = f"{digits[:at]}{new}{digits[at + 1 :]}"
        return text[: match.start("digits")] + changed + text[match.end() :]
    return None


def _table(pattern: str, pairs: Mapping[str, str]) -> _Alter:
    """Replace the first word of a table; ``{}`` in the pattern stands for any of its words."""
    words = "|".join(re.escape(word) for word in sorted(pairs, key=len, reverse=True))
    compiled = re.compile(pattern.replace("{}", f"(?P<word>{words})"))

    def alter(text: str) -> str | None:
        match = compiled.search(text)
        if match is None:
            return None
        start, end = match.span("word")
        return text[:start] + pairs[match["word"]] + text[end:]

    return alter


def _pairs(table: str) -> dict[str, str]:
    both: dict[str, str] = {}
    for entry in table.split(";"):
        left, _, right = entry.strip().partition("/")
        both[left] = right
    return both


_AFTER_NUMBER = (
    r"(?:\d|\b(?:two|three|six|seven|eight|nine|ten|eleven|twelve|[三七八九十]))"
    r"(?: cubic| million| billion)?[ 个]?{}(?![A-Za-z/])"
)
_UNITS = _pairs(
    "kilometres/miles;km/miles;metres/feet;m/ft;litres/gallons;tonnes/pounds;kg/lb;"
    "kilograms/pounds;megawatts/kilowatts;MW/kW;hectares/acres;ha/acres;days/weeks;hours/minutes;"
    "weeks/months;years/months;minutes/hours;barrels/litres;degrees/radians;"
    "公里/英里;千米/米;米/英尺;吨/公斤;公斤/吨;千克/克;小时/分钟;天/周"
) | {"km/h": "mph"}
_SCALES = _pairs("million/billion;billion/million;thousand/million;万/亿;亿/万")
_PERCENT = _pairs(
    "percent/percentage points;%/ percentage points;percentage points/percent;个百分点/%"
)
_CURRENCIES = _pairs(
    "dollars/euros;euros/dollars;pounds/dollars;francs/crowns;crowns/francs;$/€;€/$;£/$;"
    "美元/欧元;欧元/美元;英镑/美元;法郎/克朗;克朗/法郎"
)
_QUARTERS = _pairs("second quarter/third quarter;Q2/Q3;第二季度/第三季度")
_WEEKDAYS = _pairs("Friday/Wednesday;Tuesday/Thursday;周五/周三;周二/周四")
_HALVES = _pairs("am/pm;pm/am;a.m./p.m.;p.m./a.m.;上午/下午;下午/上午;晚上/早上")
_RATES = _pairs(
    "a day/a week;per day/per week;each day/each week;every day/every week;Each day/Each week;"
    "a year/a month;per year/per month;each year/each month;Each year/Each month;"
    "an hour/a minute;per hour/per minute;a week/a day;per week/per day;Every week/Every day;"
    "twice a month/twice a week;two times a month/two times a week;a night/a week;"
    "a tonne/a pound;per kilo/per pound;每天/每周;每周/每月;每星期/每天;每晚/每周;每吨/每公斤;"
    "每小时/每分钟"
)
_LIMITS = _pairs(
    "at least/at most;At least/At most;No fewer than/No more than;more than/less than;"
    "More than/Less than;Fewer than/More than;fewer than/more than;Less than/More than;"
    "up to/at least;Up to/At least;Over half/Under half;over 65/under 65;over 12/under 12;"
    "至少/至多;65岁以上/65岁以下"
)
_EXACT = _pairs(
    "About/Exactly;about/exactly;Roughly/Exactly;roughly/exactly;Around/Exactly;around/exactly;"
    "an estimated/exactly;An estimated/Exactly;约/正好;大约/正好"
)
_SURE_QUANTIFIERS = _pairs(
    "Some of the/All of the;Some/All;Several of the/All of the;Several/All;Most of the/All of the;"
    "most of the/all of the;some of the/all of the;A majority of the/All of the;Usually/Always;"
    "usually/always;Every member/No member;every member/no member;All five/None of the five;"
    "all five/none of the five;All members/No members;Around a quarter/All;around a quarter/all;"
    "More than half/All;Over half/All;Only two/All;only two/all;部分/所有;大多数/所有;"
    "所有陪审员都在/没有陪审员在;全部陪审员都在/没有陪审员在;全体陪审员都在/没有陪审员在;"
    "大约四分之一的船员/所有船员;五座桥全部/没有一座桥"
)


def _year(text: str) -> str | None:
    matches = list(_YEAR.finditer(text))
    if not matches:
        return None
    match = matches[-1]
    return text[: match.start()] + str(int(match[0]) + 3) + text[match.end() :]


def _month(text: str) -> str | None:
    match = re.search(rf"\b(?:{_MONTH})\b", text)
    if match is not None:
        # "may" as a verb begins with a small letter, and no sentence here begins with it.
        month = _MONTHS[(_MONTHS.index(match[0]) + 2) % _MONTHS_A_YEAR]
        return text[: match.start()] + month + text[match.end() :]
    han = re.search(r"(?<!\d)(\d{1,2})月", text)
    if han is None:
        return None
    month = str((int(han[1]) + 1) % _MONTHS_A_YEAR + 1)
    return text[: han.start()] + month + text[han.end() - 1 :]


def _day(text: str) -> str | None:
    match = re.search(rf"(?<!\d)(\d{{1,2}})(?= (?:{_MONTH})\b)|(?<=月)(\d{{1,2}})(?=日)", text)
    if match is None:
        return None
    return text[: match.start()] + str(int(match[0]) % 27 + 2) + text[match.end() :]


_RANGE = re.compile(
    r"(?:(?:[Bb]etween|from) )?\d[\d.,]*(?:%| percent)?"
    r"(?: and | to |至|到|上升到)(?P<upper>\d[\d.]*)"
)


def _range(text: str) -> str | None:
    """Move the upper end of a range."""
    match = _RANGE.search(text)
    if match is None or _YEAR.fullmatch(match["upper"].rstrip(".")):
        return None
    upper = match["upper"].rstrip(".")
    at = match.start("upper")
    return text[:at] + _written(float(upper) * 2, upper) + text[at + len(upper) :]


VALUE_MUTATIONS: tuple[tuple[str, _Alter], ...] = (
    ("number_times", _times),
    ("number_digit", _digit),
    ("number_range", _range),
    ("number_scale", _table(r"(?<=\d) ?{}", _SCALES)),
    ("number_limit", _table(r"(?<![A-Za-z]){}(?!,)", _LIMITS)),
    ("number_exact", _table(r"(?<![A-Za-z条]){}(?! 1450)", _EXACT)),
    ("unit", _table(_AFTER_NUMBER, _UNITS)),
    ("unit_percent", _table(r"(?<=\d) ?{}", _PERCENT)),
    ("unit_currency", _table(r"(?<![A-Za-z]){}(?! of silver)", _CURRENCIES)),
    ("unit_rate", _table(r"(?<![A-Za-z]){}(?![A-Za-z])", _RATES)),
    ("date_year", _year),
    ("date_month", _month),
    ("date_day", _day),
    ("date_quarter", _table("{}", _QUARTERS)),
    ("date_weekday", _table("{}", _WEEKDAYS)),
    ("time_half", _table(r"(?:(?<=\d )|(?<![A-Za-z])(?=[上下晚])){}(?![A-Za-z])", _HALVES)),
    ("quantifier", _table(r"(?<![A-Za-z]){}(?![A-Za-z])", _SURE_QUANTIFIERS)),
)
"""Kinds and how to alter a claim; None where it has nothing of the kind."""
