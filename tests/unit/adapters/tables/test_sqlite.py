"""An SQLite file: whatever a query or the file itself tries, it is only read."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from pathlib import Path

import pytest

from ascertain.adapters.tables.sqlite import SqliteTables
from ascertain.errors import ToolError

ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "sales 100%?#.db"
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript(
            """
            CREATE TABLE sales (id INTEGER PRIMARY KEY, region TEXT, amount NUMERIC);
            INSERT INTO sales VALUES (1, 'north', 10), (2, 'south', 9e999), (3, NULL, 2.5);
            CREATE VIEW loads AS SELECT load_extension('/tmp/x') AS one;
            CREATE VIEW lost AS SELECT * FROM gone;
            CREATE VIRTUAL TABLE texts USING fts5(body);
            INSERT INTO texts VALUES ('the quick fox'), ('a slow dog');
            CREATE TABLE broken (word TEXT);
            INSERT INTO broken VALUES (CAST(x'63616665FF' AS TEXT));
            """
        )
    return path


def _bytes(path: Path) -> bytes:
    return path.read_bytes()


def _damage(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))


async def _refused(path: Path, sql: str, seconds: float = 5) -> ToolError:
    with pytest.raises(ToolError) as caught:
        await SqliteTables(path).query(sql, max_rows=10, max_seconds=seconds)
    return caught.value


async def test_types_are_those_of_the_first_values(path: Path) -> None:
    reply = await SqliteTables(path).query(
        "SELECT region, amount, NULL AS none FROM sales ORDER BY id DESC", max_rows=9, max_seconds=5
    )
    assert [column.type for column in reply.columns] == ["text", "real", ""]
    assert reply.rows[1] == ("south", "inf", None)


async def test_full_text_and_json_may_be_asked(path: Path) -> None:
    source = SqliteTables(path)
    found = await source.query(
        "SELECT snippet(texts, 0, '[', ']', '…', 5) FROM texts WHERE texts MATCH 'fox'",
        max_rows=9,
        max_seconds=5,
    )
    assert found.rows == (("the quick [fox]",),)
    parts = await source.query("SELECT value FROM json_each('[1, 2]')", max_rows=9, max_seconds=5)
    assert parts.rows == ((1,), (2,))


async def test_bytes_that_are_no_text_are_replaced(path: Path) -> None:
    reply = await SqliteTables(path).query("SELECT * FROM broken", max_rows=9, max_seconds=5)
    assert reply.rows == (("cafe\ufffd",),)


async def test_a_view_that_cannot_be_resolved_has_no_columns(path: Path) -> None:
    tables = {table.name: table.columns for table in await SqliteTables(path).tables()}
    assert tables["lost"] == ()
    assert [column.type for column in tables["sales"]] == ["INTEGER", "TEXT", "NUMERIC"]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT load_extension('/tmp/x')",
        "SELECT fts3_tokenizer('simple')",
        "SELECT randomblob(1000)",
        "SELECT zeroblob(1000)",
        "SELECT sqlite_compileoption_get(1)",
        "PRAGMA journal_mode = WAL",
        "PRAGMA writable_schema = ON",
        "SELECT * FROM pragma_database_list",
        "VACUUM INTO '/tmp/copy.db'",
        "INSERT INTO sales (region) VALUES ('x') RETURNING id",
        "WITH a AS (SELECT 1) DELETE FROM sales",
        "REPLACE INTO sales VALUES (1, 'x', 1)",
        "CREATE TEMP TABLE t (a)",
        "REINDEX",
        "ANALYZE",
        "SAVEPOINT a",
        "COMMIT",
        "DETACH main",
        "INSERT INTO texts (texts) VALUES ('optimize')",
        "CREATE VIRTUAL TABLE v USING fts5(a)",
    ],
)
async def test_what_reaches_further_than_the_tables_is_denied(path: Path, sql: str) -> None:
    before = _bytes(path)
    assert (await _refused(path, sql)).code == "not_allowed"
    assert _bytes(path) == before


@pytest.mark.parametrize(
    "sql",
    ["SELECT writefile('/tmp/x', 'y')", "SELECT readfile('/etc/passwd')", "SELECT * FROM loads"],
)
async def test_functions_of_the_shell_or_in_views_do_nothing(path: Path, sql: str) -> None:
    assert (await _refused(path, sql)).code in {"bad_sql", "not_allowed"}


async def test_a_query_without_end_ends_with_its_time(path: Path) -> None:
    error = await _refused(path, ENDLESS, 0.1)
    assert error.code == "time_out"
    assert "time was up" in error.message


async def test_a_cancelled_query_stops(path: Path) -> None:
    source = SqliteTables(path)
    asked = [
        asyncio.create_task(source.query(ENDLESS, max_rows=1, max_seconds=60)) for _ in range(3)
    ]
    await asyncio.sleep(0.05)
    for task in asked:
        task.cancel()
    assert all(
        isinstance(end, asyncio.CancelledError)
        for end in await asyncio.gather(*asked, return_exceptions=True)
    )
    # Their places are free again: two run at a time.
    assert (await source.query("SELECT 1", max_rows=1, max_seconds=5)).rows == ((1,),)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT group_concat(x, '') FROM (WITH RECURSIVE c(x) AS (SELECT printf('%.*c', 9999, 'x') "
        "UNION ALL SELECT x FROM c LIMIT 500) SELECT x FROM c)",
        "SELECT " + ", ".join(["1"] * 1_500),
    ],
)
async def test_values_and_rows_beyond_the_bounds_are_refused(path: Path, sql: str) -> None:
    assert (await _refused(path, sql)).code == "too_big"


async def test_rows_are_left_out_when_their_text_is_too_much(path: Path) -> None:
    reply = await SqliteTables(path).query(
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 500) "
        "SELECT printf('%.*c', 1999, 'x') FROM c",
        max_rows=500,
        max_seconds=5,
    )
    assert reply.more
    assert 50 < len(reply.rows) <= 101


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 1" + " + 1" * 300,
        "SELECT " + "(" * 200 + "1" + ")" * 200 + " FROM",
        "SELECT 'a' AS \ud800",
        "SELECT '\x00'",
        "SELECT '" + "x" * 30_000 + "'",
        " UNION ALL ".join(["SELECT 1"] * 80),
    ],
)
async def test_hostile_queries_are_bad_ones(path: Path, sql: str) -> None:
    assert (await _refused(path, sql)).code == "bad_sql"


async def test_a_slip_is_told_with_its_place(path: Path) -> None:
    error = await _refused(path, "SELECT id\nFROM sales\nWHER region = 1")
    assert "line 3, column 6" in error.message
    twice = await _refused(path, "SELECT ,, FROM sales")
    assert "line" not in twice.message


@pytest.mark.parametrize("content", [b"", b"plain text, not a database" * 100])
async def test_a_file_that_is_no_database_is_said(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.db").write_bytes(content)
    with pytest.raises(ToolError) as caught:
        await SqliteTables(tmp_path / "x.db").query(
            "SELECT * FROM sales", max_rows=1, max_seconds=5
        )
    assert "x.db" in caught.value.message
    assert caught.value.code == ("not_available" if content else "bad_sql")


async def test_a_damaged_database_is_said(path: Path) -> None:
    _damage(path)
    assert (await _refused(path, "SELECT * FROM sales")).code == "not_available"


async def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.db")
    for name in ("pipe.db", "missing.db", ".", "a\x00b"):
        source = SqliteTables(tmp_path / name)
        with pytest.raises(ToolError) as caught:
            await source.tables()
        assert caught.value.code == "not_available"


async def test_a_locked_database_is_said(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert (await _refused(path, "SELECT * FROM sales")).code == "not_available"
