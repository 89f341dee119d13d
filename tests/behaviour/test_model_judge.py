"""Runs in which a model is asked about claims that the checks leave in doubt."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from ascertain.bootstrap.run_wiring import ResearchSpec, run_research
from ascertain.bootstrap.wiring import load_run, verify_folder
from ascertain.errors import InputError
from ascertain.evidence.limits import Limits
from ascertain.evidence.manifest import Manifest
from model_scripts import PLAN, is_form, researching
from model_server import Asked, Fail, ModelServer, Reply, Script, Use, model_server

PARAPHRASE = "The firm that makes Skerrion's gauges goes back to one Ailsa Hestvane."


async def run_with(
    script: Script,
    corpus: Path,
    out: Path,
    monkeypatch: pytest.MonkeyPatch,
    judge: str | None = None,
) -> tuple[Path, Manifest, ModelServer]:
    with model_server(script) as server:
        monkeypatch.setenv("ASCERTAIN_MODEL_URL", f"{server.url}/v1")
        monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
        path, manifest = await run_research(
            ResearchSpec(
                plan=PLAN,
                corpus=(corpus,),
                out=out,
                limits=Limits(rounds=1, max_seconds=60),
                runtime="model",
                model="openai-chat:scripted",
                judge=judge,
                prose=False,
            )
        )
    return path, manifest, server


def paraphrasing(asked: Asked) -> Reply:
    return researching(asked, claim=PARAPHRASE)


async def test_a_claim_in_doubt_is_put_before_the_model_and_its_opinion_is_on_record(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, manifest, server = await run_with(paraphrasing, demo_corpus, tmp_path, monkeypatch)
    assert manifest.status == "collected", manifest.error
    run = load_run(path)
    (item,) = run.state.evidence.values()
    assert item.validation_status == "supported"
    (check,) = [check for check in item.checks if check.name == "entailment"]
    assert "openai-chat:scripted" in check.method
    asked = [one for one in server.asked if is_form(one)]
    assert len(asked) == 1
    assert PARAPHRASE in asked[0].whole
    assert "judge" in manifest.spent
    assert "prompt:judge" in manifest.versions
    assert verify_folder(path).problems == ()


async def test_without_a_judge_the_checks_decide_alone(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, manifest, server = await run_with(
        paraphrasing, demo_corpus, tmp_path, monkeypatch, judge="none"
    )
    assert not [one for one in server.asked if is_form(one)]
    assert "judge" not in manifest.spent


async def test_a_judge_that_makes_its_quotation_up_changes_nothing(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def script(asked: Asked) -> Reply:
        reply = paraphrasing(asked)
        if is_form(asked) and isinstance(reply, Use):
            name, given = reply.calls[0]
            text = json.dumps(given).replace("founded in 2012", "founded in 1912")
            return Use([(name, text)])
        return reply

    path, _, _ = await run_with(script, demo_corpus, tmp_path, monkeypatch)
    (item,) = load_run(path).state.evidence.values()
    assert item.validation_status == "not_enough_evidence"
    assert any("own quotation" in check.detail for check in item.checks)


async def test_a_judge_that_cannot_be_reached_is_named_in_the_report(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def script(asked: Asked) -> Reply:
        return Fail(400) if "--- pairs ---" in asked.whole else paraphrasing(asked)

    path, _, _ = await run_with(script, demo_corpus, tmp_path, monkeypatch)
    assert "«judge» went on with rules" in (path / "report.md").read_text("utf-8")


@pytest.mark.parametrize(("judge", "words"), [("oracle", "no judge"), ("model", "no model")])
async def test_a_judge_that_is_not_to_be_had_is_refused_by_name(
    judge: str, words: str, demo_corpus: Path, tmp_path: Path
) -> None:
    spec = ResearchSpec(
        plan=PLAN,
        corpus=(demo_corpus,),
        out=tmp_path,
        limits=Limits(),
        runtime="extractive",
        judge=judge,
    )
    with pytest.raises(InputError, match=words):
        await run_research(spec)
    assert not await asyncio.to_thread(lambda: list(tmp_path.iterdir()))
