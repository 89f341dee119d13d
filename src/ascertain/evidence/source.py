"""A source: a document's identity, and what became of the attempt to read it."""

from __future__ import annotations

from pydantic import Field

from ascertain.evidence.document import DatedField
from ascertain.evidence.kinds import ObservedText, SourceKind, SourceStatus
from ascertain.evidence.record import NonBlank, Sha256, UtcTime, VersionedRecord

__all__ = ["Source"]


class Source(VersionedRecord):
    """One source of a run, read or not.

    Attributes:
        id: ``S1``, ``S2`` … in the order of asking.
        kind: set by code from rules.
        rank: 0 (worst) to 1 (best), from kind and dates, by code.
        content_hash: the SHA-256 of the bytes, which names the snapshot; null if unread.
        summary: the first sentences of the main text, extractive.
        redirects: addresses passed through on the way, in order.
        doi: of a scholarly work, or null; ``retraction``: what the index, or else
            the page itself, says of it, or null.
        superseded: what the page says of being replaced or out of force, or null.
        open_copy: which index named the open copy that was read, or null.
        notes: what a person should know, such as that a browser made the text.
        duplicate_of: the source whose text this one repeats, or null.
        observed_text: ``processed``: the saved text is what a researcher's own program said of
            the page, not the page.
    """

    id: NonBlank
    requested_url: NonBlank
    canonical_url: NonBlank
    resolved_url: NonBlank | None = None
    kind: SourceKind = "unknown"
    rank: float = Field(default=0.5, ge=0, le=1)
    published: DatedField | None = None
    updated: DatedField | None = None
    fetched_at: UtcTime | None = None
    content_hash: Sha256 | None = None
    media_type: str | None = None
    language: str | None = None
    title: str | None = None
    author: str | None = None
    summary: str | None = None
    status: SourceStatus
    error: str | None = None
    attempts: int = Field(default=1, ge=0)
    from_cache: bool = False
    redirects: tuple[str, ...] = ()
    doi: str | None = None
    retraction: str | None = None
    superseded: str | None = None
    open_copy: str | None = None
    notes: tuple[str, ...] = ()
    duplicate_of: str | None = None
    observed_text: ObservedText = "page"
