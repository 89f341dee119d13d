"""The checking and merging stages: evidence that has no verdict gets one, then claims follow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ascertain.controller.comparing import COMPARING
from ascertain.controller.identifying import check_identity
from ascertain.controller.state import RunState
from ascertain.errors import SnapshotError
from ascertain.evidence.admitted import Evidence
from ascertain.evidence.brief import HandBack
from ascertain.evidence.check import Check
from ascertain.evidence.claim import AlteredCopy
from ascertain.evidence.document import TextRange
from ascertain.evidence.events import ClaimsMerged, EvidenceChecked
from ascertain.evidence.identity import IdentityOutcome
from ascertain.evidence.number_words import counted
from ascertain.evidence.opinion import Opinion
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.source import Source
from ascertain.merging.aging import Aging
from ascertain.merging.independence import Borrowing
from ascertain.merging.merge import Judged, MergeTerms, merge_evidence
from ascertain.ports.snapshot_store import SnapshotStore
from ascertain.sources.anchoring.finding import prepare
from ascertain.sources.anchoring.prepared import PreparedText
from ascertain.sources.copies import differing_pairs
from ascertain.sources.duplicates import repeated_texts
from ascertain.sources.quoting import texts_with_quotes
from ascertain.validation.checking import Checked, Page, check_evidence
from ascertain.validation.identity.checking import NAME, with_identity
from ascertain.validation.joining import join_opinion

__all__ = [
    "Beside",
    "SourceText",
    "around_of",
    "beside",
    "check_against",
    "check_pending",
    "merge_all",
    "page_of",
    "source_text",
    "unread_pages",
    "why_nothing",
]

_DAY = len("2026-01-31")
_SHOWN = 300
_AROUND = 400
"""Code points before and after a quote that a judge is shown."""


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


class Beside(NamedTuple):
    """What is known of an evidence beside the text that it quotes.

    Attributes:
        identity: whether its source is about the subject, as a check.
        page: the page itself, for evidence from what a program said of it.
        opinion: a judge's, where one was asked.
    """

    identity: Check
    page: Page | None = None
    opinion: Opinion | None = None


def beside(item: Evidence, state: RunState, snapshots: SnapshotStore) -> Beside:
    """Return what a run knows of an evidence beside the text that it quotes."""
    return Beside(
        check_identity(item, state),
        page_of(state, item.source_id, snapshots),
        state.opinions.get(item.id),
    )


def check_against(item: Evidence, text: SourceText | None, known: Beside) -> Checked:
    """Check an evidence against its saved text, or without it where there is none.

    Args:
        item: the evidence.
        text: what it quotes.
        known: what is known of it beside.
    """
    if text is None:
        return with_identity(check_evidence(item, None, page=known.page), known.identity)
    checked = check_evidence(
        item, text.prepared.text, language=text.language, prepared=text.prepared, page=known.page
    )
    if known.opinion is not None:
        passage = "".join(_around(item, text.prepared.text))
        checked = join_opinion(checked, known.opinion, passage)
    return with_identity(checked, known.identity)


def around_of(item: Evidence, snapshots: SnapshotStore) -> tuple[str, str, str]:
    """Return what stands before a quote in its saved copy, the quote, and what stands after."""
    try:
        return _around(item, snapshots.text(item.snapshot))
    except SnapshotError:
        return "", item.quote, ""


def _around(item: Evidence, text: str) -> tuple[str, str, str]:
    start, end = item.selector.start, item.selector.end
    return text[max(0, start - _AROUND) : start], text[start:end], text[end : end + _AROUND]


def page_of(state: RunState, source_id: str, snapshots: SnapshotStore) -> Page | None:
    """Return the page that this run read itself; None where a source is the page."""
    source = state.sources.get(source_id)
    if source is None or source.observed_text == "page":
        return None
    page = state.sources.get(state.pages.get(source_id, ""))
    if page is None or page.content_hash is None:
        return Page(unread=page.error or "" if page else "")
    text = source_text(snapshots, page.content_hash)
    return Page(text.prepared if text else None)


def unread_pages(state: RunState) -> list[Source]:
    """Return the sources of evidence without a verdict whose page is still to be read."""
    wanted = {
        item.source_id: None
        for item in state.evidence.values()
        if item.observed_text == "processed" and item.id not in state.judgements
    }
    return [state.sources[name] for name in wanted if name not in state.pages]


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
        checked.extend(_checked(item, text, beside(item, state, snapshots)) for item in items)
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
    sources, evidence = dict(state.sources), dict(state.evidence)
    texts = {source.id: _text_of(source, snapshots) for source in _oldest_first(sources.values())}
    duplicates = repeated_texts(texts)
    askers: defaultdict[str, list[str]] = defaultdict(list)
    for sub_id, names in state.answers.items():
        for name in names:
            askers[name].append(sub_id)
    judged = [
        Judged(
            evidence[name],
            given.verdict,
            given.confidence,
            tuple(askers[name]),
            _identity_of(evidence[name], state),
        )
        for name, given in state.judgements.items()
    ]
    terms = MergeTerms(
        comparing=COMPARING,
        aging=Aging((state.started_at or "")[:_DAY], state.half_lives),
        borrowing=Borrowing(
            duplicates,
            texts_with_quotes({name: item.quote for name, item in evidence.items()}, texts),
        ),
        reasons={sub.id: why_nothing(state, sub.id) for sub in plan.subquestions},
    )
    merged = merge_evidence(judged, sources, plan, terms)
    return ClaimsMerged(
        claims=merged.claims,
        conflicts=merged.conflicts,
        gaps=merged.gaps,
        duplicate_sources=duplicates,
        altered_copies=tuple(
            AlteredCopy(
                source_id=name,
                original_id=duplicates[name],
                says=one.copy[:_SHOWN],
                instead_of=one.original[:_SHOWN],
            )
            for name, differences in differing_pairs(texts, duplicates).items()
            for one in differences
        ),
    )


def _oldest_first(sources: Iterable[Source]) -> list[Source]:
    """Order sources by when they were published, undated ones last: a copy follows its original."""
    return sorted(sources, key=lambda source: source.published.value if source.published else "~")


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
    read = sum(back.usage.sources_read for back in mine)
    if not read:
        return _why_nothing_read(state, sub_question_id, mine)
    found = counted(read, "source that was", "sources that were")
    return f"no evidence was found in the {found} read for it"


def _why_nothing_read(state: RunState, sub_question_id: str, mine: Sequence[HandBack]) -> str:
    if state.leads.get(sub_question_id):
        return "sources matched its words, but none of them could be read"
    if not any(back.usage.searches for back in mine):
        return "its researcher searched nothing"
    if len(state.failed_searches) == state.searches:
        return "every search failed"
    return "nothing that was searched matched its words"


def _text_of(source: Source, snapshots: SnapshotStore) -> str:
    """The source's saved text; empty, and so like no other, where there is none."""
    if source.content_hash is None:
        return ""
    try:
        return snapshots.text(source.content_hash)
    except SnapshotError:
        return ""


def _checked(item: Evidence, text: SourceText | None, known: Beside) -> EvidenceChecked:
    try:
        checked = check_against(item, text, known)
    except Exception as error:  # noqa: BLE001 (one evidence's boundary: a rule with a fault fails that evidence, visibly)
        fault = f"{type(error).__name__}: {error}"[:500]
        check = Check(name="checking", method="rules", outcome="fail", detail=fault)
        return EvidenceChecked(
            evidence_id=item.id,
            checks=(check, known.identity),
            verdict="not_enough_evidence",
            confidence=0.0,
        )
    return EvidenceChecked(
        evidence_id=item.id,
        checks=checked.checks,
        verdict=checked.verdict,
        confidence=checked.confidence,
    )
