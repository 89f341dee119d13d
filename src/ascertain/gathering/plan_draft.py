"""A plan as a model drafts it, and what is wrong with one; pure.

A draft is believed in nothing: it may divide the question, never add to it. Names, numbers and
addresses come from the question alone, so that no answer and no stranger's wish becomes part of
what is searched for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

from pydantic import Field

from ascertain.evidence.kinds import AnswerType, ClaimType, Skill, SourceType
from ascertain.evidence.record import NonBlank, Record
from ascertain.gathering.question_traits import (
    QuestionTraits,
    addresses_in,
    name_words_in,
    numbers_in,
    telling_words,
    traits_of,
    words_in,
)
from ascertain.gathering.question_words import answer_type_of
from ascertain.sources.sentences import sentence_spans

__all__ = ["MAX_FAULTS", "DraftSubquestion", "PlanDraft", "faults_of_draft"]

MAX_FAULTS = 12
"""Faults that are told at once."""
_ALIKE = 0.8
"""Share of telling words from which two subquestions that ask for the same kind are one."""
_COVERED = 3
"""A plan for a question without names keeps at least one in so many of its telling words."""
_SHOWN = 60
_ID = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_QUESTION_MARKS = ("?", "？", "؟", "\u037e")
_JOINERS = "\u200c\u200d"
"""Invisible, but part of the spelling of Persian and of Indian languages."""

_Short = Annotated[NonBlank, Field(max_length=60)]


class DraftSubquestion(Record):
    """One part of the question as a model wrote it.

    Attributes:
        answer_is: what would count as an answer, in words; for people.
    """

    id: _Short
    question: Annotated[NonBlank, Field(max_length=400)]
    query: Annotated[NonBlank, Field(max_length=200)]
    answer_type: AnswerType = "any"
    claim_type: ClaimType = "other"
    subject: Annotated[NonBlank, Field(max_length=200)] | None = None
    source_types: tuple[SourceType, ...] = Field(default=(), max_length=5)
    wants: tuple[_Short, ...] = Field(default=(), max_length=8)
    needs: tuple[_Short, ...] = Field(default=(), max_length=5)
    skills: tuple[Skill, ...] = Field(default=(), max_length=4)
    answer_is: Annotated[NonBlank, Field(max_length=200)]


class PlanDraft(Record):
    """A plan as a model wrote it.

    Attributes:
        assumptions: how the model reads what the question leaves open.
        clarify: one question to the person who asked, if the question is ambiguous.
    """

    subquestions: tuple[DraftSubquestion, ...] = Field(min_length=1, max_length=6)
    assumptions: tuple[Annotated[NonBlank, Field(max_length=300)], ...] = Field(
        default=(), max_length=5
    )
    clarify: Annotated[NonBlank, Field(max_length=300)] | None = None


def faults_of_draft(
    draft: PlanDraft, question: str, asked: str, skills: frozenset[Skill]
) -> tuple[str, ...]:
    """Say what keeps a draft from being followed.

    Args:
        draft: valid in form.
        question: all that was asked; nothing may be in the plan that is not in it.
        asked: the part of it that the plan must keep.
        skills: what researchers are able to do.

    Returns:
        At most ``MAX_FAULTS`` sentences that a model can mend by; empty: none.
    """
    given = traits_of(question)
    faults: list[str] = []
    faults.extend(_id_faults(draft))
    for sub in draft.subquestions:
        name = f"«{sub.id}»"
        faults.extend(f"{name} {fault}" for fault in _part_faults(sub, given, skills))
    faults.extend(_twin_faults(draft.subquestions))
    faults.extend(_lost(draft, traits_of(asked)))
    faults.extend(_aside_faults(draft, given))
    return tuple(faults[:MAX_FAULTS])


def _id_faults(draft: PlanDraft) -> Iterator[str]:
    ids = [sub.id for sub in draft.subquestions]
    for name in dict.fromkeys(ids):
        if not _ID.fullmatch(name):
            yield f"The id «{name}» is not in snake_case."
        if ids.count(name) > 1:
            yield f"The id «{name}» is given {ids.count(name)} times."
    needs = {sub.id: set(sub.needs) for sub in draft.subquestions}
    for name, wanted in needs.items():
        for unknown in sorted(wanted - needs.keys()):
            yield f"«{name}» needs «{unknown}», which is not in the plan."
    if circle := _circle(needs):
        yield f"{', '.join(f'«{name}»' for name in circle)} need one another in a circle."


def _circle(needs: Mapping[str, set[str]]) -> list[str]:
    left = {name: wanted & needs.keys() for name, wanted in needs.items()}
    while free := [name for name, wanted in left.items() if not wanted & left.keys()]:
        for name in free:
            del left[name]
    return sorted(left)


def _part_faults(
    sub: DraftSubquestion, given: QuestionTraits, skills: frozenset[Skill]
) -> Iterator[str]:
    for skill in sub.skills:
        if skill not in skills:
            known = ", ".join(sorted(skills)) or "none"
            yield f"asks for the skill {skill}; there is {known}."
    yield from _form_faults(sub.question)
    yield from _subject_faults(sub, given)
    fields = {
        "question": sub.question,
        # Behind a small word a capital shows a name, which it does not at the beginning.
        "query": f"for {sub.query}",
        "subject": sub.subject or "",
        "wants": ", ".join(sub.wants),
        "answer_is": sub.answer_is,
    }
    for field, text in fields.items():
        yield from (f"{fault} (in its {field})." for fault in _added(text, given, names=True))


def _form_faults(question: str) -> Iterator[str]:
    if not question.endswith(_QUESTION_MARKS):
        yield "is no question: it must end in a question mark."
    elif "\n" in question or len(sentence_spans(question)) > 1:
        yield "must be one question in one sentence."


def _subject_faults(sub: DraftSubquestion, given: QuestionTraits) -> Iterator[str]:
    named = sub.subject is not None and given.names_it(sub.subject)
    if sub.subject is not None and not named:
        yield f"has the subject «{sub.subject[:_SHOWN]}», which the question does not name."
    about = given.telling | given.numbers
    words = telling_words(sub.question)
    if not (words | numbers_in(sub.question)) & about:
        yield (
            "shares no telling word with the question: ask about the same matter, in the "
            "question's language and words."
        )
    if not (telling_words(sub.query) | numbers_in(sub.query)) & (about | words):
        yield "has a query that shares no telling word with the question or with it."


def _added(text: str, given: QuestionTraits, *, names: bool) -> Iterator[str]:
    """Say what of a text is not from the question."""
    if any(_is_hidden(char) for char in text):
        yield "holds invisible signs"
    if extra := sorted(addresses_in(text) - given.addresses):
        yield f"holds «{extra[0][:_SHOWN]}»: leave out addresses and markup"
    if extra := sorted(numbers_in(text) - given.numbers):
        yield f"holds the number {extra[0][:_SHOWN]}, which the question lacks"
    if names and not given.capital_nouns:
        for mention in name_words_in(text):
            if extra := [word for word in mention if not given.knows(word)]:
                if "".join(word[0] for word in mention) in given.words:
                    continue  # Its initials stand in the question: it is written out.
                yield f"names «{extra[0][:_SHOWN]}», which the question does not"


def _is_hidden(char: str) -> bool:
    return unicodedata.category(char) in {"Cc", "Cf", "Co", "Cn"} and char not in _JOINERS


def _twin_faults(subs: Iterable[DraftSubquestion]) -> Iterator[str]:
    seen: list[DraftSubquestion] = []
    for sub in subs:
        for other in seen:
            if _alike(sub.question, other.question):
                yield f"«{other.id}» and «{sub.id}» ask for nearly the same; keep one of them."
        seen.append(sub)


def _alike(one: str, other: str) -> bool:
    if answer_type_of(one) != answer_type_of(other) or numbers_in(one) != numbers_in(other):
        return False
    names = [{word for mention in name_words_in(text) for word in mention} for text in (one, other)]
    first, second = telling_words(one), telling_words(other)
    return names[0] == names[1] and len(first & second) >= _ALIKE * len(first | second)


def _lost(draft: PlanDraft, asked: QuestionTraits) -> Iterator[str]:
    """Say what of the question the plan as a whole leaves out or changes."""
    text = "\n".join(
        f"{sub.question}\n{sub.query}\n{sub.subject or ''}" for sub in draft.subquestions
    )
    kept = words_in(text)
    for number in sorted(asked.numbers - numbers_in(text)):
        yield f"The plan leaves out {number}, which the question gives."
    flat = " ".join(unicodedata.normalize("NFKC", text).split())
    for quoted in asked.quoted:
        if quoted not in flat:
            yield f"The plan does not keep «{quoted[:_SHOWN]}» as the question quotes it."
    if not asked.capital_nouns:
        for name in sorted(asked.names - kept):
            yield f"The plan leaves out or changes the name «{name[:_SHOWN]}»."
    missing = asked.telling - telling_words(text)
    if not asked.names and (len(asked.telling) - len(missing)) * _COVERED < len(asked.telling):
        yield "The plan leaves out most of what the question asks about."


def _aside_faults(draft: PlanDraft, given: QuestionTraits) -> Iterator[str]:
    """Say what is wrong with what people are told and asked beside the plan."""
    for text in draft.assumptions:
        if any(_is_hidden(char) for char in text) or addresses_in(text) - given.addresses:
            yield "An assumption holds an address, markup or invisible signs."
    if draft.clarify is None:
        return
    yield from (f"`clarify` {fault}." for fault in _added(draft.clarify, given, names=False))
    if not draft.clarify.endswith(_QUESTION_MARKS):
        yield "`clarify` must be one question and end in a question mark."
    if not telling_words(draft.clarify) & given.telling:
        yield "`clarify` must name the words of the question that can be read in several ways."
    if not draft.assumptions:
        yield "`clarify` is asked, so `assumptions` must say what holds if nobody answers."
