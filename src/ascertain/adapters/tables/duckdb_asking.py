"""Asking a DuckDB file, in the process that this module is loaded in."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from ascertain.adapters.tables.cells import (
    MAX_COLUMNS,
    MAX_TABLES,
    existing_file,
    reply_of,
)
from ascertain.adapters.tables.working import Stop, refused
from ascertain.errors import ToolError
from ascertain.ports.tables import ColumnDescription, QueryReply, TableDescription

__all__ = ["answer", "tables_of"]

_BATCH = 50
_SETTINGS = {
    "allow_community_extensions": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "enable_external_access": "false",
    "lock_configuration": "true",
    "max_temp_directory_size": "0KB",
    "memory_limit": "256MB",
    # Without these a query may read the variables of this program by their names.
    "python_enable_replacements": "false",
    "python_scan_all_frames": "false",
    "temp_directory": "",
    "threads": "2",
}
_CODES = {
    "ConnectionException": "not_available",
    "FatalException": "not_available",
    "InternalException": "not_available",
    "InterruptException": "time_out",
    "IOException": "not_available",
    "OutOfMemoryException": "too_big",
    "PermissionException": "not_allowed",
    "SerializationException": "not_available",
}
"""DuckDB's errors by class, in the port's words; any other is the query's fault."""
_COLUMNS = """
SELECT schema_name, table_name, column_name, data_type FROM duckdb_columns()
WHERE NOT internal AND database_name = current_database()
ORDER BY schema_name, table_name, column_index LIMIT ?
"""


class _Statement(Protocol):
    @property
    def type(self) -> object: ...


class _Database(Protocol):
    @property
    def description(self) -> Sequence[tuple[str, object]] | None: ...
    def execute(self, query: object, parameters: object = None) -> object: ...
    def extract_statements(self, query: str) -> Sequence[_Statement]: ...
    def fetchmany(self, size: int) -> list[tuple[object, ...]]: ...
    def interrupt(self) -> None: ...
    def close(self) -> None: ...


class _Library(Protocol):
    Error: type[Exception]

    def connect(
        self, database: str, *, read_only: bool, config: Mapping[str, str]
    ) -> _Database: ...


def tables_of(path: Path, stop: Stop) -> tuple[TableDescription, ...]:
    """Return the tables and views; those outside the main schema as ``schema.name``.

    Raises:
        ToolError: with a code of the port.
    """
    found: dict[str, list[ColumnDescription]] = {}
    with _opened(path, stop) as database:
        database.execute(_COLUMNS, [MAX_TABLES * MAX_COLUMNS])
        for schema, table, column, kind in _rows(database):
            name = str(table) if schema == "main" else f"{schema}.{table}"
            described = ColumnDescription(name=str(column), type=str(kind))
            found.setdefault(name, []).append(described)
    return tuple(
        TableDescription(name=name, columns=tuple(found[name][:MAX_COLUMNS]))
        for name in sorted(found)[:MAX_TABLES]
    )


def answer(path: Path, sql: str, max_rows: int, stop: Stop) -> QueryReply:
    """Run one SELECT.

    Raises:
        ToolError: with a code of the port.
    """
    with _opened(path, stop) as database:
        statements = database.extract_statements(sql)
        if not statements:
            raise refused("bad_sql", "the query holds no statement that brings rows")
        if len(statements) > 1:
            raise refused("not_allowed", "the query holds more than one statement")
        kind = str(statements[0].type).rpartition(".")[2]
        if kind != "SELECT":
            raise refused("not_allowed", f"{kind} does more than read")
        database.execute(statements[0])
        columns = [
            ColumnDescription(name=column[0], type=str(column[1]).strip('"'))
            for column in database.description or ()
        ]
        return reply_of(columns, _rows(database), max_rows, stop)


@contextlib.contextmanager
def _opened(path: Path, stop: Stop) -> Generator[_Database]:
    whole = str(existing_file(path))
    library = cast("_Library", import_module("duckdb"))
    try:
        database = library.connect(whole, read_only=True, config=_SETTINGS)
        try:
            stop.interrupt_with(database.interrupt)
            yield database
        finally:
            stop.interrupt_with(None)
            database.close()
    except MemoryError as error:
        raise refused("too_big", "the query needs more memory than it may have") from error
    except library.Error as error:
        raise _mapped(error, path.name) from error


def _rows(database: _Database) -> Iterator[tuple[object, ...]]:
    while batch := database.fetchmany(_BATCH):
        yield from batch


def _mapped(error: Exception, place: str) -> ToolError:
    code = _CODES.get(type(error).__name__, "bad_sql")
    if code == "time_out":
        return refused(code, "the query was stopped when its time was up")
    said, _, more = str(error).strip().partition("\n")
    spot = more.partition("LINE ")[2].partition(":")[0]
    where = f" (line {spot})" if spot.isdigit() else ""
    return refused(code, f"{place}: {said[:300]}{where}")
