"""How well a passage answers a query: a pure score over words, names and the document around.

The words' part is BM25's saturation of term frequency (Robertson and Zaragoza, 2009, "The
Probabilistic Relevance Framework") with the length of passages taken into account, weighted by
inverse document frequency, and divided by the most that the query could reach, so that scores lie
between 0 and 1 and those of several indexes can be compared.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ascertain.adapters.corpus.tokens import is_prefix

__all__ = ["Candidate", "QueryTerm", "inverse_frequency", "score"]

_K1 = 0.6
_B = 0.4
_LENGTH = 140  # tokens of a usual passage
_VARIANT = 0.8
_HEADING = 0.6
_TITLE = 0.55
_ELSEWHERE = 0.25
_PAIR = 0.25
_PHRASE = 0.5
_PHRASE_TITLE = 0.3
_NOT_MAIN = 0.6


class QueryTerm(NamedTuple):
    """A word of the query.

    Attributes:
        forms: other forms of it that the index holds.
        weight: its inverse document frequency.
    """

    token: str
    forms: tuple[str, ...]
    weight: float


class Candidate(NamedTuple):
    """A passage as tokens, with what is known of its document.

    Attributes:
        elsewhere: words of the query that stand somewhere in the document.
    """

    tokens: Sequence[str]
    heading: Sequence[str]
    title: Sequence[str]
    elsewhere: frozenset[str]
    is_main: bool


def inverse_frequency(documents: int, holding: int) -> float:
    """Return ln(1 + (N - n + 0.5) / (n + 0.5)), never negative."""
    holding = min(holding, documents)
    return math.log(1 + (documents - holding + 0.5) / (holding + 0.5))


def score(
    candidate: Candidate, terms: Sequence[QueryTerm], phrases: Sequence[tuple[str, ...]]
) -> float:
    """Score a passage, 0 to 1."""
    counts = Counter(candidate.tokens)
    norm = _K1 * (1 - _B + _B * len(candidate.tokens) / _LENGTH)
    heading, title = frozenset(candidate.heading), frozenset(candidate.title)
    reached = most = 0.0
    for term in terms:
        frequency = _frequency(counts, term)
        reached += term.weight * max(
            frequency / (frequency + norm) * 1.5 if frequency else 0.0,
            _HEADING if _within(heading, term) else 0.0,
            _TITLE if _within(title, term) else 0.0,
            _ELSEWHERE if term.token in candidate.elsewhere else 0.0,
        )
        most += term.weight * 1.5
    weights = {term.token: term.weight for term in terms}
    reached += _pairs(candidate.tokens, terms) + _named(candidate, phrases, weights)
    most += _most_of_pairs(terms) + sum(_PHRASE * _worth(run, weights) for run in phrases)
    if not most:
        return 0.0
    return min(1.0, reached / most) * (1.0 if candidate.is_main else _NOT_MAIN)


def _frequency(counts: Counter[str], term: QueryTerm) -> float:
    if is_prefix(term.token):
        return sum(count for token, count in counts.items() if token.startswith(term.token))
    return counts[term.token] + _VARIANT * sum(counts[form] for form in term.forms)


def _within(words: frozenset[str], term: QueryTerm) -> bool:
    return term.token in words or any(form in words for form in term.forms)


def _pairs(tokens: Sequence[str], terms: Sequence[QueryTerm]) -> float:
    """Words that follow one another in the query and in the passage."""
    wanted = {
        (left.token, right.token): min(left.weight, right.weight) for left, right in pairwise(terms)
    }
    if not wanted:
        return 0.0
    there = set(pairwise(tokens)) & wanted.keys()
    return _PAIR * sum(wanted[pair] for pair in there)


def _most_of_pairs(terms: Sequence[QueryTerm]) -> float:
    return _PAIR * sum(min(left.weight, right.weight) for left, right in pairwise(terms))


def _named(
    candidate: Candidate, phrases: Sequence[tuple[str, ...]], weights: Mapping[str, float]
) -> float:
    if not phrases:
        return 0.0
    text = f" {' '.join(candidate.tokens)} "
    title = f" {' '.join(candidate.title)} "
    total = 0.0
    for run in phrases:
        sought = f" {' '.join(run)} "
        if sought in text:
            total += _PHRASE * _worth(run, weights)
        elif sought in title:
            total += _PHRASE_TITLE * _worth(run, weights)
    return total


def _worth(run: Sequence[str], weights: Mapping[str, float]) -> float:
    return sum(weights.get(token, 0.0) for token in run)
