"""Tools as contracts."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from pydantic import Field

from ascertain.errors import LedgerError, SearchError, ToolError
from ascertain.evidence.record import Record
from ascertain.gathering.tool_registry import Tool, ToolRegistry


class Asked(Record):
    words: str = Field(min_length=1)
    times: int = Field(default=1, ge=1, le=3)


class Said(Record):
    text: str


async def _echo(asked: Asked) -> Said:
    return Said(text=asked.words * asked.times)


def _registry(**more: Any) -> ToolRegistry:
    given: dict[str, Any] = {
        "namespace": "talk",
        "name": "echo",
        "description": "Says it again.",
        "arguments": Asked,
        "answer": Said,
        "run": _echo,
    }
    registry = ToolRegistry()
    registry.add(Tool(**{**given, **more}))
    return registry


async def test_a_call_that_fits_is_carried_out() -> None:
    reply = await _registry().call("talk.echo", {"words": "ho", "times": 2})
    assert reply.ok
    assert reply.content == {"text": "hoho"}


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({}, "words"),
        ({"words": ""}, "words"),
        ({"words": "a", "times": 9}, "times"),
        ({"words": "a", "volume": 11}, "volume"),
        ({"words": "a" * 200_000}, "characters long"),
    ],
)
async def test_bad_arguments_are_refused_before_anything_runs(
    arguments: dict[str, Any], named: str
) -> None:
    ran: list[Asked] = []

    async def note(asked: Asked) -> Said:
        ran.append(asked)
        return Said(text="")

    reply = await _registry(run=note).call("talk.echo", arguments)
    assert not reply.ok
    assert isinstance(reply.content, dict)
    assert reply.content["code"] == "bad_arguments"
    assert named in str(reply.content["message"])
    assert ran == []


async def test_an_unknown_tool_is_answered_with_those_there_are() -> None:
    reply = await _registry().call("shell.run", {})
    assert isinstance(reply.content, dict)
    assert reply.content["code"] == "unknown_tool"
    assert "talk.echo" in str(reply.content["advice"])


async def test_a_call_ends_with_its_time() -> None:
    async def wait(asked: Asked) -> Said:
        await asyncio.Event().wait()
        raise AssertionError(asked)

    reply = await _registry(run=wait, timeout_s=0.01).call("talk.echo", {"words": "a"})
    assert isinstance(reply.content, dict)
    assert reply.content["code"] == "time_out"


async def test_a_failed_search_is_a_reply_that_says_so() -> None:
    async def fail(asked: Asked) -> Said:
        raise SearchError("corpus", asked.words)

    reply = await _registry(run=fail).call("talk.echo", {"words": "disk gone"})
    assert isinstance(reply.content, dict)
    assert reply.content["code"] == "search_failed"
    assert "disk gone" in str(reply.content["message"])


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({}, "name_taken"),
        ({"name": "Echo"}, "bad_name"),
        ({"namespace": "tälk"}, "bad_name"),
        ({"name": "other", "description": "x" * 121}, "long_description"),
    ],
)
def test_a_registration_that_breaks_the_contract_is_an_error(
    change: dict[str, Any], code: str
) -> None:
    registry = _registry()
    given: dict[str, Any] = {
        "namespace": "talk",
        "name": "echo",
        "description": "Says it again.",
        "arguments": Asked,
        "answer": Said,
        "run": _echo,
    }
    with pytest.raises(ToolError) as caught:
        registry.add(Tool(**{**given, **change}))
    assert caught.value.code == code


def test_a_contract_carries_the_schemas() -> None:
    (contract,) = _registry(read_only=False, cost="network").contracts()
    assert contract.full_name == "talk.echo"
    assert contract.input_schema["additionalProperties"] is False
    assert contract.output_schema["required"] == ["text"]
    assert (contract.read_only, contract.cost, contract.timeout_s) == (False, "network", 60.0)


async def test_a_tool_with_a_fault_is_a_refusal_and_not_an_error() -> None:
    async def broken(asked: Asked) -> Said:
        raise ZeroDivisionError(asked.words)

    reply = await _registry(run=broken).call("talk.echo", {"words": "a"})
    assert isinstance(reply.content, dict)
    assert reply.content["code"] == "tool_failed"


async def test_arguments_that_are_no_json_are_refused() -> None:
    reply = await _registry().call("talk.echo", {"words": object()})  # pyright: ignore[reportArgumentType] (that is the point)
    assert isinstance(reply.content, dict)
    assert reply.content["code"] == "bad_arguments"


async def test_a_ledger_that_cannot_be_written_leaves_the_tools() -> None:
    async def full(asked: Asked) -> Said:
        raise LedgerError(f"no space left for {asked.words}")

    with pytest.raises(LedgerError):
        await _registry(run=full).call("talk.echo", {"words": "a"})
