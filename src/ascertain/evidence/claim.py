"""Claims, what they disagree about, and what nobody answered."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ascertain.evidence.document import DatedField
from ascertain.evidence.kinds import ClaimFreshness, ClaimType, Stance, Verdict
from ascertain.evidence.record import NonBlank, Record, VersionedRecord

__all__ = ["AlteredCopy", "Claim", "ClaimEvidence", "ConfidenceTerm", "Conflict", "Gap"]


class ClaimEvidence(Record):
    """An evidence id and how it bears on the claim."""

    id: NonBlank
    stance: Stance = "supports"


class ConfidenceTerm(Record):
    """One named part of a claim's confidence; ``value`` is added to the sum."""

    name: NonBlank
    value: float
    detail: str = ""


class Claim(VersionedRecord):
    """One statement with all of its evidence.

    Attributes:
        id: ``C1``, ``C2`` … in the order of the report.
        independent_sources: sources whose texts do not repeat one another.
        confidence: 0 to 1, the sum of ``confidence_terms``, clamped; computed by code.
        as_of: the newest date that a supporting source gives for itself, or null: undated.
        freshness: of a kind that ages, on the run's day; null: it does not age, or nobody looked.
            ``is_stale``: whether it is ``stale`` or ``undated``.
        half_life_days: of its kind, or null.
        status: ``reported`` in the report's body, ``unverified`` beside it, or ``turned_away``: its
            pages are about another bearer of the subject's name.
    """

    id: NonBlank
    text: NonBlank
    claim_type: ClaimType
    subject_id: str | None = None
    sub_question_ids: tuple[str, ...] = ()
    evidence: tuple[ClaimEvidence, ...] = Field(min_length=1)
    independent_sources: int = Field(ge=0)
    verdict: Verdict
    confidence: float = Field(ge=0, le=1)
    confidence_terms: tuple[ConfidenceTerm, ...] = ()
    as_of: DatedField | None = None
    conflicts_with: tuple[str, ...] = ()
    freshness: ClaimFreshness | None = None
    is_stale: bool = False
    half_life_days: float | None = None
    status: Literal["reported", "unverified", "turned_away"] = "reported"


class Conflict(Record):
    """Claims about the same thing that cannot all hold, or that changed over time.

    Attributes:
        kind: ``conflict``, or ``change`` where the claims speak of different times.
        stands: a claim of the side whose sources outweigh the others', or null: none does.
        attribute: what they disagree about, such as ``number`` or ``date``.
        claim_ids: both sides; of a change, the older first.
        detail: one sentence for a person.
        sides: the same claims by what they say; empty of a change.
        reason: why a side stands, or why none does; empty of a change.
    """

    attribute: NonBlank
    claim_ids: tuple[str, ...] = Field(min_length=2)
    detail: str
    kind: Literal["conflict", "change"] = "conflict"
    stands: str | None = None
    sides: tuple[tuple[str, ...], ...] = ()
    reason: str = ""


class Gap(Record):
    """A subquestion without a supported claim, and why."""

    sub_question_id: NonBlank
    question: NonBlank
    reason: NonBlank


class AlteredCopy(Record):
    """A source that repeats another but says something else in places.

    Attributes:
        source_id: the copy; ``original_id``: what it repeats.
        says: a sentence of the copy; ``instead_of``: the other's.
    """

    source_id: NonBlank
    original_id: NonBlank
    says: str
    instead_of: str
