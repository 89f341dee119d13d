"""What asks a DuckDB file, with a stand-in for DuckDB itself."""

from __future__ import annotations

import io
import signal
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ascertain.adapters.tables import duckdb_child
from ascertain.adapters.tables.duckdb_child import Answer, Order, served


class _Refusal(Exception):  # noqa: N818 (stands in for a foreign error of any name)
    pass


class InterruptException(_Refusal):
    """Named as DuckDB names it."""


_FAULTS = {
    "refused": _Refusal("Parser Error"),
    "broken": _Refusal("Binder Error: no such thing\n\nLINE 7: x\n        ^"),
    "memory": MemoryError(),
    "interrupted": InterruptException("INTERRUPT Error"),
}


class _Connection:
    """Stands in for DuckDB where it is not installed."""

    description = (("id", "INTEGER"), ("name", '"NULL"'))

    def __init__(self) -> None:
        self.left: list[list[tuple[object, ...]]] = [[(1, None)], [(2, "b")]]
        self.closed = False

    def execute(self, _query: object, parameters: object = None) -> None:
        if parameters is not None:
            self.left = [[("main", "t", "id", "INTEGER"), ("old", "t", "id", "DATE")]]

    def extract_statements(self, query: str) -> list[_Statement]:
        if query in _FAULTS:
            raise _FAULTS[query]
        return [_Statement(kind) for kind in query.split()]

    def fetchmany(self, size: int) -> list[tuple[object, ...]]:
        assert size > 0
        return self.left.pop(0) if self.left else []

    def interrupt(self) -> None:
        raise AssertionError

    def close(self) -> None:
        self.closed = True


class _Statement:
    def __init__(self, kind: str) -> None:
        self.type = f"StatementType.{kind}"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    library: Any = ModuleType("duckdb")
    library.Error = _Refusal
    library.asked = []

    def connect(database: str, **settings: object) -> _Connection:
        library.asked.append((database, settings))
        return _Connection()

    library.connect = connect
    monkeypatch.setitem(sys.modules, "duckdb", library)
    (tmp_path / "x.duckdb").write_bytes(b"x")
    return tmp_path / "x.duckdb"


def _nothing(*_given: object) -> None:
    return None


def _served(path: Path, sql: str | None) -> Answer:
    return served(Order(path=str(path), sql=sql, max_rows=5, seconds=5))


def test_the_file_is_opened_locked_down(path: Path) -> None:
    _served(path, None)
    library: Any = sys.modules["duckdb"]
    ((_, settings),) = library.asked
    assert settings["read_only"] is True
    for name in ("enable_external_access", "python_enable_replacements"):
        assert settings["config"][name] == "false"
    assert settings["config"]["lock_configuration"] == "true"


def test_rows_are_taken_in_batches(path: Path) -> None:
    reply = _served(path, "SELECT").reply
    assert reply.rows == ((1, None), (2, "b"))
    assert [column.type for column in reply.columns] == ["INTEGER", "NULL"]


def test_tables_of_other_schemas_are_named_with_them(path: Path) -> None:
    assert [table.name for table in _served(path, None).tables] == ["old.t", "t"]


@pytest.mark.parametrize(
    ("sql", "code", "said"),
    [
        ("", "bad_sql", "no statement"),
        ("refused", "bad_sql", "x.duckdb: Parser Error"),
        ("broken", "bad_sql", "x.duckdb: Binder Error: no such thing (line 7)"),
        ("SELECT SELECT", "not_allowed", "more than one"),
        ("COPY", "not_allowed", "COPY does more than read"),
        ("memory", "too_big", "more memory"),
        ("interrupted", "time_out", "time was up"),
    ],
)
def test_a_refusal_is_an_answer_with_its_code(path: Path, sql: str, code: str, said: str) -> None:
    found = _served(path, sql)
    assert found.code == code
    assert said in found.message


def test_the_order_is_read_and_the_answer_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = Order(path=str(path), sql="SELECT", max_rows=5, seconds=5).model_dump_json()
    given, written = io.BytesIO(order.encode()), io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(given))
    out = io.TextIOWrapper(written)
    monkeypatch.setattr(sys, "stdout", out)
    # What would end this process, or cap it, is left to the one that is started for it.
    monkeypatch.setattr(signal, "alarm", _nothing)
    monkeypatch.setattr(signal, "signal", _nothing)
    monkeypatch.setattr(duckdb_child, "resource", None)
    duckdb_child.main()
    assert Answer.model_validate_json(written.getvalue()).reply.rows[0] == (1, None)
