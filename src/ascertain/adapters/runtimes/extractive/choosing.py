"""Which leads are worth a place: by score, snippet and title, without mirrors. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ascertain.adapters.runtimes.extractive.question import Question, question_of
from ascertain.adapters.runtimes.extractive.selecting import Shingles, resemblance, shingles
from ascertain.adapters.runtimes.extractive.terms import tokens
from ascertain.evidence.lead import Lead
from ascertain.evidence.plan import Subquestion

__all__ = ["Choice", "choose"]

_SAME_SNIPPET = 0.6
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n")
_COPIES = 2
"""Sources with the same text that may be read: a second one corroborates, a third only costs."""
_MOST = 60
"""Sources that are ordered; more than can ever be read."""
_TITLE_SHARE = 0.5
_COVER_SHARE = 0.6
_SENTENCE_SHARE = 0.6


class Choice(NamedTuple):
    """A source to read.

    Attributes:
        space: the namespace of the tool that reads it.
        strength: 0 to 1, against the best.
    """

    space: str
    url: str
    strength: float


def choose(
    sub: Subquestion, leads: Sequence[tuple[str, Lead]], term_weights: Mapping[str, float]
) -> list[Choice]:
    """Order the sources behind the leads, best first.

    A source's worth is its best lead's score against the best of all, and how much of the
    question its snippets and its title cover together.
    """
    question = question_of(sub, term_weights)
    best: dict[str, float] = {}
    spaces: dict[str, str] = {}
    found: dict[str, set[str]] = {}
    titles: dict[str, set[str]] = {}
    prints: dict[str, Shingles] = {}
    closest: dict[str, float] = {}
    tops = {space: max((x.score for s, x in leads if s == space), default=0) for space, _ in leads}
    for place, (space, lead) in enumerate(leads):
        top = tops[space]
        value = lead.score / top if top > 0 else 1 / (1 + place)
        spaces.setdefault(lead.url, space)
        best[lead.url] = max(value, best.get(lead.url, 0.0))
        title = set(tokens(lead.title))
        titles.setdefault(lead.url, set()).update(title)
        found.setdefault(lead.url, set()).update(title, tokens(lead.snippet))
        closest[lead.url] = max(
            closest.get(lead.url, 0.0), _closest_sentence(lead.snippet, question)
        )
        if lead.url not in prints:
            prints[lead.url] = shingles(lead.snippet)
    worth = {
        url: score
        + _SENTENCE_SHARE * closest[url]
        + _COVER_SHARE * sum(w for term, w in question.weights.items() if term in found[url])
        + _TITLE_SHARE * sum(w for term, w in question.weights.items() if term in titles[url])
        for url, score in best.items()
    }
    top = max(worth.values(), default=1.0) or 1.0
    ordered = sorted(worth, key=lambda url: -worth[url])[:_MOST]
    return [Choice(spaces[url], url, worth[url] / top) for url in _spread(ordered, prints)]


def _closest_sentence(snippet: str, question: Question) -> float:
    """Return the share of the question that the best sentence of a snippet covers."""
    return max(
        (
            sum(question.weights.get(token, 0.0) for token in set(tokens(sentence)))
            for sentence in _SENTENCE_END.split(snippet)
        ),
        default=0.0,
    )


def _spread(ordered: list[str], prints: Mapping[str, Shingles]) -> list[str]:
    """Put third and later copies of a text at the end."""
    kept: list[str] = []
    late: list[str] = []
    for url in ordered:
        same = sum(resemblance(prints[url], prints[other]) >= _SAME_SNIPPET for other in kept)
        (late if same >= _COPIES else kept).append(url)
    return kept + late
