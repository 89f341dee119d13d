"""The report as data; pages and files are rendered from it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ascertain.evidence.claim import AlteredCopy, Conflict, Gap
from ascertain.evidence.identity import IdentitySignal
from ascertain.evidence.kinds import RunStatus, SourceStatus
from ascertain.evidence.record import NonBlank, Record, UtcTime, VersionedRecord

__all__ = [
    "FailedSource",
    "Report",
    "Scorecard",
    "Section",
    "Sentence",
    "StepCost",
    "TurnedAway",
    "UnverifiedItem",
]


class Sentence(Record):
    """One sentence and the claims it rests on.

    Attributes:
        text: as printed, without citation marks; those are numbered when rendered.
        note: what a reader must know beside it ("as of 2021", "undated"), or empty.
    """

    text: NonBlank
    claim_ids: tuple[str, ...] = Field(min_length=1)
    note: str = ""


class Section(Record):
    """One subquestion and the sentences that answer it.

    Attributes:
        further: sentences that were recorded for it too and bear on it less directly.
    """

    sub_question_id: NonBlank
    heading: NonBlank
    sentences: tuple[Sentence, ...] = ()
    further: tuple[Sentence, ...] = ()


class UnverifiedItem(Record):
    """A claim that stays out of the body, and why."""

    claim_id: NonBlank
    text: NonBlank
    reason: NonBlank


class TurnedAway(Record):
    """A source that is about another bearer of the subject's name; nothing of it is used.

    Attributes:
        subject_name: whom it is not about.
        signals: what told so, the weightiest first.
        claims: what was recorded from it.
    """

    source_id: NonBlank
    url: NonBlank
    title: str = ""
    subject_name: NonBlank
    signals: tuple[IdentitySignal, ...] = ()
    claims: tuple[str, ...] = ()


class FailedSource(Record):
    """A source that could not be used, and why."""

    source_id: NonBlank
    url: NonBlank
    status: SourceStatus
    reason: NonBlank


class Scorecard(Record):
    """What was done, with denominators."""

    sentences: int = 0
    sentences_needing_support: int = 0
    sentences_checked: int = 0
    sentences_supported: int = 0
    sentences_removed: int = 0
    claims: int = 0
    claims_supported: int = 0
    claims_with_several_independent_sources: int = 0
    evidence_submitted: int = 0
    evidence_admitted: int = 0
    evidence_refused: int = 0
    quotes_exact: int = 0
    quotes_normalized: int = 0
    quotes_fuzzy: int = 0
    sources_tried: int = 0
    sources_read: int = 0
    sources_failed: int = 0
    sources_undated: int = 0
    subquestions: int = 0
    subquestions_answered: int = 0
    checks_run: int = 0
    checks_not_run: int = 0
    documents_searched: int | None = None
    documents_unreadable: int = 0


class StepCost(Record):
    """What one step spent on models.

    Attributes:
        step: ``planner``, ``researcher:ID`` or ``writer``.
        tokens: of prompts and answers together.
        cost_usd: an estimate; calls without a known price count as 0.
    """

    step: NonBlank
    calls: int = Field(ge=0)
    tokens: int = Field(ge=0)
    cost_usd: float = Field(ge=0)


class Report(VersionedRecord):
    """The whole report.

    Attributes:
        as_of: the newest date of a supporting source, or null.
        generated_at: taken from the ledger, so that the same events give the same bytes.
        status: ``partial`` if the run did not finish; ``status_reason`` says why.
        conflicts: and changes over time, by their kind.
        altered_copies: sources that repeat others but say something else in places.
        spent: on models, by step; ``cost_basis`` says by which prices.
    """

    run_id: NonBlank
    question: NonBlank
    status: Literal["complete", "partial"] = "complete"
    run_status: RunStatus
    status_reason: str = ""
    as_of: str | None = None
    generated_at: UtcTime
    sections: tuple[Section, ...] = ()
    unverified: tuple[UnverifiedItem, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    altered_copies: tuple[AlteredCopy, ...] = ()
    gaps: tuple[Gap, ...] = ()
    turned_away: tuple[TurnedAway, ...] = ()
    failed_sources: tuple[FailedSource, ...] = ()
    unreadable_documents: tuple[FailedSource, ...] = ()
    notes: tuple[str, ...] = ()
    spent: tuple[StepCost, ...] = ()
    cost_basis: str = ""
    scorecard: Scorecard
