"""``ascertain eval checker``: figures for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ascertain.interfaces.cli.app import app

LINE = '{"claim": "The dam broke.", "evidence": "The dam broke.", "label": "S"}\n'


@pytest.fixture
def sets(tmp_path: Path) -> Path:
    (tmp_path / "tiny.jsonl").write_text(LINE, encoding="utf-8")
    return tmp_path


def test_the_table_has_every_kind_with_its_interval(sets: Path) -> None:
    outcome = CliRunner().invoke(app, ["eval", "checker", "--data", str(sets)])
    assert outcome.exit_code == 0
    for word in ("number_digit", "reversed_before", "held_out", "paraphrase", "tiny", "–1.000)"):
        assert word in outcome.output
    assert "none" in outcome.output  # a set with one label has no balanced accuracy
    assert "expected calibration error" in outcome.output


def test_json_stands_alone(sets: Path) -> None:
    outcome = CliRunner().invoke(app, ["eval", "checker", "--json"], env={"ASCERTAIN_DATA": ""})
    report = json.loads(outcome.stdout)
    assert report["sets"] == []
    assert len(report["kinds"]) >= 20
    assert {"name", "recall", "refuted", "uncertain"} == set(report["kinds"][0])
    assert sets.is_dir()


def test_a_folder_without_sets_is_bad_input(tmp_path: Path) -> None:
    outcome = CliRunner().invoke(app, ["eval", "checker", "--data", str(tmp_path)])
    assert "holds no labelled pairs" in str(outcome.exception)
