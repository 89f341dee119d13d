"""What every reader ends with: a draft made into a document, or the reason why it is none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple

from ascertain.adapters.readers.language import detect_language
from ascertain.adapters.readers.version import READER_VERSION
from ascertain.errors import ReadError
from ascertain.evidence.document import DatedField, Document, Heading, TextRange

__all__ = ["Draft", "Metadata", "clean", "finish"]

"""Raised whenever the same bytes would give another text."""

_SURROGATES = re.compile(r"[\ud800-\udfff]")
_MAX_FIELD = 1_000


class Metadata(NamedTuple):
    """What a document says about itself, each with where it was read; None if it does not."""

    title: str | None = None
    title_from: str | None = None
    author: str | None = None
    author_from: str | None = None
    published: DatedField | None = None
    updated: DatedField | None = None


class Draft(NamedTuple):
    """A document before its last checks.

    Attributes:
        libraries: distributions that shaped the text, for the reader's version.
        language: as declared, or None to detect it.
        main: empty for "cannot tell".
        canonical_url: the absolute address that the document gives as its own, or None.
    """

    text: str
    media_type: str
    reader: str
    libraries: tuple[str, ...] = ()
    metadata: Metadata = Metadata()
    headings: Sequence[Heading] = ()
    main: Sequence[TextRange] = ()
    language: str | None = None
    notes: tuple[str, ...] = ()
    canonical_url: str | None = None


def clean(text: str) -> str:
    r"""Make line ends ``\n`` and take out what no text may hold: NULs and lone surrogates."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\x00" in text:
        text = text.replace("\x00", "")
    try:
        text.encode()
    except UnicodeEncodeError:
        return _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text)
    return text


def finish(draft: Draft, max_text: int) -> Document:
    """Check and cut a draft.

    Args:
        draft: its text has gone through ``clean``.
        max_text: code points to keep; the rest is cut at a line end, with a note.

    Raises:
        ReadError: ``empty`` if nothing is to be seen in it.
    """
    text, notes = draft.text, list(draft.notes)
    if not text or text.isspace():
        raise ReadError("empty", "there is no text in it")
    if len(text) > max_text:
        text = text[: _cut_at(text, max_text)]
        notes.append(f"only the first {len(text):,} of {len(draft.text):,} characters were kept")
    end = len(text)
    main = [
        TextRange(start=r.start, end=min(r.end, end))
        for r in draft.main
        if r.start < min(end, r.end)
    ]
    metadata = draft.metadata
    title, author = _one_line(metadata.title), _one_line(metadata.author)
    return Document(
        text=text,
        media_type=draft.media_type,
        main=tuple(main) or (TextRange(start=0, end=end),),
        headings=tuple(h for h in draft.headings if h.end <= end),
        title=title,
        title_from=metadata.title_from if title else None,
        author=author,
        author_from=metadata.author_from if author else None,
        published=metadata.published,
        updated=metadata.updated,
        language=draft.language or detect_language(_main_sample(text, main)),
        reader=draft.reader,
        reader_version=_version_of(draft.libraries),
        canonical_url=draft.canonical_url,
        notes=tuple(notes),
    )


def _one_line(value: str | None) -> str | None:
    if not value:
        return None
    return " ".join(clean(value[: 4 * _MAX_FIELD]).split())[:_MAX_FIELD] or None


def _cut_at(text: str, limit: int) -> int:
    at = text.rfind("\n", limit // 2, limit)
    return limit if at < 0 else at


def _main_sample(text: str, main: Sequence[TextRange]) -> str:
    if not main:
        return text
    return "\n".join(text[r.start : r.end] for r in main[:50])


@lru_cache(maxsize=32)
def _version_of(libraries: tuple[str, ...]) -> str:
    parts: list[str] = []
    for name in libraries:
        try:
            parts.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            parts.append(name)
    return f"{READER_VERSION} ({', '.join(parts)})" if parts else READER_VERSION
