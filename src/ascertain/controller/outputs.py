"""The files of a run, made from its state; the same state gives the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime

from ascertain.controller.identity_report import identity_notes, turned_away, unsure_claims
from ascertain.controller.run_notes import prose_notes, shortfall_notes
from ascertain.controller.state import RunState
from ascertain.errors import SnapshotError
from ascertain.evidence.chain import canonical_json
from ascertain.evidence.claim import Claim
from ascertain.evidence.document import Heading
from ascertain.evidence.kinds import RunStatus
from ascertain.evidence.manifest import Manifest
from ascertain.evidence.number_words import counted
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.record import Record
from ascertain.evidence.report import Report, Scorecard, StepCost
from ascertain.merging.merge import WITHDRAWN
from ascertain.ports.snapshot_store import SnapshotStore
from ascertain.reporting.composing import ReportInput, compose_report
from ascertain.reporting.html import render_html
from ascertain.reporting.markdown import render_markdown
from ascertain.reporting.material import ReportMaterial
from ascertain.reporting.scorecard import make_scorecard

__all__ = [
    "make_manifest",
    "make_report",
    "material_of",
    "pretty_json",
    "report_files",
    "scorecard_of",
    "tables",
]


_NEVER = "1970-01-01T00:00:00Z"


def scorecard_of(state: RunState, plan: ResearchPlan) -> Scorecard:
    """Count what the state holds."""
    return make_scorecard(
        plan=plan,
        claims=tuple(state.claims.values()),
        evidence=tuple(state.evidence.values()),
        sources=tuple(state.sources.values()),
        refused=state.refused,
        documents=(state.documents, state.unreadable_total),
    )


def make_report(state: RunState, plan: ResearchPlan, *, status: RunStatus, reason: str) -> Report:
    """Compose the report of a state."""
    anchors = state.task.identity_anchor_urls if state.task else ()
    notes = [
        *state.notes,
        *(f"A search failed: {said}" for said in [*dict.fromkeys(state.failed_searches)][:10]),
        *_withdrawal_notes(state),
        *_anchor_notes(anchors, state),
        *identity_notes(state, plan),
        *shortfall_notes(state, reason),
        *prose_notes(state.prose, state.model_requested),
    ]
    report = compose_report(
        ReportInput(
            run_id=state.run_id,
            question=state.question,
            plan=plan,
            claims=tuple(state.claims.values()),
            answers=state.answers,
            conflicts=state.conflicts,
            altered_copies=state.altered_copies,
            gaps=state.gaps,
            sources=state.sources,
            unreadable=state.unreadable,
            notes=notes,
            titles={claim.id: _titles(claim, state) for claim in state.claims.values()},
            reasons={
                claim.id: _withdrawn(claim) or _no_page(claim, state)
                for claim in state.claims.values()
            },
            turned_away=turned_away(state),
            unsure=unsure_claims(state),
            mark_older_days=state.limits.mark_older_days,
            scorecard=scorecard_of(state, plan),
            run_status=status,
            status_reason=reason,
            generated_at=state.merged_at or state.last_at or _NEVER,
        )
    )
    report = report.model_copy(update=_spending(state))
    if state.prose is None:
        return report
    return report.model_copy(update={"sections": state.prose.sections})


def _withdrawn(claim: Claim) -> str:
    """Say that all sources of a claim were retracted or superseded."""
    terms = (term for term in claim.confidence_terms if term.name == WITHDRAWN)
    return next((f"it stands alone on what no longer holds: {term.detail}" for term in terms), "")


def _no_page(claim: Claim, state: RunState) -> str:
    """Say that a claim rests on what a program said of a page, which the page does not bear out."""
    checks = [check for link in claim.evidence for check in state.evidence[link.id].checks]
    failed = (check for check in checks if check.name == "page" and check.outcome != "pass")
    return next((check.detail for check in failed), "")


def _spending(state: RunState) -> dict[str, object]:
    """Return what the report says was spent on models; nothing where none was called."""
    if not state.spent:
        return {}
    costs = tuple(
        StepCost(
            step=step,
            calls=used.model_calls,
            tokens=used.input_tokens + used.output_tokens,
            cost_usd=round(used.cost_usd, 6),
        )
        for step, used in sorted(state.spent.items())
    )
    return {"spent": costs, "cost_basis": _basis(state)}


def material_of(state: RunState, plan: ResearchPlan, snapshots: SnapshotStore) -> ReportMaterial:
    """Gather what the report's prose is made from, before the run has ended."""
    report = make_report(state, plan, status="incomplete", reason="")
    return _material(state, plan, report, snapshots)


def _withdrawal_notes(state: RunState) -> list[str]:
    return [
        f"{source.id} ({source.title or source.canonical_url}) is {how}: {said}"
        for source in state.sources.values()
        for how, said in (("retracted", source.retraction), ("superseded", source.superseded))
        if said is not None
    ]


def _anchor_notes(anchors: Sequence[str], state: RunState) -> list[str]:
    # Before the first judgement nothing was read as such; afterwards a saved copy may have been.
    unread = anchors if state.subject is None else state.subject.anchors_unread
    return [
        f"The page {url}, given as being about the subject, was not read in this run."
        for url in unread
    ]


def _titles(claim: Claim, state: RunState) -> str:
    ids = {state.evidence[link.id].source_id for link in claim.evidence}
    return " ".join(sorted(state.sources[name].title or "" for name in ids))


def report_files(
    state: RunState, plan: ResearchPlan, report: Report, snapshots: SnapshotStore
) -> dict[str, bytes]:
    """Render the report: ``report.json``, ``report.md`` and ``report.html``."""
    material = _material(state, plan, report, snapshots)
    return {
        "report.json": pretty_json(report),
        "report.md": render_markdown(material).encode(),
        "report.html": render_html(material).encode(),
    }


def _material(
    state: RunState, plan: ResearchPlan, report: Report, snapshots: SnapshotStore
) -> ReportMaterial:
    texts: dict[str, str] = {}
    headings: dict[str, tuple[Heading, ...]] = {}
    for sha256 in {item.snapshot for item in state.evidence.values()}:
        try:
            texts[sha256] = snapshots.text(sha256)
            headings[sha256] = snapshots.describe(sha256).headings
        except SnapshotError:
            # The renderers say that the copy is missing; the quote itself is in the evidence.
            continue
    return ReportMaterial(
        report=report,
        plan=plan,
        claims=state.claims,
        evidence=state.evidence,
        sources=state.sources,
        texts=texts,
        headings=headings,
    )


def tables(state: RunState) -> dict[str, bytes]:
    """Write the three tables and the researchers' own words."""
    words = [
        f"## {hand_back.sub_question_id}\n\n{hand_back.conclusion or '(nothing said)'}\n"
        for hand_back in state.hand_backs
    ]
    return {
        "sources.jsonl": _lines(state.sources.values()),
        "evidence.jsonl": _lines(state.evidence.values()),
        "claims.jsonl": _lines(state.claims.values()),
        "summary.md": (
            "# What the researchers said\n\nTheir own words; not evidence.\n\n" + "\n".join(words)
        ).encode(),
    }


def make_manifest(state: RunState, plan: ResearchPlan | None, *, running: str = "") -> Manifest:
    """Describe the run.

    Args:
        state: after its last event.
        plan: None if the run died before it had one.
        running: why it has no end yet, for a run that is under way or died.
    """
    started = state.started_at or state.last_at or _NEVER
    ended = state.ended_at
    status = state.ended or "incomplete"
    usage = state.usage
    elapsed = _seconds(started, ended or state.last_at or started)
    return Manifest(
        run_id=state.run_id,
        status=status,
        error=(state.end_reason if state.ended else running) or None,
        question=state.question,
        runtime=state.runtime,
        model_requested=state.model_requested,
        model_resolved=", ".join(state.resolved) or None,
        versions=state.versions,
        started_at=started,
        ended_at=ended,
        elapsed_s=elapsed,
        usage=usage,
        cost_usd=round(usage.cost_usd, 6),
        cost_basis=_basis(state),
        spent=state.spent,
        limits=state.limits,
        limits_used=_limits_used(state, elapsed),
        urls_attempted=tuple(
            [source.requested_url for source in state.sources.values()] + list(state.asked.values())
        ),
        sources=tuple(state.sources),
        counts={
            "sources": len(state.sources),
            "evidence": len(state.evidence),
            "claims": len(state.claims),
            "conflicts": sum(one.kind == "conflict" for one in state.conflicts),
            "changes": sum(one.kind == "change" for one in state.conflicts),
            "gaps": len(state.gaps),
        },
        evidence_ids=tuple(state.evidence),
        scorecard=scorecard_of(state, plan) if plan else None,
        ledger_root=state.root,
    )


def pretty_json(record: Record) -> bytes:
    """Return a record as JSON for people: indented, keys in the records' order."""
    return (
        json.dumps(record.model_dump(mode="json"), ensure_ascii=False, indent=2) + "\n"
    ).encode()


def _lines(records: Iterable[Record]) -> bytes:
    return b"".join(canonical_json(record) + b"\n" for record in records)


def _basis(state: RunState) -> str:
    if not state.unpriced:
        return state.cost_basis
    calls = counted(state.unpriced, "model call has", "model calls have")
    return f"{state.cost_basis}; {calls} no known price, counted as 0"


def _limits_used(state: RunState, elapsed: float) -> dict[str, float]:
    usages = [hand_back.usage for hand_back in state.hand_backs]
    return {
        "rounds": state.rounds,
        "max_sources": max((usage.sources_tried for usage in usages), default=0),
        "max_evidence_records": max((usage.evidence_admitted for usage in usages), default=0),
        "max_seconds": elapsed,
        "max_cost_usd": round(state.usage.cost_usd, 6),
        "max_tokens": state.usage.input_tokens + state.usage.output_tokens,
        "max_model_calls": state.usage.model_calls,
    }


def _seconds(start: str, end: str) -> float:
    return round((datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds(), 3)
