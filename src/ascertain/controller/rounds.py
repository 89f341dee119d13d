"""Which subquestions another round works on, and the briefs it gives out; pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from ascertain.controller.state import RunState
from ascertain.evidence.brief import Brief
from ascertain.evidence.limits import Limits
from ascertain.evidence.plan import ResearchPlan, Subquestion
from ascertain.gathering.plan_order import ready, with_answers
from ascertain.sources.urls import canonical_url

__all__ = ["Asked", "answered", "brief_for", "next_round", "waves"]


Asked = Mapping[str, Collection[str]]
"""Subquestion id to the canonical addresses that were asked for on its account."""


def next_round(
    state: RunState, plan: ResearchPlan, limits: Limits, asked: Asked, *, affordable: bool = True
) -> tuple[Subquestion, ...]:
    """Return what another round should work on; empty: it cannot help or is not allowed.

    The first round works on everything. A later one works on subquestions without a supported
    claim, or on which sources disagree so that no side stands, that have places for sources
    left, and for which a search found addresses that were not asked for on their account; and
    only if the round before brought anything.

    Args:
        state: after the last round.
        plan: what is asked.
        limits: of the run.
        asked: what was asked for so far.
        affordable: whether the budget for models allows anything more.
    """
    if state.rounds == 0:
        return plan.subquestions
    helped = (len(state.sources), len(state.evidence)) != state.progress
    if state.rounds >= limits.rounds or not affordable or not helped:
        return ()
    open_ids = {gap.sub_question_id for gap in state.gaps} | _disputed(state)
    return tuple(
        sub
        for sub in plan.subquestions
        if sub.id in open_ids
        and len(asked.get(sub.id, ())) < _places(state, limits)
        and _unread_leads(state, sub.id, asked.get(sub.id, ()))
    )


def answered(state: RunState) -> dict[str, tuple[str, ...]]:
    """Return the texts of the supported claims by subquestion, best first."""
    found: dict[str, list[str]] = {}
    for claim in state.claims.values():
        if claim.verdict == "supported":
            for name in claim.sub_question_ids:
                found.setdefault(name, []).append(claim.text)
    return {name: tuple(texts) for name, texts in found.items()}


def waves(
    work: Sequence[Subquestion],
    plan: ResearchPlan,
    answers: Callable[[], Mapping[str, Sequence[str]]],
) -> Iterator[tuple[Subquestion, ...]]:
    """Yield what can be worked on side by side, those first whose answers others need.

    Args:
        work: of this round.
        plan: with what needs what.
        answers: what is known so far; asked anew before each wave.
    """
    left = {sub.id for sub in work}
    while left:
        known = answers()
        over = [sub.id for sub in plan.subquestions if sub.id not in left]
        done = [name for name in over if name in known]
        failed = [name for name in over if name not in known]
        wave = tuple(sub for sub in ready(plan, done, failed) if sub.id in left)
        left.difference_update(sub.id for sub in wave)
        yield tuple(with_answers(sub, known) if sub.needs else sub for sub in wave)


def brief_for(
    sub: Subquestion, state: RunState, limits: Limits, asked: Collection[str], left_s: float
) -> Brief:
    """Make the brief of one researcher in the round that is under way.

    Args:
        sub: what it works on.
        state: after the round's start.
        limits: of the run.
        asked: canonical addresses that took places on its account.
        left_s: seconds until the run's time is up.
    """
    task = state.task
    return Brief(
        run_id=state.run_id,
        subquestion=sub,
        subject_name=task.subject_name if task else None,
        identity_anchor_urls=task.identity_anchor_urls if task else (),
        max_sources=_places(state, limits),
        max_evidence_records=(task.max_evidence_records if task else limits.max_evidence_records),
        max_turns=limits.max_turns,
        max_seconds=max(1.0, round(left_s, 1)),
        round=state.rounds,
        already_read=tuple(sorted(asked)),
        gap=next((gap.reason for gap in state.gaps if gap.sub_question_id == sub.id), ""),
        tried=state.queries.get(sub.id, ()) if state.rounds > 1 else (),
        known=tuple(state.evidence[name].claim for name in state.answers.get(sub.id, ())),
    )


def _disputed(state: RunState) -> set[str]:
    """Return the subquestions with claims of conflicts in which no side stands."""
    sides = {
        name
        for conflict in state.conflicts
        if conflict.kind == "conflict" and conflict.stands is None
        for name in conflict.claim_ids
    }
    return {sub for name in sides for sub in state.claims[name].sub_question_ids}


def _places(state: RunState, limits: Limits) -> int:
    return state.task.max_sources if state.task else limits.max_sources


def _unread_leads(state: RunState, sub_question_id: str, asked: Collection[str]) -> bool:
    return any(canonical_url(url) not in asked for url in state.leads.get(sub_question_id, ()))
