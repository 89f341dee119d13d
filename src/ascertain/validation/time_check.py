"""Do claim and evidence mean the same half of the day, and the same day of the week?"""

from __future__ import annotations

import re

from ascertain.validation.comparison import Comparison
from ascertain.validation.tested import MOST_VALUES, Tested

__all__ = ["check_time"]

_CLOCK = re.compile(
    r"(?<!\d)(?P<hour>\d{1,2})(?::\d\d)?\s?(?P<half>[ap])\.?m\b"
    r"|(?P<han>上午|早上|清晨|凌晨|下午|傍晚|晚上)(?P<at>\d{1,2}|[一二两三四五六七八九十]{1,2})[点时]",
    re.IGNORECASE,
)
_HALVES = {
    "上午": "a",
    "早上": "a",
    "清晨": "a",
    "凌晨": "a",
    "下午": "p",
    "傍晚": "p",
    "晚上": "p",
}
_DIGITS = {sign: str(number) for number, sign in enumerate("零一二三四五六七八九")} | {
    "两": "2",
    "十": "10",
    "十一": "11",
    "十二": "12",
}
_DAY = re.compile(
    r"\b(?P<day>mon|tues|wednes|thurs|fri|satur|sun)days?\b|(?:周|星期|礼拜)(?P<han>[一二三四五六日天])",
    re.IGNORECASE,
)


def check_time(comparison: Comparison) -> Tested:
    """Compare clock times of a.m. and p.m., and days of the week."""
    clocks = _clocks(comparison.claim.text)
    days = _days(comparison.claim.text)
    if not clocks and not days:
        return Tested("not_run", "the claim names no half of the day and no day of the week")
    text = comparison.passage.text
    there = _clocks(text)
    for hour, half in clocks[:MOST_VALUES]:
        if (hour, half) in there:
            continue
        other = "p" if half == "a" else "a"
        if (hour, other) in there:
            return Tested(
                "fail", f"the claim says {hour} {half}.m.; the evidence {hour} {other}.m."
            )
    named = _days(text)
    lacking = [day for day in days if day not in named]
    if lacking and named:
        return Tested("fail", f"the claim says {lacking[0]!r}; the evidence {named[0]!r}")
    if lacking:
        return Tested("uncertain", f"the claim says {lacking[0]!r}; the evidence names no day")
    return Tested("pass", "half of the day and day of the week are the same")


def _clocks(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for match in _CLOCK.finditer(text):
        if match["han"]:
            hour = match["at"]
            found.append((_DIGITS.get(hour, hour), _HALVES[match["han"]]))
        else:
            found.append((match["hour"].lstrip("0"), match["half"].lower()))
    return found


def _days(text: str) -> list[str]:
    """Return days of the week, each by its English beginning or its Chinese sign."""
    return [(match["day"] or match["han"]).lower() for match in _DAY.finditer(text)]
