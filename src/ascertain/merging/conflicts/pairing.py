"""Which claims are worth comparing: those that share rare words, never all with all."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations

from ascertain.merging.conflicts.assertion import Assertion

__all__ = ["candidate_pairs"]

_FEW = 200
"""So many statements are compared with all that share any word: that is soon done."""
_RAREST = 6
"""Of more, each is compared with those that share one of its rarest words."""
_IN_PAIRS = 5
"""Of so many of its rarest words any two are shared with claims worth comparing."""
_MOST_IN_A_BLOCK = 30
"""In a larger block each claim is compared with its neighbours by value only."""
_NEIGHBOURS = 6
_Part = tuple[str, int]
"""A claim's id, and which of its statements."""


def candidate_pairs(assertions: Mapping[_Part, Assertion]) -> Iterator[tuple[_Part, _Part]]:
    """Yield pairs of statements, each once; their number grows with the number of claims.

    Many claims are put into blocks by words they share: one rare word, or two words of which each
    is common. A block that is still large is laid in the order of its values, and neighbours are
    compared: of claims that speak of the same, whatever differs differs from a neighbour, too.
    """
    if len(assertions) <= _FEW:
        keys = {name: assertion.keys for name, assertion in assertions.items()}
        yield from (
            (one, other) for one, other in combinations(assertions, 2) if keys[one] & keys[other]
        )
        return
    seen: set[tuple[_Part, _Part]] = set()
    for block in _blocks(assertions):
        for one, other in _within(block, assertions):
            pair = (one, other) if one < other else (other, one)
            if pair not in seen:
                seen.add(pair)
                yield pair


def _blocks(assertions: Mapping[_Part, Assertion]) -> Iterator[list[_Part]]:
    held = Counter(key for assertion in assertions.values() for key in assertion.keys)
    blocks: defaultdict[tuple[str, ...], list[_Part]] = defaultdict(list)
    for name, assertion in assertions.items():
        shared = sorted(
            (key for key in assertion.keys if held[key] > 1), key=lambda key: (held[key], key)
        )
        rare = [key for key in shared[:_RAREST] if held[key] <= _MOST_IN_A_BLOCK]
        for key in rare:
            blocks[(key,)].append(name)
        for pair in combinations(shared[:_IN_PAIRS], 2):
            if not set(pair) & set(rare):
                blocks[pair].append(name)
    for key in sorted(blocks):
        yield blocks[key]


def _within(
    block: list[_Part], assertions: Mapping[_Part, Assertion]
) -> Iterator[tuple[_Part, _Part]]:
    if len(block) <= _MOST_IN_A_BLOCK:
        yield from combinations(block, 2)
        return
    ordered = sorted(block, key=lambda name: (_values(assertions[name]), name))
    for at, name in enumerate(ordered):
        for other in ordered[at + 1 : at + 1 + _NEIGHBOURS]:
            yield name, other


def _values(
    assertion: Assertion,
) -> tuple[tuple[str, ...], tuple[float, ...], tuple[int, ...], int]:
    """What orders claims of a large block: of what they speak, then their values."""
    return (
        tuple(sorted(assertion.keys)),
        tuple(one.quantity.base for one in assertion.quantities),
        tuple(date.first for date in assertion.dates),
        assertion.negations,
    )
