"""Records for tests of reports, one call each."""

from __future__ import annotations

import hashlib

from ascertain.evidence.admitted import Evidence
from ascertain.evidence.check import Check
from ascertain.evidence.claim import Claim, ClaimEvidence, ConfidenceTerm
from ascertain.evidence.document import DatedField
from ascertain.evidence.kinds import SourceKind, Verdict
from ascertain.evidence.selector import QuoteSelector
from ascertain.evidence.source import Source

__all__ = ["claim_of", "digest_of", "evidence_of", "source_of"]

_RETRIEVED = "2026-03-02T09:14:05Z"


def digest_of(text: str) -> str:
    """Return the digest by which a test's snapshot of this text is named."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def source_of(
    source_id: str,
    url: str,
    text: str,
    *,
    title: str | None,
    kind: SourceKind = "news",
    language: str | None = "en",
    author: str | None = None,
    published: str | None = None,
    where: str = "meta article:published_time",
) -> Source:
    """Return a source that was read."""
    return Source(
        id=source_id,
        requested_url=url,
        canonical_url=url,
        resolved_url=url,
        kind=kind,
        published=DatedField(value=published, where=where) if published else None,
        fetched_at=_RETRIEVED,
        content_hash=digest_of(text),
        media_type="text/html",
        language=language,
        title=title,
        author=author,
        status="ok",
    )


def evidence_of(evidence_id: str, source: Source, text: str, exact: str, claim: str) -> Evidence:
    """Return evidence whose quote stands in the text, at its first place."""
    start = text.index(exact)
    end = start + len(exact)
    return Evidence(
        id=evidence_id,
        run_id="run-7f3a",
        sub_question_id="q1",
        source_id=source.id,
        snapshot=digest_of(text),
        claim_type="other",
        claim=claim,
        source_url=source.requested_url,
        resolved_source_url=source.canonical_url,
        source_type="other",
        title=source.title or "",
        quote=exact,
        retrieval_date=_RETRIEVED,
        selector=QuoteSelector(
            exact=exact,
            prefix=text[max(0, start - 32) : start],
            suffix=text[end : end + 32],
            start=start,
            end=end,
        ),
        anchor_method="exact",
        text_fragment_url=f"{source.canonical_url}#:~:text=quote",
        validation_status="supported",
        checks=(
            Check(
                name="anchor",
                method="anchor 1",
                outcome="pass",
                detail="The quote stands in the saved text.",
            ),
            Check(
                name="number",
                method="quantities 1",
                outcome="pass",
                detail="Every number of the claim is in the quote.",
            ),
            Check(
                name="negation",
                method="cues 1",
                outcome="pass",
                detail="Neither the claim nor the quote negates.",
            ),
            Check(
                name="entailment",
                method="none",
                outcome="not_run",
                detail="No judge was configured.",
            ),
        ),
    )


def claim_of(
    claim_id: str,
    text: str,
    evidence_ids: tuple[str, ...],
    *,
    verdict: Verdict = "supported",
    confidence: float = 0.7,
    as_of: str | None = None,
    conflicts_with: tuple[str, ...] = (),
) -> Claim:
    """Return a claim that these quotes support, each from a source of its own."""
    return Claim(
        id=claim_id,
        text=text,
        claim_type="other",
        evidence=tuple(ClaimEvidence(id=evidence_id) for evidence_id in evidence_ids),
        independent_sources=len(evidence_ids),
        verdict=verdict,
        confidence=confidence,
        confidence_terms=(
            ConfidenceTerm(name="verdict", value=0.5, detail="supported by its quotes"),
            ConfidenceTerm(name="independent sources", value=round(confidence - 0.5, 2)),
        ),
        as_of=DatedField(value=as_of, where="meta article:published_time") if as_of else None,
        conflicts_with=conflicts_with,
    )
