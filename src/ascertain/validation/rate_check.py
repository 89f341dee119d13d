"""Per what? A day is not a week, a tonne not a pound."""

from __future__ import annotations

import re

from ascertain.validation.comparison import Comparison
from ascertain.validation.tested import Tested

__all__ = ["check_rate"]

_TIMES = "second minute hour day night week month quarter year decade"
_OTHERS = "tonne ton kilo kilogram kg pound litre liter gallon barrel head person household mile"
_UNITS = "|".join((*_TIMES.split(), *_OTHERS.split(), "kilometre|kilometer|km"))
_RATE = re.compile(
    rf"(?<!\bin )(?<!\bfor )(?<!\bof )(?<!\bafter )(?<!\bwithin )(?<!\bhalf )(?<!\bonce in )"
    rf"\b(?:an?|per|each|every) (?P<unit>{_UNITS})s?\b"
    r"(?! (?:later|ago|earlier|before|after|of|in which|to|when|that|long|old))"
    r"|\b(?P<adverb>hourly|daily|nightly|weekly|monthly|quarterly|annually|annual|yearly)\b"
    r"|每(?:一|个)?(?P<han>秒|分钟|小时|天|日|晚|周|星期|月|季度|年|吨|公斤|千克|升|桶|人|户|公里)",
    re.IGNORECASE,
)
_ADVERBS = {
    "hourly": "hour",
    "daily": "day",
    "nightly": "night",
    "weekly": "week",
    "monthly": "month",
    "quarterly": "quarter",
    "annually": "year",
    "annual": "year",
    "yearly": "year",
}
_SAME = {
    "kilogram": "kilo",
    "kg": "kilo",
    "liter": "litre",
    "km": "kilometre",
    "kilometer": "kilometre",
    "日": "天",
    "星期": "周",
    "千克": "公斤",
}
_OF_TIME = frozenset((*_TIMES.split(), *"秒 分钟 小时 天 晚 周 月 季度 年".split()))


def check_rate(comparison: Comparison) -> Tested:
    """Compare what a number is said to be per."""
    mine = _rates(comparison.claim.text)
    if not mine:
        return Tested("not_run", "the claim has no rate")
    theirs = _rates(comparison.passage.text)
    for unit, said in mine.items():
        if unit in theirs:
            continue
        rivals = [
            other for rival, other in theirs.items() if (rival in _OF_TIME) == (unit in _OF_TIME)
        ]
        if rivals:
            return Tested("fail", f"the claim says {said!r}; the evidence {rivals[0]!r}")
        if unit not in comparison.passage.words:
            return Tested("uncertain", f"the claim says {said!r}; the evidence has no such rate")
    return Tested("pass", "the evidence has the same rate")


def _rates(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in _RATE.finditer(text):
        unit = (match["unit"] or match["adverb"] or match["han"]).lower()
        unit = _ADVERBS.get(unit, unit)
        found.setdefault(_SAME.get(unit, unit), match[0])
    return found
