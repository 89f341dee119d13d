"""A document as read: one text, with ranges that say what is what in it."""

from __future__ import annotations

from pydantic import Field

from ascertain.evidence.record import NonBlank, PartialDate, Record

__all__ = ["DatedField", "Document", "Heading", "TextRange"]


class TextRange(Record):
    """Code points ``start`` (in) to ``end`` (out) of a document's text."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)


class Heading(Record):
    """A heading's place in the text and its depth, 1 (highest) to 6."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)
    level: int = Field(ge=1, le=6)


class DatedField(Record):
    """A date and where it was read.

    Attributes:
        value: ISO 8601 with the precision that the source gives.
        where: such as ``meta article:published_time``, ``json-ld datePublished``,
            ``pdf CreationDate``, ``visible text``.
    """

    value: PartialDate
    where: NonBlank


class Document(Record):
    r"""What a reader makes of bytes.

    Attributes:
        text: the whole visible text, near-verbatim; lines end in ``\n``; one block (heading,
            paragraph, list item, table row) a line, blocks of different kinds apart by a blank
            line.
        media_type: by content, such as ``text/html``.
        main: ranges of ``text`` that hold the main content, in order, not overlapping; the
            whole text where the reader cannot tell.
        headings: in order.
        title: and ``title_from``, where it was read; both null if unknown.
        author: and ``author_from``.
        published: and ``updated``: null if unknown, never guessed.
        language: a BCP 47 primary tag such as ``en`` or ``zh``, or null.
        reader: the reader's name, and ``reader_version`` with that of its library.
        canonical_url: the address that the document gives as its own, or null.
        notes: what a person should know, such as "2 of 9 pages have no text".
    """

    text: str
    media_type: NonBlank
    main: tuple[TextRange, ...] = ()
    headings: tuple[Heading, ...] = ()
    title: str | None = None
    title_from: str | None = None
    author: str | None = None
    author_from: str | None = None
    published: DatedField | None = None
    updated: DatedField | None = None
    language: str | None = None
    reader: NonBlank
    reader_version: NonBlank
    canonical_url: str | None = None
    notes: tuple[str, ...] = ()
