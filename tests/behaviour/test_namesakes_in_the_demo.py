"""The demo's task shows a namesake turned away where a reader sees it."""

from __future__ import annotations

import json
from pathlib import Path

from behaviour.conftest import Command

TASK = Path(__file__).parents[2] / "demo" / "tasks" / "hestvane.json"


def test_the_potters_page_is_turned_away_with_what_told_so(
    command: Command, tmp_path: Path, demo_corpus: Path
) -> None:
    said = command(
        *("research", "--task", TASK, "--corpus", demo_corpus),
        *("--runtime", "extractive", "--out", tmp_path),
    )
    assert said.status == 0, said.err
    folder = Path(said.out.splitlines()[0].removeprefix("RUN_DIR="))
    words = (folder / "report.md").read_text("utf-8")
    away = words.split("## Turned away: about another Ailsa Hestvane")[1].split("\n## ")[0]
    assert "potter-hestvane.html" in away
    assert "died 2018; the subject was at work in 2024" in away
    assert "Harbour Kiln" not in words.split("## Turned away")[0]
    assert "was not read in this run" not in words
    page = (folder / "report.html").read_text("utf-8")
    assert 'id="turned-away"' in page
    assert "studio potter" not in page
    report = json.loads((folder / "report.json").read_text("utf-8"))
    assert [Path(item["url"]).name for item in report["turned_away"]] == ["potter-hestvane.html"]
    assert command("verify", folder).status == 0
