"""The report as data: sections of sentences, each resting on claims; pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from ascertain.evidence.claim import AlteredCopy, Claim, Conflict, Gap
from ascertain.evidence.kinds import RunStatus
from ascertain.evidence.plan import ResearchPlan, Subquestion
from ascertain.evidence.report import (
    FailedSource,
    Report,
    Scorecard,
    Section,
    Sentence,
    TurnedAway,
    UnverifiedItem,
)
from ascertain.evidence.source import Source
from ascertain.reporting.answering import divide_claims

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
        titles: claim id to the titles of its sources.
        answers: subquestion id to evidence ids, best first.
        turned_away: sources about another bearer of the subject's name.
        unsure: claim id to whom its sources may or may not be about.
        generated_at: from the ledger.
        reasons: claim id to why it is not verified, where that is not its quote's fault.
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
    titles: Mapping[str, str]
    scorecard: Scorecard
    run_status: RunStatus
    status_reason: str
    generated_at: str
    mark_older_days: int | None = None
    altered_copies: Sequence[AlteredCopy] = ()
    reasons: Mapping[str, str] = field(default_factory=dict[str, str])
    turned_away: Sequence[TurnedAway] = ()
    unsure: Mapping[str, str] = field(default_factory=dict[str, str])


_NOW = re.compile(
    r"\b(?:now|currently|current|today|nowadays|present|latest|most recent)\b"
    r"|现任|目前|如今|现在|最新",
    re.IGNORECASE,
)
_AGED = {"stale": "; may have changed since", "undated": "; may be out of date"}
_YEAR, _DAY = len("2021"), len("2021-05-03")


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
        sections=tuple(_section(sub, reported, given) for sub in given.plan.subquestions),
        unverified=tuple(
            UnverifiedItem(
                claim_id=claim.id,
                text=claim.text,
                reason=given.reasons.get(claim.id) or _REASONS[claim.verdict],
            )
            for claim in given.claims
            if claim.status == "unverified"
        ),
        conflicts=tuple(given.conflicts),
        altered_copies=tuple(given.altered_copies),
        gaps=tuple(given.gaps),
        turned_away=tuple(given.turned_away),
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


def _section(sub: Subquestion, reported: Sequence[Claim], given: ReportInput) -> Section:
    place = {name: at for at, name in enumerate(given.answers.get(sub.id, ()))}
    mine = sorted(
        (claim for claim in reported if sub.id in claim.sub_question_ids),
        key=lambda claim: min(place.get(link.id, len(place)) for link in claim.evidence),
    )
    divided = divide_claims(sub, mine, given.titles)
    body = divided.body
    if _NOW.search(sub.question):
        # Asked how things stand now, the newest source speaks first, undated ones last.
        body = tuple(
            sorted(body, key=lambda claim: claim.as_of.value if claim.as_of else "", reverse=True)
        )
    return Section(
        sub_question_id=sub.id,
        heading=sub.question,
        sentences=tuple(_sentence(claim, given) for claim in body),
        further=tuple(_sentence(claim, given) for claim in divided.further),
    )


def _sentence(claim: Claim, given: ReportInput) -> Sentence:
    if claim.as_of is None:
        note = "undated source"
    else:
        is_role = claim.claim_type == "current_role" and claim.freshness == "current"
        note = f"{'current ' if is_role else ''}as of {claim.as_of.value}"
        if given.mark_older_days is not None and _is_older(claim.as_of.value, given):
            note += f", older than {given.mark_older_days} days"
    if claim.freshness in _AGED:
        is_role = claim.claim_type == "current_role"
        note += "; not known to be current" if is_role else _AGED[claim.freshness]
    if claim.conflicts_with:
        note += "; sources disagree"
        note += ", and this side has the better ones" if claim.verdict == "supported" else ""
    if claim.id in given.unsure:
        note += f"; not certain that the source is about {given.unsure[claim.id]}"
    return Sentence(text=claim.text, claim_ids=(claim.id,), note=note)


def _is_older(value: str, given: ReportInput) -> bool:
    """Whether even the last day that a date of any precision allows lies too far back."""
    first = value + "-01-01"[len(value) - 4 :] if len(value) < _DAY else value
    last = date.fromisoformat(first)
    if len(value) == _YEAR:
        last = date(last.year, 12, 31)
    elif len(value) < _DAY:
        last = (last.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
    written = date.fromisoformat(given.generated_at[:_DAY])
    return (written - last).days > (given.mark_older_days or 0)
