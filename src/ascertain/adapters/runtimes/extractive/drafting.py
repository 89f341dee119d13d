"""From a chosen sentence to a draft for ``evidence.record``. Pure."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from pydantic import ValidationError

from ascertain.adapters.runtimes.extractive.candidates import Candidate
from ascertain.adapters.runtimes.extractive.dates import event_date
from ascertain.adapters.runtimes.extractive.resolving import resolve
from ascertain.evidence.admitted import EvidenceDraft
from ascertain.evidence.brief import Brief
from ascertain.evidence.kinds import ClaimType, SourceType
from ascertain.evidence.lead import ReadReply

__all__ = ["claim_type_for", "draft_for", "source_type_of"]

_MAX_SIGNALS = 20
_MAX_SIGNAL = 300
_MAX_TITLE = 1000
_PRESENT = re.compile(
    r"\b(?:is|are|has been|have been|serves|works|leads|heads|holds|chairs|runs|teaches|currently|"
    r"now)\b|现任|目前|现为|担任着|現在",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|had|served|worked|led|headed|held|chaired|ran|taught|became|joined|left|"
    r"resigned|retired|former|formerly|previously|until|stepped down)\b|曾|前任|原任|卸任|かつて",
    re.IGNORECASE,
)
_HOLDS = re.compile(
    r"\b(?:is|serves as|works as) (?:the |an? |its |their )?(?:\w+ ){0,2}?"
    r"(?:chief (?:executive|\w+ officer)|ceo|cfo|cto|chair(?:man|woman|person)?|director|president"
    r"|head of|mayor|minister|professor|secretary[- ]general)\b|现任|担任着",
    re.IGNORECASE,
)
_STILL = re.compile(
    r"\b(?:has|have) (?:also |long )?(?:been|\w+ed|led|held|run)\b.*\bsince\b|现任|目前",
    re.IGNORECASE,
)
_HOSTS: tuple[tuple[re.Pattern[str], SourceType], ...] = (
    (re.compile(r"(?:^|\.)(?:github|gitlab|bitbucket|codeberg)\.(?:com|org)$"), "repository"),
    (
        re.compile(
            r"(?:^|\.)(?:arxiv\.org|doi\.org|pubmed\.ncbi\.nlm\.nih\.gov|dblp\.org|openalex\.org)$"
        ),
        "publication_database",
    ),
    (re.compile(r"\.edu$|\.edu\.\w\w$|\.ac\.\w\w$"), "university_profile"),
    (re.compile(r"\.gov$|\.gov\.\w\w$|\.mil$|(?:^|\.)europa\.eu$"), "official_document"),
)


def draft_for(candidate: Candidate, reply: ReadReply, brief: Brief) -> EvidenceDraft | None:
    """Make the draft, or return None where the sentence cannot stand alone.

    Args:
        candidate: the sentence.
        reply: the source it stands in.
        brief: for the subject and the type of claim.
    """
    subject = brief.subject_name or brief.subquestion.subject
    resolved = resolve(candidate, subject, reply.title)
    if resolved is None:
        return None
    signals = tuple(s[:_MAX_SIGNAL] for s in reply.identity_signals if s.strip())[:_MAX_SIGNALS]
    if brief.subject_name and not signals:
        return None
    try:
        return EvidenceDraft(
            claim_type=claim_type_for(brief.subquestion.claim_type, candidate.text),
            claim=resolved.claim,
            source_url=reply.url,
            source_type=source_type_of(reply.url),
            title=(reply.title or "")[:_MAX_TITLE],
            quote=resolved.quote,
            publication_date=reply.published.value if reply.published else None,
            last_updated_date=reply.updated.value if reply.updated else None,
            event_date=event_date(candidate.text),
            identity_signals=signals,
        )
    except ValidationError:
        return None


def claim_type_for(wanted: ClaimType, text: str) -> ClaimType:
    """Return the claim's type; a role is current or previous by the sentence's own tense."""
    if wanted not in {"current_role", "previous_role"}:
        # Whatever was asked, that somebody holds a post is true for a time only.
        return "current_role" if _HOLDS.search(text) and not _PAST.search(text) else wanted
    if _STILL.search(text):
        return "current_role"
    if _PAST.search(text):
        return "previous_role"
    return "current_role" if _PRESENT.search(text) else "other"


def source_type_of(url: str) -> SourceType:
    """Return the kind of source that an address alone gives away, else ``other``."""
    if url.startswith("file:"):
        return "local_document"
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return "other"
    for pattern, kind in _HOSTS:
        if pattern.search(host):
            return kind
    return "other"
