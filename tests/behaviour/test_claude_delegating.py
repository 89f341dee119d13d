"""Runs in which a lead hands its question to researchers that the SDK's own program starts."""

from __future__ import annotations

import json
from pathlib import Path

import psutil
import pytest

from ascertain.bootstrap.program_wiring import ProgramSpec
from ascertain.bootstrap.run_wiring import Observers, ResearchSpec, run_research
from ascertain.evidence.events import Event
from ascertain.evidence.limits import Limits
from ascertain.evidence.manifest import Manifest
from ascertain.evidence.program import SubagentStep
from model_scripts import PLAN, researching
from model_server import Asked, Fail, ModelServer, Reply, Say, Script, Use, model_server

PREFIX = "mcp__research__"
WORK = {"description": "founder", "prompt": "Find who founded it.", "subagent_type": "researcher"}

# The SDK leaves streams and its program's handle open where the program is cut off.
pytestmark = [
    pytest.mark.usefixtures("sdk_leftovers"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def subagent(asked: Asked) -> Reply:
    """What the researcher says: it works with our tools."""
    reply = researching(asked)
    if isinstance(reply, Use):
        return Use([(PREFIX + name, given) for name, given in reply.calls])
    return Say("Recorded as E1. " + "Much more was said in between. " * 80 + "\nGAP: the year.")


def lead(asked: Asked) -> Reply:
    """Hand the work out once, then answer."""
    if asked.agent:
        return subagent(asked)
    return Use([("Agent", WORK)]) if asked.turn == 0 else Say("It was founded: E1.")


async def run_with(
    script: Script, corpus: Path, out: Path, monkeypatch: pytest.MonkeyPatch, limits: Limits
) -> tuple[Manifest, ModelServer, list[Event]]:
    events: list[Event] = []
    with model_server(script, name="claude-sonnet-5") as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-test")
        _, manifest = await run_research(
            ResearchSpec(
                plan=PLAN,
                corpus=(corpus,),
                out=out,
                limits=limits,
                runtime="claude",
                model="claude-sonnet-5",
                program=ProgramSpec(delegates=True),
                prose=False,
            ),
            Observers(event=events.append),
        )
    return manifest, server, events


def steps(events: list[Event]) -> list[SubagentStep]:
    return [
        event.body.step
        for event in events
        if event.body.kind == "subagent_started" or event.body.kind == "subagent_ended"  # noqa: PLR1714 (told apart by type)
    ]


LIMITS = Limits(rounds=1, max_seconds=60)


async def test_a_lead_hands_out_the_brief_and_gets_back_what_the_contract_allows(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest, server, events = await run_with(lead, demo_corpus, tmp_path, monkeypatch, LIMITS)
    assert manifest.status == "collected", manifest.error
    (started, ended) = steps(events)
    assert (started.agent_type, started.is_over) == ("researcher", False)
    assert (ended.agent_id, ended.is_over) == (started.agent_id, True)
    assert ended.evidence_ids == ("E1",)
    assert len(ended.conclusion) <= 1000
    inside = [asked for asked in server.asked if asked.agent]
    assert '"answer_is"' in inside[0].first or "Your brief" in inside[0].first
    (back,) = server.asked[-1].results
    shown = json.loads(back[back.index("{") : back.rindex("}") + 1].split("\nagentId")[0])
    assert shown["evidence_ids"] == ["E1"]
    assert shown["gaps"] == ["the year."]
    assert "said in between. " * 60 not in back
    calls = [event.body.call for event in events if event.body.kind == "model_called"]
    assert sum(call.calls for call in calls) == len(server.answered)
    assert not [child for child in psutil.Process().children() if "claude" in child.name()]


async def test_other_types_and_the_background_are_not_to_be_had(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def script(asked: Asked) -> Reply:
        if asked.agent:
            if asked.turn == 0:
                return Use([("Agent", WORK)])
            return Say("Nothing.")
        if asked.turn == 0:
            return Use([("Agent", {**WORK, "subagent_type": "general-purpose"})])
        if asked.turn == 1:
            return Use([("Agent", {**WORK, "run_in_background": True, "model": "opus"})])
        return Say("Nothing was found.")

    manifest, server, events = await run_with(script, demo_corpus, tmp_path, monkeypatch, LIMITS)
    assert manifest.status == "no_evidence", manifest.error
    outside = [asked for asked in server.asked if not asked.agent]
    assert "general-purpose" in outside[1].results[0]
    assert "launched" not in outside[2].results[0]
    assert [step.is_over for step in steps(events)] == [False, True]
    inside = [asked for asked in server.asked if asked.agent]
    assert "Agent" not in inside[0].tools
    assert {asked.body["model"] for asked in inside} == {"claude-sonnet-5"}


async def test_a_researcher_that_fails_is_on_record_and_the_lead_goes_on(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def script(asked: Asked) -> Reply:
        if asked.agent and "second" in asked.first:
            return subagent(asked)
        if asked.agent:
            return Fail(400, {"retry-after": "0"}, "invalid_request_error", "scripted fault")
        if asked.turn == 0:
            return Use([("Agent", WORK), ("Agent", {**WORK, "prompt": "The second try."})])
        return Say("It was founded: E1.")

    manifest, _, events = await run_with(script, demo_corpus, tmp_path, monkeypatch, LIMITS)
    assert manifest.status == "collected", manifest.error
    ended = [step for step in steps(events) if step.is_over]
    assert sorted(bool(step.error) for step in ended) == [False, True]
    assert {step.evidence_ids for step in ended} == {(), ("E1",)}
    assert next(step for step in ended if step.evidence_ids).error == ""


async def test_no_more_researchers_are_started_than_the_contract_allows(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def script(asked: Asked) -> Reply:
        if asked.agent:
            return Say("Nothing.")
        if asked.turn == 0:
            return Use([("Agent", {**WORK, "prompt": f"Try {at}."}) for at in range(6)])
        return Say("Nothing was found.")

    manifest, server, events = await run_with(script, demo_corpus, tmp_path, monkeypatch, LIMITS)
    assert manifest.status == "no_evidence", manifest.error
    assert sum(not step.is_over for step in steps(events)) == 4
    assert sum("started already" in result for result in server.asked[-1].results) == 2
    calls = [event.body.call for event in events if event.body.kind == "model_called"]
    assert sum(call.calls for call in calls) == len(server.answered) == 6


async def test_money_is_held_for_all_that_a_lead_starts(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def script(asked: Asked) -> Reply:
        if asked.agent:
            return Use([(f"{PREFIX}corpus_search", {"query": f"Skerrion {asked.turn}"})])
        return Use([("Agent", WORK)]) if asked.turn == 0 else Say("Done.")

    limits = Limits(rounds=1, max_model_calls=4, max_seconds=60)
    manifest, server, _ = await run_with(script, demo_corpus, tmp_path, monkeypatch, limits)
    assert manifest.status == "incomplete"
    assert "model calls" in (manifest.error or "")
    assert len(server.answered) <= 5
