"""Runs whose model may look into a folder of files: what stands there is no evidence."""

from __future__ import annotations

from pathlib import Path

import pytest

from ascertain.bootstrap.run_wiring import ResearchSpec, run_research
from ascertain.bootstrap.wiring import load_run
from ascertain.errors import InputError
from ascertain.evidence.limits import Limits
from model_scripts import PLAN
from model_server import Asked, Reply, Say, Use, model_server


def looking(asked: Asked) -> Reply:
    if asked.turn == 0:
        return Use([("files_list", {})])
    if asked.turn == 1:
        return Use([("files_read", {"path": "known.txt"}), ("files_read", {"path": "../secret"})])
    if asked.turn == 2:
        draft = {
            "claim_type": "other",
            "claim": "Ailsa founded it.",
            "source_url": "file:///known.txt",
            "source_type": "local_document",
            "quote": "Ailsa founded it.",
        }
        return Use([("evidence_record", draft)])
    return Say("Nothing was recorded.")


def spec(demo_corpus: Path, tmp_path: Path, files: Path, runtime: str = "model") -> ResearchSpec:
    return ResearchSpec(
        plan=PLAN,
        corpus=(demo_corpus,),
        out=tmp_path / "runs",
        limits=Limits(rounds=1, max_seconds=60),
        runtime=runtime,
        model="openai-chat:scripted" if runtime == "model" else None,
        files=files,
        prose=False,
    )


async def test_files_are_read_inside_their_folder_and_are_no_evidence(
    demo_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = tmp_path / "files"
    files.mkdir()
    (files / "known.txt").write_text("Ailsa founded it.", "utf-8")
    (tmp_path / "secret").write_text("a secret", "utf-8")
    with model_server(looking) as server:
        monkeypatch.setenv("ASCERTAIN_MODEL_URL", f"{server.url}/v1")
        monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
        path, _ = await run_research(spec(demo_corpus, tmp_path, files))
    assert "known.txt" in server.asked[1].results[0]
    assert "Ailsa founded it." in server.asked[2].results[0]
    assert "refused" in server.asked[2].results[1]
    assert "a secret" not in server.asked[2].whole
    assert "not_read" in server.asked[3].results[0]
    assert not load_run(path).state.evidence


async def test_a_run_without_a_model_has_nobody_to_look_into_files(
    demo_corpus: Path, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="with a model"):
        await run_research(spec(demo_corpus, tmp_path, tmp_path, "extractive"))
