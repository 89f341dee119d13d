"""The report as data: sections of sentences, each resting on claims; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ascertain.evidence.claim import Claim, Conflict, Gap
from ascertain.evidence.kinds import RunStatus
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.report import (
    FailedSource,
    Report,
    Scorecard,
    Section,
    Sentence,
    UnverifiedItem,
)
from ascertain.evidence.source import Source

__all__ = ["ReportInput", "compose_report"]

_REASONS = {
    "refuted": "its own quote speaks against it",
    "conflicting": "its evidence stands on both sides",
    "not_enough_evidence": "its quote does not say all of it",
}


@dataclass(frozen=True, slots=True)
class ReportInput:
    """What a report is made from.

    Attributes:
        answers: subquestion id to evidence ids, best first.
        generated_at: from the ledger.
        status_reason: why a run is not complete, or empty.
    """

    run_id: str
    question: str
    plan: ResearchPlan
    claims: Sequence[Claim]
    answers: Mapping[str, Sequence[str]]
    conflicts: Sequence[Conflict]
    gaps: Sequence[Gap]
    sources: Mapping[str, Source]
    unreadable: Sequence[FailedSource]
    notes: Sequence[str]
    scorecard: Scorecard
    run_status: RunStatus
    status_reason: str
    generated_at: str


def compose_report(given: ReportInput) -> Report:
    """Compose the report: every sentence is a claim's own text, in the order of the plan."""
    reported = [claim for claim in given.claims if claim.status == "reported"]
    dates = sorted(claim.as_of.value for claim in reported if claim.as_of)
    return Report(
        run_id=given.run_id,
        question=given.question,
        status="partial" if given.run_status == "incomplete" else "complete",
        run_status=given.run_status,
        status_reason=given.status_reason,
        as_of=dates[-1] if dates else None,
        generated_at=given.generated_at,
        sections=tuple(
            Section(
                sub_question_id=sub.id,
                heading=sub.question,
                sentences=tuple(
                    _sentence(claim) for claim in reported if sub.id in claim.sub_question_ids
                ),
            )
            for sub in given.plan.subquestions
        ),
        unverified=tuple(
            UnverifiedItem(claim_id=claim.id, text=claim.text, reason=_REASONS[claim.verdict])
            for claim in given.claims
            if claim.status == "unverified"
        ),
        conflicts=tuple(given.conflicts),
        gaps=tuple(given.gaps),
        failed_sources=tuple(
            FailedSource(
                source_id=source.id,
                url=source.requested_url,
                status=source.status,
                reason=source.error or source.status,
            )
            for source in given.sources.values()
            if source.status != "ok"
        ),
        unreadable_documents=tuple(given.unreadable),
        notes=tuple(given.notes),
        scorecard=given.scorecard,
    )


def _sentence(claim: Claim) -> Sentence:
    note = f"as of {claim.as_of.value}" if claim.as_of else "undated source"
    return Sentence(text=claim.text, claim_ids=(claim.id,), note=note)
