"""The plan: a question divided into one to five subquestions, which a person may edit."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from ascertain.evidence.kinds import AnswerType, ClaimType, SourceType
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
    """

    id: Annotated[NonBlank, Field(max_length=100)]
    question: Annotated[NonBlank, Field(max_length=2000)]
    query: Annotated[NonBlank, Field(max_length=2000)]
    answer_type: AnswerType = "any"
    claim_type: ClaimType = "other"
    subject: Annotated[NonBlank, Field(max_length=200)] | None = None
    source_types: tuple[SourceType, ...] = Field(default=(), max_length=10)


class ResearchPlan(VersionedRecord):
    """The question and its subquestions.

    Attributes:
        question: the question as asked.
        subquestions: one to ten parts (the rules make at most five but for a profile).
        made_by: ``rules``, ``user`` or a model's name.
        notes: what the planner assumed, for people.
    """

    question: Annotated[NonBlank, Field(max_length=2000)]
    subquestions: tuple[Subquestion, ...] = Field(min_length=1, max_length=10)
    made_by: NonBlank = "rules"
    notes: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _ids_are_unique(self) -> Self:
        ids = [sub.id for sub in self.subquestions]
        if len(set(ids)) != len(ids):
            msg = "subquestions: two have the same id"
            raise ValueError(msg)
        return self
