"""Runs whose researcher is a model on a scripted server, through the public Python interface."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import ascertain
from ascertain.evidence.events import Event
from ascertain.evidence.limits import Limits
from ascertain.interfaces.python_api import ResearchResult
from model_server import (
    Asked,
    ModelServer,
    Reply,
    Say,
    Script,
    Use,
    model_server,
)

QUESTION = "Who founded Skerrion Instruments?"


def researching(asked: Asked, after: Reply | None = None) -> Reply:
    """Search, read the first lead, record a wrong quote, mend it, conclude."""
    if asked.turn == 0:
        return Use([("corpus_search", {"query": "Skerrion founded"})])
    last = json.loads(asked.results[-1]) if asked.results else {}
    if asked.turn == 1:
        url = last["leads"][0]["url"]
        return Use([("corpus_read", {"url": url, "query": "founded Skerrion Instruments"})])
    if asked.turn == 2:
        sentence = _sentence(last["passages"])
        wrong = {**_draft(last["url"], sentence), "quote": sentence[:60] + " quite wrongly"}
        return Use([("evidence_record", wrong), ("evidence_record", _draft(last["url"], sentence))])
    return after or Say("Recorded as E1.\nGAP: the year was not looked for.")


def _sentence(passages: list[dict[str, str]]) -> str:
    found = re.search(
        r"Skerrion Instruments was founded[^.]*\.", " ".join(p["text"] for p in passages)
    )
    assert found
    return found[0]


def _draft(url: str, sentence: str) -> dict[str, Any]:
    return {
        "claim_type": "event",
        "claim": sentence,
        "source_url": url,
        "source_type": "local_document",
        "quote": sentence,
    }


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
            QUESTION,
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
    assert kinds.count("model_called") == len(server.answered) == 4
    assert result.manifest.usage.model_calls == 4
    assert result.manifest.model_requested == model
    assert result.manifest.model_resolved == "scripted-1"
    assert "GAP" not in (result.path / "summary.md").read_text()
