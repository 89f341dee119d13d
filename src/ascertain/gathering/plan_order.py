"""In which order a plan's subquestions are worked on, and what one is told of another's; pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from ascertain.evidence.plan import ResearchPlan, Subquestion
from ascertain.gathering.question_words import content_of
from ascertain.sources.values.names import find_names

__all__ = ["ready", "with_answers"]

_MAX_CLAIMS = 5
"""Claims of one needed subquestion that are handed on."""
_MAX_CLAIM = 240
_MAX_ASKED = 160
_MAX_QUESTION = 2_000
_MAX_QUERY_WORDS = 8
_MAX_WORD = 40
_MAX_QUERY = 400
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_MARKS = str.maketrans({"[": "(", "]": ")", "«": "'", "»": "'"})
"""Signs of ours that a claim must not be able to write."""


def ready(
    plan: ResearchPlan, done: Collection[str], failed: Collection[str]
) -> tuple[Subquestion, ...]:
    """Return what can be worked on now, in the order of the plan.

    That is each subquestion that is neither done nor failed, and whose needs are. One whose need
    failed is worked on all the same; its question says in square brackets what is not known.

    Args:
        plan: whose needs can be met, as every valid plan's can.
        done: ids that were worked on and answered.
        failed: ids that were worked on without an answer.
    """
    parts = {sub.id: sub for sub in plan.subquestions}
    over = {*done, *failed}
    lost = set(failed) - set(done)
    return tuple(
        _noted(sub, (parts[need] for need in dict.fromkeys(sub.needs) if need in lost))
        for sub in plan.subquestions
        if sub.id not in over and over.issuperset(sub.needs)
    )


def with_answers(sub: Subquestion, answers: Mapping[str, Sequence[str]]) -> Subquestion:
    """Tell a subquestion what was found out about those that it needs.

    The claims come in square brackets behind its question, each in guillemets and cut; the
    query gets the names in them, or their telling words where they hold no name.

    Args:
        sub: as ``ready`` returned it.
        answers: subquestion id to the texts of its supported claims, the best first. They are
            strangers' words.
    """
    question, words = sub.question, list[str]()
    for need in dict.fromkeys(sub.needs):
        claims = [clean for text in answers.get(need, ()) if (clean := _clean(text, _MAX_CLAIM))]
        if claims:
            question = _told(question, need, claims[:_MAX_CLAIMS])
            words.extend(word for text in claims[:_MAX_CLAIMS] for word in _search_words(text))
        elif f"[not known from {need}:" not in question:
            question = _joined(question, f"[not known from {need}: nothing was found]")
    return sub.model_copy(update={"question": question, "query": _query(sub.query, words)})


def _noted(sub: Subquestion, lost: Iterable[Subquestion]) -> Subquestion:
    question = sub.question
    for need in lost:
        asked = _clean(need.question, _MAX_ASKED)
        question = _joined(question, f"[not known from {need.id}: «{asked}»]")
    return sub if question == sub.question else sub.model_copy(update={"question": question})


def _told(question: str, need: str, claims: Sequence[str]) -> str:
    """Add as many claims as the question has room for."""
    for count in range(len(claims), 0, -1):
        said = "; ".join(f"«{text}»" for text in claims[:count])
        longer = _joined(question, f"[known from {need}: {said}]")
        if longer != question:
            return longer
    return question


def _joined(question: str, note: str) -> str:
    longer = f"{question} {note}"
    return longer if len(longer) <= _MAX_QUESTION else question


def _clean(text: str, most: int) -> str:
    visible = (
        " " if char.isspace() else char
        for char in text[: most * 4]
        if char.isspace() or not unicodedata.category(char).startswith("C")
    )
    flat = " ".join("".join(visible).translate(_MARKS).split())
    return flat if len(flat) <= most else f"{flat[: most - 1].rstrip()}…"


def _search_words(text: str) -> Iterator[str]:
    """Yield plain words: no sign in them can be a search operator or an address."""
    names = " ".join(text[name.start : name.end] for name in find_names(text))
    for part in content_of(names or text):
        for word in _WORD.findall(part):
            if len(word) <= _MAX_WORD:
                yield word


def _query(query: str, words: Iterable[str]) -> str:
    held = query.casefold()
    new = [word for word in dict.fromkeys(words) if word.casefold() not in held]
    for word in new[:_MAX_QUERY_WORDS]:
        longer = f"{query} {word}"
        query = longer if len(longer) <= _MAX_QUERY else query
    return query
