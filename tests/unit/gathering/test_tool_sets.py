"""The tools beside searching, reading and recording, through a registry."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import JsonValue

from ascertain.adapters.memory.artifact_store import MemoryArtifacts
from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.memory.folder import MemoryFolder
from ascertain.adapters.memory.tables import MemoryTables
from ascertain.gathering.notes import Notes
from ascertain.gathering.tool_registry import DESCRIPTION_LENGTH, ToolRegistry
from ascertain.gathering.tool_sets import tool_sets
from ascertain.ports.tables import ColumnDescription, QueryReply, TableDescription

COLUMN = ColumnDescription(name="n", type="integer")


def _everything() -> ToolRegistry:
    source = MemoryTables(
        (TableDescription(name="t", columns=(COLUMN,)),),
        {"SELECT n FROM t": QueryReply(columns=(COLUMN,), rows=((1,), (2,)))},
    )
    registry = ToolRegistry()
    for chosen in tool_sets(
        source=source,
        folder=MemoryFolder({"a/b.txt": b"text"}),
        notes=Notes(MemoryArtifacts(), FixedClock()),
    ):
        for tool in chosen.tools:
            registry.add(tool)
    return registry


def test_every_tool_keeps_the_contract_of_tools() -> None:
    contracts = _everything().contracts()
    assert [contract.full_name for contract in contracts] == [
        "math.calculate",
        "data.tables",
        "data.query_sql",
        "files.list",
        "files.read",
        "notes.save",
        "notes.list",
    ]
    for contract in contracts:
        assert 0 < len(contract.description) <= DESCRIPTION_LENGTH
        assert contract.timeout_s > 0
        assert contract.cost == "free"
        assert contract.read_only is (contract.full_name != "notes.save")


@pytest.mark.parametrize(
    ("tool", "arguments", "part"),
    [
        ("math.calculate", {"expression": "2 + 2"}, {"value": "4", "exact": True}),
        (
            "data.tables",
            {},
            {"tables": [{"name": "t", "columns": [{"name": "n", "type": "integer"}]}]},
        ),
        (
            "data.query_sql",
            {"sql": "SELECT n FROM t", "max_rows": 1},
            {"rows": [[1]], "more": True},
        ),
        ("files.list", {}, {"entries": [{"name": "a", "kind": "folder", "size_bytes": None}]}),
        ("files.read", {"path": "a/b.txt", "start": 1, "limit": 2}, {"text": "ex", "more": True}),
        ("notes.save", {"text": "seen"}, {"id": "N1", "room": 199}),
        ("notes.list", {}, {"notes": [], "total": 0}),
    ],
)
async def test_a_call_answers_what_its_schema_says(
    tool: str, arguments: dict[str, JsonValue], part: dict[str, Any]
) -> None:
    reply = await _everything().call(tool, arguments)
    assert reply.ok
    assert isinstance(reply.content, dict)
    assert {name: reply.content[name] for name in part} == part


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("math.calculate", {"expression": "1/0"}, "division_by_zero"),
        ("math.calculate", {"expression": "1+" * 600 + "1"}, "too_large"),
        ("math.calculate", {"expression": 4}, "bad_arguments"),
        ("data.query_sql", {"sql": "DELETE FROM t"}, "not_allowed"),
        ("data.query_sql", {"sql": "SELECT n FROM t", "max_rows": 501}, "bad_arguments"),
        ("data.query_sql", {"sql": "SELECT n FROM t", "max_seconds": 31}, "bad_arguments"),
        ("data.query_sql", {"sql": " "}, "bad_arguments"),
        ("files.read", {"path": "../x"}, "bad_path"),
        ("files.list", {"path": "nowhere"}, "not_found"),
        ("files.read", {"path": "a/b.txt", "limit": 1_000_000}, "bad_arguments"),
        ("notes.save", {"text": "x" * 2_001}, "bad_arguments"),
        ("notes.list", {"after": -1}, "bad_arguments"),
    ],
)
async def test_a_refusal_is_a_reply_with_advice(
    tool: str, arguments: dict[str, JsonValue], code: str
) -> None:
    reply = await _everything().call(tool, arguments)
    assert not reply.ok
    assert isinstance(reply.content, dict)
    assert reply.content["code"] == code
    assert reply.content["advice"]


async def test_notes_of_one_researcher_are_read_by_another() -> None:
    notes = Notes(MemoryArtifacts(), FixedClock())
    first, second = ToolRegistry(), ToolRegistry()
    for registry in (first, second):
        for tool in tool_sets(notes=notes)[1].tools:
            registry.add(tool)
    await first.call("notes.save", {"text": "the report is paywalled"})
    reply = await second.call("notes.list", {})
    assert "the report is paywalled" in str(reply.content)


def test_sets_are_those_of_what_the_run_has_and_serve_by_skill() -> None:
    assert [chosen.name for chosen in tool_sets()] == ["math"]
    sets = {chosen.name: chosen for chosen in tool_sets(source=MemoryTables())}
    assert sets["math"].serves(())
    assert sets["math"].serves(("web",))
    assert sets["data"].serves(("web", "data"))
    assert not sets["data"].serves(("web",))
    assert not sets["data"].serves(())
