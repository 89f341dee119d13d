"""What every source of tables promises."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ascertain.adapters.memory.tables import MemoryTables
from ascertain.adapters.tables.duckdb import DuckdbTables
from ascertain.adapters.tables.sqlite import SqliteTables
from ascertain.errors import ToolError
from ascertain.ports.tables import (
    Cell,
    ColumnDescription,
    QueryReply,
    TableDescription,
    TableSource,
)

SCHEMA = "CREATE TABLE people (id INTEGER, name TEXT, score DOUBLE, picture BLOB)"
ROWS: tuple[tuple[int, str, float | None, bytes], ...] = (
    (1, "Ada", 1.5, b"\x00\x01"),
    (2, "Émilie", None, b""),
    (3, "李", -0.25, b"\xff"),
)
SHOWN: tuple[tuple[Cell, ...], ...] = (
    (1, "Ada", 1.5, "<2 bytes>"),
    (2, "Émilie", None, "<0 bytes>"),
    (3, "李", -0.25, "<1 bytes>"),
)
ALL = "SELECT id, name, score, picture FROM people ORDER BY id"
LONG = "SELECT replace('0123456789', '0', name) || '" + "x" * 5_000 + "' AS long FROM people"


@pytest.fixture(params=["memory", "sqlite", "duckdb"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> TableSource:
    if request.param == "memory":
        return _in_memory()
    if request.param == "sqlite":
        return SqliteTables(_sqlite_file(tmp_path))
    if find_spec("duckdb") is None:
        pytest.skip("duckdb is not installed")
    return DuckdbTables(_duckdb_file(tmp_path))


def _in_memory() -> MemoryTables:
    names = ("id", "name", "score", "picture")
    columns = tuple(ColumnDescription(name=name) for name in names)
    long = QueryReply(
        columns=(ColumnDescription(name="long"),),
        rows=tuple((f"{row[1]}123456789{'x' * 1_900}…",) for row in ROWS),
        shortened=3,
    )
    return MemoryTables(
        (TableDescription(name="people", columns=columns), TableDescription(name="empty")),
        {ALL: QueryReply(columns=columns, rows=SHOWN), LONG: long},
    )


def _sqlite_file(folder: Path) -> Path:
    path = folder / "people.db"
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute(SCHEMA)
        database.execute("CREATE TABLE empty (one INTEGER)")
        database.executemany("INSERT INTO people VALUES (?, ?, ?, ?)", ROWS)
        database.commit()
    return path


def _duckdb_file(folder: Path) -> Path:
    path = folder / "people.duckdb"
    library: Any = import_module("duckdb")
    with contextlib.closing(library.connect(str(path))) as database:
        database.execute(SCHEMA)
        database.execute("CREATE TABLE empty (one INTEGER)")
        database.executemany("INSERT INTO people VALUES (?, ?, ?, ?)", ROWS)
    return path


async def test_tables_come_in_order_of_name_with_their_columns(source: TableSource) -> None:
    tables = await source.tables()
    assert [table.name for table in tables] == ["empty", "people"]
    assert [column.name for column in tables[1].columns] == ["id", "name", "score", "picture"]


async def test_rows_come_as_scalars_in_the_order_asked_for(source: TableSource) -> None:
    reply = await source.query(ALL, max_rows=10, max_seconds=5)
    assert [column.name for column in reply.columns] == ["id", "name", "score", "picture"]
    assert reply.rows == SHOWN
    assert not reply.more


async def test_as_many_rows_as_there_are_leave_none_out(source: TableSource) -> None:
    assert not (await source.query(ALL, max_rows=3, max_seconds=5)).more


async def test_rows_over_the_most_are_left_out_and_said(source: TableSource) -> None:
    reply = await source.query(ALL, max_rows=2, max_seconds=5)
    assert reply.rows == SHOWN[:2]
    assert reply.more


async def test_a_long_text_is_shortened_and_counted(source: TableSource) -> None:
    reply = await source.query(LONG, max_rows=10, max_seconds=5)
    assert reply.shortened == 3
    assert all(isinstance(row[0], str) and row[0].endswith("…") for row in reply.rows)


async def test_a_reply_survives_json(source: TableSource) -> None:
    reply = await source.query(ALL, max_rows=10, max_seconds=5)
    assert QueryReply.model_validate_json(reply.model_dump_json()) == reply


@pytest.mark.parametrize("sql", ["", "SELECT nothing FROM nowhere", "SELECT ? FROM people"])
async def test_a_query_that_does_not_fit_is_refused(source: TableSource, sql: str) -> None:
    assert await _code(source, sql) == "bad_sql"


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO people (id) VALUES (9)",
        "DELETE FROM people",
        "UPDATE people SET id = 1",
        "DROP TABLE people",
        "CREATE TABLE more (one INTEGER)",
        "ALTER TABLE people ADD COLUMN more INTEGER",
        "ATTACH ':memory:' AS other",
        "PRAGMA database_list",
        "BEGIN",
        "VACUUM",
        "SELECT 1; DELETE FROM people",
        "SELECT 1; SELECT 2",
    ],
)
async def test_more_than_one_reading_statement_is_refused(source: TableSource, sql: str) -> None:
    assert await _code(source, sql) == "not_allowed"
    assert (await source.query(ALL, max_rows=10, max_seconds=5)).rows == SHOWN


async def test_several_queries_may_be_asked_at_once(source: TableSource) -> None:
    asked = (source.query(ALL, max_rows=10, max_seconds=5) for _ in range(6))
    assert [reply.rows for reply in await asyncio.gather(*asked)] == [SHOWN] * 6


async def test_a_query_without_time_is_a_time_out(source: TableSource) -> None:
    assert await _code(source, ALL, max_seconds=0) == "time_out"


async def _code(source: TableSource, sql: str, max_seconds: float = 5) -> str:
    with pytest.raises(ToolError) as caught:
        await source.query(sql, max_rows=10, max_seconds=max_seconds)
    assert caught.value.tool == "data.query_sql"
    assert caught.value.hint
    return caught.value.code
