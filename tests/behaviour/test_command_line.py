"""The command line as a person uses it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ascertain
from behaviour.conftest import Command


def test_research_prints_its_folder_first_and_ends_with_the_report(
    command: Command, tmp_path: Path, demo_corpus: Path
) -> None:
    said = command(
        *("research", "Who founded Skerrion Instruments?", "--corpus", demo_corpus),
        *("--out", tmp_path / "runs", "--max-sources", 4),
    )
    assert said.status == 0, said.err
    first, *rest = said.out.splitlines()
    folder = Path(first.removeprefix("RUN_DIR="))
    assert folder.parent == tmp_path / "runs"
    assert rest[-1] == f"Report: {folder / 'report.html'}"
    assert "Plan for: Who founded" in said.err
    assert "not readable" in said.err
    names = {path.name for path in folder.iterdir()}
    assert names >= {
        *("plan.json", "events.jsonl", "snapshots", "sources.jsonl", "evidence.jsonl"),
        *("claims.jsonl", "report.md", "report.html", "report.json", "summary.md"),
        "manifest.json",
    }
    for line in (folder / "evidence.jsonl").read_text("utf-8").splitlines():
        item = json.loads(line)
        text = (folder / "snapshots" / f"{item['snapshot']}.txt").read_text("utf-8")
        selector = item["selector"]
        assert text[selector["start"] : selector["end"]] == selector["exact"]
        assert item["validation_status"] != "pending"


def test_json_prints_the_manifest_alone(
    command: Command, tmp_path: Path, demo_corpus: Path
) -> None:
    said = command(
        *("research", "What does the Whimbrel measure?", "--corpus", demo_corpus),
        *("--out", tmp_path, "--json"),
    )
    manifest = json.loads(said.out)
    assert manifest["status"] == "collected"
    assert manifest["counts"]["evidence"] == len(manifest["evidence_ids"]) > 0
    assert "RUN_DIR=" in said.err


def test_a_question_that_nothing_answers_ends_with_1_and_says_so(
    command: Command, tmp_path: Path
) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "tea.txt").write_text("Green tea is dried in the sun for a day.\n", "utf-8")
    said = command(
        "research", "Who invented the zeppelin?", "--corpus", corpus, "--out", tmp_path / "runs"
    )
    assert said.status == 1
    assert "no_evidence: nothing that was searched matched its words" in said.out
    report = next((tmp_path / "runs").glob("*/report.md")).read_text("utf-8")
    assert "Who invented the zeppelin?" in report


def test_an_empty_folder_is_a_run_without_evidence_not_an_error(
    command: Command, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    said = command(
        "research", "Who was Ada?", "--corpus", tmp_path / "empty", "--out", tmp_path / "runs"
    )
    assert said.status == 1
    assert "Corpus: 0 documents" in said.err


@pytest.mark.parametrize(
    ("arguments", "said_so"),
    [
        (["research", ""], "The question is empty."),
        (["research"], "The question is empty."),
        (["research", "Who and when?"], "names nothing to look for"),
        (["research", "Who is Ada?", "--no-web"], "Give --corpus DIR, or --web."),
        (["research", "Who is Ada?", "--refresh", "--offline"], "exclude one another"),
        (["research", "Who is Ada?", "--max-age", "-1"], "--max-age: "),
        (["research", "Who is Ada?", "--max-age", "nan"], "--max-age: "),
        (["research", "Who is Ada?", "--policy", "/nowhere.toml"], "/nowhere.toml"),
        (["export", "/nowhere"], "/nowhere"),
        (["export", "/nowhere", "--format", "pdf"], "One of warc, wacz."),
        (["research", "Who is Ada?", "--corpus", "/nowhere/at/all"], "there is no folder"),
        (["research", "Who is Ada?", "--corpus", __file__], "is not a folder"),
        (["research", "Who is Ada?", "--corpus", ""], "folder's name is empty"),
        (["research", "Who is Ada?", "--corpus", ".", "--max-cost-usd", "inf"], "--max-cost-usd: "),
        (["diff", "/a@" + "9" * 5000, "/b"], "no event of a run"),
        (["research", "Who is Ada?", "--corpus", ".", "--policy", "p"], "--policy: "),
        (["research", "Who is Ada?", "--corpus", ".", "--refresh"], "--refresh: "),
        (["research", "Who is Ada?", "--corpus", ".", "--parallel", "0"], "--parallel: "),
        (["research", "Who is Ada?", "--corpus", ".", "--max-seconds", "-1"], "--max-seconds: "),
        (["research", "Who is Ada?", "--corpus", ".", "--runtime", "magic"], "no runtime 'magic'"),
        (["research", "Who is Ada?", "--corpus", ".", "--runtime", "model"], "needs a model"),
        (["research", "Who is Ada?", "--corpus", ".", "--model", "x:y"], "is no provider 'x'"),
        (["research", "Who is Ada?", "--semantic"], "--semantic: "),
        (["research", "--plan", "/nowhere.json", "--corpus", "."], "cannot be read"),
        (["collect", "--task", "/nowhere.json", "--corpus", "."], "cannot be read"),
        (["show", "/nowhere"], "/nowhere"),
        (["verify", "."], "events.jsonl"),
        (["diff", "/a", "/b"], "/a"),
    ],
)
def test_bad_input_is_one_clear_sentence_and_status_2(
    command: Command, tmp_path: Path, arguments: list[str], said_so: str
) -> None:
    out = ["--out", str(tmp_path)] if arguments[0] in {"research", "collect"} else []
    said = command(*arguments, *out)
    assert said.status == 2
    assert said_so in said.err
    assert "Traceback" not in said.err
    assert said.err.startswith("ascertain: ")
    assert list(tmp_path.iterdir()) == []


def _task(**change: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "subject_name": "Ailsa Hestvane",
        "identity_anchor_urls": ["https://skerrion.example/"],
        "sub_question_id": "professional_roles",
        "question": "Which roles does Ailsa Hestvane hold at Skerrion?",
        "preferred_source_types": ["official_company_page"],
    }
    return {**given, **change}


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"question": "  "}, "task.question"),
        ({"sub_question_id": ""}, "task.sub_question_id"),
        ({"identity_anchor_urls": []}, "task"),
        ({"identity_anchor_urls": ["ftp://x.example"]}, "task.identity_anchor_urls[0]"),
        (
            {"identity_anchor_urls": ["https://ok.example", "nonsense"]},
            "task.identity_anchor_urls[1]",
        ),
        ({"max_sources": 11}, "task.max_sources"),
        ({"max_evidence_records": 0}, "task.max_evidence_records"),
        ({"budget": 3}, "task.budget"),
        ({"preferred_source_types": ["gossip"]}, "task.preferred_source_types[0]"),
    ],
)
def test_a_task_that_cannot_be_used_names_the_field(
    command: Command, tmp_path: Path, change: dict[str, Any], path: str
) -> None:
    file = tmp_path / "task.json"
    file.write_text(json.dumps(_task(**change)), "utf-8")
    said = command("collect", "--task", file, "--corpus", tmp_path, "--out", tmp_path / "runs")
    assert said.status == 2
    assert f"ascertain: {path}: " in said.err


def test_collect_carries_out_one_task_within_its_limits(
    command: Command, tmp_path: Path, demo_corpus: Path
) -> None:
    file = tmp_path / "task.json"
    file.write_text(json.dumps(_task(max_evidence_records=3)), "utf-8")
    said = command("collect", "--task", file, "--corpus", demo_corpus, "--out", tmp_path, "--json")
    assert said.status == 0, said.err
    manifest = json.loads(said.out)
    assert 1 <= len(manifest["evidence_ids"]) <= 3
    assert len(manifest["urls_attempted"]) <= 3
    folder = tmp_path / manifest["run_id"]
    assert json.loads((folder / "task.json").read_text("utf-8"))["max_sources"] == 3
    items = [json.loads(x) for x in (folder / "evidence.jsonl").read_text("utf-8").splitlines()]
    assert all(item["identity_signals"] for item in items)


def test_a_plan_is_printed_edited_and_followed(
    command: Command, tmp_path: Path, demo_corpus: Path
) -> None:
    printed = command("plan", "Who founded Skerrion and where is its head office?", "--json")
    plan = json.loads(printed.out)
    assert [sub["answer_type"] for sub in plan["subquestions"]] == ["person", "place"]
    plan["subquestions"] = plan["subquestions"][1:]
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(plan), "utf-8")
    said = command(
        "research", "--plan", file, "--corpus", demo_corpus, "--out", tmp_path / "runs", "--json"
    )
    manifest = json.loads(said.out)
    assert manifest["scorecard"]["subquestions"] == 1
    assert "head office" in command("plan", "Where is the head office of Skerrion?").out


def test_ask_waits_for_yes(
    command: Command, tmp_path: Path, demo_corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["n", "y"])

    def confirm(*_: object, **__: object) -> bool:
        return next(answers) == "y"

    monkeypatch.setattr("typer.confirm", confirm)
    arguments = ("research", "Who founded Skerrion?", "--corpus", demo_corpus, "--out", tmp_path)
    refused = command(*arguments, "--ask")
    assert refused.status == 1
    assert "declined" in refused.out
    assert "Plan for" in refused.err
    assert command(*arguments, "--ask").status == 0


def test_show_follows_a_sentence_to_its_characters(command: Command, finished_run: Path) -> None:
    whole = command("show", finished_run)
    assert whole.status == 0
    assert "Ailsa Hestvane founded Skerrion in 2014." in whole.out
    claim = command("show", finished_run, "c1").out
    assert "stands at characters" in claim
    assert "check anchor: pass" in claim
    quote = json.loads(command("show", finished_run, "E1", "--json").out)
    assert quote["selector"]["exact"]
    assert "saved copy: snapshots/" in command("show", finished_run, "S1").out
    assert json.loads(command("show", finished_run, "--json").out)["status"] == "collected"
    missing = command("show", finished_run, "C99")
    assert missing.status == 2
    assert "there is no 'C99' in this run" in missing.err


def test_runs_are_listed_and_an_empty_folder_says_so(
    command: Command, finished_run: Path, tmp_path: Path
) -> None:
    said = command("runs", finished_run.parent)
    assert "Who founded Skerrion?" in said.out
    assert "collected" in said.out
    listed = json.loads(command("runs", finished_run.parent, "--json").out)
    assert listed[0]["run_id"] == finished_run.name
    assert "No runs in" in command("runs", tmp_path).err


def test_verify_holds_on_an_untouched_run_and_names_what_was_changed(
    command: Command, finished_run: Path, tmp_path: Path
) -> None:
    good = command("verify", finished_run)
    assert good.status == 0
    assert "Everything that was checked holds." in good.out
    copy = tmp_path / "copy"
    shutil.copytree(finished_run, copy)
    text = next((copy / "snapshots").glob("*.txt"))
    text.write_text(text.read_text("utf-8").replace("2014", "2015"), "utf-8")
    (copy / "report.md").write_text("All is well.", "utf-8")
    bad = command("verify", copy)
    assert bad.status == 1
    assert "NO LONGER HOLDS  snapshot" in bad.out
    assert "NO LONGER HOLDS  file report.md" in bad.out
    assert json.loads(command("verify", copy, "--json").out)["problems"]


def test_diff_compares_runs_and_points_of_a_run(command: Command, finished_run: Path) -> None:
    assert "0 added, 0 lost" in command("diff", finished_run, finished_run).out
    early = command("diff", f"{finished_run}@3", finished_run)
    assert early.out.startswith("+ ")
    patch = json.loads(command("diff", f"{finished_run}@3", finished_run, "--patch").out)
    assert any(step["path"].startswith("/evidence") for step in patch)
    assert json.loads(command("diff", finished_run, finished_run, "--json").out)["unchanged"] >= 1
    assert "no event of a run" in command("diff", f"{finished_run}@x", finished_run).err


def test_read_shows_passages_or_refuses_with_the_reason(
    command: Command, demo_corpus: Path
) -> None:
    page = next(demo_corpus.glob("about*"))
    said = command("read", page, "--query", "Who founded Skerrion?")
    assert said.status == 0
    assert "title: " in said.out
    assert "founded on 3 March 2014" in said.out
    assert json.loads(command("read", page, "--json").out)["status"] == "ok"
    broken = command("read", next(demo_corpus.glob("*broken*"), demo_corpus / "none.pdf"))
    assert broken.status == 1
    refused = command("read", "http://127.0.0.1:1/")
    assert refused.status == 1
    assert "blocked: " in refused.out
    assert "loopback" in refused.out
    unread = command("read", "https://example.org/", "--offline")
    assert unread.status == 1
    assert "--offline forbids" in unread.out


def test_check_answers_line_by_line(command: Command, tmp_path: Path) -> None:
    lines = [
        {"claim": "It employs 236 people.", "evidence": "In May it employs 236 people."},
        {"quote": "employs 236 people", "text": "It employs\n236 people."},
        {"quote": "employs 237 people", "text": "It employs 236 people."},
        {"claim": "only half"},
        ["no object"],
        {"claim": 1, "evidence": 2},
    ]
    file = tmp_path / "lines.jsonl"
    file.write_text("\n".join([*map(json.dumps, lines), "{torn"]) + "\n", "utf-8")
    said = command("check", file)
    answers = [json.loads(line) for line in said.out.splitlines()]
    assert said.status == 0
    assert answers[0]["verdict"] == "supported"
    assert {check["outcome"] for check in answers[0]["checks"]} <= {"pass", "not_run"}
    assert (answers[1]["anchor_method"], answers[1]["start"]) == ("normalized", 3)
    assert answers[2]["anchor_method"] is None
    assert all("error" in answer for answer in answers[3:])
    assert len(answers) == 7
    assert command("check", tmp_path / "none.jsonl").status == 2


def test_doctor_says_what_works(command: Command) -> None:
    said = command("doctor")
    assert said.status == 0
    assert any(line.split()[:3] == ["ok", "document", "reader"] for line in said.out.splitlines())
    found = json.loads(command("doctor", "--json").out)
    assert found["ok"] is True
    assert found["versions"]["ascertain"] == ascertain.__version__


def test_the_version_is_printed(command: Command) -> None:
    assert command("--version").out.strip() == ascertain.__version__


def test_a_run_that_died_before_its_first_event_is_shown_all_the_same(
    command: Command, tmp_path: Path
) -> None:
    run = tmp_path / "run"
    (run / "snapshots").mkdir(parents=True)
    (run / "events.jsonl").write_bytes(b"")
    assert command("show", run).status == 0
    manifest = json.loads(command("show", run, "--json").out)
    assert (manifest["run_id"], manifest["status"]) == ("run", "incomplete")


def test_what_a_run_wrote_is_no_source_of_the_next(command: Command, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Ailsa Hestvane founded Skerrion in 2014.\n", "utf-8")
    for _ in range(2):
        said = command(
            *("research", "Who founded Skerrion?", "--corpus", tmp_path, "--out", tmp_path),
            "--json",
        )
        assert len(json.loads(said.out)["urls_attempted"]) == 1


def test_nothing_from_a_document_steers_the_terminal(command: Command, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    text = "Skerrion\x1b[31m was founded by \x9b2JAilsa\u202e Hestvane\x07 in 2014.\n"
    (corpus / "a.txt").write_text(text, "utf-8")
    said = command(
        "research", "Who founded Skerrion?", "--corpus", corpus, "--out", tmp_path / "runs"
    )
    folder = Path(said.out.splitlines()[0].removeprefix("RUN_DIR="))
    shown = [
        command("show", folder, *more) for more in ((), ("C1",), ("--json",), ("E1", "--json"))
    ]
    shown.append(command("diff", f"{folder}@2", folder, "--patch"))
    printed = "".join(part.out + part.err for part in (said, *shown))
    printed += (folder / "report.md").read_text("utf-8")
    assert not {"\x1b", "\x9b", "\x07"} & set(printed)


def test_a_device_is_no_file_of_lines(command: Command) -> None:
    said = command("check", "/dev/zero")
    assert said.status == 2
    assert "neither a file nor a pipe" in said.err


def test_output_that_cannot_be_written_is_one_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ascertain", "plan", "Who founded Skerrion?"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.startswith("ascertain: the output cannot be written")
    assert "Traceback" not in done.stderr
