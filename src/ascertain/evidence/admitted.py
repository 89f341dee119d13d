"""Evidence: what a researcher submits, and what code admits."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ascertain.evidence.check import Check
from ascertain.evidence.kinds import AnchorMethod, ClaimType, ObservedText, SourceType, Verdict
from ascertain.evidence.record import (
    NonBlank,
    PartialDate,
    Record,
    Sha256,
    UtcTime,
    VersionedRecord,
)
from ascertain.evidence.selector import Difference, QuoteSelector

__all__ = ["Evidence", "EvidenceDraft", "ValidationStatus"]

ValidationStatus = Literal["pending"] | Verdict


class EvidenceDraft(Record):
    """One claim with one verbatim quote, as a researcher submits it to ``evidence.record``.

    Attributes:
        claim: one atomic, self-contained, checkable statement. Words that the source does not
            say at the quote but that make the claim self-contained stand in square brackets.
        quote: verbatim from the source.
        publication_date: and the other dates: null if unknown.
        identity_signals: what on the page ties it to the subject.
    """

    claim_type: ClaimType
    claim: Annotated[NonBlank, Field(max_length=1000)]
    source_url: Annotated[NonBlank, Field(max_length=2048)]
    source_type: SourceType
    title: Annotated[str, Field(max_length=1000)] = ""
    quote: Annotated[NonBlank, Field(max_length=500)]
    publication_date: PartialDate | None = None
    event_date: PartialDate | None = None
    last_updated_date: PartialDate | None = None
    identity_signals: tuple[Annotated[NonBlank, Field(max_length=300)], ...] = Field(
        default=(), max_length=20
    )


class Evidence(VersionedRecord):
    """An admitted draft: its fields, and what the application added.

    Attributes:
        id: ``E1``, ``E2`` … in the order of admission.
        snapshot: the SHA-256 that names the saved copy.
        selector: where the quote stands in the snapshot's text.
        observed_text: whether the quote stands in the page itself, or in what a researcher's
            own program said of it.
        validation_status: ``pending`` until checked.
    """

    id: NonBlank
    run_id: NonBlank
    sub_question_id: NonBlank
    source_id: NonBlank
    snapshot: Sha256
    claim_type: ClaimType
    claim: NonBlank
    source_url: NonBlank
    resolved_source_url: NonBlank
    source_type: SourceType
    title: str = ""
    quote: NonBlank
    publication_date: PartialDate | None = None
    event_date: PartialDate | None = None
    last_updated_date: PartialDate | None = None
    identity_signals: tuple[str, ...] = ()
    retrieval_date: UtcTime
    selector: QuoteSelector
    anchor_method: AnchorMethod
    anchor_differences: tuple[Difference, ...] = ()
    text_fragment_url: NonBlank
    observed_text: ObservedText = "page"
    validation_status: ValidationStatus = "pending"
    checks: tuple[Check, ...] = ()
