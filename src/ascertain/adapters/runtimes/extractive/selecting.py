"""Which of the ranked sentences to record: different answers first, few copies. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ascertain.adapters.runtimes.extractive.candidates import Candidate
from ascertain.adapters.runtimes.extractive.terms import tokens

__all__ = ["Ranked", "Shingles", "contradicts", "resemblance", "select", "shingles"]

Shingles = frozenset[tuple[str, ...]]

_SAME = 0.55
"""Resemblance from which two sentences say the same."""
_COPIES = 2
_SHARE_STEP = 0.015
"""What each sentence already taken from a source costs the next one from it."""
_ALIKE_COST = 0.15
_FACET_STEP = 0.06
_FLOOR = 0.55
"""Share of the best score below which a sentence is no answer."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its score and what it says."""

    candidate: Candidate
    score: float
    prints: Shingles
    words: frozenset[str]


def shingles(text: str) -> Shingles:
    """Return the pairs of neighbouring tokens of a text."""
    found = tokens(text)
    if len(found) < 2:  # noqa: PLR2004 - a pair needs two
        return frozenset((token,) for token in found)
    return frozenset(pairwise(found))


def resemblance(one: Shingles, other: Shingles) -> float:
    """Share of the smaller set that stands in the other."""
    smaller = min(len(one), len(other))
    return len(one & other) / smaller if smaller else 0.0


def contradicts(one: Shingles, other: Shingles) -> bool:
    """Whether two sentences give different numbers, so that neither can stand for the other."""
    here, there = _numbers(one), _numbers(other)
    return bool(here and there) and not (here <= there or there <= here)


def _numbers(prints: Shingles) -> set[str]:
    return {token for pair in prints for token in pair if token[:1].isdigit()}


def select(ranked: Sequence[Ranked], facets: Sequence[frozenset[str]], limit: int) -> list[Ranked]:
    """Choose greedily, best first, at most ``limit``.

    Each choice lowers what resembles it and what comes from its source; a third copy of a
    sentence, and a second one from the same source, is never taken. A sentence that gives
    another number is no copy.

    Args:
        ranked: best first.
        facets: alternatives that the question names; those less covered so far are preferred.
        limit: how many at most.
    """
    if not ranked:
        return []
    floor = ranked[0].score * _FLOOR
    pool = [item for item in ranked if item.score >= floor]
    penalty = [0.0] * len(pool)
    dropped: set[int] = set()
    chosen: list[Ranked] = []
    copies: dict[int, list[int]] = {}
    covered = [0] * len(facets)
    while len(chosen) < limit and len(dropped) < len(pool):
        at = max(
            (i for i in range(len(pool)) if i not in dropped),
            key=lambda i: pool[i].score - penalty[i] + _facet_gain(pool[i], facets, covered),
        )
        dropped.add(at)
        taken = pool[at]
        chosen.append(taken)
        for place, facet in enumerate(facets):
            covered[place] += facet <= taken.words
        for i, item in enumerate(pool):
            if i in dropped:
                continue
            same_source = item.candidate.source == taken.candidate.source
            alike = resemblance(item.prints, taken.prints)
            if alike >= _SAME and contradicts(item.prints, taken.prints):
                alike = 0.0  # the other figure is what a reader must see
            if alike >= _SAME:
                copies.setdefault(i, []).append(at)
                if same_source or len(copies[i]) >= _COPIES:
                    dropped.add(i)
            penalty[i] += _ALIKE_COST * alike**2 + _SHARE_STEP * same_source
    return chosen


def _facet_gain(item: Ranked, facets: Sequence[frozenset[str]], covered: Sequence[int]) -> float:
    if not facets:
        return 0.0
    least = min(covered)
    return max(
        (
            _FACET_STEP
            for facet, count in zip(facets, covered, strict=True)
            if count == least and facet <= item.words
        ),
        default=0.0,
    )
