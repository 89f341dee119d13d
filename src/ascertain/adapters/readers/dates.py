"""Dates as documents write them, to ISO 8601 with the precision they give; never a guess."""

from __future__ import annotations

import re
from datetime import date

from ascertain.evidence.document import DatedField

__all__ = ["byline_dates", "dated", "parse_date"]

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan janvier enero januar gennaio janeiro",
            "february feb février febrero februar febbraio fevereiro",
            "march mar mars marzo märz março",
            "april apr avril abril aprile",
            "may mai mayo maggio maio",
            "june jun juin junio juni giugno junho",
            "july jul juillet julio juli luglio julho",
            "august aug août agosto",
            "september sep sept septembre septiembre settembre setembro",
            "october oct octobre octubre oktober ottobre outubro",
            "november nov novembre noviembre novembro",
            "december dec décembre diciembre dezember dicembre dezembro",
        ),
        start=1,
    )
    for name in names.split()
}
_ISO = re.compile(r"\s*(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T\s].{0,40})?)?)?\s*", re.DOTALL)
_COMPACT = re.compile(r"\s*(\d{4})(\d{2})(\d{2})(?:\d{6}|T\d{4,6})?Z?\s*")
_SLASHED = re.compile(r"\s*(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?:\s.{0,40})?\s*")
_CJK = re.compile(r"\s*(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월](?:\s*(\d{1,2})\s*[日号일])?.{0,20}")
_WEEKDAY = r"(?:[^\W\d_]{2,10}\.?,?\s+)?"
_DAY_FIRST = re.compile(
    rf"\s*{_WEEKDAY}(\d{{1,2}})(?:st|nd|rd|th|er|\.)?\s+(?:de\s+)?([^\W\d_]{{3,10}})\.?,?\s+(?:de\s+)?(\d{{4}})\b.{{0,40}}"
)
_MONTH_FIRST = re.compile(
    rf"\s*{_WEEKDAY}([^\W\d_]{{3,10}})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})\b.{{0,40}}"
)
_MONTH_YEAR = re.compile(r"\s*([^\W\d_]{3,10})\.?,?\s+(\d{4})\s*")
_FIRST_YEAR = 1000
_LAST_YEAR = 2200

_PUBLISHED = (
    r"first published|originally published|published|publication date|date published|posted"
    r"|发布时间|发布日期|发表时间|發布時間|公開日|投稿日|掲載日|publié|veröffentlicht|publicado|게시일"
)
_UPDATED = (
    r"last updated|last modified|last revised|updated|modified"
    r"|更新时间|更新日期|更新於|更新日|最終更新|mis à jour|aktualisiert|actualizado|수정일"
)
_BYLINE = re.compile(
    rf"(?<!\w)(?:(?P<pub>{_PUBLISHED})|(?P<upd>{_UPDATED}))\s*(?:on|at|le|am|el|date)?\s*[:：]?\s*",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r"[|·•]")
_MAX_DATE = 60
_NEAR_TOP = 3_000
_MAX_BYLINE = 200


def parse_date(value: str) -> str | None:
    """Return the date a string begins with as ``YYYY``, ``YYYY-MM`` or ``YYYY-MM-DD``, or None.

    Numeric dates whose order is not certain (``03/04/2021``) give None. A time and zone after the
    date are dropped: the day is the one the source wrote.
    """
    text = value.strip()[:100]
    for pattern in (_ISO, _COMPACT, _SLASHED, _CJK):
        found = pattern.fullmatch(text)
        if found:
            return _iso(found[1], found[2], found[3])
    for pattern, (year, month, day) in ((_DAY_FIRST, (3, 2, 1)), (_MONTH_FIRST, (3, 1, 2))):
        found = pattern.fullmatch(text)
        number = _MONTHS.get(found[month].lower()) if found else None
        if found and number:
            return _iso(found[year], str(number), found[day])
    found = _MONTH_YEAR.fullmatch(text)
    number = _MONTHS.get(found[1].lower()) if found else None
    return _iso(found[2], str(number), None) if found and number else None


def dated(value: str | None, where: str) -> DatedField | None:
    """Return the date in ``value`` with where it was read, or None if there is none in it."""
    day = parse_date(value) if value else None
    return DatedField(value=day, where=where) if day else None


def byline_dates(text: str) -> tuple[DatedField | None, DatedField | None]:
    """Return the published and updated dates that a line near the top states in so many words."""
    published: DatedField | None = None
    updated: DatedField | None = None
    for line in text[:_NEAR_TOP].split("\n"):
        if len(line) > _MAX_BYLINE:
            continue
        labels = list(_BYLINE.finditer(line))
        ends = [*(label.start() for label in labels[1:]), len(line)]
        for label, end in zip(labels, ends, strict=False):
            field = _byline_date(line[label.end() : end])
            if field is None:
                continue
            if label["pub"]:
                published = published or field
            else:
                updated = updated or field
    return published, updated


def _byline_date(text: str) -> DatedField | None:
    text = _SEPARATOR.split(text, maxsplit=1)[0][:_MAX_DATE]
    for part in (text, *re.split(r"(?i)\s+(?:by|at|in|and|last)\s|[;,(]\s*(?=\D)", text)[:1]):
        field = dated(part.strip(" .,;)"), "visible text")
        if field is not None:
            return field
    return None


def _iso(year: str, month: str | None, day: str | None) -> str | None:
    if not _FIRST_YEAR <= int(year) <= _LAST_YEAR:
        return None
    try:
        whole = date(int(year), int(month or 1), int(day or 1)).isoformat()
    except ValueError:
        return None
    return whole[: 10 if day else 7 if month else 4]
