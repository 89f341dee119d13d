"""Dates in running text as intervals with a precision; never a day that was not written.

A calendar day is the integer ``year * 10000 + month * 100 + day`` (a proleptic count in which
months have 31 days: only order and equality are used, so no calendar arithmetic is needed, and
years before 1 are possible).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from ascertain.sources.values.numerals import han_value

__all__ = ["DateMention", "Precision", "Relation", "find_dates"]

Precision = Literal["day", "month", "year", "decade", "century", "relative"]
Relation = Literal["at", "since", "until", "before", "after"]


class DateMention(NamedTuple):
    """A date as it stands in a text.

    Attributes:
        start: first code point.
        end: code point after the last.
        first: first day it may mean; without a year, the year is 0.
        last: last day it may mean.
        precision: the finest part written.
        relation: how the sentence ties to it: ``since 2021``, ``until May``.
        yearless: whether no year was written.
        ambiguous: whether day and month cannot be told apart (03/05/2021): the interval
            then holds both readings.
        words: the text, case-folded, for relative dates.
    """

    start: int
    end: int
    first: int
    last: int
    precision: Precision
    relation: Relation = "at"
    yearless: bool = False
    ambiguous: bool = False
    words: str = ""

    @property
    def year(self) -> int:
        """The year of its first day."""
        return self.first // 10000


_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH = (
    r"(?P<month>January|February|March|April|May|June|July|August|September|October|November"
    r"|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\.?"
)
_YEAR = r"(?P<year>1[0-9]{3}|20[0-9]{2})"
_DAY = r"(?P<day>0?[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?"

_ISO = re.compile(
    r"(?<![\d-])(?P<year>\d{4})-(?P<month>0[1-9]|1[0-2])(?:-(?P<day>0[1-9]|[12]\d|3[01]))?(?![\d-])"
)
_DAY_MONTH = re.compile(rf"\b{_DAY}(?: of)? {_MONTH}(?:,? {_YEAR})?(?!\d)", re.IGNORECASE)
_MONTH_DAY = re.compile(rf"\b{_MONTH} {_DAY}(?!\d|[.,]\d)(?:,? {_YEAR}(?!\d))?", re.IGNORECASE)
_MONTH_YEAR = re.compile(rf"\b{_MONTH}(?:,| of)? {_YEAR}(?!\d)", re.IGNORECASE)
_MONTH_ALONE = re.compile(
    r"\b(?:(?:[Ii]n|of|[Ss]ince|[Uu]ntil|till|[Dd]uring|[Bb]y|[Ee]arly|[Ll]ate|[Mm]id|[Ff]rom"
    r"|through|and|to|[Ll]ast|[Nn]ext|[Tt]his)"
    rf"[ -])(?P<word>{_MONTH})(?![\w-])"
)
_NUMERIC = re.compile(
    r"(?<![\d./-])(?P<one>\d{1,2})(?P<mark>[./-])(?P<two>\d{1,2})(?P=mark)(?P<year>\d{4})(?![\d/-])"
    r"|(?<![\d./-])(?P<y>\d{4})[./](?P<m>\d{1,2})[./](?P<d>\d{1,2})(?![\d/-])"
)
_DECADE = re.compile(r"\b(?P<decade>1[0-9]|20)(?P<ten>\d)0[’']?s\b")
_CENTURY = re.compile(
    r"\b(?:(?P<number>\d{1,2})(?:st|nd|rd|th)|(?P<word>"
    r"fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|twenty-first))"
    r"[ -]century\b",
    re.IGNORECASE,
)
_CENTURY_WORDS = {
    "fifteenth": 15,
    "sixteenth": 16,
    "seventeenth": 17,
    "eighteenth": 18,
    "nineteenth": 19,
    "twentieth": 20,
    "twenty-first": 21,
}
_QUARTER = re.compile(
    rf"\b(?:Q(?P<q>[1-4])|(?P<word>first|second|third|fourth) quarter)(?: of|,)? {_YEAR}(?!\d)"
    rf"|\b(?P<year2>1[0-9]{{3}}|20[0-9]{{2}}) ?Q(?P<q2>[1-4])\b",
    re.IGNORECASE,
)
_QUARTERS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_ERA = re.compile(
    r"(?<![\d,.-])(?:AD )?(?P<year>\d{1,4}) ?(?P<era>B\.?C\.?(?:E\b\.?)?|C\.?E\b|A\.?D\b)"
    r"|\bAD (?P<ad>\d{1,4})\b"
)
_YEARS = re.compile(
    r"(?<![\w.,-])(?<![$€£¥#])(?P<year>1[0-9]{3}|20[0-9]{2}|2100)"
    r"(?P<second>(?:[–—-]|/)(?:\d{4}|\d{2})(?!\d))?(?![\d%])(?!,\d{3}|\.\d)"
)
_COUNTED = re.compile(
    r"[ -](?:people|persons|men|women|children|patients|participants|students|employees|workers"
    r"|users|members|copies|units|cases|deaths|votes|seats|homes|houses|miles|km|kilomet(?:re|er)s"
    r"|met(?:re|er)s|feet|kg|mg|g|m|ft|acres|tonnes|tons|dollars|euros|pounds|years|days|hours"
    r"|minutes|times|percent|soldiers|troops|residents|inhabitants|million|billion|thousand"
    r"|points|species|words|pages|samples|subjects|adults|MW|GW|MB|GB|K|W|Hz)\b",
    re.IGNORECASE,
)
_HAN_DATE = re.compile(
    r"(?P<year>\d{4}|[零〇一二三四五六七八九]{4})年(?:代|(?P<month>\d{1,2}|[一二三四五六七八九十]{1,2})月"
    r"(?:(?P<day>\d{1,2}|[一二三四五六七八九十]{1,3})[日号])?)?"
    r"|(?<!\d)(?P<month2>\d{1,2}|[一二三四五六七八九十]{1,2})月(?P<day2>\d{1,2}|[一二三四五六七八九十]{1,3})[日号]"
    r"|(?<![\d年])(?P<month3>\d{1,2}|[一二三四五六七八九十]{1,2})月(?!\d|[份末初底]?[一二三四五六七八九十])"
    r"|(?P<century>\d{2}|[一二十]{1,3})世纪(?:(?P<ten>\d|[一二三四五六七八九])[0十]年代)?"
)
_RELATIVE = re.compile(
    r"\b(?:yesterday|today|tomorrow|tonight"
    r"|(?:last|next|this|the past|the previous|the coming|the following) (?:year|month|week"
    r"|weekend|quarter|decade|century|spring|summer|autumn|fall|winter|night"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)"
    r"|(?:(?<![\d,.])\d[\d,]*|an?|one|two|three|four|five|six|seven|eight|nine|ten"
    r"|several|many|a few|few|some) "
    r"(?:years?|months?|weeks?|days?|hours?|decades?|centur(?:y|ies)) (?:ago|earlier|later))\b"
    r"|今年|去年|前年|明年|昨天|今天|明天|本月|上个?月|下个?月|本周|上周|下周|近日|日前|同年|次年|翌年",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"(?:\b(?P<since>since|from|starting(?: in)?|beginning(?: in)?|as of)"
    r"|\b(?P<until>until|till|through|up to|to)|\b(?P<before>before|prior to|by)"
    r"|\b(?P<after>after|following)|(?P<since_>自从?|从)|(?P<until_>截至|直到|至|到)) ?"
    r"(?:early |late |mid-? ?|the (?:end|start|beginning) of (?:the )?|the )?$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"(?P<since>以来|起)|(?P<before>以前|之前|前)|(?P<after>以后|之后|后)|(?P<until>为止)"
)


def find_dates(text: str) -> list[DateMention]:
    """Find the dates of a text, in order.

    Args:
        text: any text; time is proportional to its length.

    Returns:
        Mentions that do not overlap.
    """
    taken = bytearray(len(text))
    found: list[DateMention] = []
    for reader in _readers(text):
        for mention in reader(text):
            if 1 not in taken[mention.start : mention.end]:
                taken[mention.start : mention.end] = b"\1" * (mention.end - mention.start)
                found.append(mention._replace(relation=_relation(text, mention)))
    found.sort()
    return found


_Reader = Callable[[str], Iterator[DateMention]]
_MONTH_HINT = re.compile(r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", re.IGNORECASE)
_YEAR_HINT = re.compile(r"\d{3}|\bAD \d|\d ?(?:B\.?C|C\.?E|A\.?D)\b")
_DECADE_HINT = re.compile(r"\d0[’']?s")
_HAN_HINT = re.compile("[年月纪天昨今]|[上本下]周|近日|日前")


def _readers(text: str) -> Iterator[_Reader]:
    """Yield the readers whose first requirement the text meets, most specific first."""
    years = _YEAR_HINT.search(text) is not None
    months = _MONTH_HINT.search(text) is not None
    if not text.isascii() and _HAN_HINT.search(text):
        yield _han_dates
    if years:
        yield _numeric_dates
        yield _quarters
    if months:
        yield _written_dates
    lower = text.lower()
    if "century" in lower or _DECADE_HINT.search(text):
        yield _centuries
    if years:
        yield _eras
        yield _years
    if months:
        yield _months_alone
    if any(hint in lower for hint in _RELATIVE_HINTS):
        yield _relative_dates


_RELATIVE_HINTS = (
    *("yesterday today tomorrow tonight last next this past previous coming following ago".split()),
    *("later earlier 今 去年 前 明 昨 上 下 本 近日 同年 次年 翌年".split()),
)


def _numeric_dates(text: str) -> Iterator[DateMention]:
    for match in _ISO.finditer(text):
        day = int(match["day"]) if match["day"] else None
        yield _mention(match, int(match["year"]), int(match["month"]), day)
    for match in _NUMERIC.finditer(text):
        if match["y"]:
            year, month, day = (int(match[name]) for name in ("y", "m", "d"))
            if _is_day(month, day):
                yield _mention(match, year, month, day)
            continue
        mention = _day_and_month(match, int(match["one"]), int(match["two"]), int(match["year"]))
        if mention is not None:
            yield mention


def _day_and_month(match: re.Match[str], one: int, two: int, year: int) -> DateMention | None:
    """Read 13.05.2021 (day first), 05/13/2021 (only so), 03/05/2021 (either)."""
    day_first, month_first = _is_day(two, one), _is_day(one, two)
    if day_first and month_first and one != two and match["mark"] != ".":
        low, high = sorted((year * 10000 + one * 100 + two, year * 10000 + two * 100 + one))
        return DateMention(*match.span(), low, high, "day", ambiguous=True)
    if day_first:
        return _mention(match, year, two, one)
    return _mention(match, year, one, two) if month_first else None


_MONTHS_A_YEAR = 12
_LONGEST_MONTH = 31


def _is_day(month: int, day: int) -> bool:
    return 1 <= month <= _MONTHS_A_YEAR and 1 <= day <= _LONGEST_MONTH


def _written_dates(text: str) -> Iterator[DateMention]:
    for pattern in (_DAY_MONTH, _MONTH_DAY):
        for match in pattern.finditer(text):
            year = int(match["year"]) if match["year"] else 0
            yield _mention(match, year, _month(match), int(match["day"]))
    for match in _MONTH_YEAR.finditer(text):
        yield _mention(match, int(match["year"]), _month(match), None)


def _months_alone(text: str) -> Iterator[DateMention]:
    for match in _MONTH_ALONE.finditer(text):
        first = _month(match) * 100
        yield DateMention(*match.span("word"), first + 1, first + 31, "month", yearless=True)


def _quarters(text: str) -> Iterator[DateMention]:
    for match in _QUARTER.finditer(text):
        number = match["q"] or match["q2"]
        quarter = int(number) if number else _QUARTERS[match["word"].lower()]
        year = int(match["year"] or match["year2"]) * 10000
        span = (year + (3 * quarter - 2) * 100 + 1, year + 3 * quarter * 100 + 31)
        yield DateMention(*match.span(), *span, "month")


def _centuries(text: str) -> Iterator[DateMention]:
    for match in _CENTURY.finditer(text):
        word = match["word"]
        number = _CENTURY_WORDS[word.lower()] if word else int(match["number"])
        yield _years_long(match.span(), (number - 1) * 100 + 1, number * 100, "century")
    for match in _DECADE.finditer(text):
        year = int(match["decade"] + match["ten"]) * 10
        yield _years_long(match.span(), year, year + 9, "decade")


def _eras(text: str) -> Iterator[DateMention]:
    for match in _ERA.finditer(text):
        year = int(match["year"] or match["ad"])
        year = -year if (match["era"] or "").startswith("B") else year
        yield _years_long(match.span(), year, year, "year")


def _years(text: str) -> Iterator[DateMention]:
    for match in _YEARS.finditer(text):
        if _COUNTED.match(text, match.end()):
            continue
        year = int(match["year"])
        second = _second_year(year, match["second"])
        relation: Relation = "at" if second is None else "since"
        start, end = match.span("year")
        yield _years_long((start, end), year, year, "year", relation)
        if second is not None:
            yield _years_long((end + 1, match.end()), second, second, "year", "until")


_WHOLE_YEAR = 4
_LAST_YEAR = 2100


def _second_year(year: int, written: str | None) -> int | None:
    if written is None:
        return None
    digits = written[1:]
    second = int(digits) if len(digits) == _WHOLE_YEAR else year // 100 * 100 + int(digits)
    return second if year < second <= _LAST_YEAR else None


def _han_dates(text: str) -> Iterator[DateMention]:
    for match in _HAN_DATE.finditer(text):
        mention = _han_date(match)
        if mention is not None:
            yield mention


def _han_date(match: re.Match[str]) -> DateMention | None:
    if match["century"]:
        return _han_century(match)
    if match["month2"]:
        month, day = _han_number(match["month2"]), _han_number(match["day2"])
        return _mention(match, 0, month, day) if _is_day(month, day) else None
    if match["month3"]:
        month = _han_number(match["month3"])
        return _mention(match, 0, month, None) if _is_day(month, 1) else None
    year = _han_number(match["year"])
    month = _han_number(match["month"]) if match["month"] else 0
    day = _han_number(match["day"]) if match["day"] else None
    if _is_day(month, day or 1):
        return _mention(match, year, month, day)
    if match[0].endswith("年代"):
        return _years_long(match.span(), year, year + 9, "decade")
    return _years_long(match.span(), year, year, "year")


def _han_century(match: re.Match[str]) -> DateMention:
    first = (_han_number(match["century"]) - 1) * 100
    if match["ten"]:
        first += _han_number(match["ten"]) * 10
        return _years_long(match.span(), first, first + 9, "decade")
    return _years_long(match.span(), first + 1, first + 100, "century")


def _han_number(numeral: str) -> int:
    return int(numeral) if numeral.isdecimal() else int(han_value(numeral) or 0)


def _relative_dates(text: str) -> Iterator[DateMention]:
    for match in _RELATIVE.finditer(text):
        words = " ".join(match[0].casefold().split())
        yield DateMention(*match.span(), 0, 0, "relative", words=words)


def _month(match: re.Match[str]) -> int:
    return _MONTHS[match["month"].lower()]


def _mention(match: re.Match[str], year: int, month: int, day: int | None) -> DateMention:
    first = year * 10000 + month * 100
    if day is None:
        return DateMention(*match.span(), first + 1, first + 31, "month", yearless=year == 0)
    return DateMention(*match.span(), first + day, first + day, "day", yearless=year == 0)


def _years_long(
    span: tuple[int, int],
    first: int,
    last: int,
    precision: Precision,
    relation: Relation = "at",
) -> DateMention:
    return DateMention(*span, first * 10000 + 101, last * 10000 + 1231, precision, relation)


def _relation(text: str, mention: DateMention) -> Relation:
    if mention.relation != "at" or mention.precision == "relative":
        return mention.relation
    match = _BEFORE.search(text, max(0, mention.start - 32), mention.start)
    if match is None and not text.isascii():
        match = _AFTER.match(text, mention.end)
    kind = (match.lastgroup or "").rstrip("_") if match else ""
    for relation in _RELATIONS:
        if relation == kind:
            return relation
    return "at"


_RELATIONS: tuple[Relation, ...] = ("since", "until", "before", "after")
