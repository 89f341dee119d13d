"""The checking and merging stages: evidence that has no verdict gets one, then claims follow."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from ascertain.controller.identifying import check_identity
from ascertain.controller.state import RunState
from ascertain.errors import SnapshotError
from ascertain.evidence.admitted import Evidence
from ascertain.evidence.check import Check
from ascertain.evidence.document import TextRange
from ascertain.evidence.events import ClaimsMerged, EvidenceChecked
from ascertain.evidence.identity import IdentityOutcome
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.source import Source
from ascertain.merging.merge import Judged, merge_evidence
from ascertain.ports.snapshot_store import SnapshotStore
from ascertain.sources.anchoring.finding import prepare
from ascertain.sources.anchoring.prepared import PreparedText
from ascertain.sources.duplicates import repeated_texts
from ascertain.validation.checking import Checked, check_evidence
from ascertain.validation.identity.checking import NAME, with_identity

__all__ = [
    "SourceText",
    "check_against",
    "check_pending",
    "merge_all",
    "source_text",
    "why_nothing",
]


class SourceText(NamedTuple):
    """A saved text, folded once for all of its quotes."""

    prepared: PreparedText
    language: str | None
    main: tuple[TextRange, ...]


def source_text(snapshots: SnapshotStore, sha256: str) -> SourceText | None:
    """Return the saved text, folded once for all of its quotes; None if it is not to be had."""
    try:
        described = snapshots.describe(sha256)
        text = snapshots.text(sha256)
    except SnapshotError:
        return None
    return SourceText(prepare(text), described.language, described.main)


def check_against(item: Evidence, text: SourceText | None, identity: Check) -> Checked:
    """Check an evidence against its saved text, or without it where there is none.

    Args:
        item: the evidence.
        text: its source's.
        identity: whether its source is about the subject.
    """
    if text is None:
        return with_identity(check_evidence(item, None), identity)
    checked = check_evidence(
        item, text.prepared.text, language=text.language, prepared=text.prepared
    )
    return with_identity(checked, identity)


def check_pending(state: RunState, snapshots: SnapshotStore) -> list[EvidenceChecked]:
    """Check all evidence without a verdict, one source after the other.

    Evidence whose source has been found to be about somebody else since is checked again.
    """
    waiting: defaultdict[str, list[Evidence]] = defaultdict(list)
    for item in tuple(state.evidence.values()):
        if item.id not in state.judgements or _is_outdated(item, state):
            waiting[item.snapshot].append(item)
    checked: list[EvidenceChecked] = []
    for sha256, items in waiting.items():
        text = source_text(snapshots, sha256)
        checked.extend(_checked(item, text, check_identity(item, state)) for item in items)
    return checked


def _is_outdated(item: Evidence, state: RunState) -> bool:
    """Whether the identity check of a checked evidence no longer says what is known."""
    if item.source_id not in state.identities:
        return False
    before = [check.outcome for check in item.checks if check.name == NAME]
    return before != [check_identity(item, state).outcome]


def merge_all(state: RunState, plan: ResearchPlan, snapshots: SnapshotStore) -> ClaimsMerged:
    """Merge all judged evidence into claims and find the gaps."""
    # Copies: a read that outlived its researcher may still be recorded meanwhile.
    sources = dict(state.sources)
    duplicates = repeated_texts(
        {source.id: _text_of(source, snapshots) for source in sources.values()}
    )
    askers: defaultdict[str, list[str]] = defaultdict(list)
    for sub_id, names in state.answers.items():
        for name in names:
            askers[name].append(sub_id)
    judged = [
        Judged(
            state.evidence[name],
            given.verdict,
            given.confidence,
            tuple(askers[name]),
            _identity_of(state.evidence[name], state),
        )
        for name, given in state.judgements.items()
    ]
    reasons = {sub.id: why_nothing(state, sub.id) for sub in plan.subquestions}
    merged = merge_evidence(judged, sources, duplicates, plan, reasons)
    return ClaimsMerged(claims=merged.claims, gaps=merged.gaps, duplicate_sources=duplicates)


def _identity_of(item: Evidence, state: RunState) -> IdentityOutcome | None:
    judged = state.identities.get(item.source_id)
    return None if judged is None else judged.outcome


def why_nothing(state: RunState, sub_question_id: str) -> str:
    """Say why nothing was recorded for a subquestion, as far as the events tell; pure."""
    mine = [back for back in state.hand_backs if back.sub_question_id == sub_question_id]
    if state.documents == 0:
        return "the given folders hold no document that could be read"
    if not mine:
        return "it was not searched: the run stopped before"
    if any(back.ending in {"cancelled", "error", "time_out"} for back in mine):
        return "its researcher was stopped before it found anything"
    if not state.leads.get(sub_question_id):
        return "nothing that was searched matched its words"
    read = sum(back.usage.sources_read for back in mine)
    if not read:
        return "sources matched its words, but none of them could be read"
    return f"no evidence was found in the {read} source(s) that were read for it"


def _text_of(source: Source, snapshots: SnapshotStore) -> str:
    """The source's saved text; empty, and so like no other, where there is none."""
    if source.content_hash is None:
        return ""
    try:
        return snapshots.text(source.content_hash)
    except SnapshotError:
        return ""


def _checked(item: Evidence, text: SourceText | None, identity: Check) -> EvidenceChecked:
    try:
        checked = check_against(item, text, identity)
    except Exception as error:  # noqa: BLE001 (one evidence's boundary: a rule with a fault fails that evidence, visibly)
        fault = f"{type(error).__name__}: {error}"[:500]
        check = Check(name="checking", method="rules", outcome="fail", detail=fault)
        return EvidenceChecked(
            evidence_id=item.id,
            checks=(check, identity),
            verdict="not_enough_evidence",
            confidence=0.0,
        )
    return EvidenceChecked(
        evidence_id=item.id,
        checks=checked.checks,
        verdict=checked.verdict,
        confidence=checked.confidence,
    )
