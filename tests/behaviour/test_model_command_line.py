"""The command line where a model is named: what is refused, and what programs can read."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from behaviour.conftest import Command

QUESTION = "Who founded Skerrion Instruments?"
NOWHERE = "http://127.0.0.1:9/v1"


@pytest.fixture(autouse=True)
def nobody_is_signed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    for name in ("OPENAI_API_KEY", "ASCERTAIN_CLAUDE_CLI", "ASCERTAIN_MODEL", "ASCERTAIN_RULES"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--runtime", "claude"), "Claude is not signed in: none of ANTHROPIC_API_KEY"),
        (("--model", "sonnet"), "Claude is not signed in"),
        (("--model", "openai:gpt-5"), "OPENAI_API_KEY is not set"),
        (("--model", "anthropic:claude-sonnet-5"), "ANTHROPIC_API_KEY is not set"),
        (("--offline", "--max-age", "0"), "--max-age: says how to use the web"),
        (("--web", "--offline", "--max-age", "0"), "--offline asks for none"),
    ],
    ids=str,
)
def test_what_cannot_work_is_refused_with_a_sentence_before_a_folder_is_made(
    options: tuple[str, ...], words: str, command: Command, tmp_path: Path, demo_corpus: Path
) -> None:
    out = tmp_path / "runs"
    said = command("research", QUESTION, "--corpus", demo_corpus, "--out", out, *options)
    assert (said.status, said.out) == (2, "")
    assert words in said.err
    assert len(said.err.strip().splitlines()) == 1
    assert "pydantic" not in said.err.lower()
    assert not out.exists()


@pytest.mark.parametrize(
    ("options", "runner"),
    [
        (("--model", "vllm:qwen3", "--max-tokens", "5000"), "model (vllm:qwen3)"),
        (("--runtime", "claude"), "claude (sonnet)"),
        (("--runtime", "extractive"), "extractive"),
    ],
)
def test_a_dry_run_prints_json_alone_where_json_is_asked_for(
    options: tuple[str, ...], runner: str, command: Command, tmp_path: Path, demo_corpus: Path
) -> None:
    said = command(
        *("research", QUESTION, "--corpus", demo_corpus, "--out", tmp_path / "runs"),
        *(*options, "--dry-run", "--json"),
    )
    assert said.status == 0
    told = json.loads(said.out)
    assert told["plan"]["question"] == QUESTION
    assert told["runner"] == runner
    low, high = told["tokens"]
    assert low <= high
    assert bool(high) == (runner != "extractive")
    assert "2 USD" in told["caps"]
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"# Notes\n\nNo table.\n", "is neither an SQLite nor a DuckDB file"),
        (b"", "is neither an SQLite nor a DuckDB file"),
        (b"x" * 8 + b"DUC", "is neither an SQLite nor a DuckDB file"),
        (None, "there is no file"),
    ],
)
def test_data_that_is_no_database_is_said_to_be_none(
    content: bytes | None, words: str, command: Command, tmp_path: Path, demo_corpus: Path
) -> None:
    path = tmp_path / "notes.md"
    if content is not None:
        path.write_bytes(content)
    said = command(
        *("research", QUESTION, "--corpus", demo_corpus, "--out", tmp_path / "runs"),
        *("--model", "vllm:qwen3", "--data", path),
    )
    assert said.status == 2
    assert words in said.err
    assert "duckdb is not installed" not in said.err


def test_a_folder_as_data_is_said_to_be_no_file(
    command: Command, tmp_path: Path, demo_corpus: Path
) -> None:
    said = command(
        *("research", QUESTION, "--corpus", demo_corpus, "--out", tmp_path / "runs"),
        *("--model", "vllm:qwen3", "--data", tmp_path),
    )
    assert said.status == 2
    assert f"{tmp_path} is no file" in said.err


def test_a_server_that_does_not_answer_is_named_once_and_the_report_is_there(
    command: Command, tmp_path: Path, demo_corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASCERTAIN_MODEL_URL", NOWHERE)
    with sqlite3.connect(tmp_path / "sales.sqlite") as database:
        database.execute("CREATE TABLE sales (year INTEGER)")
    database.close()
    said = command(
        *("research", QUESTION, "--corpus", demo_corpus, "--out", tmp_path / "runs"),
        *("--model", "openai-chat:qwen3", "--max-sources", "2"),
        *("--data", tmp_path / "sales.sqlite"),
    )
    assert said.status == 1
    assert f"no server answers at {NOWHERE} (" in said.out
    assert said.err.count(NOWHERE) == 1
    report = json.loads(next((tmp_path / "runs").glob("*/report.json")).read_text("utf-8"))
    told = json.dumps(report["notes"], ensure_ascii=False)
    assert "The reason, 3 times, stands above." in told
    assert NOWHERE not in told
    assert "(s)" not in told
    assert "0 sentences" not in told


def test_doctor_is_not_well_where_the_model_that_is_asked_for_is_not(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASCERTAIN_MODEL_URL", NOWHERE)
    said = command("doctor", "--model", "vllm:qwen3", "--json")
    found = json.loads(said.out)
    assert (said.status, found["ok"], found["model"]["status"]) == (1, False, "not_reached")
    assert NOWHERE in found["model"]["detail"]
