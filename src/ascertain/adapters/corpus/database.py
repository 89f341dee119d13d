"""The index file of one folder: schema, connections, and starting over when it is damaged."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import threading
from collections.abc import Generator
from pathlib import Path

from filelock import FileLock, Timeout

from ascertain.adapters.corpus.tokens import TOKENS_VERSION
from ascertain.errors import InputError, NotAvailableError

__all__ = ["SCHEMA", "Database", "is_damage"]

SCHEMA = 1
"""The schema's version; an index file of another one is rebuilt."""

_BUSY_S = 30.0
_IDLE = 4
_DAMAGE = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT))

# The full-text tables hold no text of their own (contentless): what stands in them is made by
# ``tokens`` from ``passages``, and is taken out again with the same values. The tokenizer ``ascii``
# keeps every other character as it is, so that folding is done once, by ``tokens`` alone.
_TABLES = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files (
    path BLOB PRIMARY KEY, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
    reader TEXT NOT NULL, sha256 TEXT, status TEXT NOT NULL, reason TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX files_by_digest ON files (sha256, path);
CREATE TABLE documents (
    id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, reader TEXT NOT NULL, body BLOB NOT NULL,
    title TEXT NOT NULL, language TEXT, published TEXT, updated TEXT,
    first_passage INTEGER NOT NULL, passages INTEGER NOT NULL
);
CREATE INDEX documents_by_passage ON documents (first_passage);
CREATE TABLE passages (
    id INTEGER PRIMARY KEY, document INTEGER NOT NULL, ordinal INTEGER NOT NULL,
    start INTEGER NOT NULL, "end" INTEGER NOT NULL, is_main INTEGER NOT NULL,
    heading TEXT NOT NULL, text TEXT NOT NULL
);
CREATE TABLE vectors (passage INTEGER PRIMARY KEY, scale REAL NOT NULL, vector BLOB NOT NULL);
CREATE VIRTUAL TABLE passage_words USING fts5 (
    text, heading, content='', tokenize='ascii'
);
CREATE VIRTUAL TABLE document_words USING fts5 (
    title, text, content='', detail=column, columnsize=0, tokenize='ascii'
);
CREATE VIRTUAL TABLE document_terms USING fts5vocab ('document_words', 'row');
INSERT INTO passage_words (passage_words, rank) VALUES ('rank', 'bm25(1.0, 0.7)');
"""


class Database:
    """The index file of one folder, opened as often as it is used at once.

    Safe for any number of threads and processes. Whoever builds it closes it.

    Args:
        folder: resolved.
        cache_dir: where index files are kept; made if missing.
    """

    def __init__(self, folder: Path, cache_dir: Path) -> None:
        self.folder = folder
        name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:20]
        self.path = cache_dir / f"corpus-{name}.sqlite3"
        self.notes: list[str] = []
        self._cache_dir = cache_dir
        self._idle: list[sqlite3.Connection] = []
        self._guard = threading.Lock()
        self._closed = False
        self._damaged = False

    @contextlib.contextmanager
    def connection(self) -> Generator[sqlite3.Connection]:
        """Lend a connection in autocommit mode.

        Raises:
            NotAvailableError: if the index file is closed or cannot be opened.
            InputError: if its folder cannot be made or written.
        """
        held = self._take()
        try:
            yield held
        except BaseException as fault:  # closed whatever ends its use, then passed on
            if isinstance(fault, sqlite3.Error) and is_damage(fault):
                self._damaged = True
            held.close()
            raise
        if held.in_transaction:
            held.rollback()
        self._give_back(held)

    @contextlib.contextmanager
    def writing(self) -> Generator[sqlite3.Connection]:
        """Lend a connection inside a transaction that is kept if the block ends well."""
        with self.connection() as held:
            held.execute("BEGIN IMMEDIATE")
            yield held
            held.execute("COMMIT")

    def is_damaged(self) -> bool:
        """Tell whether a statement found the file to be damaged."""
        return self._damaged

    def rebuild(self, reason: str) -> None:
        """Throw the index file away and start an empty one."""
        with self._guard:
            self._drop_idle()
        with self._lock():
            self._start_over(reason)
        self._damaged = False

    def close(self) -> None:
        """Close what is open. Closing twice is harmless."""
        with self._guard:
            self._closed = True
            self._drop_idle()

    def _take(self) -> sqlite3.Connection:
        with self._guard:
            if self._closed:
                raise NotAvailableError("The corpus index is closed.")
            if self._idle:
                return self._idle.pop()
        with self._lock():
            return self._open()

    def _give_back(self, held: sqlite3.Connection) -> None:
        with self._guard:
            if not self._closed and not self._damaged and len(self._idle) < _IDLE:
                self._idle.append(held)
                return
        held.close()

    def _drop_idle(self) -> None:
        while self._idle:
            self._idle.pop().close()

    @contextlib.contextmanager
    def _lock(self) -> Generator[None]:
        try:
            self._cache_dir.mkdir(parents=True, exist_ok=True)
            with FileLock(f"{self.path}.lock", timeout=_BUSY_S):
                yield
        except Timeout as fault:
            raise NotAvailableError(f"{self.path} is held by another process.") from fault
        except OSError as fault:
            reason = fault.strerror or str(fault)
            raise InputError(
                f"index files cannot be kept in {self._cache_dir}: {reason}"
            ) from fault

    def _open(self) -> sqlite3.Connection:
        try:
            return self._checked()
        except sqlite3.DatabaseError as fault:
            if not is_damage(fault):
                raise NotAvailableError(f"{self.path} cannot be opened: {fault}") from fault
            reason = f"it was damaged ({fault})"
        except _OtherMakingError as fault:
            reason = str(fault)
        self._start_over(reason)
        return self._connect()

    def _checked(self) -> sqlite3.Connection:
        held = self._connect()
        try:
            _check_making(held)
        except sqlite3.OperationalError as fault:
            held.close()
            if "no such table" in str(fault):
                raise _OtherMakingError("its tables are not those of a corpus index") from fault
            raise
        except BaseException:  # closed, not leaked, then passed on
            held.close()
            raise
        return held

    def _start_over(self, reason: str) -> None:
        for ending in ("-wal", "-shm", "-journal", ""):
            Path(f"{self.path}{ending}").unlink(missing_ok=True)
        self.notes.append(f"The index of {self.folder.name} was rebuilt: {reason}.")
        held = self._connect()
        try:
            _create(held)
        finally:
            held.close()

    def _connect(self) -> sqlite3.Connection:
        held = sqlite3.connect(
            self.path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False
        )
        try:
            held.execute("PRAGMA journal_mode = WAL")
            held.execute("PRAGMA synchronous = NORMAL")
            held.execute("PRAGMA cache_size = -16000")
            held.execute("PRAGMA trusted_schema = OFF")
        except BaseException:  # closed, not leaked, then passed on
            held.close()
            raise
        return held


class _OtherMakingError(Exception):
    """The file was made by other rules than today's."""


def is_damage(fault: sqlite3.Error) -> bool:
    """Tell whether an error means that the file itself is broken."""
    code = getattr(fault, "sqlite_errorcode", None)
    return isinstance(code, int) and code & 0xFF in _DAMAGE


def _check_making(held: sqlite3.Connection) -> None:
    """Fill an empty file; refuse one that was made by other rules."""
    version = held.execute("PRAGMA user_version").fetchone()[0]
    if version == 0 and held.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0:
        _create(held)
    elif version != SCHEMA:
        raise _OtherMakingError(f"it has schema version {version}, not {SCHEMA}")
    found = held.execute("SELECT value FROM about WHERE key = 'tokens'").fetchone()
    if found is None or found[0] != TOKENS_VERSION:
        raise _OtherMakingError("its words were split by other rules")


def _create(held: sqlite3.Connection) -> None:
    held.executescript(f"BEGIN IMMEDIATE;{_TABLES} PRAGMA user_version = {SCHEMA};COMMIT;")
    held.execute("INSERT INTO about VALUES ('tokens', ?)", (TOKENS_VERSION,))
