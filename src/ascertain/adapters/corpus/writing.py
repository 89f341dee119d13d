"""Documents into and out of an index file's tables."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pydantic import ValidationError

from ascertain.adapters.corpus.tokens import index_tokens
from ascertain.evidence.document import Document
from ascertain.sources.passages import TextPassage, split_passages

__all__ = ["PreparedDocument", "delete_document", "insert_document", "load_document", "prepare"]


class PreparedDocument(NamedTuple):
    """A document with all that goes into the tables, made away from the database.

    Attributes:
        body: the document as compressed JSON.
        words: of each passage: its tokens and its heading's, each joined by spaces.
        title_words: and ``text_words``: the distinct tokens of the title and of all passages.
    """

    document: Document
    body: bytes
    passages: Sequence[TextPassage]
    words: Sequence[tuple[str, str]]
    title_words: str
    text_words: str


def prepare(document: Document) -> PreparedDocument:
    """Split a document into passages and words."""
    passages = split_passages(
        document.text,
        language=document.language,
        main=document.main,
        headings=document.headings,
    )
    texts = [(document.text[p.start : p.end], p.heading) for p in passages]
    words = [_words(*pair) for pair in texts]
    title_words, text_words = _distinct(document.title or "", words)
    return PreparedDocument(
        document=document,
        body=zlib.compress(document.model_dump_json().encode(), 6),
        passages=passages,
        words=words,
        title_words=title_words,
        text_words=text_words,
    )


def insert_document(
    held: sqlite3.Connection, sha256: str, reader: str, prepared: PreparedDocument
) -> None:
    """Put a document in, in place of an older reading of the same bytes."""
    known = held.execute("SELECT id FROM documents WHERE sha256 = ?", (sha256,)).fetchone()
    if known is not None:
        delete_document(held, known[0])
    document = prepared.document
    first = held.execute("SELECT coalesce(max(id), 0) + 1 FROM passages").fetchone()[0]
    row = held.execute(
        "INSERT INTO documents (sha256, reader, body, title, language, published, updated,"
        " first_passage, passages) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (
            sha256,
            reader,
            prepared.body,
            document.title or "",
            document.language,
            document.published and document.published.value,
            document.updated and document.updated.value,
            first,
            len(prepared.passages),
        ),
    ).fetchone()[0]
    held.executemany(
        "INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                first + n,
                row,
                n,
                p.start,
                p.end,
                p.is_main,
                p.heading,
                document.text[p.start : p.end],
            )
            for n, p in enumerate(prepared.passages)
        ),
    )
    held.executemany(
        "INSERT INTO passage_words (rowid, text, heading) VALUES (?, ?, ?)",
        ((first + n, *pair) for n, pair in enumerate(prepared.words)),
    )
    held.execute(
        "INSERT INTO document_words (rowid, title, text) VALUES (?, ?, ?)",
        (row, prepared.title_words, prepared.text_words),
    )


def delete_document(held: sqlite3.Connection, document: int) -> None:
    """Take a document out by its row number."""
    title, first, count = held.execute(
        "SELECT title, first_passage, passages FROM documents WHERE id = ?", (document,)
    ).fetchone()
    last = first + count - 1
    rows = held.execute(
        "SELECT id, text, heading FROM passages WHERE id BETWEEN ? AND ? ORDER BY id", (first, last)
    ).fetchall()
    words = [_words(text, heading) for _, text, heading in rows]
    held.executemany(
        "INSERT INTO passage_words (passage_words, rowid, text, heading)"
        " VALUES ('delete', ?, ?, ?)",
        ((row[0], *pair) for row, pair in zip(rows, words, strict=True)),
    )
    held.execute(
        "INSERT INTO document_words (document_words, rowid, title, text)"
        " VALUES ('delete', ?, ?, ?)",
        (document, *_distinct(title, words)),
    )
    held.execute("DELETE FROM vectors WHERE passage BETWEEN ? AND ?", (first, last))
    held.execute("DELETE FROM passages WHERE id BETWEEN ? AND ?", (first, last))
    held.execute("DELETE FROM documents WHERE id = ?", (document,))


def load_document(held: sqlite3.Connection, sha256: str, reader: str) -> Document | None:
    """Return the stored reading of some bytes by this reader, or None."""
    row = held.execute(
        "SELECT body FROM documents WHERE sha256 = ? AND reader = ?", (sha256, reader)
    ).fetchone()
    if row is None:
        return None
    try:
        return Document.model_validate_json(zlib.decompress(row[0]))
    except (zlib.error, ValidationError):  # as good as not stored: it will be read again
        return None


def _words(text: str, heading: str) -> tuple[str, str]:
    return " ".join(index_tokens(text)), " ".join(index_tokens(heading))


def _distinct(title: str, words: Iterable[tuple[str, str]]) -> tuple[str, str]:
    found: dict[str, None] = {}
    for text, heading in words:
        found.update(dict.fromkeys(text.split()))
        found.update(dict.fromkeys(heading.split()))
    return " ".join(dict.fromkeys(index_tokens(title))), " ".join(found)
