"""A finished run is exported whole or not at all, a killed one without what it lost."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from archive_files import exchange
from ascertain.adapters.archive.commit_list import COMMIT_LIST, WARC_FILE
from ascertain.adapters.archive.warc_log import WarcLog
from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.stores.run_folder import RunFolder
from ascertain.bootstrap.export_wiring import export_run
from ascertain.bootstrap.wiring import verify_folder
from ascertain.controller.verifying import archive_seal
from ascertain.errors import InputError, LedgerError, SnapshotError
from ascertain.evidence.events import EventBody, ReportWritten, RunEnded, RunStarted, SourceRead
from ascertain.evidence.ids import RunId
from ascertain.evidence.limits import Limits
from builders import source

COUNT = 9


def _run(folder: Path, *, ended: bool, sealed: bool = False) -> Path:
    store = RunFolder.create(folder, RunId("R"), FixedClock())
    log = WarcLog(store.path)
    for number in range(COUNT):
        log.append([exchange(f"https://example.org/{number}", os.urandom(600))])
    log.close()
    page = source("S1", resolved_url="https://example.org/1", content_hash=None)
    bodies: list[EventBody] = [
        RunStarted(run_id="R", question="Who?", limits=Limits(), runtime="scripted"),
        SourceRead(source=page),
    ]
    if ended:
        bodies += [
            ReportWritten(files=archive_seal(store.artifacts) if sealed else {}),
            RunEnded(status="collected"),
        ]
    for body in bodies:
        store.ledger.append(body)
    store.close()
    return store.path


def _truncated(run: Path) -> None:
    os.truncate(run / WARC_FILE, (run / WARC_FILE).stat().st_size - 50)


def _altered(run: Path) -> None:
    content = bytearray((run / WARC_FILE).read_bytes())
    content[100:102] = b"\x00\x00"
    (run / WARC_FILE).write_bytes(content)


def _folder(run: Path) -> None:
    (run / WARC_FILE).unlink()
    (run / WARC_FILE).mkdir()


def _both_gone(run: Path) -> None:
    (run / WARC_FILE).unlink()
    (run / COMMIT_LIST).unlink()


def _archive_gone(run: Path) -> None:
    (run / WARC_FILE).unlink()


def _list_gone(run: Path) -> None:
    (run / COMMIT_LIST).unlink()


LOSSES = [
    (_archive_gone, "9 of 9 exchanges are lost"),
    (_truncated, "1 of 9 exchanges are lost"),
    (_altered, "1 of 9 exchanges are lost"),
    (_folder, "9 of 9 exchanges are lost"),
    (_list_gone, "is missing"),
    (_both_gone, "all exchanges are lost"),
]


@pytest.mark.parametrize(("harm", "said"), LOSSES)
def test_a_finished_run_that_lost_exchanges_is_neither_exported_nor_said_to_hold(
    tmp_path: Path, harm: Callable[[Path], object], said: str
) -> None:
    run = _run(tmp_path / "runs", ended=True)
    harm(run)
    details = [p.detail for p in verify_folder(run).problems if p.what == "exchange"]
    assert any(said in detail for detail in details)
    with pytest.raises(SnapshotError, match=said):
        export_run(run, "warc", tmp_path / "out.warc.gz")
    assert not (tmp_path / "out.warc.gz").exists()


def test_a_finished_run_that_lost_nothing_is_exported(tmp_path: Path) -> None:
    run = _run(tmp_path / "runs", ended=True)
    made = export_run(run, "warc", None)
    assert (made.exchanges, made.lost) == (COUNT, 0)
    assert made.path == f"{run}.warc.gz"
    assert not [p for p in verify_folder(run).problems if p.what == "exchange"]


@pytest.mark.parametrize("form", ["warc", "wacz"])
def test_a_killed_run_is_exported_without_what_it_lost_and_says_how_much(
    tmp_path: Path, form: str
) -> None:
    run = _run(tmp_path / "runs", ended=False)
    _truncated(run)
    made = export_run(run, form, tmp_path / "out")
    assert (made.exchanges, made.lost) == (COUNT - 1, 1)
    found = verify_folder(run)
    assert found.problems == ()
    assert any("1 of 9 exchanges are lost" in said for said in found.not_checked)


def test_a_folder_that_is_moved_still_holds(tmp_path: Path) -> None:
    run = _run(tmp_path / "runs", ended=True)
    moved = tmp_path / "elsewhere"
    shutil.move(run, moved)
    assert not [p for p in verify_folder(moved).problems if p.what == "exchange"]


@pytest.mark.parametrize("name", ["events.jsonl", WARC_FILE, "new.warc.gz", "snapshots/x"])
def test_nothing_is_written_into_the_runs_own_folder(tmp_path: Path, name: str) -> None:
    run = _run(tmp_path / "runs", ended=True)
    before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}
    with pytest.raises(InputError, match="lies in the run's own folder"):
        export_run(run, "warc", run / name, overwrite=True)
    assert {path: path.read_bytes() for path in run.rglob("*") if path.is_file()} == before


def test_a_damaged_ledger_is_said_and_nothing_is_exported(tmp_path: Path) -> None:
    run = _run(tmp_path / "runs", ended=True)
    (run / "events.jsonl").write_bytes(b"\xff\xfe{}\n")
    with pytest.raises(LedgerError, match=r"not all of the run is known: events\.jsonl line 1"):
        export_run(run, "warc", tmp_path / "out")


def test_with_the_lists_digest_in_the_ledger_no_line_of_it_can_be_lost(tmp_path: Path) -> None:
    run = _run(tmp_path / "runs", ended=True, sealed=True)
    assert not [p for p in verify_folder(run).problems if p.what == "exchange"]
    assert verify_folder(run).not_checked == ()
    lines = (run / COMMIT_LIST).read_bytes().splitlines(keepends=True)
    (run / COMMIT_LIST).write_bytes(b"".join(lines[:-1]))
    os.truncate(run / WARC_FILE, json.loads(lines[-1])["offset"])
    details = [p.detail for p in verify_folder(run).problems if p.what == "exchange"]
    assert any("not the one that the run wrote" in detail for detail in details)
    with pytest.raises(SnapshotError, match="not the one that the run wrote"):
        export_run(run, "warc", tmp_path / "out")
