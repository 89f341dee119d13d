"""What two claims have in common, and what only one of them says."""

from __future__ import annotations

from itertools import takewhile
from typing import NamedTuple

from ascertain.merging.conflicts.assertion import Assertion

__all__ = ["Difference", "difference_of"]

_MOST_STEPS = 100
_COMMON = 2
"""Signs from which two pieces of Chinese text have something in common."""


class Difference(NamedTuple):
    """Content words and names of two claims, divided.

    Attributes:
        mine: words that only the first has; ``theirs``: only the second; ``shared``: both.
        my_names: names that only the first has; ``their_names``: only the second.
    """

    mine: frozenset[str]
    theirs: frozenset[str]
    shared: frozenset[str]
    my_names: frozenset[str]
    their_names: frozenset[str]
    shared_names: frozenset[str]

    @property
    def is_both_sided(self) -> bool:
        """Whether each claim has words that the other lacks: they may speak of two things."""
        return bool(self.mine and self.theirs)

    @property
    def common(self) -> int:
        """How many words and names both have."""
        return len(self.shared) + len(self.shared_names)

    def without(self, words: frozenset[str]) -> Difference:
        """Return the difference as if nobody had said these words."""
        return self._replace(mine=self.mine - words, theirs=self.theirs - words)


def difference_of(one: Assertion, other: Assertion) -> Difference:
    """Divide the words of two claims of the same script; symmetric."""
    mine, theirs = frozenset(one.said), frozenset(other.said)
    # A first word may be a name that the other claim writes where it can be told for one.
    my_names = one.names - other.names - theirs - _longer(one, other)
    their_names = other.names - one.names - mine - _longer(other, one)
    folded = frozenset(one.names & theirs | other.names & mine)
    if one.is_han:
        shared, my_rest, their_rest = _pieces(sorted(mine), sorted(theirs))
    else:
        shared, my_rest, their_rest = mine & theirs, mine - theirs - folded, theirs - mine - folded
    return Difference(
        my_rest, their_rest, shared, my_names, their_names, (one.names & other.names) | folded
    )


def _longer(one: Assertion, other: Assertion) -> frozenset[str]:
    """Return the words of names that the other claim writes shorter: "Ann Lee" for "Lee"."""
    shorter = [*other.groups]
    if other.opening:
        shorter.append(frozenset({other.said[other.opening]}))
    return frozenset(
        word for group in one.groups for short in shorter if short < group for word in group
    )


def _pieces(
    mine: list[str], theirs: list[str]
) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Match pieces that begin or end alike; what is left of them is matched in its turn."""
    shared: set[str] = set()
    waiting, left, right = list(mine), list[str](), list(theirs)
    steps = 0
    while waiting and steps < _MOST_STEPS:
        steps += 1
        piece = waiting.pop(0)
        matches = ((other, _matched(piece, other)) for other in right)
        other, match = next(((o, m) for o, m in matches if m is not None), ("", None))
        if match is None:
            left.append(piece)
            continue
        shared.add(match.common)
        right.remove(other)
        waiting.extend(rest for rest in match.mine if rest)
        right.extend(rest for rest in match.theirs if rest)
    return frozenset(shared), frozenset((*left, *waiting)), frozenset(right)


class _Match(NamedTuple):
    """What two pieces have in common, and what is left of each."""

    common: str
    mine: tuple[str, ...]
    theirs: tuple[str, ...]


def _matched(one: str, other: str) -> _Match | None:
    if one == other:
        return _Match(one, (), ())
    short, long = sorted((one, other), key=len)
    if len(short) < _COMMON:
        return None
    if short in long:
        rests = tuple(long.split(short, 1))
        return _Match(short, () if short == one else rests, rests if short == one else ())
    start = _alike(one, other)
    if start >= _COMMON:
        return _Match(one[:start], (one[start:],), (other[start:],))
    end = _alike(one[::-1], other[::-1])
    if end >= _COMMON:
        return _Match(one[len(one) - end :], (one[:-end],), (other[:-end],))
    return None


def _alike(one: str, other: str) -> int:
    """Return how many signs two texts begin with in common."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return sum(1 for _ in same)
