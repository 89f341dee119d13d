from __future__ import annotations

from ascertain.adapters.memory.agent_runtime import ScriptedCall, ScriptedRuntime
from ascertain.adapters.memory.meter import MemoryMeter
from ascertain.adapters.memory.toolbox import MemoryToolbox
from ascertain.ports.toolbox import ToolReply
from extractive_pages import brief_for

YES = ToolReply(ok=True, content={"id": "E1"})
NO = ToolReply(ok=False, content={"code": "no", "message": "no", "advice": ""})


async def test_replies_come_in_turn_and_the_last_one_stays() -> None:
    toolbox = MemoryToolbox({"corpus.read": [NO, YES]})
    replies = [await toolbox.call("corpus.read", {"n": n}) for n in range(3)]
    assert replies == [NO, YES, YES]
    assert toolbox.asked("corpus.read") == [{"n": 0}, {"n": 1}, {"n": 2}]


async def test_a_reply_may_be_made_from_the_arguments() -> None:
    toolbox = MemoryToolbox({"a.b": lambda arguments: ToolReply(ok=True, content=arguments["x"])})
    assert (await toolbox.call("a.b", {"x": "y"})).content == "y"


async def test_an_unknown_tool_is_refused_and_kept() -> None:
    toolbox = MemoryToolbox({"a.b": YES})
    reply = await toolbox.call("c.d", {})
    assert not reply.ok
    assert toolbox.calls == [("c.d", {})]


async def test_contracts_name_the_tools_of_the_table() -> None:
    toolbox = MemoryToolbox({"corpus.read": YES, "evidence.record": YES})
    assert [(c.full_name, c.read_only) for c in toolbox.contracts()] == [
        ("corpus.read", True),
        ("evidence.record", False),
    ]


async def test_the_script_of_the_subquestion_is_played_in_order() -> None:
    toolbox = MemoryToolbox({"corpus.read": YES, "evidence.record": YES})
    script = [ScriptedCall("corpus.read", {"url": "u"}), ScriptedCall("evidence.record")]
    runtime = ScriptedRuntime({"q1": script, "q2": [ScriptedCall("never.called")]})
    back = await runtime.run(brief_for("Who?"), toolbox, MemoryMeter())
    assert [tool for tool, _ in toolbox.calls] == ["corpus.read", "evidence.record"]
    assert back.evidence_ids == ("E1",)
    assert [brief.subquestion.id for brief in runtime.briefs] == ["q1"]


async def test_a_refused_record_is_not_handed_back() -> None:
    toolbox = MemoryToolbox({"evidence.record": NO})
    back = await ScriptedRuntime({"q1": [ScriptedCall("evidence.record")]}).run(
        brief_for("Who?"), toolbox, MemoryMeter()
    )
    assert back.evidence_ids == ()


async def test_a_failing_researcher_keeps_what_was_admitted() -> None:
    toolbox = MemoryToolbox({"evidence.record": YES})
    runtime = ScriptedRuntime(
        {"q1": [ScriptedCall("evidence.record")]}, name="broken", failing=frozenset({"q1"})
    )
    back = await runtime.run(brief_for("Who?"), toolbox, MemoryMeter())
    assert runtime.name == "broken"
    assert (back.ending, back.evidence_ids) == ("error", ("E1",))
    assert back.error
