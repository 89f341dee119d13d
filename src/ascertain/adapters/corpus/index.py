"""The corpus index: folders made searchable, brought up to date as their files change."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ascertain._version import __version__
from ascertain.adapters.corpus.database import Database
from ascertain.adapters.corpus.indexing import FolderIndexing
from ascertain.adapters.corpus.pacing import finish_in_thread
from ascertain.adapters.corpus.searching import (
    Hit,
    count_words,
    find_hits,
    hit_of,
    words_of,
)
from ascertain.adapters.corpus.tokens import phrases, query_tokens
from ascertain.adapters.corpus.walking import name_of, shown
from ascertain.adapters.corpus.writing import load_document
from ascertain.errors import AscertainError, InputError, NotAvailableError, SearchError
from ascertain.evidence.document import Document
from ascertain.evidence.index_report import IndexProgress, IndexReport
from ascertain.evidence.lead import Lead, SearchReply
from ascertain.evidence.report import FailedSource
from ascertain.ports.document_reader import DocumentReader

if TYPE_CHECKING:
    from ascertain.adapters.corpus.semantic import SentenceVectors

__all__ = ["CorpusIndex"]

_MAX_UNREADABLE = 200
_PER_DOCUMENT = 3
_MAX_QUERY = 20_000
_NEAREST = 50
_FUSION = 60


class CorpusIndex:
    """An incremental full-text index over folders; the search provider ``corpus``.

    Safe for several threads, and for several processes over the same ``cache_dir``. Whoever
    builds it closes it; the reader stays open.

    Args:
        folders: what is indexed; one that lies inside another is part of it.
        cache_dir: where the index files are kept, one for each folder.
        reader: reads the documents.
        semantic: rank by sentence vectors too; needs the extra ``semantic``.

    Raises:
        InputError: if a folder does not exist.
        NotAvailableError: if ``semantic`` is asked for and not installed.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        cache_dir: Path,
        reader: DocumentReader,
        *,
        semantic: bool = False,
    ) -> None:
        self._reader = reader
        self._stamp = _stamp(reader)
        self._databases = [Database(folder, cache_dir) for folder in _outermost(folders)]
        self._vectors = _sentence_vectors() if semantic else None
        self._refreshing = asyncio.Lock()

    @property
    def name(self) -> str:
        """``corpus``."""
        return "corpus"

    async def refresh(self, progress: Callable[[IndexProgress], None] | None = None) -> IndexReport:
        """Bring the index up to date with the folders.

        Cancelling it leaves a valid index with what was done so far.

        Args:
            progress: told after each file that was opened, in the event loop's thread.

        Raises:
            InputError: if a folder is gone or the index files cannot be written.
            SearchError: if an index file fails in a way that rebuilding does not mend.
        """
        async with self._refreshing:
            try:
                return await self._refreshed(progress)
            except sqlite3.Error as fault:
                if not any(database.is_damaged() for database in self._databases):
                    raise SearchError(self.name, f"the index file failed: {fault}") from fault
            for database in self._databases:
                if database.is_damaged():
                    await finish_in_thread(database.rebuild, "it was damaged")
            try:
                return await self._refreshed(progress)
            except sqlite3.Error as fault:
                raise SearchError(self.name, f"the index file failed: {fault}") from fault

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Find the passages that answer the query best, at most three of one document.

        The reply's ``term_weights`` are inverse document frequencies of
        ``tokens.query_tokens(query)``, all folders together.

        Raises:
            SearchError: if an index file fails.
        """
        try:
            return await asyncio.to_thread(self._search, query[:_MAX_QUERY], limit)
        except sqlite3.Error as fault:
            raise SearchError(
                self.name, f"the index file failed ({fault}); refresh the index to mend it"
            ) from fault
        except SearchError:
            raise
        except AscertainError as fault:
            raise SearchError(self.name, str(fault)) from fault

    def document(self, sha256: str) -> Document | None:
        """Return the stored reading of the bytes with this digest, if today's reader made it.

        A cache only: an index that is closed or damaged holds nothing.
        """
        for database in self._databases:
            with (
                contextlib.suppress(sqlite3.Error, AscertainError),
                database.connection() as held,
            ):
                found = load_document(held, sha256, self._stamp)
                if found is not None:
                    return found
        return None

    def close(self) -> None:
        """Close the index files. Closing twice is harmless."""
        for database in self._databases:
            database.close()

    async def _refreshed(self, progress: Callable[[IndexProgress], None] | None) -> IndexReport:
        began = time.monotonic()
        jobs = [FolderIndexing(d, self._reader, self._stamp) for d in self._databases]
        try:
            total = sum([await job.scan() for job in jobs])
            done = 0

            def on_file(path: str) -> None:
                nonlocal done
                done += 1
                if progress is not None:
                    progress(IndexProgress(done, total, path, time.monotonic() - began))

            for job in jobs:
                await job.read(on_file)
                await job.tidy()
            await self._embed(progress, began)
            return await finish_in_thread(self._report, jobs)
        finally:
            for job in jobs:
                job.close()

    async def _embed(self, progress: Callable[[IndexProgress], None] | None, began: float) -> None:
        """Make the missing sentence vectors; progress counts passages here."""
        if self._vectors is None:
            return
        for database in self._databases:
            total = await finish_in_thread(self._vectors.missing, database)
            done = 0
            while made := await finish_in_thread(self._vectors.add_batch, database):
                done += made
                if progress is not None:
                    seconds = time.monotonic() - began
                    progress(IndexProgress(done, max(done, total), "sentence vectors", seconds))

    def _report(self, jobs: Sequence[FolderIndexing]) -> IndexReport:
        failed: list[FailedSource] = []
        failed_total = 0
        for job in jobs:
            entries, count = job.unreadable(_MAX_UNREADABLE - len(failed))
            failed.extend(entries)
            failed_total += count
        notes = [note for database in self._databases for note in database.notes]
        for database in self._databases:
            database.notes.clear()
        return IndexReport(
            documents=sum(_count(database) for database in self._databases),
            read_now=sum(job.tally.read_now for job in jobs),
            unchanged=sum(job.tally.unchanged for job in jobs),
            moved=sum(job.tally.moved for job in jobs),
            removed=sum(job.tally.removed for job in jobs),
            unreadable=tuple(failed),
            unreadable_total=failed_total,
            notes=tuple(notes),
        )

    def _search(self, query: str, limit: int) -> SearchReply:
        tokens = query_tokens(query)
        with contextlib.ExitStack() as stack:
            held = [stack.enter_context(database.connection()) for database in self._databases]
            for one in held:
                one.execute("BEGIN")  # one state of the index for all statements of this search
            rebuilt = [note for database in self._databases for note in database.notes]
            if rebuilt:  # what is empty since then must not look like "nothing found"
                raise SearchError(self.name, f"{rebuilt[0]} Refresh the index first.")
            counted = [count_words(one, tokens) for one in held]
            words = words_of(tokens, phrases(query), counted)
            found = [
                _Found(place, hit)
                for place, (one, frequencies) in enumerate(zip(held, counted, strict=True))
                for hit in find_hits(one, words, frequencies)
            ]
            found.sort(key=_best_first)
            if self._vectors is not None and query.strip():
                found = _fused(found, self._near(held, query, self._vectors))
            leads = tuple(self._leads(held, found, limit))
        return SearchReply(leads=leads, term_weights=dict(words.weights), documents=words.documents)

    def _near(
        self, held: Sequence[sqlite3.Connection], query: str, vectors: SentenceVectors
    ) -> list[_Found]:
        vector = vectors.embed([query])[0]
        near = [
            _Found(place, hit_of(one, row, cosine))
            for place, one in enumerate(held)
            for row, cosine in vectors.nearest(one, vector, _NEAREST)
        ]
        near.sort(key=_best_first)
        return near[:_NEAREST]

    def _leads(
        self, held: Sequence[sqlite3.Connection], found: Sequence[_Found], limit: int
    ) -> Iterator[Lead]:
        taken: Counter[str] = Counter()
        count = 0
        for place, hit in found:
            if count >= limit:
                return
            row = (
                held[place]
                .execute(
                    "SELECT documents.sha256, title, min(path) FROM documents JOIN files"
                    " ON files.sha256 = documents.sha256 WHERE documents.id = ?",
                    (hit.document,),
                )
                .fetchone()
            )
            digest, title, path = row
            if path is None or taken[digest] >= _PER_DOCUMENT:
                continue
            taken[digest] += 1
            count += 1
            whole = self._databases[place].folder / os.fsdecode(path)
            yield Lead(
                url=whole.as_uri(),
                title=title or shown(name_of(path)),
                snippet=hit.text,
                score=round(hit.score, 6),
                provider=self.name,
            )


class _Found(NamedTuple):
    """A hit and the index that it was found in."""

    place: int
    hit: Hit


def _best_first(found: _Found) -> tuple[float, int, int]:
    return (-found.hit.score, found.place, found.hit.row)


def _fused(by_words: Sequence[_Found], by_vectors: Sequence[_Found]) -> list[_Found]:
    """Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009), scaled to at most 1."""
    scores: dict[tuple[int, int], float] = {}
    known: dict[tuple[int, int], _Found] = {}
    for ranking in (by_words, by_vectors):
        for rank, found in enumerate(ranking, 1):
            key = (found.place, found.hit.row)
            known[key] = found
            scores[key] = scores.get(key, 0.0) + (_FUSION + 1) / (_FUSION + rank) / 2
    fused = [
        found._replace(hit=found.hit._replace(score=scores[key])) for key, found in known.items()
    ]
    return sorted(fused, key=_best_first)


def _sentence_vectors() -> SentenceVectors:
    try:
        from ascertain.adapters.corpus.semantic import (  # noqa: PLC0415  an optional dependency
            SentenceVectors,
        )
    except ImportError as fault:
        raise NotAvailableError(
            f"Searching by sentence vectors is not installed ({fault.name} is missing).",
            hint="pip install 'ascertain[semantic]'",
        ) from fault
    return SentenceVectors()


def _count(database: Database) -> int:
    with database.connection() as held:
        found: int = held.execute("SELECT count(*) FROM documents").fetchone()[0]
    return found


def _outermost(folders: Sequence[Path]) -> list[Path]:
    resolved: list[Path] = []
    for number, folder in enumerate(folders):
        try:
            whole = folder.resolve(strict=True)
        except (OSError, RuntimeError, ValueError) as fault:
            raise InputError(f"there is no folder {folder}", path=f"corpus[{number}]") from fault
        if not whole.is_dir():
            raise InputError(f"{folder} is not a folder", path=f"corpus[{number}]")
        resolved.append(whole)
    unique = list(dict.fromkeys(resolved))
    return [one for one in unique if not any(other in one.parents for other in unique)]


def _stamp(reader: DocumentReader) -> str:
    return f"{type(reader).__name__} {reader.version} in {__version__}"
