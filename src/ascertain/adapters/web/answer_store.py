"""Answers of the web that are kept from run to run, in one SQLite file."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Generator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

import zstandard
from filelock import FileLock, Timeout

from ascertain.ports.answer_store import StoredAnswer

__all__ = ["SCHEMA", "FileAnswerStore"]

SCHEMA = 1
"""The schema's version; a file of another one is set aside."""

_NAME = "answers.sqlite3"
_ASIDE = "answers.set-aside.sqlite3"
_ENDINGS = ("-wal", "-shm", "-journal", "")
_BUSY_S = 3.0
_TRY_AGAIN_S = 30.0
_LEVEL = 3
_MAX_BODY = 256_000_000
_TOUCHES_HELD = 500
_EVICTED_AT_ONCE = 200
_KEPT_SHARE = 0.9
_LARGEST_SHARE = 4
_DAMAGE = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT))

# ``used`` is a counter, not a time, so that a clock which is set back makes nothing old.
_TABLES = f"""
BEGIN IMMEDIATE;
CREATE TABLE schema_version (version INTEGER NOT NULL);
INSERT INTO schema_version VALUES ({SCHEMA});
CREATE TABLE answers (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, used INTEGER NOT NULL,
    stored_at TEXT NOT NULL, head TEXT NOT NULL, body BLOB NOT NULL
);
CREATE UNIQUE INDEX answers_by_key ON answers (kind, key);
CREATE INDEX answers_by_use ON answers (used);
COMMIT;
"""  # noqa: S608 (the only thing put in is a constant of this module)
_GET = "SELECT id, stored_at, head, body FROM answers WHERE kind = ? AND key = ?"
_NEXT = "(SELECT coalesce(max(used), 0) + 1 FROM answers)"
_PUT = f"""
INSERT INTO answers (kind, key, used, stored_at, head, body) VALUES (?, ?, {_NEXT}, ?, ?, ?)
ON CONFLICT (kind, key) DO UPDATE SET used = excluded.used, stored_at = excluded.stored_at,
    head = excluded.head, body = excluded.body
"""  # noqa: S608 (as above)
_TOUCH = f"UPDATE answers SET used = {_NEXT} WHERE id = ?"  # noqa: S608 (as above)
_EVICT = "DELETE FROM answers WHERE id IN (SELECT id FROM answers ORDER BY used LIMIT ?)"


class FileAnswerStore:
    """Keeps answers in ``answers.sqlite3``; see ``ports.answer_store.AnswerStore``.

    Bodies are compressed with zstd and its checksum. A file that is damaged or was written by
    another schema is renamed to ``answers.set-aside.sqlite3`` (an earlier one is replaced) and
    a new one is begun. Which answers were used is written down with the next ``put`` or on closing.

    Args:
        folder: made when the store is first used.
        max_bytes: of the file; past it the answers that were longest unused go, in batches. An
            answer of more than a quarter of it is not kept, nor is the one before it.
    """

    def __init__(self, folder: Path, *, max_bytes: int = 2_000_000_000) -> None:
        self._path = folder / _NAME
        self._max_bytes = max_bytes
        self._guard = threading.Lock()
        self._held: sqlite3.Connection | None = None
        self._inode = 0
        self._touched: dict[int, None] = {}
        self._closed = False
        self._not_before = 0.0

    def get(self, kind: str, key: str) -> StoredAnswer | None:
        """Return the answer, or None."""
        row: tuple[int, str, str, bytes] | None = None
        with _Quietly(), self._connection() as held:
            row = held.execute(_GET, (kind, key)).fetchone()
            if row is not None:
                self._touch(held, row[0])
        if row is None:
            return None
        try:
            return StoredAnswer(datetime.fromisoformat(row[1]), row[2], _unpacked(row[3]))
        except (zstandard.ZstdError, ValueError):
            self._remove(row[0])
            return None

    def put(self, kind: str, key: str, answer: StoredAnswer) -> None:
        """Keep the answer in place of an earlier one."""
        body = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True).compress(answer.body)
        size = len(body) + len(answer.head)
        is_large = len(answer.body) > _MAX_BODY or size > self._max_bytes // _LARGEST_SHARE
        at = answer.stored_at
        moment = (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC).isoformat()
        with _Quietly(), self._connection() as held, _transaction(held):
            self._write_touches(held)
            if is_large:
                held.execute("DELETE FROM answers WHERE kind = ? AND key = ?", (kind, key))
                return
            held.execute(_PUT, (kind, key, moment, answer.head, body))
            self._evict(held)

    def close(self) -> None:
        """Close the store. Closing twice is harmless."""
        with self._guard:
            held, self._held, self._closed = self._held, None, True
            if held is None:
                return
            with _Quietly(), _transaction(held):
                self._write_touches(held)
            held.close()

    @contextlib.contextmanager
    def _connection(self) -> Generator[sqlite3.Connection]:
        with self._guard:
            held = self._held or self._open()
            try:
                yield held
            except sqlite3.Error as fault:
                if _is_damage(fault):
                    self._drop(held)
                raise

    def _drop(self, held: sqlite3.Connection) -> None:
        """Leave a file that a statement found to be damaged, and put it out of the way."""
        held.close()
        self._held = None
        self._touched.clear()
        with _Quietly(), self._file_lock():
            if _inode(self._path) == self._inode:  # or else somebody was here before
                _set_aside(self._path)

    def _open(self) -> sqlite3.Connection:
        if self._closed or time.monotonic() < self._not_before:
            raise _OutOfUseError
        self._not_before = time.monotonic() + _TRY_AGAIN_S
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._file_lock():
            try:
                held = _connect(self._path)
            except sqlite3.Error as fault:
                if not _is_damage(fault):
                    raise
                held = None
            if held is None:
                _set_aside(self._path)
                held = _connect(self._path)
            if held is None:
                raise _OutOfUseError
        self._held, self._inode, self._not_before = held, _inode(self._path), 0.0
        return held

    def _file_lock(self) -> FileLock:
        return FileLock(f"{self._path}.lock", timeout=_BUSY_S)

    def _touch(self, held: sqlite3.Connection, number: int) -> None:
        self._touched.pop(number, None)
        self._touched[number] = None
        if len(self._touched) >= _TOUCHES_HELD:
            with _transaction(held):
                self._write_touches(held)

    def _write_touches(self, held: sqlite3.Connection) -> None:
        held.executemany(_TOUCH, [(number,) for number in self._touched])
        self._touched.clear()

    def _evict(self, held: sqlite3.Connection) -> None:
        if _size(held) <= self._max_bytes:
            return
        batch = _EVICTED_AT_ONCE
        while _size(held) > self._max_bytes * _KEPT_SHARE:
            count: int = held.execute("SELECT count(*) FROM answers").fetchone()[0]
            if count <= 1:
                return
            batch = max(1, min(batch, count // 10))
            held.execute(_EVICT, (batch,))

    def _remove(self, number: int) -> None:
        with _Quietly(), self._connection() as held:
            self._touched.pop(number, None)
            held.execute("DELETE FROM answers WHERE id = ?", (number,))


class _OutOfUseError(Exception):
    """The store is closed, or could not be opened a moment ago."""


class _Quietly:
    """Ends a block at whatever keeps a cache from working: losing an answer costs a request."""

    _FAULTS = (
        _OutOfUseError,
        sqlite3.Error,
        OSError,
        Timeout,
        UnicodeError,
        OverflowError,
    )

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        """Swallow what the store may fail with, and nothing else."""
        return isinstance(fault, self._FAULTS)


@contextlib.contextmanager
def _transaction(held: sqlite3.Connection) -> Generator[None]:
    held.execute("BEGIN IMMEDIATE")
    try:
        yield
        held.execute("COMMIT")
    except BaseException:  # undone whatever it was, then passed on
        with contextlib.suppress(sqlite3.Error):
            held.execute("ROLLBACK")
        raise


def _connect(path: Path) -> sqlite3.Connection | None:
    """Open the file, filling an empty one; None if it is of another schema."""
    held = sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
    try:
        held.execute("PRAGMA journal_mode = WAL")
        held.execute("PRAGMA synchronous = NORMAL")
        held.execute("PRAGMA journal_size_limit = 16000000")
        held.execute("PRAGMA cache_size = -8000")
        held.execute("PRAGMA trusted_schema = OFF")
        if held.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0:
            held.executescript(_TABLES)
        is_ours = _version(held) == SCHEMA
    except BaseException:  # closed, not leaked, then passed on
        held.close()
        raise
    if is_ours:
        return held
    held.close()
    return None


def _version(held: sqlite3.Connection) -> object:
    try:
        row = held.execute("SELECT version FROM schema_version").fetchone()
        held.execute(f"{_GET} LIMIT 0", ("", ""))
    except sqlite3.OperationalError as fault:
        if "no such" in str(fault):
            return None
        raise
    return row[0] if row else None


def _size(held: sqlite3.Connection) -> int:
    """The bytes of the file that hold something."""
    pages, free, page = (
        int(held.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * page


def _is_damage(fault: sqlite3.Error) -> bool:
    code = getattr(fault, "sqlite_errorcode", None)
    return isinstance(code, int) and code & 0xFF in _DAMAGE


def _inode(path: Path) -> int:
    try:
        return path.stat().st_ino
    except OSError:
        return 0


def _set_aside(path: Path) -> None:
    for ending in _ENDINGS:
        with contextlib.suppress(FileNotFoundError):
            Path(f"{path}{ending}").replace(path.with_name(f"{_ASIDE}{ending}"))


def _unpacked(body: bytes) -> bytes:
    if not 0 <= zstandard.frame_content_size(body) <= _MAX_BODY:
        raise ValueError("the body is not one that this store wrote")
    return zstandard.ZstdDecompressor().decompress(body)
