"""A snapshot: what describes the bytes and text of a source at one time."""

from __future__ import annotations

from pydantic import Field

from ascertain.evidence.document import DatedField, Heading, TextRange
from ascertain.evidence.record import NonBlank, Sha256, UtcTime, VersionedRecord

__all__ = ["Snapshot"]


class Snapshot(VersionedRecord):
    """The description beside a saved copy (``<sha256>.json``).

    Attributes:
        sha256: of the bytes as received.
        text_sha256: of the text's UTF-8 bytes.
        size_bytes: of the bytes as received.
        url: where they came from.
        main: ranges of the main content, in code points of the text.
    """

    sha256: Sha256
    text_sha256: Sha256
    size_bytes: int = Field(ge=0)
    url: NonBlank
    fetched_at: UtcTime
    media_type: NonBlank
    reader: NonBlank
    reader_version: NonBlank
    title: str | None = None
    title_from: str | None = None
    author: str | None = None
    author_from: str | None = None
    published: DatedField | None = None
    updated: DatedField | None = None
    language: str | None = None
    main: tuple[TextRange, ...] = ()
    headings: tuple[Heading, ...] = ()
    canonical_url: str | None = None
    notes: tuple[str, ...] = ()
