"""The plan: a question divided into one to five subquestions, which a person may edit."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from ascertain.evidence.kinds import AnswerType, ClaimType, Skill, SourceType
from ascertain.evidence.record import NonBlank, Record, VersionedRecord

__all__ = ["ResearchPlan", "Subquestion"]


class Subquestion(Record):
    """One part of the question, small enough for one researcher.

    Attributes:
        id: stable within the plan, such as ``q1``.
        question: the subquestion in full words.
        query: the words to search for.
        answer_type: what would count as an answer.
        claim_type: the type of the claims to record.
        subject: the name that answers are about, or null.
        source_types: kinds of source wanted, most wanted first.
        wants: fields that a full answer has, such as ``year`` or ``employer``.
        needs: ids of subquestions whose answers it builds on; they are worked on before.
        skills: what its researcher must be able to do, such as ``web`` or ``scholarly``.
    """

    id: Annotated[NonBlank, Field(max_length=100)]
    question: Annotated[NonBlank, Field(max_length=2000)]
    query: Annotated[NonBlank, Field(max_length=2000)]
    answer_type: AnswerType = "any"
    claim_type: ClaimType = "other"
    subject: Annotated[NonBlank, Field(max_length=200)] | None = None
    source_types: tuple[SourceType, ...] = Field(default=(), max_length=10)
    wants: tuple[Annotated[NonBlank, Field(max_length=100)], ...] = Field(default=(), max_length=10)
    needs: tuple[Annotated[NonBlank, Field(max_length=100)], ...] = Field(default=(), max_length=10)
    skills: tuple[Skill, ...] = Field(default=(), max_length=4)


class ResearchPlan(VersionedRecord):
    """The question and its subquestions.

    Attributes:
        question: the question as asked.
        subquestions: one to ten parts (the rules make at most five but for a profile).
        made_by: ``rules``, ``user`` or a model's name.
        notes: what the planner assumed, for people.
        clarify: the one thing it would ask a person, or null.
    """

    question: Annotated[NonBlank, Field(max_length=2000)]
    subquestions: tuple[Subquestion, ...] = Field(min_length=1, max_length=10)
    made_by: NonBlank = "rules"
    notes: tuple[str, ...] = ()
    clarify: Annotated[NonBlank, Field(max_length=500)] | None = None

    @model_validator(mode="after")
    def _ids_are_unique(self) -> Self:
        ids = [sub.id for sub in self.subquestions]
        if len(set(ids)) != len(ids):
            msg = "subquestions: two have the same id"
            raise ValueError(msg)
        return self

    @model_validator(mode="after")
    def _needs_can_be_met(self) -> Self:
        needs = {sub.id: set(sub.needs) for sub in self.subquestions}
        for name, wanted in needs.items():
            if unknown := sorted(wanted - needs.keys()):
                msg = f"subquestions: {name} needs {unknown[0]}, which is not in the plan"
                raise ValueError(msg)
        while ready := [name for name, wanted in needs.items() if not wanted & needs.keys()]:
            for name in ready:
                del needs[name]
        if needs:
            msg = f"subquestions: {', '.join(sorted(needs))} need one another in a circle"
            raise ValueError(msg)
        return self
