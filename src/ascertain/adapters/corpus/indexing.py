"""Bringing one folder's index up to date: what changed is read, the rest is left alone."""

from __future__ import annotations

import asyncio
import hashlib
import os
import sqlite3
import stat
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ascertain.adapters.corpus.database import Database
from ascertain.adapters.corpus.file_times import storable_mtime
from ascertain.adapters.corpus.opening import read_regular
from ascertain.adapters.corpus.pacing import ByteBudget, finish_in_thread
from ascertain.adapters.corpus.walking import WalkNotes, joined, name_of, shown, suffix_of, walk
from ascertain.adapters.corpus.writing import (
    PreparedDocument,
    delete_document,
    insert_document,
    prepare,
)
from ascertain.errors import FetchError, InputError, ReadError
from ascertain.evidence.report import FailedSource
from ascertain.ports.document_reader import DocumentReader

__all__ = ["MAX_FILE_BYTES", "FolderIndexing"]

MAX_FILE_BYTES = 50_000_000
"""Longer files are not read."""

_IN_FLIGHT = 8
_BYTES_IN_FLIGHT = 64_000_000
_BATCH = 48
_BATCH_BYTES = 16_000_000
_PENDING = 500
_ALONE = 5  # this many unsupported files of one suffix are named; more are one entry


class _Pending(NamedTuple):
    path: bytes
    size: int
    is_new: bool


class _Outcome(NamedTuple):
    """What came of one file; ``prepared`` is None if its bytes were known, or it failed."""

    path: bytes
    size: int
    mtime_ns: int
    is_new: bool
    sha256: str | None
    status: str
    reason: str
    prepared: PreparedDocument | None


@dataclass(slots=True)
class _Tally:
    read_now: int = 0
    unchanged: int = 0
    moved: int = 0
    removed: int = 0


class FolderIndexing:
    """One refresh of one folder: ``scan``, then ``read``, then ``tidy``; then ``close``.

    Every step may be cancelled; what was committed stays, and the next refresh goes on from it.
    Two refreshes of the same folder at once read some files twice and agree in the end.

    Args:
        database: the folder's.
        reader: reads the documents.
        stamp: the reader's name and version; readings of another one are made again.
    """

    def __init__(self, database: Database, reader: DocumentReader, stamp: str) -> None:
        self.tally = _Tally()
        self._database = database
        self._reader = reader
        self._stamp = stamp
        self._root = os.fsencode(database.folder)
        self._notes = WalkNotes()
        self._scan = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        self._bytes = ByteBudget(_BYTES_IN_FLIGHT)

    def close(self) -> None:
        """Forget the scan."""
        self._scan.close()

    async def scan(self) -> int:
        """Find the files, and return how many of them must be opened.

        Raises:
            InputError: if the folder is gone.
        """
        return await finish_in_thread(self._find)

    async def read(self, on_file: Callable[[str], None]) -> None:
        """Read what must be opened; ``on_file`` is told each path when it is done."""
        done: list[_Outcome] = []
        weight = 0
        running: set[asyncio.Task[_Outcome]] = set()
        pending = self._pending()
        try:
            while True:
                while len(running) < _IN_FLIGHT and (item := next(pending, None)) is not None:
                    running.add(asyncio.create_task(self._read_one(item)))
                if not running:
                    break
                ready, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for outcome in (task.result() for task in ready):
                    done.append(outcome)
                    weight += outcome.size
                    on_file(shown(outcome.path))
                if len(done) >= _BATCH or weight >= _BATCH_BYTES:
                    await finish_in_thread(self._commit, done)
                    done, weight = [], 0
        finally:
            await _cancel(running)
            if done:
                await finish_in_thread(self._commit, done)

    async def tidy(self) -> None:
        """Take out what is gone."""
        await finish_in_thread(self._remove_gone)

    def unreadable(self, limit: int) -> tuple[list[FailedSource], int]:
        """Return the files that cannot be used, at most ``limit`` entries, and their number."""
        failed: list[FailedSource] = []
        total = 0
        crowds = Counter(self._notes.binary)
        named: list[tuple[bytes, str, str]] = []
        with self._database.connection() as held:
            for path, status, reason in held.execute(
                "SELECT path, status, reason FROM files WHERE status <> 'ok' ORDER BY path"
            ):
                total += 1
                if status == "unsupported":
                    crowds[suffix_of(path)] += 1
                    if crowds[suffix_of(path)] > _ALONE:
                        continue
                if len(named) < limit:
                    named.append((path, status, reason))
        for path, status, reason in named:
            if status == "unsupported" and crowds[suffix_of(path)] > _ALONE:
                continue
            failed.append(self._failed(path, status, reason))
        failed.extend(self._passed_by(crowds))
        total += self._notes.binary.total()
        total += self._notes.leading_out_total + self._notes.closed_total
        return failed[:limit], total

    def _passed_by(self, crowds: Counter[bytes]) -> Iterator[FailedSource]:
        for path, reason in self._notes.closed:
            yield self._failed(path, "error", f"the folder cannot be listed: {reason}")
        for path in self._notes.leading_out:
            yield self._failed(path, "blocked", "the link leads out of the folder")
        for suffix, count in crowds.most_common():
            if count > _ALONE or suffix in self._notes.binary:
                kind = f"files named .{shown(suffix)}" if suffix else "files without a suffix"
                yield self._failed(b"", "unsupported", f"{count:,} {kind} are not read")

    def _failed(self, path: bytes, status: str, reason: str) -> FailedSource:
        url = Path(os.fsdecode(joined(self._root, path))).as_uri()
        return FailedSource.model_validate(
            {"source_id": "corpus", "url": url, "status": status, "reason": reason or status}
        )

    # Scanning: the walk fills a private table on disk, and the difference is taken in SQL.

    def _find(self) -> int:
        if not self._database.folder.is_dir():
            raise InputError(f"the folder {self._database.folder} does not exist", path="corpus")
        self._notes = WalkNotes()
        scan = self._scan
        scan.executescript(
            "DROP TABLE IF EXISTS found; DROP TABLE IF EXISTS pending;"
            "CREATE TABLE found (path BLOB PRIMARY KEY, size INTEGER, mtime_ns INTEGER)"
            " WITHOUT ROWID;"
            "CREATE TABLE pending (path BLOB PRIMARY KEY, size INTEGER, is_new INTEGER)"
            " WITHOUT ROWID; BEGIN"
        )
        scan.executemany("INSERT OR REPLACE INTO found VALUES (?, ?, ?)", self._walked())
        with self._database.connection() as held:
            known = held.cursor()
            for path, size, mtime_ns in scan.execute("SELECT path, size, mtime_ns FROM found"):
                row = known.execute(
                    "SELECT size, mtime_ns, reader, status = 'ok' FROM files WHERE path = ?",
                    (path,),
                ).fetchone()
                if row is not None and row[:3] == (size, mtime_ns, self._stamp):
                    self.tally.unchanged += row[3]
                else:
                    scan.execute("INSERT INTO pending VALUES (?, ?, ?)", (path, size, row is None))
        scan.execute("COMMIT")
        count: int = scan.execute("SELECT count(*) FROM pending").fetchone()[0]
        return count

    def _walked(self) -> Iterator[tuple[bytes, int, int]]:
        yield from walk(self._root, self._notes)

    def _pending(self) -> Iterator[_Pending]:
        after = b""
        while True:
            rows = self._scan.execute(
                "SELECT path, size, is_new FROM pending WHERE path > ? ORDER BY path LIMIT ?",
                (after, _PENDING),
            ).fetchall()
            for path, size, is_new in rows:
                yield _Pending(path, size, bool(is_new))
            if not rows:
                return
            after = rows[-1][0]

    # Reading one file.

    async def _read_one(self, item: _Pending) -> _Outcome:
        async with self._bytes.held(min(item.size, MAX_FILE_BYTES)):
            return await self._outcome(item)

    async def _outcome(self, item: _Pending) -> _Outcome:
        path = os.fsdecode(joined(self._root, item.path))
        failed = _Outcome(item.path, item.size, -1, item.is_new, None, "error", "", None)
        facts: tuple[int, int] | None = None
        try:
            facts = await asyncio.to_thread(_facts, path)
            bytes_read = await asyncio.to_thread(read_regular, path, MAX_FILE_BYTES)
            facts = (bytes_read.size, bytes_read.mtime_ns)
            sha256 = await asyncio.to_thread(_digest, bytes_read.data)
            good = failed._replace(size=facts[0], mtime_ns=facts[1], sha256=sha256, status="ok")
            if await asyncio.to_thread(self._is_known, sha256):
                return good
            return good._replace(prepared=await self._prepared(bytes_read.data, item.path))
        except (FetchError, ReadError) as fault:
            failed = failed._replace(status=fault.status, reason=fault.reason)
        return failed if facts is None else failed._replace(size=facts[0], mtime_ns=facts[1])

    async def _prepared(self, data: bytes, path: bytes) -> PreparedDocument:
        try:
            document = await self._reader.read(data, name=_name(path))
            return await asyncio.to_thread(prepare, document)
        except ReadError:
            raise
        except Exception as fault:  # one file's failure must not end the others
            reason = f"reading failed: {type(fault).__name__}: {fault}"[:300]
            raise ReadError("error", reason) from fault

    def _is_known(self, sha256: str) -> bool:
        with self._database.connection() as held:
            return _holds(held, sha256, self._stamp)

    # Writing.

    def _commit(self, outcomes: list[_Outcome]) -> None:
        tally = _Tally()
        with self._database.writing() as held:
            for outcome in outcomes:
                self._keep(held, outcome, tally)
        self.tally.read_now += tally.read_now
        self.tally.moved += tally.moved
        self.tally.unchanged += tally.unchanged

    def _keep(self, held: sqlite3.Connection, outcome: _Outcome, tally: _Tally) -> None:
        sha256 = outcome.sha256
        if sha256 is not None:
            is_held = _holds(held, sha256, self._stamp)
            if outcome.prepared is not None and not is_held:
                insert_document(held, sha256, self._stamp, outcome.prepared)
            elif outcome.prepared is None and not is_held:
                return  # another process took it out just now; the next refresh reads it
            if outcome.prepared is not None:
                tally.read_now += 1
            elif outcome.is_new and not _names(held, outcome.path, sha256):
                tally.moved += 1
            else:
                tally.unchanged += 1
        held.execute(
            "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                outcome.path,
                outcome.size,
                outcome.mtime_ns,
                self._stamp,
                sha256,
                outcome.status,
                outcome.reason,
            ),
        )

    def _remove_gone(self) -> None:
        with self._database.connection() as held:
            paths = (row[0] for row in held.execute("SELECT path FROM files ORDER BY path"))
            gone = [
                path for path in paths if not self._was_found(path) and not self._is_there(path)
            ]
        for at in range(0, len(gone), _PENDING):
            with self._database.writing() as held:
                held.executemany(
                    "DELETE FROM files WHERE path = ?", ((p,) for p in gone[at : at + _PENDING])
                )
        self.tally.removed += len(gone)
        while self._remove_unnamed():
            pass

    def _was_found(self, path: bytes) -> bool:
        found = self._scan.execute("SELECT 1 FROM found WHERE path = ?", (path,)).fetchone()
        return found is not None

    def _is_there(self, path: bytes) -> bool:
        # A file that another refresh found after this one's walk, or in a folder that is closed
        # at the moment, stays.
        whole = joined(self._root, path)
        if os.path.realpath(whole) != whole or _is_hidden(path):
            return False
        try:
            return stat.S_ISREG(os.lstat(whole).st_mode)
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError:
            return True

    def _remove_unnamed(self) -> bool:
        with self._database.writing() as held:
            rows = held.execute(
                "SELECT id FROM documents WHERE NOT EXISTS"
                " (SELECT 1 FROM files WHERE files.sha256 = documents.sha256) LIMIT ?",
                (_BATCH,),
            ).fetchall()
            for (document,) in rows:
                delete_document(held, document)
        return bool(rows)


async def _cancel(running: set[asyncio.Task[_Outcome]]) -> None:
    for task in running:
        task.cancel()
    if running:
        await asyncio.gather(*running, return_exceptions=True)


def _holds(held: sqlite3.Connection, sha256: str, stamp: str) -> bool:
    return (
        held.execute(
            "SELECT 1 FROM documents WHERE sha256 = ? AND reader = ?", (sha256, stamp)
        ).fetchone()
        is not None
    )


def _names(held: sqlite3.Connection, path: bytes, sha256: str) -> bool:
    """Tell whether the file is already in the index, put there by another process meanwhile."""
    row = held.execute("SELECT sha256 FROM files WHERE path = ?", (path,)).fetchone()
    return row == (sha256,)


def _facts(path: str) -> tuple[int, int] | None:
    try:
        facts = os.lstat(path)
    except OSError:
        return None
    return facts.st_size, storable_mtime(facts.st_mtime_ns)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _name(path: bytes) -> str:
    return shown(name_of(path))


def _is_hidden(path: bytes) -> bool:
    return any(part.startswith(b".") for part in path.split(b"/"))
