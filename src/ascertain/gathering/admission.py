"""Admission: code, not a researcher, decides what becomes evidence."""

from __future__ import annotations

import asyncio
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from ascertain.errors import EvidenceRefusedError, LimitReachedError
from ascertain.evidence.admitted import Evidence, EvidenceDraft
from ascertain.evidence.brief import Brief
from ascertain.evidence.events import EventBody, EvidenceAdmitted, EvidenceRefused, EvidenceShared
from ascertain.evidence.selector import Anchor
from ascertain.ports.clock import Clock
from ascertain.sources.anchoring.finding import Finding, find_quote
from ascertain.sources.anchoring.fragments import text_fragment_url
from ascertain.sources.prepared_texts import PreparedTexts
from ascertain.sources.registry import SourceRegistry
from ascertain.sources.source_reading import ReadSource

__all__ = ["Admission", "Admitted", "anchor_draft"]


@dataclass(frozen=True, slots=True)
class Admitted:
    """An evidence and whether this draft made it or it was there before."""

    evidence: Evidence
    is_new: bool


def anchor_draft(draft: EvidenceDraft, read: ReadSource, texts: PreparedTexts) -> Anchor:
    """Find the draft's quote in the saved copy of its source.

    Raises:
        EvidenceRefusedError: if it does not stand there, with the nearest text as advice.
    """
    snapshot = read.snapshot
    prepared = texts.get(snapshot.sha256 if snapshot else "", read.text)
    finding = find_quote(draft.quote, prepared, preferred=snapshot.main if snapshot else ())
    if finding.anchor is None:
        raise EvidenceRefusedError(
            "quote_not_found",
            f"the quote does not stand in the saved copy of {draft.source_url}",
            _nearest_advice(finding),
        )
    return finding.anchor


def _nearest_advice(finding: Finding) -> str:
    if finding.nearest is None:
        return "Copy the quote from a passage, character by character."
    near = finding.nearest
    return f"The nearest text is: «{near.text[:600]}» {near.reason}".strip()


class Admission:
    """Numbers and admits evidence for one run, and records every decision."""

    def __init__(
        self,
        *,
        run_id: str,
        registry: SourceRegistry,
        clock: Clock,
        record: Callable[[EventBody], object],
    ) -> None:
        self._run_id = run_id
        self._registry = registry
        self._clock = clock
        self._record = record
        self._by_claim: dict[tuple[str, str], Evidence] = {}
        self._used: set[tuple[str, str]] = set()
        self._texts = PreparedTexts()
        self._taken: Counter[str] = Counter()

    async def submit(self, draft: EvidenceDraft, brief: Brief) -> Admitted:
        """Admit a draft, or say what to mend.

        Raises:
            EvidenceRefusedError: with a code and advice.
            LimitReachedError: if ``max_evidence_records`` of the brief is used up.
        """
        try:
            return await self._submit(draft, brief)
        except EvidenceRefusedError as error:
            self._refused(draft, brief, error.code, error.message, error.advice)
            raise
        except LimitReachedError as error:
            self._refused(draft, brief, "limit_reached", error.message, "")
            raise

    async def _submit(self, draft: EvidenceDraft, brief: Brief) -> Admitted:
        read = self._registry.known(draft.source_url)
        if read is None or read.snapshot is None:
            raise EvidenceRefusedError(
                "source_not_read",
                f"{draft.source_url} was not read successfully in this run",
                "Read the source first; evidence comes only from pages that were read.",
            )
        if brief.subject_name is not None and not draft.identity_signals:
            raise EvidenceRefusedError(
                "identity_signal_missing",
                f"nothing says that the page is about {brief.subject_name}",
                "Give at least one identity signal from the page.",
            )
        anchor = await asyncio.to_thread(anchor_draft, draft, read, self._texts)
        # From here to the record nothing awaits: numbering and limits see one draft at a time.
        key = (read.source.id, _folded(draft.claim))
        place = brief.subquestion.id
        known = self._by_claim.get(key)
        if known is not None and (known.id, brief.subquestion.id) in self._used:
            return Admitted(known, is_new=False)
        if self._taken[place] >= brief.max_evidence_records:
            raise LimitReachedError(
                "max_evidence_records",
                f"{brief.max_evidence_records} evidence records are admitted already",
            )
        self._taken[place] += 1
        if known is not None:
            self._used.add((known.id, brief.subquestion.id))
            self._record(EvidenceShared(evidence_id=known.id, sub_question_id=brief.subquestion.id))
            return Admitted(known, is_new=False)
        evidence = self._evidence(draft, brief, read, anchor)
        # Numbered before it is recorded: no fault in between may give a number twice.
        self._by_claim[key] = evidence
        self._record(EvidenceAdmitted(evidence=evidence))
        self._used.add((evidence.id, brief.subquestion.id))
        return Admitted(evidence, is_new=True)

    def _evidence(
        self, draft: EvidenceDraft, brief: Brief, read: ReadSource, anchor: Anchor
    ) -> Evidence:
        source = read.source
        resolved = source.resolved_url or source.canonical_url
        return Evidence(
            id=f"E{len(self._by_claim) + 1}",
            run_id=self._run_id,
            sub_question_id=brief.subquestion.id,
            source_id=source.id,
            snapshot=source.content_hash or "",
            resolved_source_url=resolved,
            retrieval_date=source.fetched_at or self._clock.now(),
            selector=anchor.selector,
            anchor_method=anchor.method,
            anchor_differences=anchor.differences,
            text_fragment_url=(
                text_fragment_url(resolved, anchor.selector)
                if source.observed_text == "page"
                else resolved
            ),
            observed_text=source.observed_text,
            **draft.model_dump(),
        )

    def _refused(
        self, draft: EvidenceDraft, brief: Brief, code: str, message: str, advice: str
    ) -> None:
        self._record(
            EvidenceRefused(
                sub_question_id=brief.subquestion.id,
                draft=draft,
                code=code,
                message=message,
                advice=advice,
            )
        )


def _folded(claim: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", claim).casefold().split())
