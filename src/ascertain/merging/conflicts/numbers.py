"""Numbers of two claims that answer the same, and whether they can be one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from ascertain.merging.conflicts.assertion import Assertion, Counted
from ascertain.merging.conflicts.lexicon import PERSONS
from ascertain.sources.values.numbers import Quantity

__all__ = ["Agree", "Numbers", "compare_numbers"]

Agree = Callable[[Quantity, Quantity], bool | None]
"""Whether the second quantity bears the first out; None: it cannot be told."""

_PERSON = PERSONS | {"person"}


class Numbers(NamedTuple):
    """How the numbers of two claims stand.

    Attributes:
        kind: ``none``: none of them compare; ``agree``; ``differ``: one pair does.
    """

    kind: Literal["none", "agree", "differ"]
    mine: Quantity | None = None
    theirs: Quantity | None = None


def compare_numbers(one: Assertion, other: Assertion, agree: Agree) -> Numbers:
    """Compare the numbers that answer the same; symmetric.

    Numbers that can be one are paired first. Of what is left, only one on each side makes a
    difference: of several nobody can tell which is meant for which.
    """
    pairs = [
        (a, b) for a in one.quantities for b in other.quantities if _comparable(one, other, a, b)
    ]
    if not pairs:
        return Numbers("none")
    settled_mine: set[Counted] = set()
    settled_theirs: set[Counted] = set()
    for a, b in pairs:
        if _can_be_one(a.quantity, b.quantity, agree):
            settled_mine.add(a)
            settled_theirs.add(b)
    left = [(a, b) for a, b in pairs if a not in settled_mine and b not in settled_theirs]
    if not left:
        return Numbers("agree")
    if len({a for a, _ in left}) > 1 or len({b for _, b in left}) > 1:
        return Numbers("none")
    return Numbers("differ", left[0][0].quantity, left[0][1].quantity)


def _can_be_one(one: Quantity, other: Quantity, agree: Agree) -> bool:
    return agree(one, other) is not False or agree(other, one) is not False


def _comparable(one: Assertion, other: Assertion, a: Counted, b: Counted) -> bool:
    """Whether two numbers measure or count the same."""
    if a.is_difference != b.is_difference or a.quantity.unit.dimension != b.quantity.unit.dimension:
        return False
    if one.attributes and other.attributes and not one.attributes & other.attributes:
        return False
    if a.quantity.unit.dimension:
        return True
    if one.is_han:
        return a.noun == b.noun or not a.noun or not b.noun
    return _same_noun(one, other, a.noun, b.noun)


def _same_noun(
    one: Assertion, other: Assertion, mine: tuple[str, ...], theirs: tuple[str, ...]
) -> bool:
    if not mine or not theirs:
        return bool(one.attributes & other.attributes)
    shared = [word for word in mine if word in theirs and word not in _PERSON]
    if not shared:
        # "240 people" and "240 employees" count the same where both claims speak of employing.
        bare = mine[0] in _PERSON or theirs[0] in _PERSON
        plain = {mine[0], theirs[0]} <= _PERSON | (one.attributes & other.attributes)
        return bare and plain
    before_mine = set(mine[: mine.index(shared[0])]) - _PERSON
    before_theirs = set(theirs[: theirs.index(shared[0])]) - _PERSON
    return before_mine == before_theirs
