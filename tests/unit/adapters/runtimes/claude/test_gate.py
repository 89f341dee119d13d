"""How the meter holds the requests that the program makes by itself."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from claude_agent_sdk import AssistantMessage, ResultMessage, TextBlock, ToolUseBlock
from claude_agent_sdk.types import ThinkingBlock

from ascertain.adapters.memory.meter import MemoryMeter
from ascertain.adapters.runtimes.claude.gate import CallGate
from ascertain.errors import LimitReachedError
from ascertain.evidence.model_call import ModelUsage


def price(model: str, usage: ModelUsage) -> float | None:
    del model
    return usage.input_tokens / 1000


def gate_over(meter: MemoryMeter) -> CallGate:
    return CallGate(meter, "sonnet", price, "researcher")


def said(number: int, *blocks: Any, parent: str | None = None) -> AssistantMessage:
    return AssistantMessage(
        content=list(blocks),
        model="claude-x",
        message_id=f"m{number}",
        parent_tool_use_id=parent,
        usage={"input_tokens": 100, "cache_read_input_tokens": 20, "output_tokens": 1},
    )


def use(name: str) -> ToolUseBlock:
    return ToolUseBlock(id=name, name="t", input={"a": "b"})


def ended(**more: Any) -> ResultMessage:
    given: dict[str, Any] = {
        "subtype": "success",
        "duration_ms": 1,
        "duration_api_ms": 1,
        "is_error": False,
        "num_turns": 1,
        "session_id": "s",
        "total_cost_usd": 1.0,
        "usage": {"input_tokens": 200, "cache_read_input_tokens": 40, "output_tokens": 50},
    }
    return ResultMessage(**{**given, **more})


async def test_each_answer_is_one_call_and_the_sums_are_the_programs() -> None:
    meter = MemoryMeter()
    gate = gate_over(meter)
    await gate.begin(10)
    await gate.heard(said(1, ThinkingBlock(thinking="hm " * 20, signature="")))
    await gate.heard(said(1, TextBlock(text="I look."), use("t1")))
    await gate.heard(said(1, use("t2")))
    assert await gate.reason_to_deny("t1") == ""
    assert await gate.reason_to_deny("t2") == ""
    await gate.heard(said(2, TextBlock(text="Done.")))
    gate.end(ended())
    assert [call.calls for call in meter.calls] == [1, 1]
    assert sum(call.usage.input_tokens for call in meter.calls) == 240
    assert sum(call.usage.output_tokens for call in meter.calls) == 50
    assert sum(call.cost_usd or 0 for call in meter.calls) == pytest.approx(1.0)
    assert gate.resolved == "claude-x"


async def test_a_hook_waits_for_the_answer_that_its_call_belongs_to() -> None:
    gate = gate_over(MemoryMeter())
    await gate.begin(10)
    waiting = asyncio.create_task(gate.reason_to_deny("t1"))
    await asyncio.sleep(0)
    assert not waiting.done()
    await gate.heard(said(1, use("t1")))
    assert await asyncio.wait_for(waiting, 5) == ""
    gate.end(None)


async def test_where_nothing_is_granted_the_call_is_denied_and_every_later_one() -> None:
    meter = MemoryMeter(max_calls=1)
    gate = gate_over(meter)
    await gate.begin(10)
    await gate.heard(said(1, use("t1")))
    assert "calls" in await gate.reason_to_deny("t1")
    assert "calls" in await gate.reason_to_deny("never heard")
    assert "calls" in gate.refused
    gate.end(ended(is_error=True, result="stopped"))
    assert sum(call.calls for call in meter.calls) == 1


async def test_nothing_begins_without_a_grant() -> None:
    with pytest.raises(LimitReachedError):
        await gate_over(MemoryMeter(max_calls=0)).begin(10)


async def test_attempts_that_fail_are_counted_one_by_one() -> None:
    meter = MemoryMeter()
    gate = gate_over(meter)
    await gate.begin(10)
    await gate.retried(529)
    await gate.retried(529)
    await gate.heard(said(1, TextBlock(text="At last.")))
    gate.end(ended())
    assert [bool(call.error) for call in meter.calls] == [True, True, False]
    assert sum(call.calls for call in meter.calls) == 3


async def test_a_retry_that_is_not_granted_is_remembered() -> None:
    gate = gate_over(MemoryMeter(max_calls=1))
    await gate.retried(529)  # before anything was reserved: nothing to count
    await gate.begin(10)
    await gate.retried(529)
    assert "calls" in gate.refused
    gate.end(None)


async def test_requests_of_subagents_are_counted_with_the_last() -> None:
    meter = MemoryMeter()
    gate = gate_over(meter)
    await gate.begin(10)
    await gate.heard(said(1, use("agent")))
    await gate.heard(said(5, use("t1"), parent="agent"))
    await gate.heard(said(6, TextBlock(text="Found."), parent="agent"))
    await gate.heard(said(2, TextBlock(text="Done.")))
    gate.end(ended())
    assert sum(call.calls for call in meter.calls) == 4


async def test_an_end_without_an_answer_is_settled_as_failed() -> None:
    meter = MemoryMeter()
    gate = gate_over(meter)
    await gate.begin(10)
    gate.end(None)
    (call,) = meter.calls
    assert (call.calls, call.error) == (1, "no answer came")


async def test_what_goes_on_beside_a_conversation_has_its_own_reservation() -> None:
    meter = MemoryMeter()
    gate = gate_over(meter)
    await gate.begin(10)
    await gate.heard(said(1, use("t1")))
    assert await gate.begin_aside("t1", 50) == ""
    await gate.heard(said(2, use("t2"), parent="t1"))
    await gate.heard(said(3, TextBlock(text="done"), parent="t1"))
    assert gate.end_aside("t1") == 2
    assert await gate.resume() == ""
    # What is heard late of a subagent that has handed back is counted already.
    await gate.heard(said(4, TextBlock(text="late"), parent="t1"))
    await gate.heard(said(5, TextBlock(text="end")))
    gate.end(ended())
    assert sum(call.calls for call in meter.calls) == 4


async def test_a_last_request_that_was_not_heard_is_counted_by_what_is_told_of_it() -> None:
    meter = MemoryMeter()
    gate = gate_over(meter)
    await gate.begin(10)
    await gate.heard(said(1, use("t1")))
    await gate.begin_aside("t1", 50)
    assert gate.end_aside("t1", ModelUsage(input_tokens=7)) == 1
    assert gate.end_aside("never begun") == 0
    assert meter.calls[-1].usage.input_tokens == 7


async def test_the_conversation_goes_on_once_nothing_goes_on_beside_it() -> None:
    meter = MemoryMeter(max_calls=3)
    gate = gate_over(meter)
    await gate.begin(10)
    await gate.heard(said(1, use("t1"), use("t2")))
    await gate.begin_aside("t1", 5)
    await gate.begin_aside("t2", 5)
    gate.end_aside("t1", ModelUsage(input_tokens=1))
    assert await gate.resume() == ""
    gate.end_aside("t2", ModelUsage(input_tokens=1))
    assert await gate.resume() != ""
    assert await gate.begin_aside("t3", 5) != ""
