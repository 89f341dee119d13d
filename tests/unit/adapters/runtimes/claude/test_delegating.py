"""Which tasks of the program are researchers of a lead, and what becomes of the others."""

from __future__ import annotations

from typing import Any

from claude_agent_sdk import TaskStartedMessage

from ascertain.adapters.memory.meter import MemoryMeter
from ascertain.adapters.memory.toolbox import MemoryToolbox
from ascertain.adapters.runtimes.claude.delegating import Delegation
from ascertain.adapters.runtimes.claude.gate import CallGate
from ascertain.adapters.runtimes.claude.program_tools import ProgramCall
from ascertain.evidence.program import SubagentStep
from builders import brief

WORK: dict[str, Any] = {"prompt": "Find it.", "subagent_type": "researcher", "isolation": "x"}


def started(call: str | None, task: str = "a1") -> TaskStartedMessage:
    return TaskStartedMessage(
        subtype="task_started",
        data={},
        task_id=task,
        description="",
        uuid="u",
        session_id="s",
        tool_use_id=call,
    )


def delegation(toolbox: MemoryToolbox | None = None) -> Delegation:
    gate = CallGate(MemoryMeter(), "sonnet", lambda _model, _usage: 0.0, "researcher")
    return Delegation(brief(), toolbox or MemoryToolbox({}), gate)


def call(name: str = "t1", **more: Any) -> ProgramCall:
    return ProgramCall(name, "Agent", {**WORK, **more})


async def test_only_a_task_of_a_granted_call_is_no_stray() -> None:
    given = delegation()
    assert given.is_stray(started("t1"))
    assert given.is_stray(started(None))
    granted = await given.before(call())
    assert granted.reason == ""
    assert granted.arguments is not None
    assert granted.arguments["run_in_background"] is False
    assert "isolation" not in granted.arguments
    assert "Your brief" in str(granted.arguments["prompt"])
    assert not given.is_stray(started("t1"))


async def test_a_call_that_is_no_work_for_a_researcher_is_not_granted() -> None:
    given = delegation()
    for wrong in ({"prompt": " "}, {"prompt": "x" * 5_000}, {"subagent_type": "Explore"}):
        assert (await given.before(call(**wrong))).reason
    inside = ProgramCall("t2", "Agent", WORK, agent_id="a1")
    assert "starts no others" in (await given.before(inside)).reason


async def test_whoever_is_left_behind_is_on_record() -> None:
    toolbox = MemoryToolbox({})
    given = delegation(toolbox)
    for name in ("t1", "t2"):
        await given.before(call(name))
        assert not given.is_stray(started(name, f"agent-{name}"))
        given.started(f"agent-{name}", "researcher")
    given.recorded("agent-t2", "E1")
    given.recorded("agent-t2", "E1")
    await given.failed(call("t2"), "an API error")
    given.close()
    steps = [told for told in toolbox.told if isinstance(told, SubagentStep) and told.is_over]
    assert [(step.agent_id, step.evidence_ids) for step in steps] == [
        ("agent-t2", ("E1",)),
        ("agent-t1", ()),
    ]
    assert steps[0].error == "an API error"
    await given.failed(call("t3"), "never started")


async def test_a_hand_back_of_any_shape_is_cut_to_the_contract() -> None:
    toolbox = MemoryToolbox({})
    given = delegation(toolbox)
    for response in ({}, {"content": "x"}, {"content": [1, {"text": 2}], "usage": {"x": -1}}):
        shown = await given.after(call(), response)
        assert shown["content"][0]["type"] == "text"
    assert all(isinstance(told, SubagentStep) and told.error for told in toolbox.told)
