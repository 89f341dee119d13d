"""The question as the ranking sees it: weighted words, times, names, kind of answer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ascertain.adapters.runtimes.extractive.answers import asked_type
from ascertain.adapters.runtimes.extractive.dates import Period, periods
from ascertain.adapters.runtimes.extractive.terms import content_tokens, fold, tokens
from ascertain.evidence.kinds import AnswerType
from ascertain.evidence.plan import Subquestion
from ascertain.sources.stems import stem

__all__ = ["Question", "facets", "named_terms", "question_of", "weighted"]

_ASKED_NOUN = re.compile(r"\b(?:which|what)\s+([a-z]{3,})", re.IGNORECASE)
_ASKED_SHARE = 0.5
"""Weight of the word that names the kind of answer ("which team"): answers seldom repeat it."""
_ROLE_WORDS = frozenset(
    stem(word) for word in ("role", "position", "job", "title", "post", "held", "hold", "serve")
)
_NAME_SHARE = 0.6
_NAME = re.compile(r"(?<=[\w,] )[A-Z][\w\u2019'-]+")
_YEAR = re.compile(r"(?<!\d)(?:1[0-9]|20)\d\d(?!\d)")
_SPLIT_CJK = re.compile(r"[和与及、]|以及")


@dataclass(frozen=True, slots=True)
class Question:
    """What the ranking asks of a sentence.

    Attributes:
        weights: content tokens with how telling each is; they sum to 1.
        names: those of them that are written as names.
        tokens: all tokens of the question, to tell what a sentence adds.
        times: points and ranges of time asked about.
        answer_type: the kind of answer asked for.
        wants_role: whether offices and positions are asked for.
        facets: tokens that name alternatives, of which each wants an answer.
    """

    weights: Mapping[str, float]
    names: frozenset[str]
    tokens: frozenset[str]
    times: tuple[Period, ...]
    answer_type: AnswerType
    wants_role: bool
    facets: tuple[frozenset[str], ...]


def question_of(sub: Subquestion, term_weights: Mapping[str, float]) -> Question:
    """Read a subquestion.

    Args:
        sub: the subquestion.
        term_weights: how telling words are in the collection, by the provider's own tokens.
    """
    ordered = content_tokens(sub.question)
    extra = [token for token in content_tokens(sub.query) if token not in set(ordered)]
    wants_role = sub.claim_type in {"current_role", "previous_role"}
    light = _ROLE_WORDS if wants_role else frozenset[str]()
    kind = sub.answer_type if sub.answer_type != "any" else asked_type(sub.question)
    return Question(
        names=named_terms(sub.question),
        weights=weighted([*ordered, *extra], sub.question, term_weights, light),
        tokens=frozenset(tokens(sub.question)),
        times=tuple(periods(sub.question)),
        answer_type=kind,
        wants_role=wants_role,
        facets=tuple(frozenset(content_tokens(part)) for part in facets(sub.question)),
    )


def weighted(
    terms: list[str],
    question: str,
    term_weights: Mapping[str, float],
    light: frozenset[str] = frozenset(),
) -> Mapping[str, float]:
    """Return each term with its share of the question's weight.

    In a small collection about one subject its name stands everywhere and is "not telling", yet
    an answer must be about it: names weigh at least ``_NAME_SHARE`` of the heaviest word.

    Args:
        terms: content tokens, in order.
        question: in full words.
        term_weights: by the provider's tokens.
        light: terms that name the kind of answer, as the word after "which" does.
    """
    known: dict[str, float] = {}
    for word, weight in term_weights.items():
        for token in tokens(word):
            known[token] = min(weight, known.get(token, weight))
    seen = [known[term] for term in terms if term in known]
    unseen = sum(seen) / len(seen) if seen else 1.0
    most = max(seen, default=1.0)
    asked = light | {stem(match[1]) for match in _ASKED_NOUN.finditer(fold(question))}
    named = named_terms(question)
    raw: dict[str, float] = {}
    for term in terms:
        weight = known.get(term, unseen)
        if term in named:
            weight = max(weight, most * _NAME_SHARE)
        raw[term] = max(0.05, weight) * (_ASKED_SHARE if term in asked else 1.0)
    total = sum(raw.values()) or 1.0
    return {term: weight / total for term, weight in raw.items()}


def named_terms(question: str) -> frozenset[str]:
    """Return the terms of a question that are written as names."""
    return frozenset(
        token for match in _NAME.finditer(question) for token in content_tokens(match[0])
    )


def facets(question: str) -> list[str]:
    """Return the alternatives that a question names side by side, such as two years.

    Only what is surely an alternative counts: two or more single years outside a range, and
    short runs joined by a Chinese conjunction.
    """
    single = [period for period in periods(question) if not period.ranged]
    found = list(dict.fromkeys(_YEAR.findall(question)))
    if len(found) > 1 and len(single) >= len(found):
        return found
    return []
