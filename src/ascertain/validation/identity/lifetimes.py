"""Years of birth, death and work that a text ties to a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ascertain.validation.identity.folding import fold
from ascertain.validation.identity.names import NameParts, find_mentions
from ascertain.validation.identity.topics import GENERIC_NAMES

__all__ = ["Lifetime", "lifetime_in"]

_YEAR = r"(1[4-9]\d\d|20\d\d)"
_ANY_YEAR = re.compile(rf"(?<![\d.,])(?<!\d-){_YEAR}(?![\d]|[.,]\d)")
_BORN = (
    re.compile(
        r"\b(?:born|b\.|nee|nacid[oa]|nee? (?:le|en|a)|geboren|szuletett|nato|nata)\b:?"
        rf"[^.;()（）\n]{{0,50}}?{_YEAR}"
    ),
    re.compile(rf"{_YEAR}年(?:\d{{1,2}}月)?(?:\d{{1,2}}日)?(?:出)?生"),
    re.compile(rf"(?:ولدت?|родил(?:ся|ась))[^.\n]{{0,40}}?{_YEAR}"),
)  # fmt: skip
_BIRTH_PLACE = (
    re.compile(r"\bborn (?:on [\w ,]{3,20} )?in ([^\W\d_]+)"),
    re.compile(r"\bborn in ([^\W\d_]+)"),
    re.compile(r"生于([\u3400-\u9fff]{2})"),
)
_DIED = (
    re.compile(
        r"\b(?:died|d\.|murio|fallecio|gestorben|meghalt|mort en|decede)\b"
        rf"[^.;()\n]{{0,50}}?{_YEAR}"
    ),
    re.compile(rf"{_YEAR}年[^，。；\n]{{0,8}}?(?:去世|逝世|病逝|卒)"),
)  # fmt: skip
_SINCE = (
    re.compile(rf"\b(?:since|seit|desde|depuis)\b[^.;\n]{{0,20}}?{_YEAR}"),
    re.compile(rf"{_YEAR}年(?:起|至今)"),
)
_SPAN = re.compile(
    rf"^[ ,，]{{0,2}}[(（][^()（）]{{0,40}}?{_YEAR}"
    rf"\s?[–—-]\s?(?:[^()（）]{{0,20}}?{_YEAR})?\s?[)）]"
)
_BORN_AT = re.compile(rf"^ ?[(（](?:[^\W\d_]+(?:[ -][^\W\d_]+)?, |\*\s?|b\. ?){_YEAR}[)）]")
_BORN_HAN = re.compile(rf"^[^。\n]{{0,12}}?{_YEAR}年(?:\d{{1,2}}月)?(?:\d{{1,2}}日)?(?:出)?生")
_YEARS = re.compile(rf"(?<!\d){_YEAR} ?(?:[–—-]|to|bis|à|至|到) ?{_YEAR}(?!\d)")
_BEFORE = 80
_LEAD = 600
"""Code points at the beginning of a page about somebody, where it says when they were born."""

_LIFE = (12, 110)
"""Years that a person may have lived, as a pair of years in brackets gives them."""


class Lifetime(NamedTuple):
    """Years, and the place of birth (folded).

    Attributes:
        since: years since when something has held that still does.
        years: every year beside the name.
        spans: pairs such as 2011–2017.
    """

    born: int | None = None
    died: int | None = None
    birth_place: str = ""
    since: tuple[int, ...] = ()
    years: tuple[int, ...] = ()
    spans: frozenset[tuple[int, int]] = frozenset()


def lifetime_in(window: str, title: str, names: Sequence[NameParts], *, is_about: bool) -> Lifetime:
    """Read the years from what stands around a name.

    Args:
        window: the lines that give the name.
        title: the page's.
        names: the name and its aliases.
        is_about: whether the window is about nobody else.
    """
    born, died = _bracketed((window, title), names)
    folded = fold(window)
    near = _near(window, folded, names)
    lead = f"{folded[:_LEAD]}\n{near}" if is_about else near
    line = folded if is_about else _near(window, folded, names, before=_BEFORE)
    born = born or _only(_BORN, lead)
    died = died or _only(_DIED, lead)
    places = {match[1] for rule in _BIRTH_PLACE for match in rule.finditer(lead)} - GENERIC_NAMES
    years = tuple(sorted({int(match[1]) for match in _ANY_YEAR.finditer(line)}))
    since = tuple(int(match[1]) for rule in _SINCE for match in rule.finditer(near))
    spans = frozenset((int(match[1]), int(match[2])) for match in _YEARS.finditer(line))
    place = min(places) if len(places) == 1 else ""
    return Lifetime(born, died, place, since, years, spans)


def _only(rules: Iterable[re.Pattern[str]], text: str) -> int | None:
    """Return the one year that the rules find; of several, nobody knows whose they are."""
    found = {int(match[1]) for rule in rules for match in rule.finditer(text)}
    return found.pop() if len(found) == 1 else None


def _near(window: str, folded: str, names: Iterable[NameParts], before: int = 0) -> str:
    """Return what follows the name, and so much before it, on a page that is about others too."""
    pieces: list[str] = []
    for parts in names:
        for one in find_mentions(window, folded, parts)[:20]:
            end = folded.find("\n\n", one.end)
            begin = max(folded.rfind("\n", 0, one.start) + 1, one.start - before)
            pieces.append(folded[begin : min(end if end >= 0 else len(folded), one.end + 300)])
    return "\n".join(pieces)


def _bracketed(texts: Iterable[str], names: Sequence[NameParts]) -> tuple[int | None, int | None]:
    """Read ``(1946–2018)``, ``(Cádiz, 1972)`` right after the name."""
    for text in texts:
        folded = fold(text)
        for parts in names:
            if parts.kind != "person":
                continue
            for one in find_mentions(text, folded, parts)[:20]:
                after = folded[one.end : one.end + 80]
                span = _SPAN.match(after)
                if span is not None and span[2] is not None:
                    first, last = int(span[1]), int(span[2])
                    if _LIFE[0] <= last - first <= _LIFE[1]:
                        return first, last
                born = _BORN_AT.match(after)
                if born is not None:
                    return int(born[1]), None
    return None, None
