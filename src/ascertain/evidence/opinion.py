"""What a judge says of a claim and a passage, and what it is asked."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ascertain.evidence.record import NonBlank, Record

__all__ = ["Opinion", "OpinionGiven", "OpinionLabel", "PairToJudge"]

OpinionLabel = Literal["entails", "contradicts", "neither"]


class PairToJudge(Record):
    """A claim and the passage that is to bear it out.

    Attributes:
        id: of the evidence.
        claim: words in square brackets are additions that make it self-contained.
        passage: the quote, as it stands in the saved copy.
        before: what stands before it there; ``after`` likewise.
        doubts: details of checks that did not pass, for a person or model.
    """

    id: NonBlank
    claim: NonBlank
    passage: NonBlank
    before: str = ""
    after: str = ""
    doubts: tuple[str, ...] = ()


class Opinion(Record):
    """What a judge says. Code decides what follows from it.

    Attributes:
        label: whether the passage entails the claim, contradicts it, or does neither.
        quoted: the words of the passage on which the opinion rests, copied from it.
        reason: one sentence for a person.
        confidence: 0 to 1 by the judge's own measure, or null.
        method: which judge, with its version.
    """

    label: OpinionLabel
    quoted: Annotated[str, Field(max_length=1000)] = ""
    reason: Annotated[str, Field(max_length=500)] = ""
    confidence: Annotated[float, Field(ge=0, le=1)] | None = None
    method: NonBlank


class OpinionGiven(Record):
    """A judge was asked about an evidence and answered."""

    kind: Literal["opinion_given"] = "opinion_given"
    evidence_id: NonBlank
    opinion: Opinion
