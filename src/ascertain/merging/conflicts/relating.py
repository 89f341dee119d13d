"""How two claims stand to one another: agreement, conflict, change over time, or neither.

Only a difference of one kind makes a conflict: the same words about the same subject, and another
number, another date, another name in a place that only one can hold, or the opposite. What
differs in more than that speaks of something else: another scope, another thing. The decision
is pure, symmetric, and never looks at how many say so.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

from ascertain.merging.conflicts.assertion import Assertion
from ascertain.sources.values.dates import DateMention
from ascertain.sources.values.numbers import Quantity

__all__ = ["Comparing", "Dated", "Relation", "relate"]

Kind = Literal["conflict", "change", "none"]

_SAME_TIME_DAYS = 200
"""Sources at most this far apart speak of the same time."""
_ONCE = frozenset(
    "found establish born birth die death incorporat open launch buil built complet acquir publish "
    "releas merg sign inaugurat discover invent set start began begin join".split()
)
"""Stems of what happens once: two dates of it cannot both be right."""
_HAN_ONCE = (
    "成立",
    "创立",
    "创建",
    "出生",
    "逝世",
    "去世",
    "开业",
    "落成",
    "发布",
    "签署",
    "收购",
    "竣工",
    "上市",
)
_SINGLE = re.compile(
    r"\b(?:chief executive|ceo|chair(?:man|woman|person)?|president|managing director|head of|"
    r"mayor|prime minister|chancellor|governor|principal|captain|owner|owned by|head office|"
    r"headquarters?|capital|founded by|founder|written by|author|designed by|built by|born in|"
    r"winner|won by|led by|leads?|has led|directed by|director|first|oldest|largest|tallest|"
    r"longest|highest|only)\b",
    re.IGNORECASE,
)
"""A place that one alone can hold at a time."""
_FOR_EVER = re.compile(
    r"\b(?:founded|founder|born|written|author|designed|built|winner|won|first|invented)\b",
    re.IGNORECASE,
)
"""Of these there is one for all times: another name is no change."""
_HAN_SINGLE = re.compile(
    "董事长|总裁|首席执行官|总经理|主席|市长|校长|总部|首都|创始人|创办|由.{1,12}创立|作者|编剧|导演|冠军|最大|最高|第一"
)
_NAMED_BY = 2
"""Words, beside the role's own, that name what a role is in, as in "the harbour board"."""
_NEAR = 0.5
"""Share of the words of the shorter claim that two must have in common to speak of one thing."""


class Dated(NamedTuple):
    """A claim taken apart, as it stands, and the date that its source gives for itself."""

    assertion: Assertion
    text: str
    as_of: str | None = None


@dataclass(frozen=True, slots=True)
class Comparing:
    """What tells values apart; given by whoever checks claims, so that both mean the same.

    Attributes:
        agree: whether two quantities can be one; None: it cannot be told.
        opposite: whether two words, case-folded, are opposites.
    """

    agree: Callable[[Quantity, Quantity], bool | None]
    opposite: Callable[[str, str], bool]


class Relation(NamedTuple):
    """How two claims stand to one another.

    Attributes:
        attribute: what they differ in: ``number``, ``date``, ``name``, ``negation``, ``status``.
        detail: the difference, for a person.
    """

    kind: Kind
    attribute: str = ""
    detail: str = ""


_NONE = Relation("none")


def relate(one: Dated, other: Dated, comparing: Comparing) -> Relation:
    """Decide for two claims; the order does not matter but in the detail."""
    mine, theirs = one.assertion, other.assertion
    if bool(mine.text) != bool(theirs.text):
        return _NONE
    if mine.text:
        return _relate_han(one, other, comparing)
    return _relate_spaced(one, other, comparing)


def _relate_spaced(one: Dated, other: Dated, comparing: Comparing) -> Relation:
    mine, theirs = one.assertion, other.assertion
    if not _about_the_same(mine, theirs):
        return _NONE
    has_names = bool(mine.names - theirs.names), bool(theirs.names - mine.names)
    only, more = mine.words - theirs.words, theirs.words - mine.words
    if only or more:
        return _NONE if any(has_names) else _opposite(one, other, comparing)
    if any(has_names):
        return _named(one, other, comparing) if all(has_names) else _NONE
    return _valued(one, other, comparing)


def _opposite(one: Dated, other: Dated, comparing: Comparing) -> Relation:
    """The same but for one word on each side."""
    mine, theirs = one.assertion, other.assertion
    left, right = mine.words - theirs.words, theirs.words - mine.words
    if len(left) != 1 or len(right) != 1 or not _same_values(one, other, comparing):
        return _NONE
    a, b = mine.said[next(iter(left))], theirs.said[next(iter(right))]
    if not comparing.opposite(a, b):
        return _NONE
    return _in_time(one, other, "status", f"«{a}» and «{b}»")


def _about_the_same(mine: Assertion, theirs: Assertion) -> bool:
    shared = (mine.words & theirs.words) | (mine.names & theirs.names)
    least = min(len(mine.words | mine.names), len(theirs.words | theirs.names))
    if (mine.names or theirs.names) and not mine.names & theirs.names:
        # Without a name in common, it is the same thing only if other words name it.
        named = {word for word in mine.words & theirs.words if not _SINGLE.search(mine.said[word])}
        if mine.words != theirs.words or len(named) < _NAMED_BY:
            return False
    return len(shared) >= max(1, _NEAR * least)


def _valued(one: Dated, other: Dated, comparing: Comparing) -> Relation:
    """The same words and names: the difference is in a value, or in a negation."""
    mine, theirs = one.assertion, other.assertion
    if (mine.negations % 2) != (theirs.negations % 2) or _quantified(mine, theirs):
        if not _same_values(one, other, comparing):
            return _NONE
        return _in_time(one, other, "negation", "one says what the other denies")
    number = _number_difference(one, other, comparing)
    if number is None:
        dates = _date_difference(one, other)
        paired = len(mine.dates) == len(theirs.dates)
        is_one = dates is not None and paired and _happens_once(one.text)
        return Relation("conflict", "date", dates or "") if is_one else _NONE
    return _numbered(one, other, number) if number else _NONE


def _numbered(one: Dated, other: Dated, number: str) -> Relation:
    """Another number: at another time, or at the same."""
    mine, theirs = one.assertion.dates, other.assertion.dates
    if bool(mine) != bool(theirs):
        return _NONE  # One speaks of a time of its own; of which the other speaks is not known.
    if not mine:
        return _in_time(one, other, "number", number)
    if _date_difference(one, other) is None:
        return Relation("conflict", "number", number)
    alike = {date.relation for date in mine} == {date.relation for date in theirs}
    return Relation("change", "number", number) if alike and not _contained(mine, theirs) else _NONE


def _named(one: Dated, other: Dated, comparing: Comparing) -> Relation:
    """Other names in the same words: in a place that one alone can hold."""
    if not _SINGLE.search(one.text) or not _SINGLE.search(other.text):
        return _NONE
    if not _same_values(one, other, comparing):
        return _NONE
    if one.assertion.negations or other.assertion.negations:
        return _NONE
    left = one.assertion.names - other.assertion.names
    right = other.assertion.names - one.assertion.names
    said = f"«{' '.join(sorted(left)).title()}» and «{' '.join(sorted(right)).title()}»"
    if _FOR_EVER.search(one.text):
        return Relation("conflict", "name", said)
    return _in_time(one, other, "name", said)


def _relate_han(one: Dated, other: Dated, comparing: Comparing) -> Relation:
    mine, theirs = one.assertion, other.assertion
    if mine.names != theirs.names:
        return _NONE
    if mine.text == theirs.text:
        return _valued(one, other, comparing)
    matcher = SequenceMatcher(None, mine.text, theirs.text, autojunk=False)
    changed = [
        (mine.text[a:b], theirs.text[c:d])
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    ]
    if matcher.ratio() < _NEAR or len(changed) != 1 or not all(changed[0]):
        return _NONE
    if not _same_values(one, other, comparing) or mine.negations != theirs.negations:
        return _NONE
    return _changed_han(one, other, changed[0], comparing)


def _changed_han(
    one: Dated, other: Dated, changed: tuple[str, str], comparing: Comparing
) -> Relation:
    said = f"「{changed[0]}」 and 「{changed[1]}」"
    for width in (2, 1):
        # Opposites may share a sign, which the comparison has left out on both sides.
        for mine in _around(one.assertion.text, changed[0], width):
            for theirs in _around(other.assertion.text, changed[1], width):
                if comparing.opposite(mine, theirs):
                    return _in_time(one, other, "status", f"「{mine}」 and 「{theirs}」")
    if _HAN_SINGLE.search(one.text) and _HAN_SINGLE.search(other.text):
        return _in_time(one, other, "name", said)
    return _NONE


def _around(text: str, part: str, width: int) -> list[str]:
    at = text.find(part)
    spans = [(at, at + len(part)), (at - 1, at + len(part)), (at, at + len(part) + 1)]
    return [text[max(0, a) : b] for a, b in spans if b - max(0, a) in {width, len(part)}]


def _quantified(mine: Assertion, theirs: Assertion) -> bool:
    said = {mine.universal, theirs.universal}
    return said in ({"all", "none"}, {"all", "some"})


def _same_values(one: Dated, other: Dated, comparing: Comparing) -> bool:
    return (
        _number_difference(one, other, comparing) is None and _date_difference(one, other) is None
    )


def _number_difference(one: Dated, other: Dated, comparing: Comparing) -> str | None:
    """Return the difference in words; None: there is none; empty: they do not compare."""
    mine, theirs = one.assertion.quantities, other.assertion.quantities
    if len(mine) != len(theirs):
        return ""
    differing: list[str] = []
    for a, b in zip(mine, theirs, strict=True):
        if a.unit.dimension != b.unit.dimension or a.ordinal != b.ordinal:
            return ""
        if comparing.agree(a, b) is False and comparing.agree(b, a) is False:
            differing.append(f"{_shown(one.text, a)} and {_shown(other.text, b)}")
    if not differing:
        return None
    return differing[0] if len(differing) == 1 else ""


def _date_difference(one: Dated, other: Dated) -> str | None:
    """Return the difference in words; None: the dates are the same or one holds the other."""
    mine, theirs = one.assertion.dates, other.assertion.dates
    if not mine and not theirs:
        return None
    if len(mine) != len(theirs):
        return "one of them has another date"
    for a, b in zip(mine, theirs, strict=True):
        if a.relation != b.relation or a.last < b.first or b.last < a.first:
            return f"{_shown(one.text, a)} and {_shown(other.text, b)}"
        if (a.first, a.last) != (b.first, b.last) and one.assertion.quantities:
            return f"{_shown(one.text, a)} and {_shown(other.text, b)}"
    return None


def _contained(mine: tuple[DateMention, ...], theirs: tuple[DateMention, ...]) -> bool:
    return any(a.first <= b.last and b.first <= a.last for a, b in zip(mine, theirs, strict=False))


def _shown(text: str, part: Quantity | DateMention) -> str:
    return f"«{' '.join(text[part.start : part.end].split())}»"


def _happens_once(text: str) -> bool:
    words = {word.removesuffix("ed").removesuffix("e") for word in text.casefold().split()}
    stems = words | {word.strip(".,;:") for word in text.casefold().split()}
    return bool(stems & _ONCE) or any(word in text for word in _HAN_ONCE)


def _in_time(one: Dated, other: Dated, attribute: str, detail: str) -> Relation:
    """A difference between sources of different times is a change, as far as they are dated."""
    if one.assertion.dates or other.assertion.dates:
        return Relation("conflict", attribute, detail)
    first, last = sorted((_days(one.as_of), _days(other.as_of)))
    if first and last and last[0] - first[1] > _SAME_TIME_DAYS:
        return Relation("change", attribute, detail)
    return Relation("conflict", attribute, detail)


def _days(as_of: str | None) -> tuple[int, int] | tuple[()]:
    """Return the first and last day that a partial date may mean; empty where it is unknown."""
    if as_of is None:
        return ()
    year, month, day = (*(int(part) for part in as_of.split("-")), 0, 0)[:3]
    first = date(year, month or 1, day or 1)
    last = date(year, month or 12, day or 28)
    return first.toordinal(), last.toordinal()
