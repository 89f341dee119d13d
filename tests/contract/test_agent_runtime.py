"""The contract of ``AgentRuntime``, held by every runtime that needs no model."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import pytest
from pydantic import JsonValue

from ascertain.adapters.memory.agent_runtime import ScriptedCall, ScriptedRuntime
from ascertain.adapters.memory.meter import MemoryMeter
from ascertain.adapters.memory.toolbox import MemoryToolbox
from ascertain.adapters.runtimes.extractive.runtime import ExtractiveRuntime
from ascertain.ports.agent_runtime import AgentRuntime
from ascertain.ports.toolbox import ToolReply
from extractive_pages import Page, brief_for, toolbox_over

PAGES = [
    Page("file:///a.txt", "Halden Tidal", "Halden Tidal was founded by Mara Voss in 2011."),
    Page("file:///b.txt", "Yards", "Mara Voss, who founded Halden Tidal, runs a yard in Bergen."),
    Page("file:///c.txt", "Storm", "Halden Tidal was founded again in 2014 after a storm."),
]
QUESTION = "Who founded Halden Tidal?"


def extractive() -> AgentRuntime:
    return ExtractiveRuntime()


def scripted() -> AgentRuntime:
    calls: list[ScriptedCall] = [ScriptedCall("corpus.search", {"query": "Halden", "limit": 5})]
    for page in PAGES:
        calls.append(ScriptedCall("corpus.read", {"url": page.url, "query": "Halden", "limit": 5}))
        calls.append(
            ScriptedCall(
                "evidence.record", {"source_url": page.url, "claim": page.text, "quote": page.text}
            )
        )
    return ScriptedRuntime({"q1": calls})


@pytest.fixture(params=[extractive, scripted], ids=["extractive", "scripted"])
def runtime(request: pytest.FixtureRequest) -> AgentRuntime:
    make: Callable[[], AgentRuntime] = request.param
    return make()


async def test_it_has_a_name(runtime: AgentRuntime) -> None:
    assert runtime.name


async def test_it_hands_back_the_ids_of_what_was_admitted_in_order(runtime: AgentRuntime) -> None:
    toolbox = toolbox_over(PAGES)
    back = await runtime.run(brief_for(QUESTION), toolbox, MemoryMeter())
    assert back.sub_question_id == "q1"
    assert back.ending == "finished"
    assert back.evidence_ids == ("E1", "E2", "E3")
    assert 0 < len(back.conclusion) <= 1000


async def test_it_calls_only_tools_that_the_toolbox_has(runtime: AgentRuntime) -> None:
    toolbox = toolbox_over(PAGES)
    await runtime.run(brief_for(QUESTION), toolbox, MemoryMeter())
    offered = {contract.full_name for contract in toolbox.contracts()}
    assert {tool for tool, _ in toolbox.calls} <= offered


async def test_it_stays_within_the_briefs_limits(runtime: AgentRuntime) -> None:
    toolbox = toolbox_over(PAGES)
    brief = brief_for(QUESTION, max_sources=2, max_evidence_records=1)
    back = await runtime.run(brief, toolbox, MemoryMeter())
    assert len({str(call["url"]) for call in toolbox.asked("corpus.read")}) <= 2
    assert len(back.evidence_ids) == 1


async def test_it_does_not_read_again_what_an_earlier_round_read(runtime: AgentRuntime) -> None:
    toolbox = toolbox_over(PAGES)
    await runtime.run(brief_for(QUESTION, already_read=(PAGES[0].url,)), toolbox, MemoryMeter())
    assert PAGES[0].url not in [call["url"] for call in toolbox.asked("corpus.read")]


async def test_limit_reached_ends_the_recording(runtime: AgentRuntime) -> None:
    toolbox = toolbox_over(PAGES, max_records=1)
    back = await runtime.run(brief_for(QUESTION), toolbox, MemoryMeter())
    assert back.evidence_ids == ("E1",)
    assert len(toolbox.asked("evidence.record")) == 2


async def test_refusals_of_every_call_are_survived(runtime: AgentRuntime) -> None:
    no = ToolReply(ok=False, content="no")
    toolbox = MemoryToolbox({"corpus.search": no, "corpus.read": no, "evidence.record": no})
    back = await runtime.run(brief_for(QUESTION), toolbox, MemoryMeter())
    assert back.evidence_ids == ()


async def test_several_briefs_at_once_do_not_mix(runtime: AgentRuntime) -> None:
    boxes = [toolbox_over(PAGES) for _ in range(3)]
    backs = await asyncio.gather(
        *(runtime.run(brief_for(QUESTION), box, MemoryMeter()) for box in boxes)
    )
    assert [back.evidence_ids for back in backs] == [("E1", "E2", "E3")] * 3


async def test_cancellation_leaves_as_cancellation(runtime: AgentRuntime) -> None:
    class Stuck(MemoryToolbox):
        async def call(self, tool: str, arguments: Mapping[str, JsonValue]) -> ToolReply:
            started.set()
            await asyncio.Event().wait()
            return await super().call(tool, arguments)

    started = asyncio.Event()
    no = ToolReply(ok=False, content=None)
    stuck = Stuck({"corpus.search": no, "corpus.read": no, "evidence.record": no})
    task = asyncio.create_task(runtime.run(brief_for(QUESTION), stuck, MemoryMeter()))
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
