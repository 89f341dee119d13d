"""The list of runs in a folder."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.stores.run_catalog import list_runs
from ascertain.adapters.stores.run_folder import RunFolder
from ascertain.errors import InputError
from ascertain.evidence.chain import digest
from ascertain.evidence.events import LedgerCut, RunStarted
from ascertain.evidence.ids import RunId
from ascertain.evidence.limits import Limits
from ascertain.evidence.manifest import Manifest
from ascertain.evidence.report import Scorecard
from ascertain.evidence.run_summary import RunSummary


def add_run(parent: Path, name: str, started_at: str, manifest: Manifest | None = None) -> Path:
    with RunFolder.create(parent, RunId(name), FixedClock(started_at)) as run:
        run.ledger.append(
            RunStarted(run_id=name, question="Why?", limits=Limits(), runtime="extractive")
        )
        if manifest is not None:
            run.artifacts.write("manifest.json", manifest.model_dump_json().encode())
        return run.path


def manifest_of(name: str, *, claims: int | None, count: int | None = None) -> Manifest:
    return Manifest(
        run_id=name,
        status="collected",
        question="Why, says the manifest?",
        runtime="extractive",
        started_at="2026-01-01T00:00:00Z",
        limits=Limits(),
        sources=("https://example.org/a", "https://example.org/b"),
        counts={} if count is None else {"claims": count},
        scorecard=None if claims is None else Scorecard(claims=claims),
        ledger_root="0" * 64,
    )


def only(parent: Path) -> RunSummary:
    (run,) = list_runs(parent)
    return run


def test_a_finished_run_is_listed_from_its_manifest(tmp_path: Path) -> None:
    path = add_run(tmp_path, "a", "2026-01-01T00:00:00Z", manifest_of("a", claims=3))
    assert only(tmp_path) == RunSummary(
        run_id="a",
        path=str(path),
        question="Why, says the manifest?",
        status="collected",
        started_at="2026-01-01T00:00:00Z",
        claims=3,
        sources=2,
    )


@pytest.mark.parametrize(("count", "claims"), [(None, None), (4, 4), (-4, None)])
def test_without_a_scorecard_the_counts_are_asked(
    tmp_path: Path, count: int | None, claims: int | None
) -> None:
    add_run(tmp_path, "a", "2026-01-01T00:00:00Z", manifest_of("a", claims=None, count=count))
    assert only(tmp_path).claims == claims


def test_a_run_at_work_is_listed_from_its_first_event(tmp_path: Path) -> None:
    add_run(tmp_path, "a", "2026-01-01T00:00:00Z")
    run = only(tmp_path)
    assert (run.question, run.status) == ("Why?", "incomplete")
    assert run.started_at == "2026-01-01T00:00:00.000Z"
    assert run.reason == "it has no manifest: it is at work, or it was stopped"


def test_a_damaged_manifest_is_said_and_the_ledger_asked(tmp_path: Path) -> None:
    path = add_run(tmp_path, "a", "2026-01-01T00:00:00Z")
    (path / "manifest.json").write_bytes(b'{"run_id":')
    run = only(tmp_path)
    assert (run.question, run.reason) == ("Why?", "manifest.json is damaged")


def test_a_manifest_that_is_a_folder_is_said(tmp_path: Path) -> None:
    path = add_run(tmp_path, "a", "2026-01-01T00:00:00Z")
    (path / "manifest.json").mkdir()
    assert only(tmp_path).reason.startswith("manifest.json cannot be read")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "events.jsonl is empty"),
        (b'{"at":', "the first line of events.jsonl is not whole"),
        (b"x" * 2_000_000 + b"\n", "the first line of events.jsonl is not whole"),
        (b"{}\n", "events.jsonl line 1: it is not an event in canonical form"),
    ],
    ids=["empty", "torn", "endless", "foreign"],
)
def test_an_unreadable_run_is_listed_with_its_reason(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    (tmp_path / "20260105T000000Z-abcdef").mkdir()
    (tmp_path / "20260105T000000Z-abcdef" / "events.jsonl").write_bytes(content)
    run = only(tmp_path)
    assert (run.run_id, run.question) == ("20260105T000000Z-abcdef", "(unreadable)")
    assert (run.status, run.started_at, run.reason) == ("incomplete", None, reason)


def test_both_reasons_are_said_where_manifest_and_ledger_are_damaged(tmp_path: Path) -> None:
    path = add_run(tmp_path, "a", "2026-01-01T00:00:00Z")
    (path / "manifest.json").write_bytes(b"\xff")
    (path / "events.jsonl").write_bytes(b"")
    assert only(tmp_path).reason == "manifest.json is damaged; events.jsonl is empty"


def test_a_ledger_that_does_not_begin_with_a_run_is_listed_as_unreadable(tmp_path: Path) -> None:
    with RunFolder.create(tmp_path, RunId("a"), FixedClock()) as run:
        run.ledger.append(LedgerCut(bytes_cut=1))
    assert only(tmp_path).reason == "events.jsonl does not begin with the start of a run"


def test_an_event_of_a_later_version_is_listed_as_unreadable(tmp_path: Path) -> None:
    path = add_run(tmp_path, "a", "2026-01-01T00:00:00Z") / "events.jsonl"
    line = path.read_bytes().strip().replace(b"run_started", b"from_2040")
    found = re.search(rb',"hash":"([0-9a-f]{64})"', line)
    assert found is not None
    actual = digest(line.replace(found[0], b"")).encode()
    path.write_bytes(line.replace(found[1], actual) + b"\n")
    assert only(tmp_path).reason == "events.jsonl line 1: this version cannot read it"


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_ledger_that_is_a_link_is_listed_as_unreadable(tmp_path: Path) -> None:
    path = add_run(tmp_path, "a", "2026-01-01T00:00:00Z") / "events.jsonl"
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert only(tmp_path).reason.startswith("events.jsonl cannot be read")


def test_unreadable_runs_are_sorted_by_the_time_in_their_name(tmp_path: Path) -> None:
    add_run(tmp_path, "old", "2026-01-01T00:00:00Z")
    add_run(tmp_path, "new", "2026-01-09T00:00:00Z")
    for name in ("20260105T000000Z-abcdef", "nameless"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "events.jsonl").write_bytes(b"")
    names = [run.run_id for run in list_runs(tmp_path)]
    assert names == ["new", "20260105T000000Z-abcdef", "old", "nameless"]


def test_what_is_no_run_is_not_listed(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    (tmp_path / "odd" / "events.jsonl").mkdir(parents=True)
    assert list(list_runs(tmp_path)) == []


def test_a_place_that_is_not_there_has_no_runs(tmp_path: Path) -> None:
    assert list(list_runs(tmp_path / "runs")) == []


def test_a_place_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "runs").write_bytes(b"")
    with pytest.raises(InputError, match="cannot be listed: Not a directory"):
        list_runs(tmp_path / "runs")
