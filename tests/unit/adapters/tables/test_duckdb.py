"""A DuckDB file: whatever a query tries, it is only read."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ascertain.adapters.tables import duckdb
from ascertain.adapters.tables.duckdb import DuckdbTables
from ascertain.errors import NotAvailableError, ToolError

needs_duckdb = pytest.mark.skipif(find_spec("duckdb") is None, reason="duckdb is not installed")
ENDLESS = "SELECT count(*) FROM range(100000000000) a, range(1000000) b"


def _absent(_name: str) -> None:
    return None


def _present(_name: str) -> bool:
    return True


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "sales.duckdb"
    library: Any = import_module("duckdb")
    with contextlib.closing(library.connect(str(path))) as database:
        database.execute("CREATE TABLE sales (day DATE, amount DECIMAL(10,2), parts INTEGER[])")
        database.execute("INSERT INTO sales VALUES ('2024-02-29', 1.50, [1, 2])")
        database.execute("CREATE SCHEMA old; CREATE TABLE old.sales (id HUGEINT)")
        database.execute("CREATE SEQUENCE counted")
    return path


async def _refused(path: Path, sql: str, seconds: float = 5) -> ToolError:
    with pytest.raises(ToolError) as caught:
        await DuckdbTables(path).query(sql, max_rows=10, max_seconds=seconds)
    return caught.value


@needs_duckdb
async def test_tables_of_other_schemas_are_named_with_them(path: Path) -> None:
    tables = await DuckdbTables(path).tables()
    assert [table.name for table in tables] == ["old.sales", "sales"]
    assert [column.type for column in tables[1].columns] == ["DATE", "DECIMAL(10,2)", "INTEGER[]"]


@needs_duckdb
async def test_dates_decimals_and_nested_values_are_text(path: Path) -> None:
    reply = await DuckdbTables(path).query("FROM sales", max_rows=9, max_seconds=5)
    assert reply.rows == (("2024-02-29", "1.50", "[1, 2]"),)
    assert [column.type for column in reply.columns] == ["DATE", "DECIMAL(10,2)", "INTEGER[]"]


@needs_duckdb
@pytest.mark.parametrize(
    "sql",
    [
        "COPY sales TO '/tmp/sales.csv'",
        "EXPORT DATABASE '/tmp/all'",
        "SET threads = 64",
        "LOAD httpfs",
        "INSTALL httpfs",
        "CALL pragma_version()",
        "CHECKPOINT",
        "PREPARE p AS SELECT 1",
        "EXPLAIN ANALYZE SELECT 1",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_text('/etc/hostname')",
        "SELECT * FROM glob('/*')",
    ],
)
async def test_what_reaches_further_than_the_tables_is_denied(path: Path, sql: str) -> None:
    assert (await _refused(path, sql)).code == "not_allowed"


@needs_duckdb
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM sys",
        "SELECT * FROM statements",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM 'https://example.org/x.csv'",
        "SELECT getenv('HOME')",
        "SELECT nextval('counted')",
    ],
)
async def test_neither_this_program_nor_files_are_tables(path: Path, sql: str) -> None:
    assert (await _refused(path, sql)).code in {"bad_sql", "not_allowed"}


@needs_duckdb
async def test_a_query_without_end_ends_with_its_time(path: Path) -> None:
    assert (await _refused(path, ENDLESS, 0.2)).code == "time_out"


@needs_duckdb
async def test_a_cancelled_query_stops(path: Path) -> None:
    source = DuckdbTables(path)
    asked = asyncio.create_task(source.query(ENDLESS, max_rows=1, max_seconds=60))
    await asyncio.sleep(0.2)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert (await source.query("SELECT 1", max_rows=1, max_seconds=5)).rows == ((1,),)


@needs_duckdb
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT repeat('x', 4000000000)",
        "SELECT length(replace(repeat('x', 40000), 'x', repeat('y', 100000)))",
        "SELECT string_agg(range::VARCHAR || repeat('x', 100000)) FROM range(100000)",
        "SELECT list(range) FROM range(100000000)",
    ],
)
async def test_memory_is_bounded(path: Path, sql: str) -> None:
    assert (await _refused(path, sql, 20)).code == "too_big"


@needs_duckdb
async def test_a_slip_is_told_in_one_line_with_its_place(path: Path) -> None:
    error = await _refused(path, "SELECT *\nFROM nowhere")
    assert "(line 2)" in error.message
    assert "\n" not in error.message


@needs_duckdb
async def test_a_file_that_is_no_database_is_said(tmp_path: Path) -> None:
    (tmp_path / "x.duckdb").write_bytes(b"plain text" * 1_000)
    for name in ("x.duckdb", "missing.duckdb"):
        with pytest.raises(ToolError, match=name) as caught:
            await DuckdbTables(tmp_path / name).tables()
        assert caught.value.code == "not_available"


def test_without_duckdb_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duckdb, "find_spec", _absent)
    with pytest.raises(NotAvailableError, match="pip install"):
        DuckdbTables(Path("x.duckdb"))


STAND_IN = """
import os, time

class Error(Exception): ...

class Database:
    description = [("id", "INTEGER")]
    left = [[(1,)]]
    def interrupt(self): ...
    def close(self): ...
    def fetchmany(self, size): return self.left.pop(0) if self.left else []
    def extract_statements(self, query):
        statement = type("S", (), {"type": "StatementType.SELECT", "query": query})
        return [statement]
    def execute(self, statement, parameters=None):
        if parameters is not None:
            self.left = [[("main", key, "set", "TEXT") for key in sorted(os.environ)]]
        elif statement.query == "deaf":
            time.sleep(60)
        elif statement.query == "crash":
            os._exit(9)

def connect(database, *, read_only, config):
    return Database()
"""
"""DuckDB as far as these tests go, for a process that finds it first."""


@pytest.fixture
def in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DuckdbTables:
    (tmp_path / "first").mkdir()
    (tmp_path / "first" / "duckdb.py").write_text(STAND_IN)
    monkeypatch.setattr(sys, "path", [str(tmp_path / "first"), *sys.path])
    monkeypatch.setattr(duckdb, "find_spec", _present)
    monkeypatch.setenv("SOME_API_KEY", "secret")
    (tmp_path / "x.duckdb").write_bytes(b"x")
    return DuckdbTables(tmp_path / "x.duckdb")


async def test_the_process_gets_no_keys(in_place: DuckdbTables) -> None:
    names = [table.name for table in await in_place.tables()]
    assert "PYTHONPATH" in names
    assert "SOME_API_KEY" not in names


async def test_the_process_answers_through_its_pipe(in_place: DuckdbTables) -> None:
    assert (await in_place.query("any", max_rows=1, max_seconds=5)).rows == ((1,),)


async def test_a_process_that_hears_nothing_is_ended(
    in_place: DuckdbTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duckdb, "_START_S", 0.1)
    with pytest.raises(ToolError) as caught:
        await in_place.query("deaf", max_rows=1, max_seconds=0.1)
    assert caught.value.code == "time_out"


async def test_a_process_that_breaks_off_is_said(in_place: DuckdbTables) -> None:
    with pytest.raises(ToolError, match="broke off") as caught:
        await in_place.query("crash", max_rows=1, max_seconds=5)
    assert caught.value.code == "too_big"
