"""What is measured on a sentence before it is ranked. Pure."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import NamedTuple

from ascertain.adapters.runtimes.extractive.answers import answer_evidence, names, names_role
from ascertain.adapters.runtimes.extractive.candidates import Candidate
from ascertain.adapters.runtimes.extractive.dates import periods, time_fit
from ascertain.adapters.runtimes.extractive.question import Question
from ascertain.adapters.runtimes.extractive.terms import has_cjk, tokens

__all__ = ["Features", "SourceView", "measure"]

_PREFIX = 5
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SHORT, _LONG = 40, 320


class SourceView(NamedTuple):
    """What is known of a source before its sentences are looked at.

    Attributes:
        topic: tokens of its title.
        strength: how well it met the query, 0 to 1, against the best one.
    """

    topic: frozenset[str]
    strength: float


class Features(NamedTuple):
    """Each between 0 and 1 but for ``time`` (-0.4 to 1); higher is better except for the last two.

    Attributes:
        coverage: share of the question's weight that stands in the sentence.
        topic: share that stands only in the title or heading.
        nearby: share that stands only in the sentences around it.
        named: share of the question's names that stand in any of these; 1 if it has none.
        matter: the same for its other words.
        answer: signs of the kind of answer asked for.
        time: how well the times named fit.
        passage: place of its passage in the reply.
        source: strength of its source.
        odd_length: how far it is too short or too long.
        off_main: 1 outside the main content.
    """

    coverage: float
    topic: float
    nearby: float
    named: float
    matter: float
    answer: float
    time: float
    passage: float
    source: float
    odd_length: float
    off_main: float


def measure(candidate: Candidate, question: Question, view: SourceView) -> Features:
    """Measure a sentence against the question."""
    here = _with_prefixes(candidate.tokens)
    topic = _with_prefixes([*tokens(candidate.passage.heading), *view.topic])
    around = _with_prefixes(candidate.around)
    shares = _shares(question, here, topic, around)
    return Features(
        coverage=shares.coverage,
        topic=shares.topic,
        nearby=shares.nearby,
        named=shares.named,
        matter=shares.matter,
        answer=_answer(candidate.text, question),
        time=_time(candidate, question),
        passage=1 / (1 + candidate.rank / 3),
        source=view.strength,
        odd_length=_odd_length(candidate.text),
        off_main=0.0 if candidate.passage.is_main else 1.0,
    )


def _answer(text: str, question: Question) -> float:
    new_names, new_numbers = _news(text, question)
    found = answer_evidence(question.answer_type, text, new_names, new_numbers)
    return max(found, 1.0 if names_role(text) else 0.0) if question.wants_role else found


def _with_prefixes(found: Iterable[str]) -> frozenset[str]:
    whole = set(found)
    whole.update("^" + token[:_PREFIX] for token in tuple(whole) if len(token) > _PREFIX)
    return frozenset(whole)


class _Shares(NamedTuple):
    coverage: float
    topic: float
    nearby: float
    named: float
    matter: float


def _shares(
    question: Question, here: frozenset[str], topic: frozenset[str], around: frozenset[str]
) -> _Shares:
    coverage = on_topic = nearby = 0.0
    parts = {True: 0.0, False: 0.0}
    whole = {True: 0.0, False: 0.0}
    for term, weight in question.weights.items():
        own = _credit(term, here)
        above = max(0.0, _credit(term, topic) - own)
        beside = 0.0 if above else max(0.0, _credit(term, around) - own)
        coverage += weight * own
        on_topic += weight * above
        nearby += weight * beside
        is_name = term in question.names
        parts[is_name] += weight * (own + above + beside)
        whole[is_name] += weight
    named, matter = (parts[key] / whole[key] if whole[key] else 1.0 for key in (True, False))
    return _Shares(coverage, on_topic, nearby, named, matter)


def _credit(term: str, found: frozenset[str]) -> float:
    if term in found:
        return 1.0
    return 0.6 if len(term) >= _PREFIX and "^" + term[:_PREFIX] in found else 0.0


def _news(text: str, question: Question) -> tuple[int, int]:
    named = {
        token for name in names(text) for token in tokens(name) if token not in question.tokens
    }
    numbers = {number for number in _NUMBER.findall(text) if number not in question.tokens}
    return len(named), len(numbers)


def _time(candidate: Candidate, question: Question) -> float:
    if not question.times:
        return 0.0
    wanted = list(question.times)
    named = periods(candidate.text)
    if named:
        return time_fit(wanted, named)
    for text, share in (
        *((sentence, 0.6) for sentence in reversed(candidate.before)),
        (candidate.passage.heading, 0.6),
    ):
        found = periods(text)
        if found:
            return share * time_fit(wanted, found)
    return 0.0


def _odd_length(text: str) -> float:
    size = len(text) * (2.5 if has_cjk(text) else 1)
    if size < _SHORT:
        return 1 - size / _SHORT
    return min(1.0, math.log(size / _LONG)) if size > _LONG else 0.0
