"""Quantities in running text: value, unit, how exactly it is meant, and where it stands.

Digits inside names and codes (A320, Covid-19, Q3) are no quantities. Dates are not looked at
here: give their spans as ``skip``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ascertain.sources.values.bounds import Bound, bound_of
from ascertain.sources.values.numerals import (
    ENGLISH_NUMERAL,
    HAN_NUMERAL,
    ORDINAL_WORDS,
    english_value,
    han_value,
    scale_after,
)
from ascertain.sources.values.units import CURRENCY_SIGNS, NO_UNIT, Unit, unit_after, unit_named

__all__ = ["Quantity", "find_quantities"]


class Quantity(NamedTuple):
    """A number with its unit, as it stands in a text.

    Attributes:
        start: first code point of the number with its currency sign, without its qualifier.
        end: code point after its unit.
        value: as written times its scale word, in ``unit``; the lower end of a range.
        upper: the same as ``value`` but in a range.
        step: the value of the last digit written that is not a padding zero: 4.2 million has
            100,000. What rounding may have taken away is at most half of it.
        unit: what is counted or measured.
        bound: how exactly it is meant.
        ordinal: whether it counts a place in an order.
    """

    start: int
    end: int
    value: float
    upper: float
    step: float
    unit: Unit
    bound: Bound = "exact"
    ordinal: bool = False

    @property
    def base(self) -> float:
        """The value in base units of its dimension."""
        return self.value * self.unit.factor


_FULL_WIDTH = {ord("０") + digit: ord("0") + digit for digit in range(10)} | {
    ord("％"): ord("%"),
    ord("．"): ord("."),
    ord("，"): ord(","),
    ord("＄"): ord("$"),
    ord("￥"): ord("¥"),
    ord("－"): ord("-"),
    ord("−"): ord("-"),
}

_DIGITS = re.compile(
    r"\d{1,3}(?:[,\u00a0\u202f\u2009'’]\d{3})+(?!\d)(?:\.\d+)?"
    r"|\d{1,3}(?: \d{3}){2,}(?!\d)"
    r"|\d{1,3}(?:\.\d{3}){2,}(?!\d)(?:,\d+)?"
    r"|(?P<version>\d+(?:\.\d+){2,})"
    r"|\d+,\d{1,2}(?![\d,])"
    r"|\d+(?:\.\d+)?"
)
_CURRENCY = re.compile(
    r"(?:(?:US|A|C|HK|NT)?\$|[€£¥₹₩₽]|\b(?:USD|EUR|GBP|CHF|CNY|RMB|JPY|INR|HKD))[ \u00a0]?$"
)
_PERCENT_HAN = re.compile(r"百分之([零〇一二两三四五六七八九十百千点]+|\d+(?:\.\d+)?)")
_TENTHS_HAN = re.compile(r"([一二两三四五六七八九])成(?![为立功员本就长果交年份分人])")
_FRACTION = re.compile(
    r"\b(?P<top>one|a|two|three|four|1|2|3|4)[ -](?P<bottom>half|third|quarter|fifth|tenth)s?\b"
    r"|\b(?P<half>half)(?= (?:of|the|its|their|a|all)\b)"
    r"|(?<![\d/.])(?P<over>\d{1,2})/(?P<under>\d{1,2})(?![\d/])",
    re.IGNORECASE,
)
_MULTIPLE = re.compile(
    r"\b(?:(?P<two>twice|doubl(?:e|ed|ing|es)|twofold)|(?P<three>tripl(?:e|ed|ing|es)|threefold)"
    r"|(?P<ten>tenfold))\b",
    re.IGNORECASE,
)
_ORDINAL_WORD = re.compile(rf"\b(?:{'|'.join(ORDINAL_WORDS)})\b(?!-)", re.IGNORECASE)
_ORDINAL_HAN = re.compile(r"第([零〇一二两三四五六七八九十百千]+|\d+)")
_ORDINAL_END = re.compile(r"(?:st|nd|rd|th)\b")
_CODE_AFTER = re.compile(r"-?[^\W\d_\u2e80-\u9fff\uac00-\ud7af](?<!-[a-z])")
_CLOCK = re.compile(r":(\d\d)\b(?::\d\d)?")
_RANGE_JOIN = re.compile(r"\s?(?:-|–|—|~|～|至|到| to | and )\s?$")
_FOOTNOTE = re.compile(
    r"\[\d{1,3}(?:[,–-] ?\d{1,3})*\](?=\s*(?:[.,;:。，；]|\[|$))"
    r"|(?<=[^\s\[(])\[\d{1,3}(?:[,–-] ?\d{1,3})*\]"
    r"(?! ?(?:\w*illion|thousand|hundred|percent|%|万|亿))"
)


def find_quantities(text: str, skip: Iterable[tuple[int, int]] = ()) -> list[Quantity]:
    """Find the quantities of a text, in order.

    Args:
        text: any text; time is proportional to its length.
        skip: spans (such as dates) whose digits are something else.

    Returns:
        Quantities that do not overlap one another or the spans to skip.
    """
    if not text.isascii():
        text = text.translate(_FULL_WIDTH)
    taken = bytearray(len(text))
    if "[" in text:
        for mark in _FOOTNOTE.finditer(text):
            taken[mark.start() : mark.end()] = b"\1" * (mark.end() - mark.start())
    for start, end in skip:
        taken[start:end] = b"\1" * (end - start)
    found: list[Quantity] = []
    for candidates in (_fractions(text), _digits(text), _words(text), _ordinals(text)):
        for quantity in candidates:
            if math.isfinite(quantity.value) and 1 not in taken[quantity.start : quantity.end]:
                taken[quantity.start : quantity.end] = b"\1" * (quantity.end - quantity.start)
                found.append(quantity)
    found.sort()
    return _joined(text, found)


_FRACTION_HINTS = (
    *("/ half third quarter fifth tenth twice doubl tripl fold".split()),
    *("百分 成".split()),
)


def _fractions(text: str) -> Iterator[Quantity]:
    lower = text.lower()
    if not any(hint in lower for hint in _FRACTION_HINTS):
        return
    for match in _FRACTION.finditer(text):
        value = _fraction(match)
        if value is not None:
            yield _quantity(text, match.span(), value, 0, _RATIO)
    for match in _MULTIPLE.finditer(text):
        value = 10.0 if match["ten"] else 3.0 if match["three"] else 2.0
        yield _quantity(text, match.span(), value, 1, _TIMES)
    if not text.isascii():
        for pattern, factor in ((_PERCENT_HAN, 1.0), (_TENTHS_HAN, 10.0)):
            for match in pattern.finditer(text):
                numeral = match[1]
                value = float(numeral) if numeral[0].isdecimal() else han_value(numeral)
                if value is not None:
                    step = _step(numeral, value) if factor == 1 else factor
                    yield _quantity(text, match.span(), value * factor, step, _PERCENT)


_TOPS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4}
_BOTTOMS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_RATIO = Unit("ratio", 1.0, "of the whole")
_PERCENT = Unit("ratio", 0.01, "%")
_TIMES = Unit("times", 1.0, "times")


def _fraction(match: re.Match[str]) -> float | None:
    if match["half"]:
        return 0.5
    if match["over"]:
        over, under = int(match["over"]), int(match["under"])
        return over / under if 0 < over < under else None
    top = match["top"].lower()
    return _TOPS.get(top, int(top) if top.isdecimal() else 1) / _BOTTOMS[match["bottom"].lower()]


def _digits(text: str) -> Iterator[Quantity]:
    for match in _DIGITS.finditer(text):
        start, end = match.span()
        if match["version"] or _in_code(text, start):
            continue
        yield from _digit_quantity(text, start, end, match[0])


def _digit_quantity(text: str, start: int, end: int, number: str) -> Iterator[Quantity]:
    value = _value(number)
    if text[start - 1 : start] == "." and not text[start - 2 : start - 1].isalnum():
        value, number = float("0." + number) if number.isdecimal() else value, "0." + number
    step = _step(number, value)
    clock = _CLOCK.match(text, end)
    if clock and value < _HOURS:
        minutes = value * 60 + int(clock[1])
        yield _quantity(text, (start, clock.end()), minutes, 1, _CLOCK_TIME)
        return
    if _ORDINAL_END.match(text, end):
        yield Quantity(start, end + 2, value, value, 0, NO_UNIT, ordinal=True)
        return
    currency = _CURRENCY.search(text, max(0, start - 5), start)
    if text[start - 1 : start] == "-" and not text[max(0, start - 2) : start - 1].strip(" (\n"):
        value = -value
    end, scale = scale_after(text, end, money=currency is not None)
    unit, end = _unit(text, end, currency)
    if unit is NO_UNIT and scale == 1 and _CODE_AFTER.match(text, end):
        return
    begin = currency.start() if currency else start
    yield _quantity(text, (begin, end), value * scale, step * scale, unit)


_HOURS = 25
_CLOCK_TIME = Unit("clock", 1.0, "o'clock")


def _in_code(text: str, start: int) -> bool:
    """Say whether the digits belong to a word, as in A320 or Covid-19."""
    before = text[start - 1 : start] if start else ""
    if before in {"-", "‑", "/", "."}:
        before = text[start - 2 : start - 1] if start > 1 else ""
        return before.isalpha() and not _is_han(before)
    return before == "_" or (before.isalpha() and not _is_han(before))


def _is_han(char: str) -> bool:
    return "\u3040" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7af"


def _value(number: str) -> float:
    plain = re.sub(r"[\u00a0\u202f\u2009'’ ]", "", number)
    if re.fullmatch(r"\d+,\d{1,2}", plain):
        plain = plain.replace(",", ".")
    elif plain.count(".") > 1:
        plain = plain.replace(".", "").replace(",", ".")
    return float(plain.replace(",", ""))


_LARGEST_STEP = 1e15


def _step(number: str, value: float) -> float:
    digits = number.translate(_FULL_WIDTH)
    point = max(digits.rfind("."), digits.rfind(",") if re.search(r",\d{1,2}$", digits) else -1)
    if point >= 0 and digits.count(".") <= 1 and digits[0].isdecimal():
        return 10.0 ** -(len(digits) - point - 1)
    whole = round(value) if math.isfinite(value) else 0
    step = 1.0
    while whole and whole % 10 == 0 and step < _LARGEST_STEP:
        whole //= 10
        step *= 10
    return step


def _unit(text: str, end: int, currency: re.Match[str] | None) -> tuple[Unit, int]:
    unit, after = unit_after(text, end)
    if currency is None:
        return unit, after
    sign = currency[0].strip()
    code = CURRENCY_SIGNS.get(sign) or sign.replace("RMB", "CNY")
    spelled = unit_named(code)
    money = Unit(code, 1.0, code) if spelled is None else spelled
    return money, after if unit.dimension == money.dimension else end


_AFTER_DIGIT = re.compile(r"\d-$")


def _words(text: str) -> Iterator[Quantity]:
    for match in ENGLISH_NUMERAL.finditer(text):
        if _AFTER_DIGIT.search(text, max(0, match.start() - 2), match.start()):
            continue
        value = english_value(match[0])
        if value is None:
            yield from _list_of_words(text, match)
            continue
        yield from _word_quantity(text, match.span(), value, alone=match[0].lower() == "one")
    if not text.isascii():
        for match in HAN_NUMERAL.finditer(text):
            value = _han_quantity(text, match)
            if value is not None:
                end = match.end()
                unit, after = unit_after(text, end)
                yield _quantity(text, (match.start(), after), value, _step("1", value), unit)


def _list_of_words(text: str, run: re.Match[str]) -> Iterator[Quantity]:
    for word in re.finditer(r"[A-Za-z]+", run[0]):
        value = english_value(word[0]) if word[0].lower() not in {"a", "an", "and"} else None
        if value is not None:
            span = (run.start() + word.start(), run.start() + word.end())
            yield from _word_quantity(text, span, value, alone=word[0].lower() == "one")


def _word_quantity(
    text: str, span: tuple[int, int], value: float, *, alone: bool
) -> Iterator[Quantity]:
    unit, end = unit_after(text, span[1])
    if not (alone and unit is NO_UNIT):
        yield _quantity(text, (span[0], end), value, _step("1", value), unit)


_COUNTERS = frozenset(
    "个名人位家次天年月日座所项种条倍元块岁分件只部篇间层级届代口户艘架辆台国省市县岛"
)
_NOT_NUMBERS = (
    "十分",
    "百姓",
    "千万",
    "万一",
    "一百八十度",
    "三明治",
    "四川",
    "九龙",
    "百货",
    "十足",
)


def _han_quantity(text: str, match: re.Match[str]) -> float | None:
    numeral = match[0]
    if text[match.start() - 1 : match.start()] == "第" or text.startswith(
        _NOT_NUMBERS, match.start()
    ):
        return None
    if len(numeral) == 1 and (
        numeral in "一点零〇百千" or text[match.end() : match.end() + 1] not in _COUNTERS
    ):
        return None
    return han_value(numeral.rstrip("点"))


def _ordinals(text: str) -> Iterator[Quantity]:
    for match in _ORDINAL_WORD.finditer(text):
        value = float(ORDINAL_WORDS[match[0].lower()])
        yield Quantity(*match.span(), value, value, 0, NO_UNIT, ordinal=True)
    if not text.isascii():
        for match in _ORDINAL_HAN.finditer(text):
            numeral = match[1]
            value = float(numeral) if numeral[0].isdecimal() else han_value(numeral)
            if value is not None:
                yield Quantity(*match.span(), value, value, 0, NO_UNIT, ordinal=True)


def _quantity(text: str, span: tuple[int, int], value: float, step: float, unit: Unit) -> Quantity:
    return Quantity(*span, value, value, step, unit, bound_of(text, *span))


def _joined(text: str, found: list[Quantity]) -> list[Quantity]:
    """Join ``10 to 15 km`` and ``between 10 and 15`` into ranges."""
    joined: list[Quantity] = []
    for quantity in found:
        last = joined[-1] if joined else None
        if last is not None and _is_range(text, last, quantity):
            joined[-1] = quantity._replace(
                start=last.start,
                value=_like(text, last, quantity),
                upper=quantity.value,
                bound="range",
            )
        else:
            joined.append(quantity)
    return joined


_THOUSAND = 1e3
_LONGEST_JOIN = 5


def _like(text: str, lower: Quantity, upper: Quantity) -> float:
    """Return the lower end by the upper end's scale word, as in ``1 to 2 million``."""
    digits = sum(char.isdecimal() for char in text[upper.start : upper.end])
    if lower.unit is NO_UNIT and upper.step >= _THOUSAND and len(f"{upper.value:.0f}") > digits:
        scale = 10.0 ** (3 * int(math.log10(upper.step) // 3))
        if lower.value < _THOUSAND and lower.value * scale < upper.value:
            return lower.value * scale
    return lower.value


def _is_range(text: str, lower: Quantity, upper: Quantity) -> bool:
    between = text[lower.end : upper.start]
    if len(between) > _LONGEST_JOIN or not _RANGE_JOIN.fullmatch(between):
        return False
    if lower.ordinal or upper.ordinal or lower.bound == "range":
        return False
    if lower.unit.dimension not in {"", upper.unit.dimension}:
        return False
    if between.strip() == "and":
        before = text[max(0, lower.start - 10) : lower.start].lower()
        if "between" not in before:
            return False
    return lower.value < upper.value
