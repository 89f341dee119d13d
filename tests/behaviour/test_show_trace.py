"""``ascertain show RUN --trace``: where a run's time and money went, in text and as JSON."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ascertain.evidence.chain import GENESIS, seal_line
from ascertain.evidence.events import EvidenceChecked
from trace_events import a_whole_run

Command = Callable[..., Any]


@pytest.fixture
def run_with_calls(tmp_path: Path) -> Path:
    """A run's folder in which tools and models were called."""
    prev, lines = GENESIS, list[bytes]()
    steps = [step for step in a_whole_run() if not isinstance(step[2], EvidenceChecked)]
    for seq, (seconds, branch, body) in enumerate(steps, start=1):
        at = f"2026-01-01T00:00:{int(seconds):02d}.000Z"
        event, line = seal_line(body, seq=seq, at=at, prev=prev, branch=branch)
        lines.append(line + b"\n")
        prev = event.hash
    (tmp_path / "events.jsonl").write_bytes(b"".join(lines))
    return tmp_path


def test_a_finished_run_shows_its_rounds_researchers_and_calls(
    command: Command, finished_run: Path
) -> None:
    said = command("show", finished_run, "--trace")
    assert said.status == 0
    assert finished_run.name in said.out.splitlines()[0]
    assert "├─ round-1" in said.out
    assert "corpus.search" in said.out
    assert "→ {" in said.out


def test_a_trace_is_as_wide_as_the_terminal_and_full_shows_all(
    command: Command, finished_run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    short = command("show", finished_run, "--trace").out.splitlines()
    assert max(map(len, short)) == 50
    whole = command("show", finished_run, "--trace", "--full").out.splitlines()
    assert len(whole) > len(short)
    assert max(map(len, whole)) > 50


def test_tokens_cost_and_refusals_are_shown(command: Command, run_with_calls: Path) -> None:
    out = command("show", run_with_calls, "--trace").out
    assert "0.0200 USD + 1 unpriced  3,000 tokens in, 150 out" in out
    assert "✗ quote_not_found: a secret" in out


def test_a_trace_as_json_is_the_tree(command: Command, run_with_calls: Path) -> None:
    tree = json.loads(command("show", run_with_calls, "--trace", "--json").out)
    assert tree["schema_version"] == 1
    assert (tree["name"], tree["kind"]) == ("R", "run")
    assert [child["name"] for child in tree["children"]] == [
        "plan",
        "round-1",
        "checks-1",
        "report",
    ]
    assert tree["usage"]["cost_usd"] == pytest.approx(0.02)


def test_a_damaged_run_shows_the_steps_before_the_damage(
    command: Command, run_with_calls: Path
) -> None:
    file = run_with_calls / "events.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join((*lines[:6], b"{}\n", *lines[7:])))
    said = command("show", run_with_calls, "--trace")
    assert said.status == 0
    assert "not ended" in said.out.splitlines()[0]
    assert "damage: " in said.out


def test_a_half_written_last_event_is_left_out_and_said(
    command: Command, run_with_calls: Path
) -> None:
    file = run_with_calls / "events.jsonl"
    file.write_bytes(file.read_bytes()[:-10])
    said = command("show", run_with_calls, "--trace")
    assert "a half-written last event of" in said.out


def test_a_run_that_died_before_its_first_event_is_said_to_have_none(
    command: Command, finished_run: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    shutil.copytree(finished_run, folder)
    (folder / "events.jsonl").write_bytes(b"")
    said = command("show", folder, "--trace")
    assert said.status == 2
    assert "has no event to show" in said.err


@pytest.mark.parametrize("options", [("--full",), ("C1", "--trace")])
def test_options_that_do_not_go_together_are_refused(
    command: Command, finished_run: Path, options: tuple[str, ...]
) -> None:
    said = command("show", finished_run, *options)
    assert said.status == 2
    assert "--trace" in said.err
