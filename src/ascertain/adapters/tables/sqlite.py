"""SQL that only reads, on an SQLite file."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Generator
from functools import partial
from pathlib import Path

from ascertain.adapters.tables.cells import MAX_TABLES, checked_sql, existing_file, reply_of
from ascertain.adapters.tables.working import Stop, Workers, refused
from ascertain.errors import ToolError
from ascertain.ports.tables import ColumnDescription, QueryReply, TableDescription

__all__ = ["SqliteTables"]

_TABLES_SECONDS = 10.0
_STEPS = 5_000
"""Steps of the database's machine between two looks at the clock."""
_BUSY_S = 1.0
_LIMITS = {
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 50,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 100,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 50,
    # One step is not interrupted, and a step's time grows with the square of a value's length.
    sqlite3.SQLITE_LIMIT_LENGTH: 1_000_000,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 500,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 0,
    sqlite3.SQLITE_LIMIT_VDBE_OP: 100_000,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
_PRAGMAS = (
    "query_only = ON",
    "trusted_schema = OFF",
    "cell_size_check = ON",
    "mmap_size = 0",
)
_ACTIONS = frozenset((sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE))
_FUNCTIONS = frozenset(
    "-> ->> abs acos acosh asin asinh atan atan2 atanh avg bm25 ceil ceiling char coalesce concat "
    "concat_ws cos cosh count cume_dist date datetime degrees dense_rank exp first_value floor "
    "format glob group_concat hex highlight ifnull iif instr json json_array json_array_length "
    "json_each json_error_position json_extract json_group_array json_group_object json_object "
    "json_patch json_pretty json_quote json_remove json_replace json_set json_tree json_type "
    "json_valid julianday lag last_value lead length like likelihood likely ln log log10 log2 "
    "lower ltrim match max min mod nth_value ntile nullif octet_length percent_rank pi pow power "
    "printf quote radians random rank replace round row_number rtrim sign sin sinh snippet "
    "soundex sqrt strftime string_agg substr substring sum tan tanh time timediff total trim "
    "trunc typeof unhex unicode unixepoch unlikely upper".split()
)
"""Functions that neither reach outside the query nor make something of any size from nothing."""
_CODES = {
    sqlite3.SQLITE_AUTH: "not_allowed",
    sqlite3.SQLITE_READONLY: "not_allowed",
    sqlite3.SQLITE_INTERRUPT: "time_out",
    sqlite3.SQLITE_TOOBIG: "too_big",
    sqlite3.SQLITE_NOMEM: "too_big",
    sqlite3.SQLITE_FULL: "too_big",
    sqlite3.SQLITE_BUSY: "not_available",
    sqlite3.SQLITE_LOCKED: "not_available",
    sqlite3.SQLITE_CANTOPEN: "not_available",
    sqlite3.SQLITE_CORRUPT: "not_available",
    sqlite3.SQLITE_IOERR: "not_available",
    sqlite3.SQLITE_NOTADB: "not_available",
    sqlite3.SQLITE_PERM: "not_available",
    sqlite3.SQLITE_PROTOCOL: "not_available",
}
"""SQLite's primary result codes (sqlite.org/rescode.html) in the port's words."""
_NAMES = """
SELECT name FROM sqlite_master
WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name LIMIT ?
"""
_COLUMNS = "SELECT name, type FROM pragma_table_xinfo(?) LIMIT 1000"


_VIRTUAL = """
SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%' LIMIT 50
"""


class SqliteTables:
    """Asks an SQLite file; see ``ports.tables.TableSource``.

    Each call opens the file anew, for reading only. SQLite itself may leave empty ``-wal`` and
    ``-shm`` files beside a database that is kept in WAL mode; the database's bytes stay.

    Args:
        path: the file; it is looked at when it is asked.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._workers = Workers()

    async def tables(self) -> tuple[TableDescription, ...]:
        """Return the tables and views; one whose columns cannot be told has none.

        Raises:
            ToolError: ``not_available`` or ``time_out``.
        """
        return await self._workers.run(self._tables, _TABLES_SECONDS)

    async def query(self, sql: str, *, max_rows: int, max_seconds: float) -> QueryReply:
        """Run one SELECT.

        Raises:
            ToolError: with a code of the port.
        """
        work = partial(self._query, checked_sql(sql), max_rows)
        return await self._workers.run(work, max_seconds)

    def _tables(self, stop: Stop) -> tuple[TableDescription, ...]:
        with self._opened(stop) as database:
            try:
                names = [str(row[0]) for row in database.execute(_NAMES, (MAX_TABLES,))]
            except sqlite3.Error as error:
                raise _mapped(error, self._path.name, "") from error
            return tuple(
                TableDescription(name=name, columns=_columns(database, name)) for name in names
            )

    def _query(self, sql: str, max_rows: int, stop: Stop) -> QueryReply:
        denied: list[str] = []
        with self._opened(stop) as database:
            _connect_virtual(database)
            database.set_authorizer(partial(_authorize, denied))
            try:
                cursor = database.execute(sql)
                if cursor.description is None:
                    raise refused("bad_sql", "the query holds no statement that brings rows")
                columns = [ColumnDescription(name=column[0]) for column in cursor.description]
                return reply_of(columns, cursor, max_rows, stop)
            except (sqlite3.Error, sqlite3.Warning, ValueError, MemoryError) as error:
                if denied:
                    raise refused("not_allowed", denied[0]) from error
                raise _mapped(error, self._path.name, sql) from error

    @contextlib.contextmanager
    def _opened(self, stop: Stop) -> Generator[sqlite3.Connection]:
        address = f"{existing_file(self._path).as_uri()}?mode=ro"
        try:
            database = sqlite3.connect(address, timeout=_BUSY_S, isolation_level=None, uri=True)
        except sqlite3.Error as error:
            raise _mapped(error, self._path.name, "") from error
        with contextlib.closing(database):
            database.text_factory = _text
            database.set_progress_handler(lambda: stop.is_over, _STEPS)
            try:
                for pragma in _PRAGMAS:
                    database.execute(f"PRAGMA {pragma}")
            except sqlite3.Error as error:
                raise _mapped(error, self._path.name, "") from error
            for limit, most in _LIMITS.items():
                database.setlimit(limit, most)
            yield database


def _text(stored: bytes) -> str:
    return stored.decode("utf-8", "replace")


def _columns(database: sqlite3.Connection, table: str) -> tuple[ColumnDescription, ...]:
    try:
        found = database.execute(_COLUMNS, (table,)).fetchall()
    except sqlite3.Error:
        return ()  # a view on what is gone, or a kind of table that this SQLite does not know
    return tuple(ColumnDescription(name=str(name), type=str(kind or "")) for name, kind in found)


def _connect_virtual(database: sqlite3.Connection) -> None:
    """Touch full-text and JSON tables before anything is denied.

    SQLite connects such a table when it is first named, and asks for more than reading then.
    """
    with contextlib.suppress(sqlite3.Error):  # the query itself meets whatever is wrong here
        for row in database.execute(_VIRTUAL).fetchall():
            _columns(database, str(row[0]))
        database.execute("SELECT 1 FROM json_each('[]'), json_tree('[]')").close()


def _authorize(
    denied: list[str],
    action: int,
    subject: str | None,
    name: str | None,
    _database: str | None,
    _through: str | None,
) -> int:
    if action in _ACTIONS:
        return sqlite3.SQLITE_OK
    if (action, subject, name) == (sqlite3.SQLITE_PRAGMA, "data_version", None):
        return sqlite3.SQLITE_OK  # full-text search asks whether others wrote meanwhile
    if action == sqlite3.SQLITE_FUNCTION:
        if (name or "").lower() in _FUNCTIONS:
            return sqlite3.SQLITE_OK
        denied.append(f"the function {(name or '')[:60]} is not among those allowed")
    else:
        denied.append("the query does more than read")
    return sqlite3.SQLITE_DENY


def _mapped(error: Exception, place: str, sql: str) -> ToolError:
    said = str(error).strip()[:300]
    number = getattr(error, "sqlite_errorcode", None)
    code = _CODES.get(number & 0xFF, "bad_sql") if isinstance(number, int) else "bad_sql"
    if "one statement at a time" in said:
        return refused("not_allowed", "the query holds more than one statement")
    if isinstance(error, MemoryError):
        code = "too_big"
    if code == "time_out":
        return refused(code, "the query was stopped when its time was up")
    return refused(code, f"{place}: {said}{_spot(said, sql)}")


def _spot(said: str, sql: str) -> str:
    """Say where the word stands that the message names, if it stands once."""
    _, quoted, rest = said.partition('near "')
    word = rest.partition('"')[0]
    if not quoted or not word or sql.count(word) != 1:
        return ""
    before = sql[: sql.index(word)]
    line_start = before.rfind("\n") + 1
    return f" (line {before.count(chr(10)) + 1}, column {len(before) - line_start + 1})"
