"""What two claims have in common, and what only one of them says."""

from __future__ import annotations

from typing import NamedTuple

from ascertain.merging.conflicts.assertion import Assertion

__all__ = ["Difference", "difference_of"]

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
    """Match pieces that begin or end alike; what is left of them stands for itself."""
    shared: set[str] = set()
    left, right = list(mine), list(theirs)
    for piece in mine:
        for other in list(right):
            common, rests = _matched(piece, other)
            if common:
                shared.add(common)
                left.remove(piece)
                right.remove(other)
                left.extend(rest for rest in rests[0] if rest)
                right.extend(rest for rest in rests[1] if rest)
                break
    return frozenset(shared), frozenset(left), frozenset(right)


def _matched(one: str, other: str) -> tuple[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if short in long:
        if len(short) < _COMMON and short != long:
            return "", ((), ())
        rests = tuple(long.split(short, 1))
        return short, ((), rests) if short is one else (rests, ())
    start = 0
    while one[start : start + 1] == other[start : start + 1]:
        start += 1
    if start >= _COMMON:
        return one[:start], ((one[start:],), (other[start:],))
    end = 0
    while one[len(one) - end - 1] == other[len(other) - end - 1]:
        end += 1
    if end >= _COMMON:
        return one[len(one) - end :], ((one[: len(one) - end],), (other[: len(other) - end],))
    return "", ((), ())
