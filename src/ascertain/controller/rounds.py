"""Which subquestions another round works on, and the briefs it gives out; pure."""

from __future__ import annotations

from ascertain.controller.state import RunState
from ascertain.evidence.brief import Brief
from ascertain.evidence.limits import Limits
from ascertain.evidence.plan import ResearchPlan, Subquestion
from ascertain.sources.urls import canonical_url

__all__ = ["brief_for", "next_round"]


def next_round(state: RunState, plan: ResearchPlan, limits: Limits) -> tuple[Subquestion, ...]:
    """Return what another round should work on; empty: it cannot help or is not allowed.

    The first round works on everything. A later one works on subquestions without a supported
    claim for which a search found addresses that nobody has read.
    """
    if state.rounds == 0:
        return plan.subquestions
    if state.rounds >= limits.rounds:
        return ()
    open_ids = {gap.sub_question_id for gap in state.gaps}
    return tuple(
        sub for sub in plan.subquestions if sub.id in open_ids and _unread_leads(state, sub.id)
    )


def brief_for(sub: Subquestion, state: RunState, limits: Limits, number: int) -> Brief:
    """Make the brief of one researcher in round ``number``, from 1."""
    task = state.task
    read = tuple(source.requested_url for source in state.sources.values()) if number > 1 else ()
    return Brief(
        run_id=state.run_id,
        subquestion=sub,
        subject_name=task.subject_name if task else None,
        identity_anchor_urls=task.identity_anchor_urls if task else (),
        max_sources=task.max_sources if task else limits.max_sources,
        max_evidence_records=(task.max_evidence_records if task else limits.max_evidence_records),
        max_turns=limits.max_turns,
        round=number,
        already_read=read,
        known=tuple(state.evidence[name].claim for name in state.answers.get(sub.id, ())),
    )


def _unread_leads(state: RunState, sub_question_id: str) -> bool:
    read = {canonical_url(source.requested_url) for source in state.sources.values()}
    return any(canonical_url(url) not in read for url in state.leads.get(sub_question_id, ()))
