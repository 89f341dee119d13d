"""What the report says of identity: pages turned away, sentences that are not certain."""

from __future__ import annotations

from collections.abc import Sequence

from ascertain.controller.state import RunState
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.report import TurnedAway

__all__ = ["identity_notes", "turned_away", "unsure_claims"]

_MAX_SUBJECTS = 5


def turned_away(state: RunState) -> tuple[TurnedAway, ...]:
    """Return the sources that are about another bearer of the subject's name."""
    if state.subject is None:
        return ()
    claims: dict[str, list[str]] = {}
    for item in state.evidence.values():
        claims.setdefault(item.source_id, []).append(item.claim)
    return tuple(
        TurnedAway(
            source_id=name,
            url=state.sources[name].resolved_url or state.sources[name].requested_url,
            title=state.sources[name].title or "",
            subject_name=state.subject.name,
            signals=judged.signals,
            claims=tuple(claims.get(name, ())),
        )
        for name, judged in state.identities.items()
        if judged.outcome == "mismatch"
    )


def unsure_claims(state: RunState) -> dict[str, str]:
    """Return claim id to the subject's name where no source of the claim is known to be theirs."""
    if state.subject is None:
        return {}
    unsure: dict[str, str] = {}
    for claim in state.claims.values():
        sources = {state.evidence[link.id].source_id for link in claim.evidence}
        outcomes = {state.identities[name].outcome for name in sources if name in state.identities}
        if "uncertain" in outcomes and "match" not in outcomes:
            unsure[claim.id] = state.subject.name
    return unsure


def identity_notes(state: RunState, plan: ResearchPlan) -> Sequence[str]:
    """Say why namesakes could not be told apart, where they could not."""
    if state.subject is not None:
        if state.subject.anchors_read:
            return ()
        return (
            f"No page that is known to be about {state.subject.name} was read, so pages about "
            "others of that name could not be told apart.",
        )
    if state.task is not None and state.task.subject_name is not None:
        return ()
    subjects = dict.fromkeys(sub.subject for sub in plan.subquestions if sub.subject)
    return tuple(
        f"Identity was not checked for {name}: no page that is known to be about them was given, "
        "so quotes may be about others of that name."
        for name in list(subjects)[:_MAX_SUBJECTS]
    )
