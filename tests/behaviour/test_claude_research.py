"""Runs whose researcher is the Claude Agent SDK's own program against a scripted server."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from pathlib import Path

import psutil
import pytest

import ascertain
from ascertain.evidence.events import Event
from ascertain.evidence.limits import Limits
from ascertain.evidence.plan import ResearchPlan, Subquestion
from ascertain.interfaces.python_api import ResearchResult
from model_scripts import PLAN, QUESTION, is_form, researching
from model_server import Asked, Cut, Fail, Hang, ModelServer, Reply, Say, Script, Use, model_server

PREFIX = "mcp__research__"


# The SDK leaves streams and its program's handle open where the program is cut off.
pytestmark = [
    pytest.mark.usefixtures("sdk_leftovers"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def through_sdk(asked: Asked) -> Reply:
    """Research with the names that the SDK gives our tools."""
    reply = researching(asked)
    if isinstance(reply, Use) and not is_form(asked):
        return Use([(PREFIX + name, given) for name, given in reply.calls])
    return reply


async def run_with(
    script: Script,
    demo_corpus: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    limits: Limits | None = None,
) -> tuple[ResearchResult, ModelServer, list[Event]]:
    events: list[Event] = []
    with model_server(script, name="claude-sonnet-5") as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-test-secret")
        result = await ascertain.research(
            plan=PLAN,
            corpus=[demo_corpus],
            out=tmp_path,
            limits=limits or Limits(rounds=1, max_seconds=60),
            researcher="claude:claude-sonnet-5",
            on_event=events.append,
        )
    return result, server, events


async def test_the_program_gathers_evidence_with_our_tools_alone(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result, server, events = await run_with(through_sdk, demo_corpus, tmp_path, monkeypatch)
    assert result.manifest.status == "collected", result.manifest.error
    assert len(result.evidence) == 1
    kinds = [event.body.kind for event in events]
    assert kinds.count("evidence_refused") == 1
    calls = [event.body.call for event in events if event.body.kind == "model_called"]
    assert sum(call.calls for call in calls) == len(server.answered) == 5
    assert sum(call.usage.input_tokens for call in calls) == sum(
        len_of(asked) for asked in server.answered
    )
    assert set(server.asked[0].tools) == {
        f"{PREFIX}corpus_search",
        f"{PREFIX}corpus_read",
        f"{PREFIX}evidence_record",
        f"{PREFIX}math_calculate",
        f"{PREFIX}notes_list",
        f"{PREFIX}notes_save",
    }
    assert {asked.body["max_tokens"] for asked in server.asked} == {8_000}
    assert result.manifest.model_resolved == "claude-sonnet-5"
    assert result.manifest.cost_usd > 0
    written = b"".join(path.read_bytes() for path in result.path.rglob("*") if path.is_file())
    assert b"sk-ant-test-secret" not in written


def len_of(asked: Asked) -> int:
    return int(asked.headers["content-length"]) // 4


NOW = {"retry-after": "0"}


def then(reply: Reply | Script) -> Script:
    """Research until the evidence is there, then answer so."""

    def played(asked: Asked) -> Reply:
        if asked.turn < 3:
            return through_sdk(asked)
        return reply(asked) if callable(reply) else reply

    return played


def kill_program(asked: Asked) -> Reply:
    del asked
    for child in psutil.Process().children(recursive=True):
        if "claude" in child.name():
            os.kill(child.pid, signal.SIGKILL)
    return Hang()


ENDINGS: dict[str, tuple[Script, str, Limits | None]] = {
    "turns used up": (
        then(lambda a: Use([(f"{PREFIX}corpus_search", {"query": f"Skerrion {a.turn}"})])),
        "turns are used up",
        Limits(rounds=1, max_turns=5, max_seconds=60),
    ),
    "money used up": (
        then(lambda a: Use([(f"{PREFIX}corpus_search", {"query": f"Skerrion {a.turn}"})])),
        "cap of .* USD is reached|money",
        Limits(rounds=1, max_cost_usd=0.06, max_seconds=60),
    ),
    "calls used up": (
        then(lambda a: Use([(f"{PREFIX}corpus_search", {"query": f"Skerrion {a.turn}"})])),
        "model calls is reached|turns",
        Limits(rounds=1, max_model_calls=5, max_seconds=60),
    ),
    "overloaded": (then(Fail(529, NOW, "overloaded_error")), "fails or limits the rate", None),
    "server error": (then(Fail(500, NOW)), "fails or limits the rate", None),
    "key refused": (then(Fail(401, NOW, "authentication_error")), "sign-in failed", None),
    "no such model": (then(Fail(404, NOW, "not_found_error")), "no such model", None),
    "bad request": (then(Fail(400, NOW, "invalid_request_error")), "success|API Error", None),
    "refusal": (then(Say("I cannot.", stop="refusal")), "declined", None),
    "killed": (then(kill_program), "killed", None),
    "a line too long": (then(Say("x" * 17_000_000)), "too long", None),
    "no answer in time": (
        then(Hang()),
        "time is up|time limit",
        Limits(rounds=1, max_seconds=14),
    ),
    "in circles": (
        then(Use([(f"{PREFIX}corpus_search", {"query": "Skerrion founded"})])),
        "nothing new",
        Limits(rounds=1, max_turns=40, max_seconds=60),
    ),
}


@pytest.mark.parametrize("name", ENDINGS)
async def test_however_the_program_ends_the_run_keeps_what_was_admitted_and_says_why(
    name: str, demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script, reason, limits = ENDINGS[name]
    result, server, events = await run_with(script, demo_corpus, tmp_path, monkeypatch, limits)
    assert result.manifest.status == "incomplete"
    assert re.search(reason, result.manifest.error or ""), result.manifest.error
    assert len(result.evidence) == 1
    assert result.report is not None
    assert result.report.status == "partial"
    calls = [event.body.call for event in events if event.body.kind == "model_called"]
    # The program sends a refused request again twice, without a word; and a call that was cut
    # off may stand in one log and not in the other.
    assert abs(sum(call.calls for call in calls) - len(server.asked)) <= 2
    assert not [child for child in psutil.Process().children() if "claude" in child.name()]


async def test_a_call_of_the_programs_own_tools_is_denied_and_on_record(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def script(asked: Asked) -> Reply:
        if asked.turn == 3:
            return Use([("Bash", {"command": "id"}), (f"{PREFIX}corpus_read", {"link": "x"})])
        return through_sdk(asked) if asked.turn < 3 else Say("Done: E1.")

    result, server, events = await run_with(script, demo_corpus, tmp_path, monkeypatch)
    assert result.manifest.status == "collected", result.manifest.error
    research = [asked for asked in server.asked if not is_form(asked)]
    assert "Bash" in research[-1].results[0]
    refused = [event.body for event in events if event.body.kind == "tool_refused"]
    assert ("corpus.read", "bad_arguments") in [(body.tool, body.code) for body in refused]


async def test_a_cut_answer_is_asked_for_again(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cuts = [2]

    def script(asked: Asked) -> Reply:
        if asked.turn == 1 and cuts[0]:
            cuts[0] -= 1
            return Cut()
        return through_sdk(asked)

    result, _, _ = await run_with(script, demo_corpus, tmp_path, monkeypatch)
    assert result.manifest.status == "collected", result.manifest.error
    assert len(result.evidence) == 1


async def test_an_interrupted_run_ends_its_program_and_writes_its_report(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached = asyncio.Event()
    loop = asyncio.get_running_loop()

    def script(asked: Asked) -> Reply:
        if asked.turn < 3:
            return through_sdk(asked)
        loop.call_soon_threadsafe(reached.set)
        return Hang()

    task = asyncio.create_task(run_with(script, demo_corpus, tmp_path, monkeypatch))
    await asyncio.wait_for(reached.wait(), 30)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    (folder,) = await asyncio.to_thread(lambda: list(tmp_path.iterdir()))
    result = ascertain.load(folder)
    assert (result.manifest.status, len(result.evidence)) == ("incomplete", 1)
    assert "interrupted" in (result.manifest.error or "")
    assert not [child for child in psutil.Process().children() if "claude" in child.name()]


async def test_four_researchers_work_side_by_side(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    subs = tuple(
        Subquestion(id=f"q{at}", question=f"{QUESTION} ({at})", query="Skerrion founded")
        for at in range(4)
    )
    plan = ResearchPlan(question=QUESTION, subquestions=subs)
    events: list[Event] = []
    with model_server(through_sdk, name="claude-sonnet-5") as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-test")
        result = await ascertain.research(
            plan=plan,
            corpus=[demo_corpus],
            out=tmp_path,
            limits=Limits(rounds=1, max_seconds=90, max_cost_usd=20),
            researcher="claude:claude-sonnet-5",
            on_event=events.append,
        )
    assert result.manifest.status == "collected", result.manifest.error
    kinds = [event.body.kind for event in events]
    assert kinds[: kinds.index("researcher_ended")].count("researcher_started") == 4
    assert len(server.answered) == result.manifest.usage.model_calls
    assert result.manifest.usage.model_calls >= 17
    assert set(result.manifest.spent) == {"writer", *(f"researcher:q{at}" for at in range(4))}
