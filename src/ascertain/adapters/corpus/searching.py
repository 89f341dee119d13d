"""Searching one folder's index, in time that does not grow with it.

Two ways lead to passages: the words that stand in them (BM25 of the full-text index), and the
documents whose title or whole text holds most of the query (a passage about a person often says
only "she"). Common words are not looked up where rarer ones exist, and the rows that a query may
visit are bounded; what is found by the rare words is then scored with all of them.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ascertain.adapters.corpus.ranking import Candidate, QueryTerm, inverse_frequency, score
from ascertain.adapters.corpus.tokens import index_tokens, is_prefix, variants

__all__ = [
    "MAX_TERMS",
    "Frequencies",
    "Hit",
    "Words",
    "count_words",
    "find_hits",
    "hit_of",
    "words_of",
]

MAX_TERMS = 40
"""Words of a query that are searched for: the most telling ones."""

_ROWS = 6_000  # rows that the full-text index may visit for one query
_COMMON = 0.2
_PASSAGES = 80  # taken from the full-text index
_DOCUMENTS = 12  # taken by title and whole text
_PER_DOCUMENT = 4
_TERMS_WITHIN = 8  # within one document, common words are cheap to look up
_MAX_VARIANTS = 12


class Hit(NamedTuple):
    """A passage that was found; ``row`` is its number in the index file."""

    row: int
    document: int
    text: str
    score: float


class Frequencies(NamedTuple):
    """How many documents one index has, and how many of them hold the words of a query.

    Attributes:
        holding: a word or one of its forms; a document with two forms counts twice, up to all.
    """

    documents: int
    holding: Mapping[str, int]
    forms: Mapping[str, tuple[str, ...]]


class Words(NamedTuple):
    """A query's words, weighed over all indexes that are searched.

    Attributes:
        terms: the most telling ones, in the order of the query.
        weights: of all of them.
    """

    terms: tuple[QueryTerm, ...]
    phrases: tuple[tuple[str, ...], ...]
    weights: Mapping[str, float]
    documents: int


def count_words(held: sqlite3.Connection, tokens: Sequence[str]) -> Frequencies:
    """Count the documents that hold each token."""
    documents: int = held.execute("SELECT count(*) FROM documents").fetchone()[0]
    holding: dict[str, int] = {}
    forms: dict[str, tuple[str, ...]] = {}
    for n, token in enumerate(tokens):
        if is_prefix(token):
            holding[token] = held.execute(
                "SELECT count(*) FROM document_words WHERE document_words MATCH ?",
                (_expression((token,)),),
            ).fetchone()[0]
            continue
        count = _documents_with(held, token)
        found = [
            (form, held_by)
            for form in (variants(token) if n < MAX_TERMS else ())
            if (held_by := _documents_with(held, form))
        ]
        found.sort(key=lambda pair: -pair[1])
        forms[token] = tuple(form for form, _ in found[:_MAX_VARIANTS])
        holding[token] = min(documents, count + sum(n for _, n in found[:_MAX_VARIANTS]))
    return Frequencies(documents, holding, forms)


def words_of(
    tokens: Sequence[str],
    phrases: tuple[tuple[str, ...], ...],
    counted: Iterable[Frequencies],
) -> Words:
    """Weigh a query's words by what all indexes say, and choose the most telling ones."""
    counted = list(counted)
    documents = sum(one.documents for one in counted)
    weights = {
        token: inverse_frequency(documents, sum(one.holding[token] for one in counted))
        for token in tokens
    }
    forms = {
        token: tuple(dict.fromkeys(f for one in counted for f in one.forms.get(token, ())))
        for token in tokens
    }
    found = {token for token in tokens if any(one.holding[token] for one in counted)}
    telling = set(sorted(found, key=lambda token: -weights[token])[:MAX_TERMS])
    terms = tuple(
        QueryTerm(token, forms[token], weights[token]) for token in tokens if token in telling
    )
    return Words(terms, phrases, weights, documents)


def find_hits(held: sqlite3.Connection, words: Words, frequencies: Frequencies) -> list[Hit]:
    """Return passages of one index with their scores, in no given order."""
    terms = [term for term in words.terms if frequencies.holding.get(term.token)]
    terms.sort(key=lambda term: frequencies.holding[term.token])
    if not terms:
        return []
    chosen = _affordable(terms, frequencies)
    rows = _passages_by_words(held, terms, chosen, frequencies)
    about, titled = _documents_by_words(held, chosen, frequencies)
    best = sorted(about, key=lambda document: -_weight(about[document], titled[document]))
    for document in best[:_DOCUMENTS]:
        rows.update(_passages_within(held, document, terms[:_TERMS_WITHIN]))
    return _scored(held, rows, words, about)


def hit_of(held: sqlite3.Connection, row: int, score: float) -> Hit:
    """Return a passage that something else found, with the score that it was given."""
    document, text = held.execute(
        "SELECT document, text FROM passages WHERE id = ?", (row,)
    ).fetchone()
    return Hit(row, document, text, score)


def _affordable(terms: Sequence[QueryTerm], frequencies: Frequencies) -> list[QueryTerm]:
    """The rarest words, as many as the bound on rows allows, and at least one."""
    chosen: list[QueryTerm] = []
    rows = 0
    for term in terms:
        holding = frequencies.holding[term.token]
        rows += holding
        is_common = holding > max(_COMMON * frequencies.documents, 50)
        if chosen and (rows > _ROWS or is_common):
            break
        chosen.append(term)
    return chosen


def _passages_by_words(
    held: sqlite3.Connection,
    terms: Sequence[QueryTerm],
    chosen: Sequence[QueryTerm],
    frequencies: Frequencies,
) -> set[int]:
    ask = "SELECT rowid FROM passage_words WHERE passage_words MATCH ? ORDER BY rank LIMIT ?"
    groups = [f"({_expression((term.token, *term.forms))})" for term in terms[:3]]
    if frequencies.holding[chosen[0].token] > _ROWS and len(groups) > 1:
        # Only common words: passages that hold several of them are few and enough.
        rows = {row for (row,) in held.execute(ask, (" AND ".join(groups), _PASSAGES))}
        if rows:
            return rows
    either = _expression(form for term in chosen for form in (term.token, *term.forms))
    return {row for (row,) in held.execute(ask, (either, _PASSAGES))}


def _documents_by_words(
    held: sqlite3.Connection, chosen: Sequence[QueryTerm], frequencies: Frequencies
) -> tuple[dict[int, set[QueryTerm]], dict[int, set[QueryTerm]]]:
    about: dict[int, set[QueryTerm]] = defaultdict(set)
    titled: dict[int, set[QueryTerm]] = defaultdict(set)
    for term in chosen:
        if frequencies.holding[term.token] > _ROWS:
            continue
        sought = _expression((term.token, *term.forms))
        for found, expression in ((about, sought), (titled, f"title : ({sought})")):
            for (document,) in held.execute(
                "SELECT rowid FROM document_words WHERE document_words MATCH ?", (expression,)
            ):
                found[document].add(term)
    return about, titled


def _weight(about: Iterable[QueryTerm], titled: Iterable[QueryTerm]) -> float:
    return sum(t.weight for t in about) + 1.5 * sum(t.weight for t in titled)


def _passages_within(
    held: sqlite3.Connection, document: int, terms: Sequence[QueryTerm]
) -> list[int]:
    """The passages of a document that hold most of the words, or its first."""
    first, count = held.execute(
        "SELECT first_passage, passages FROM documents WHERE id = ?", (document,)
    ).fetchone()
    weights: dict[int, float] = defaultdict(float)
    for term in terms:
        for (row,) in held.execute(
            "SELECT rowid FROM passage_words WHERE passage_words MATCH ?"
            " AND rowid BETWEEN ? AND ? LIMIT 200",
            (_expression((term.token, *term.forms)), first, first + count - 1),
        ):
            weights[row] += term.weight
    best = sorted(weights, key=lambda row: (-weights[row], row))[:_PER_DOCUMENT]
    opening = held.execute(
        "SELECT id FROM passages WHERE id BETWEEN ? AND ? ORDER BY is_main DESC, id LIMIT 1",
        (first, min(first + 20, first + count - 1)),
    ).fetchall()
    return [*best, *(row for (row,) in opening)]


def _scored(
    held: sqlite3.Connection,
    rows: Iterable[int],
    words: Words,
    about: Mapping[int, Iterable[QueryTerm]],
) -> list[Hit]:
    hits: list[Hit] = []
    titles: dict[int, list[str]] = {}
    elsewhere: dict[int, frozenset[str]] = {}
    for row in rows:
        document, text, heading, is_main, title = held.execute(
            "SELECT document, text, heading, is_main, title FROM passages"
            " JOIN documents ON documents.id = document WHERE passages.id = ?",
            (row,),
        ).fetchone()
        if document not in titles:
            titles[document] = index_tokens(title)
            elsewhere[document] = frozenset(term.token for term in about.get(document, ()))
        candidate = Candidate(
            tokens=index_tokens(text),
            heading=index_tokens(heading),
            title=titles[document],
            elsewhere=elsewhere[document],
            is_main=bool(is_main),
        )
        hits.append(Hit(row, document, text, score(candidate, words.terms, words.phrases)))
    return hits


def _documents_with(held: sqlite3.Connection, token: str) -> int:
    row = held.execute("SELECT doc FROM document_terms WHERE term = ?", (token,)).fetchone()
    return 0 if row is None else row[0]


def _expression(tokens: Iterable[str]) -> str:
    """Write tokens as an FTS5 expression: each a quoted string, so that none is syntax."""
    return " OR ".join(f'"{token}"*' if is_prefix(token) else f'"{token}"' for token in tokens)
