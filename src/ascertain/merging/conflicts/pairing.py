"""Which claims are worth comparing: those that share rare words, never all with all."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from ascertain.merging.conflicts.assertion import Assertion

__all__ = ["candidate_pairs"]

_RAREST = 4
"""Each claim is compared with those that share one of its rarest words."""
_MOST_IN_A_BLOCK = 40
"""A word in more claims than this proposes no pairs."""
_NEIGHBOURS = 3
"""In claims of the very same words, each is compared with so many that follow it by value."""


def candidate_pairs(assertions: Mapping[str, Assertion]) -> Iterator[tuple[str, str]]:
    """Yield pairs of ids, each once; their number grows with the number of claims.

    Claims of the very same words are laid in the order of their values, and neighbours are
    compared: whatever differs differs from a neighbour, too.
    """
    seen: set[tuple[str, str]] = set()
    for one, other in (*_same_words(assertions), *_rare_words(assertions)):
        pair = (one, other) if one < other else (other, one)
        if one != other and pair not in seen:
            seen.add(pair)
            yield pair


def _same_words(assertions: Mapping[str, Assertion]) -> Iterator[tuple[str, str]]:
    alike: defaultdict[frozenset[str], list[str]] = defaultdict(list)
    for name, assertion in assertions.items():
        alike[assertion.keys].append(name)
    for keys, names in alike.items():
        if not keys:
            continue
        ordered = sorted(names, key=lambda name: (_values(assertions[name]), name))
        for at, name in enumerate(ordered):
            for other in ordered[at + 1 : at + 1 + _NEIGHBOURS]:
                yield name, other


def _rare_words(assertions: Mapping[str, Assertion]) -> Iterator[tuple[str, str]]:
    held = Counter(key for assertion in assertions.values() for key in assertion.keys)
    blocks: defaultdict[str, list[str]] = defaultdict(list)
    for name, assertion in assertions.items():
        shared = [key for key in assertion.keys if 1 < held[key] <= _MOST_IN_A_BLOCK]
        for key in sorted(shared, key=lambda key: (held[key], key))[:_RAREST]:
            blocks[key].append(name)
    for key in sorted(blocks):
        block = blocks[key]
        for at, name in enumerate(block):
            for other in block[at + 1 :]:
                yield name, other


def _values(assertion: Assertion) -> tuple[tuple[float, ...], tuple[int, ...], int]:
    return (
        tuple(quantity.base for quantity in assertion.quantities),
        tuple(date.first for date in assertion.dates),
        assertion.negations,
    )
