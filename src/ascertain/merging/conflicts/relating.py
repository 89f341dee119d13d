"""How two claims stand to one another: conflict, change over time, or neither.

Two claims conflict if they speak of the same thing at the same time and give another number,
another date for what happens once, another name in a place that one alone can hold, or the
opposite. Where each has words that the other lacks they may speak of two things, and are left
alone; so are claims of which one names a limit (a place, a part, a period) that the other does
not. The decision is pure, symmetric but for the order in its detail, and never looks at how many
say so.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ascertain.merging.conflicts.assertion import Assertion, plain_text, spaced_assertion
from ascertain.merging.conflicts.clauses import clauses_of
from ascertain.merging.conflicts.difference import Difference, difference_of
from ascertain.merging.conflicts.han import han_assertion, is_han
from ascertain.merging.conflicts.lexicon import (
    ATTRIBUTES,
    NOT_A_STATUS,
    PLACES,
    PLACES_FOR_EVER,
    SCOPES,
)
from ascertain.merging.conflicts.numbers import Agree, Numbers, compare_numbers
from ascertain.merging.conflicts.times import (
    Span,
    hands_over,
    named_dates,
    overlaps,
    period_of,
    source_span,
    times,
)
from ascertain.sources.values.dates import DateMention
from ascertain.sources.values.numbers import Quantity

__all__ = ["NONE", "Comparing", "Dated", "Relation", "assertions_of", "relate"]

Kind = Literal["conflict", "change", "none"]

_MORE_WORDS = 6
"""Words that one claim may say more than the other and still speak of the same."""
_OTHER_WORDS = 3
"""Words that each may have of its own where both name the same attribute of the same subject."""
_NAMED_BY = 2
"""Words without a name that say of which thing a claim speaks."""
_LASTING = frozenset("long high wide deep area".split()) | {"全长", "海拔", "面积"}
"""Attributes that do not change between two sources."""
_BESIDE = re.compile(r"[ ,]*(?:of|at|for)[ ]+(?:the )?((?:[A-ZÀ-ÖØ-ÞА-ЯΑ-Ω][\w'’.&-]*[ ]?){1,6})")
_WORDS = re.compile(r"[^\W_]+")
_HAN_NAME = re.compile("[\u3400-\u9fff]{2,10}")
"""Chinese writes names like any other words: one short piece on each side may be one."""
_BY_PLACE = frozenset({"headquarter", "birthplace", "superlative"})
_LIFE = frozenset({"birth", "die", "出生", "去世"})


class Dated(NamedTuple):
    """A claim taken apart, and the date that its source gives for itself."""

    assertion: Assertion
    as_of: str | None = None


@dataclass(frozen=True, slots=True)
class Comparing:
    """What tells values apart; given by whoever checks claims, so that both mean the same.

    Attributes:
        agree: whether a quantity bears out another; None: it cannot be told.
        opposite: whether two words, case-folded, are opposites.
    """

    agree: Agree
    opposite: Callable[[str, str], bool]


class Relation(NamedTuple):
    """How two claims stand to one another.

    Attributes:
        attribute: what they differ in: ``number``, ``date``, ``name``, ``negation``, ``status``.
        mine: what the first says, as a person reads it; ``theirs``: the second. Both are empty
            where one denies what the other says.
    """

    kind: Kind
    attribute: str = ""
    mine: str = ""
    theirs: str = ""


NONE = Relation("none")


def assertions_of(claim: str) -> tuple[Assertion, ...]:
    """Take a claim apart into its statements; only its first thousand characters are looked at."""
    text = plain_text(claim)
    if is_han(text):
        return (han_assertion(text),)
    return tuple(spaced_assertion(clause) for clause in clauses_of(text))


def relate(one: Dated, other: Dated, comparing: Comparing) -> Relation:
    """Decide for two claims."""
    mine, theirs = one.assertion, other.assertion
    if mine.is_han != theirs.is_han:
        return NONE
    difference = difference_of(mine, theirs)
    if not _about_the_same(mine, theirs, difference):
        return NONE
    numbers = compare_numbers(mine, theirs, comparing.agree)
    for rule in (_by_holder, _by_date, _by_number, _by_denial, _by_status):
        relation = rule(_Pair(one, other, difference, numbers, comparing))
        if relation.kind != "none":
            return relation
    return NONE


class _Pair(NamedTuple):
    one: Dated
    other: Dated
    difference: Difference
    numbers: Numbers
    comparing: Comparing

    @property
    def mine(self) -> Assertion:
        return self.one.assertion

    @property
    def theirs(self) -> Assertion:
        return self.other.assertion


def _about_the_same(mine: Assertion, theirs: Assertion, difference: Difference) -> bool:
    """Whether two claims can speak of one thing: a name in common, or words that stand for one."""
    if mine.scopes != theirs.scopes:
        return False
    if difference.shared_names:
        return True
    naming = difference.shared - ATTRIBUTES - mine.events.keys()
    if mine.is_han:
        common = difference.shared or mine.attributes & theirs.attributes
        return bool(common) or not (difference.mine or difference.theirs)
    if difference.my_names and difference.their_names:
        return len(naming) >= _NAMED_BY
    return bool(naming) or not (difference.mine or difference.theirs)


def _by_holder(pair: _Pair) -> Relation:
    """Other names in a place that one alone can hold."""
    mine, theirs, difference = pair.mine, pair.theirs, pair.difference
    shared = mine.places & theirs.places
    if not shared or mine.places != theirs.places or mine.negations or theirs.negations:
        return NONE
    left, right = _holders(mine, theirs, difference)
    if not left or not right:
        return NONE
    found = Relation("conflict", "name", _named(mine, left), _named(theirs, right))
    if shared & PLACES_FOR_EVER:
        return found
    if hands_over(mine.dates, theirs.dates) or hands_over(theirs.dates, mine.dates):
        return found._replace(kind="change")
    return _in_time(pair, found)


def _holders(
    mine: Assertion, theirs: Assertion, difference: Difference
) -> tuple[frozenset[str], frozenset[str]]:
    """Return who holds the place that both claims speak of; empty where that cannot be told."""
    if mine.is_han:
        both = difference.mine, difference.theirs
        named = all(len(side) == 1 and _HAN_NAME.fullmatch(next(iter(side))) for side in both)
        return both if named else (frozenset(), frozenset())
    left = _holder(mine, difference.mine, difference.my_names)
    right = _holder(theirs, difference.theirs, difference.their_names)
    speak_of_two = difference.mine - left and difference.theirs - right
    if speak_of_two or _is_beside(mine, left) or _is_beside(theirs, right):
        return frozenset(), frozenset()
    return left, right


def _holder(claim: Assertion, words: frozenset[str], names: frozenset[str]) -> frozenset[str]:
    return names | (words & {claim.opening}) if claim.opening else names


def _is_beside(claim: Assertion, names: frozenset[str]) -> bool:
    """Whether a name says of what something is the place: "mayor of Dunholt"."""
    for name, pattern in PLACES:
        if name in _BY_PLACE or not any(place.endswith(name) for place in claim.places):
            continue
        for found in pattern.finditer(claim.text):
            beside = _BESIDE.match(claim.text, found.end())
            if beside and names & set(_WORDS.findall(beside[1].casefold())):
                return True
    return False


def _by_date(pair: _Pair) -> Relation:
    """Another date for what happens once."""
    mine, theirs, difference = pair.mine, pair.theirs, pair.difference
    if (mine.negations + theirs.negations) or (difference.my_names and difference.their_names):
        return NONE
    shared = [name for name in mine.events if name in theirs.events]
    for event in shared:
        first, second = mine.events[event], theirs.events[event]
        if first is None or second is None or not _tells_apart(first, second):
            continue
        is_life = event in _LIFE and difference.common
        if difference.is_both_sided and not is_life:
            continue
        return Relation("conflict", "date", _shown(mine, first), _shown(theirs, second))
    return NONE


def _tells_apart(one: DateMention, other: DateMention) -> bool:
    if {one.precision, other.precision} & {"relative"} or one.yearless != other.yearless:
        return False
    return not overlaps(one, other)


def _by_number(pair: _Pair) -> Relation:
    """Another number for the same thing: at the same time, or at another."""
    mine, theirs, difference = pair.mine, pair.theirs, pair.difference
    numbers = pair.numbers
    if numbers.mine is None or numbers.theirs is None or not _is_same_measure(pair):
        return NONE
    if (mine.negations + theirs.negations) % 2 or difference.my_names or difference.their_names:
        return NONE
    found = Relation(
        "conflict", "number", _shown(mine, numbers.mine), _shown(theirs, numbers.theirs)
    )
    left, right = named_dates(mine.dates), named_dates(theirs.dates)
    if left and right:
        return _between_periods(left, right, found)
    if left or right:
        return _beside_a_source(left or right, pair.other if left else pair.one, found)
    if mine.attributes & theirs.attributes & _LASTING:
        return found
    return _in_time(pair, found)


def _beside_a_source(dates: tuple[DateMention, ...], other: Dated, found: Relation) -> Relation:
    """One names a period, the other speaks of its source's day; without one nobody can tell."""
    relation = times(period_of(dates, None), source_span(other.as_of))
    if relation == "unknown":
        return NONE
    return found._replace(kind="change") if relation == "apart" else found


def _is_same_measure(pair: _Pair) -> bool:
    difference = pair.difference
    if not difference.is_both_sided:
        extra = len(difference.mine) + len(difference.theirs)
        return difference.common > 0 and extra <= _MORE_WORDS and not _is_limited(pair)
    same = pair.mine.attributes & pair.theirs.attributes
    few = max(len(difference.mine), len(difference.theirs)) <= _OTHER_WORDS
    return bool(same) and few and difference.common - len(same) > 0 and not pair.mine.is_han


def _is_limited(pair: _Pair) -> bool:
    """Whether one Chinese claim has a piece in front that the other lacks: a part of the whole."""
    return pair.mine.is_han and bool(pair.difference.mine or pair.difference.theirs)


def _between_periods(
    left: tuple[DateMention, ...], right: tuple[DateMention, ...], found: Relation
) -> Relation:
    """Numbers of the same period conflict, those of others have changed, parts say nothing."""
    same = any((a.first, a.last) == (b.first, b.last) for a in left for b in right)
    if same:
        return found
    if any(overlaps(a, b) for a in left for b in right):
        return NONE
    return found._replace(kind="change")


def _by_denial(pair: _Pair) -> Relation:
    """The same said and denied; what is said may say more than what is denied."""
    mine, theirs, difference = pair.mine, pair.theirs, pair.difference
    if pair.numbers.kind == "differ" or not _dates_allow(pair):
        return NONE
    quantified = {mine.universal, theirs.universal} in ({"all", "none"}, {"all", "some"})
    if not quantified and mine.negations % 2 == theirs.negations % 2:
        return NONE
    denied_mine = bool(mine.negations % 2)
    extra_words = difference.mine if denied_mine else difference.theirs
    extra_names = difference.my_names if denied_mine else difference.their_names
    said_more = difference.theirs if denied_mine else difference.mine
    if extra_words or extra_names or len(said_more) > _OTHER_WORDS:
        return NONE
    return _in_time(pair, Relation("conflict", "negation"))


def _by_status(pair: _Pair) -> Relation:
    """Opposite words of the same thing."""
    mine, theirs, difference = pair.mine, pair.theirs, pair.difference
    if mine.negations % 2 != theirs.negations % 2 or pair.numbers.kind == "differ":
        return NONE
    if not _dates_allow(pair) or (difference.my_names and difference.their_names):
        return NONE
    if mine.is_han:
        found = _opposites_in(pair, [mine.text], [theirs.text])
    else:
        found = _opposite_words(pair)
    if found is None:
        return NONE
    a, b = found
    rest = difference.without(frozenset({a, b}))
    if rest.is_both_sided:
        return NONE
    said = (mine.said.get(a, a), theirs.said.get(b, b))
    return _in_time(pair, Relation("conflict", "status", f"«{said[0]}»", f"«{said[1]}»"))


def _opposite_words(pair: _Pair) -> tuple[str, str] | None:
    left = sorted(pair.difference.mine - SCOPES)
    right = sorted(pair.difference.theirs - SCOPES)
    for a in left:
        mine = {a, pair.mine.said.get(a, a)}
        if mine & NOT_A_STATUS:
            continue
        for b in right:
            theirs = {b, pair.theirs.said.get(b, b)}
            if any(pair.comparing.opposite(x, y) for x in mine for y in theirs):
                return a, b
    return None


_WIDTH = 2


def _opposites_in(pair: _Pair, mine: list[str], theirs: list[str]) -> tuple[str, str] | None:
    """Find opposite pairs of signs that only one of the texts has."""
    left = {t[at : at + _WIDTH] for t in mine for at in range(len(t) - 1)}
    right = {t[at : at + _WIDTH] for t in theirs for at in range(len(t) - 1)}
    for a in sorted(left - right):
        for b in sorted(right - left):
            if a not in NOT_A_STATUS and pair.comparing.opposite(a, b):
                return a, b
    return None


def _dates_allow(pair: _Pair) -> bool:
    """Whether two claims may speak of one time by their own dates."""
    left, right = named_dates(pair.mine.dates), named_dates(pair.theirs.dates)
    return not left or not right or any(overlaps(a, b) for a in left for b in right)


def _in_time(pair: _Pair, found: Relation) -> Relation:
    """A difference between claims of different times is a change, as far as they are dated."""
    dates = (*pair.mine.dates, *pair.theirs.dates)
    if all(date.relation == "at" for date in dates) and not _dates_allow(pair):
        return found._replace(kind="change")
    left, right = _time_of(pair.one), _time_of(pair.other)
    return found._replace(kind="change") if times(left, right) == "apart" else found


def _time_of(claim: Dated) -> Span | None:
    return period_of(claim.assertion.dates, claim.as_of)


def _named(claim: Assertion, words: frozenset[str]) -> str:
    """Return names as they are written, in the order of the text."""
    folded = claim.text.casefold()
    spans = sorted((folded.find(word), word) for word in words)
    return f"«{' '.join(claim.text[at : at + len(word)] for at, word in spans if at >= 0)}»"


def _shown(claim: Assertion, part: Quantity | DateMention) -> str:
    return f"«{' '.join(claim.text[part.start : part.end].split())}»"
