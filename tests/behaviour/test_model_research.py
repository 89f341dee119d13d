"""Runs whose researcher is a model on a scripted server, through the public Python interface."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import ascertain
from ascertain.evidence.events import Event
from ascertain.evidence.limits import Limits
from ascertain.interfaces.python_api import ResearchResult
from model_scripts import PLAN, QUESTION, is_form, researching
from model_server import Asked, Fail, ModelServer, Raw, Reply, Say, Script, Use, model_server


async def run_with(
    script: Script,
    model: str,
    demo_corpus: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    limits: Limits | None = None,
) -> tuple[ResearchResult, ModelServer, list[Event]]:
    events: list[Event] = []
    with model_server(script) as server:
        at = server.url if model.startswith("anthropic") else f"{server.url}/v1"
        monkeypatch.setenv("ASCERTAIN_MODEL_URL", at)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-test")
        monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
        result = await ascertain.research(
            plan=PLAN,
            corpus=[demo_corpus],
            out=tmp_path,
            limits=limits or Limits(rounds=1, max_seconds=60),
            researcher=model,
            on_event=events.append,
        )
    return result, server, events


PROVIDERS = ["anthropic:claude-sonnet-5", "openai:gpt-5", "openai-chat:gpt-5", "ollama:qwen3"]


@pytest.mark.parametrize("model", PROVIDERS)
async def test_every_kind_of_provider_gathers_evidence(
    model: str, demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result, server, events = await run_with(researching, model, demo_corpus, tmp_path, monkeypatch)
    assert result.manifest.status == "collected"
    assert len(result.evidence) == 1
    kinds = [event.body.kind for event in events]
    assert kinds.count("evidence_refused") == 1
    assert kinds.count("model_called") == len(server.answered) == 5
    assert result.manifest.usage.model_calls == 5
    assert result.manifest.model_requested == model
    assert result.manifest.model_resolved == "scripted-1"
    assert "GAP" not in (result.path / "summary.md").read_text()


def early(script: Script) -> Script:
    """Research until the evidence is there, then play the script."""

    def played(asked: Asked) -> Reply:
        return researching(asked) if asked.turn < 3 else script(asked)

    return played


def failing_first(failure: Reply, times: int) -> Script:
    left = [times]

    def played(asked: Asked) -> Reply:
        if left[0] > 0:
            left[0] -= 1
            return failure
        return researching(asked)

    return played


NOW = {"retry-after": "0"}


@pytest.mark.parametrize("status", [429, 500, 503, 529])
async def test_a_failure_that_passes_costs_one_more_call_each(
    status: int, demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = failing_first(Fail(status, NOW), 2)
    result, server, events = await run_with(
        script, "openai-chat:gpt-5", demo_corpus, tmp_path, monkeypatch
    )
    assert result.manifest.status == "collected"
    calls = [event.body.call for event in events if event.body.kind == "model_called"]
    assert len(calls) == len(server.asked) == 7
    assert [bool(call.error) for call in calls] == [True] * 2 + [False] * 5


def _loads(asked: Asked) -> Reply:
    """Call the same search for ever."""
    return Use([("corpus_search", {"query": f"Skerrion {asked.turn % 2}"})])


SCRIPTS: dict[str, tuple[Script, str, bool]] = {
    "server errors": (early(lambda _: Fail(500, NOW)), "overloaded|failed", True),
    "no such model": (lambda _: Fail(404, NOW), "no such model", False),
    "key refused": (lambda _: Fail(401, NOW), "refused the key", False),
    "prose for ever": (lambda _: Say("I think it was in 2012."), "never called a tool", False),
    "empty for ever": (early(lambda _: Say("")), "empty", True),
    "only thoughts": (early(lambda _: Say("<think>hm, hm</think>")), "empty", True),
    "calls for ever": (early(_loads), "nothing new|turns", True),
    "unknown tool for ever": (
        early(lambda asked: Use([("shell_run", {"command": f"ls {asked.turn}"})])),
        "turns",
        True,
    ),
    "wrong arguments for ever": (
        early(lambda asked: Use([("corpus_read", {"link": f"file:///{asked.turn}"})])),
        "turns",
        True,
    ),
    "not the provider's form": (early(lambda _: Raw(b"<html>busy</html>")), "cannot be used", True),
}


@pytest.mark.parametrize("name", SCRIPTS)
async def test_however_a_model_fails_the_run_ends_with_what_it_has_and_says_why(
    name: str, demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script, reason, has_evidence = SCRIPTS[name]
    limits = Limits(rounds=1, max_turns=18, max_seconds=60)
    result, _, events = await run_with(
        script, "openai-chat:gpt-5", demo_corpus, tmp_path, monkeypatch, limits
    )
    assert result.manifest.status == "incomplete"
    assert re.search(reason, result.manifest.error or ""), result.manifest.error
    assert result.report is not None
    assert result.report.status == "partial"
    fell = [event.body for event in events if event.body.kind == "step_fell_back"]
    if has_evidence:
        assert [item.claim for item in result.evidence] == [
            "Skerrion Instruments was founded in 2012 by Ailsa Hestvane and has its head office in "
            "Aberdeen, ten minutes from the berth of the Lindmar fleet."
        ]
        assert fell == []
    else:
        # The researcher without a model took over, and the report says so.
        assert [(body.was, body.now) for body in fell] == [("openai-chat:gpt-5", "extractive")]
        assert result.evidence
        assert "instead of openai-chat:gpt-5" in (result.path / "report.md").read_text()


def small_model(asked: Asked) -> Reply:
    """Speak as small models do: no calls of tools, thoughts aloud, JSON in fences and broken."""
    if is_form(asked):
        return researching(asked)
    if asked.tools:
        return Say("Sure! I would search for Skerrion.")
    results = _results_in(asked)
    reply = researching(replace(asked, turn=len(results), results=tuple(results)))
    if isinstance(reply, Say):
        return Say(f'<think>done?</think>{{"conclusion": {json.dumps(reply.text)}}}')
    assert isinstance(reply, Use)
    calls = [{"tool": name, "arguments": given} for name, given in reply.calls]
    broken = json.dumps({"calls": calls})[:-1] + ",}"
    return Say(f"<think>I could call a tool.</think>Here it is:\n```json\n{broken}\n```")


def _results_in(asked: Asked) -> list[str]:
    """Return the last result of each turn, as a model that reads its history would."""
    found: list[str] = []
    for message in asked.body["messages"]:
        content = message.get("content")
        if message["role"] == "user" and str(content).startswith('{"results"'):
            found.append(json.dumps(json.loads(content)["results"][-1]["result"]))
    return found


async def test_a_model_plans_and_writes_and_code_keeps_what_holds(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    events: list[Event] = []
    with model_server(researching) as server:
        monkeypatch.setenv("ASCERTAIN_MODEL_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-test")
        result = await ascertain.research(
            QUESTION,
            corpus=[demo_corpus],
            out=tmp_path,
            limits=Limits(rounds=1, max_seconds=60),
            researcher="anthropic:claude-sonnet-5",
            on_event=events.append,
        )
    assert result.manifest.status == "collected"
    assert result.report is not None
    (plan,) = [event.body.plan for event in events if event.body.kind == "plan_made"]
    assert plan.made_by == "anthropic:claude-sonnet-5"
    assert [sub.id for sub in plan.subquestions] == ["founder"]
    (prose,) = [event.body for event in events if event.body.kind == "prose_written"]
    assert (prose.accepted, prose.refused_total) == (1, 1)
    assert "2013" not in (result.path / "report.md").read_text()
    assert "2013" in prose.refused[0].text
    assert set(result.manifest.spent) == {"planner", "researcher:founder", "writer"}
    assert ascertain.verify(result.path).problems == ()


async def test_a_key_that_a_provider_repeats_is_in_no_file(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def script(asked: Asked) -> Reply:
        key = asked.headers["authorization"].removeprefix("Bearer ")
        return Fail(401, NOW, message=f"Incorrect API key provided: {key}")

    monkeypatch.setenv("OPENAI_API_KEY", "sk-quite-secret-1234")
    events: list[Event] = []
    with model_server(script) as server:
        monkeypatch.setenv("ASCERTAIN_MODEL_URL", f"{server.url}/v1")
        result = await ascertain.research(
            QUESTION,
            corpus=[demo_corpus],
            out=tmp_path,
            limits=Limits(rounds=1, max_seconds=60),
            researcher="openai-chat:gpt-5",
            on_event=events.append,
        )
    assert result.manifest.status == "incomplete"
    assert "[key]" in (result.manifest.error or "")
    for path in result.path.rglob("*"):
        assert not path.is_file() or b"sk-quite-secret-1234" not in path.read_bytes()


async def test_a_small_model_without_tools_is_understood(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result, _, events = await run_with(
        small_model, "ollama:tiny", demo_corpus, tmp_path, monkeypatch
    )
    assert result.manifest.status == "collected", result.manifest.error
    assert len(result.evidence) == 1
    assert [event.body.kind for event in events].count("evidence_refused") == 1
    assert "think" not in (result.path / "summary.md").read_text()


async def test_a_provider_that_refuses_tools_is_spoken_to_in_json(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def script(asked: Asked) -> Reply:
        if asked.tools and not is_form(asked):
            return Fail(400, message="tiny does not support tools")
        return small_model(asked)

    result, server, _ = await run_with(script, "ollama:tiny", demo_corpus, tmp_path, monkeypatch)
    assert result.manifest.status == "collected", result.manifest.error
    assert sum(bool(asked.tools) and not is_form(asked) for asked in server.asked) == 1


async def test_arguments_that_do_not_fit_are_answered_with_the_schema(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def script(asked: Asked) -> Reply:
        if asked.turn == 0:
            return Use([("corpus_search", {"q": "Skerrion"}), ("corpus_search", "{broken")])
        return Say("The schema was shown.")

    _, server, _ = await run_with(script, "openai-chat:gpt-5", demo_corpus, tmp_path, monkeypatch)
    shown = [json.loads(text)["refused"] for text in server.asked[-1].results]
    assert [refused["code"] for refused in shown] == ["bad_arguments", "bad_arguments"]
    assert "query" in shown[0]["input_schema"]["properties"]


async def test_history_keeps_ids_of_old_passages_and_not_their_texts(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def script(asked: Asked) -> Reply:
        if asked.turn == 0:
            return Use([("corpus_search", {"query": "Skerrion"})])
        if asked.turn < 10:
            leads = re.findall(r"file://[^\\\"]+", asked.whole)
            url = list(dict.fromkeys(leads))[asked.turn % 6]
            return Use([("corpus_read", {"url": url, "query": f"profiler {asked.turn}"})])
        return Say("Enough.")

    _, server, _ = await run_with(script, "openai-chat:gpt-5", demo_corpus, tmp_path, monkeypatch)
    whole = server.asked[-1].whole
    assert "texts left out" in whole
    assert len(whole) < 60_000


@pytest.mark.parametrize(
    "cap",
    [{"max_model_calls": 3}, {"max_tokens": 9_000}, {"max_cost_usd": 0.02}, {"max_turns": 2}],
    ids=str,
)
async def test_a_cap_ends_a_run_with_a_report_and_at_most_one_call_over(
    cap: dict[str, float], demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = Limits(rounds=1, max_seconds=60, **cap)  # type: ignore[arg-type]
    result, server, events = await run_with(
        early(_loads), "anthropic:claude-sonnet-5", demo_corpus, tmp_path, monkeypatch, limits
    )
    assert result.manifest.status == "incomplete"
    assert result.report is not None
    name, most = next(iter(cap.items()))
    calls = [event.body for event in events if event.body.kind == "model_called"]
    used = {
        "max_model_calls": float(len(calls)),
        "max_tokens": sum(b.call.usage.input_tokens + b.call.usage.output_tokens for b in calls),
        "max_cost_usd": sum(b.cost_usd or 0 for b in calls),
        "max_turns": float(sum(not is_form(asked) for asked in server.asked)),
    }
    before = {
        "max_model_calls": float(len(calls) - 1),
        "max_tokens": used["max_tokens"]
        - sum(b.call.usage.input_tokens + b.call.usage.output_tokens for b in calls[-1:]),
        "max_cost_usd": used["max_cost_usd"] - sum(b.cost_usd or 0 for b in calls[-1:]),
        "max_turns": float(sum(not is_form(asked) for asked in server.asked) - 1),
    }
    assert before[name] < most
    assert calls
