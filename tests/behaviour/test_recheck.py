"""``recheck`` as a person uses it, over a corpus that changes under a finished run."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path

import pytest

import ascertain
from behaviour.conftest import Command


@pytest.fixture
def corpus(tmp_path: Path, demo_corpus: Path) -> Path:
    return Path(shutil.copytree(demo_corpus, tmp_path / "corpus"))


@pytest.fixture
def run(command: Command, tmp_path: Path, corpus: Path) -> Path:
    said = command(
        *("research", "How many people does Skerrion employ?", "--corpus", corpus),
        *("--out", tmp_path / "runs", "--max-sources", 6),
    )
    return Path(said.out.splitlines()[0].removeprefix("RUN_DIR="))


def _files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith("recheck-")
    }


def _change(corpus: Path) -> None:
    about = corpus / "about.html"
    about.write_text(about.read_text("utf-8").replace("236 people", "251 people"), "utf-8")


def test_an_unchanged_corpus_ends_with_0(command: Command, run: Path) -> None:
    before = _files(run)
    said = command("recheck", run)
    assert said.status == 0, said.err
    assert "Every quote stands where it stood." in said.out
    assert _files(run) == before
    assert len(list(run.glob("recheck-*.json"))) == len(list(run.glob("recheck-*.md"))) == 1


def test_a_moved_number_is_shown_with_the_sentence_that_falls(
    command: Command, run: Path, corpus: Path
) -> None:
    before = _files(run)
    _change(corpus)
    said = command("recheck", run, "--offline")
    assert said.status == 1
    assert "236 is now 251" in said.out
    assert "FALLEN  On 1 March 2025 Skerrion employed 236 people" in said.out
    assert _files(run) == before
    assert command("verify", run).status == 0


def test_json_is_printed_alone_and_written_elsewhere_on_request(
    command: Command, run: Path, corpus: Path, tmp_path: Path
) -> None:
    (corpus / "about.html").unlink()
    said = command("recheck", run, "--json", "--out", tmp_path / "later")
    assert said.status == 1
    found = json.loads(said.out)
    assert "gone" in {source["outcome"] for source in found["sources"]}
    (written,) = (tmp_path / "later").glob("recheck-*.json")
    assert json.loads(written.read_text("utf-8")) == found
    assert not list(run.glob("recheck-*"))


def test_a_second_recheck_of_the_same_second_has_a_name_of_its_own(
    command: Command, run: Path
) -> None:
    for _ in range(3):
        assert command("recheck", run).status == 0
    assert len(list(run.glob("recheck-*.json"))) == 3


def test_what_is_no_run_is_refused(command: Command, run: Path, tmp_path: Path) -> None:
    assert command("recheck", tmp_path).status == 2
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert command("recheck", run, "--out", blocked).status == 2
    ledger = run / "events.jsonl"
    ledger.write_bytes(ledger.read_bytes().replace(b"Skerrion", b"Skerriom", 1))
    said = command("recheck", run)
    assert said.status == 2
    assert "damaged" in said.err


def test_python_offers_the_same_and_writes_nothing(run: Path, corpus: Path) -> None:
    _change(corpus)
    found = asyncio.run(ascertain.recheck(run))
    assert not list(run.glob("recheck-*"))
    assert not found.is_unchanged
    assert [one.outcome for one in found.affected] == ["fallen"]
