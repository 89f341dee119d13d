"""The checking and merging stages: evidence that has no verdict gets one, then claims follow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from ascertain.controller.state import RunState
from ascertain.errors import SnapshotError
from ascertain.evidence.admitted import Evidence
from ascertain.evidence.events import ClaimsMerged, EventBody, EvidenceChecked
from ascertain.evidence.plan import ResearchPlan
from ascertain.merging.merge import Judged, merge_evidence
from ascertain.ports.snapshot_store import SnapshotStore
from ascertain.sources.duplicates import repeated_texts
from ascertain.validation.checking import SourceText, check_evidence

__all__ = ["check_pending", "merge_all", "source_text"]


def source_text(snapshots: SnapshotStore, sha256: str) -> SourceText | None:
    """Return the saved text, folded once for all of its quotes; None if it is not to be had."""
    try:
        described = snapshots.describe(sha256)
        return SourceText(snapshots.text(sha256), described.language, described.main)
    except SnapshotError:
        return None


def check_pending(
    state: RunState, snapshots: SnapshotStore, record: Callable[[EventBody], object]
) -> None:
    """Check all evidence without a verdict, one source after the other, recording each."""
    waiting: defaultdict[str, list[Evidence]] = defaultdict(list)
    for item in state.evidence.values():
        if item.id not in state.judgements:
            waiting[item.snapshot].append(item)
    for sha256, items in waiting.items():
        text = source_text(snapshots, sha256)
        for item in items:
            checked = check_evidence(item, text)
            record(
                EvidenceChecked(
                    evidence_id=item.id,
                    checks=checked.checks,
                    verdict=checked.verdict,
                    confidence=checked.confidence,
                )
            )


def merge_all(
    state: RunState,
    plan: ResearchPlan,
    snapshots: SnapshotStore,
    record: Callable[[EventBody], object],
) -> None:
    """Merge all judged evidence into claims and record them with the gaps."""
    texts: dict[str, str] = {}
    for source in state.sources.values():
        if source.content_hash is not None:
            read = source_text(snapshots, source.content_hash)
            texts[source.id] = read.text if read else ""
    duplicates = repeated_texts(texts)
    judged = [
        Judged(state.evidence[name], given.verdict, given.confidence)
        for name, given in state.judgements.items()
    ]
    merged = merge_evidence(judged, state.sources, duplicates, plan)
    record(ClaimsMerged(claims=merged.claims, gaps=merged.gaps, duplicate_sources=duplicates))
