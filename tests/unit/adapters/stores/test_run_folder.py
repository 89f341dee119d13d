"""A run as a folder."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.stores import run_folder
from ascertain.adapters.stores.run_folder import RunFolder
from ascertain.errors import InputError, LedgerCorruptError, LedgerError, RunLockedError
from ascertain.evidence.events import LedgerCut, RunStarted
from ascertain.evidence.ids import RunId
from ascertain.evidence.limits import Limits

RUN = RunId("20260101T000000Z-000001")
STARTED = RunStarted(run_id=RUN, question="Why? 🌉", limits=Limits(), runtime="extractive")


def made(parent: Path) -> Path:
    with RunFolder.create(parent, RUN, FixedClock()) as run:
        run.ledger.append(STARTED)
        return run.path


def test_a_new_run_has_its_ledger_its_snapshots_and_its_writer(tmp_path: Path) -> None:
    run = RunFolder.create(tmp_path / "a" / "runs", RUN, FixedClock())
    assert run.path == tmp_path / "a" / "runs" / RUN
    names = sorted(path.name for path in run.path.iterdir())
    assert names == ["events.jsonl", "run.lock", "run.lock.json", "snapshots"]
    run.close()
    run.close()
    assert sorted(path.name for path in run.path.iterdir()) == ["events.jsonl", "snapshots"]


@pytest.mark.skipif(os.name == "nt", reason="no permission bits on Windows")
def test_a_run_is_for_its_owners_eyes_only(tmp_path: Path) -> None:
    assert stat.S_IMODE(made(tmp_path).stat().st_mode) == 0o700


def test_opening_goes_on_where_it_ended(tmp_path: Path) -> None:
    path = made(tmp_path)
    with RunFolder.open(path, FixedClock()) as run:
        assert run.ledger.append(LedgerCut(bytes_cut=1)).seq == 2
        run.artifacts.write("report.md", b"# Report")
        assert run.cut_bytes == 0
    view = RunFolder.view(path)
    assert [event.seq for event in view.events()] == [1, 2]
    assert view.artifacts.read("report.md") == b"# Report"
    assert view.snapshots.digests() == ()
    assert view.torn_bytes == 0


def test_a_run_has_one_writer_and_any_number_of_readers(tmp_path: Path) -> None:
    path = made(tmp_path)
    with RunFolder.open(path, FixedClock()) as run:
        with pytest.raises(RunLockedError, match="is in use by process"):
            RunFolder.open(path, FixedClock())
        assert next(RunFolder.view(path).events()).body == STARTED
        run.ledger.append(LedgerCut(bytes_cut=1))


def test_a_view_changes_nothing(tmp_path: Path) -> None:
    path = made(tmp_path)
    ledger = path / "events.jsonl"
    ledger.write_bytes(ledger.read_bytes() + b'{"at"')
    before = {file: file.read_bytes() for file in path.rglob("*") if file.is_file()}
    view = RunFolder.view(path)
    assert len(list(view.events())) == 1
    assert view.torn_bytes == 5
    with pytest.raises(LedgerError, match="reading only"):
        view.artifacts.write("report.md", b"")
    assert {file: file.read_bytes() for file in path.rglob("*") if file.is_file()} == before


def test_a_torn_line_is_cut_on_opening_and_said(tmp_path: Path) -> None:
    path = made(tmp_path)
    ledger = path / "events.jsonl"
    ledger.write_bytes(ledger.read_bytes() + b'{"at"')
    with RunFolder.open(path, FixedClock()) as run:
        assert run.cut_bytes == 5
        assert [event.body for event in run.ledger.events()] == [STARTED, LedgerCut(bytes_cut=5)]


def test_leftovers_of_a_dead_writer_are_removed_on_opening(tmp_path: Path) -> None:
    path = made(tmp_path)
    for folder in (path, path / "snapshots"):
        (folder / ".report.md.0123456789abcdef.tmp").write_bytes(b"half")
    RunFolder.open(path, FixedClock()).close()
    assert sorted(file.name for file in path.rglob("*")) == ["events.jsonl", "snapshots"]


def test_a_run_without_its_snapshots_folder_can_still_be_opened(tmp_path: Path) -> None:
    path = made(tmp_path)
    (path / "snapshots").rmdir()
    with RunFolder.open(path, FixedClock()) as run:
        assert run.snapshots.digests() == ()


def test_an_existing_folder_is_refused(tmp_path: Path) -> None:
    made(tmp_path)
    with pytest.raises(InputError, match="is there already"):
        RunFolder.create(tmp_path, RUN, FixedClock())


@pytest.mark.parametrize("run_id", ["", "..", "a/b", "/etc", "snapshots", "x" * 300])
def test_a_run_id_that_is_no_folder_name_is_refused(tmp_path: Path, run_id: str) -> None:
    with pytest.raises(InputError):
        RunFolder.create(tmp_path, RunId(run_id), FixedClock())
    assert list(tmp_path.iterdir()) == []


def test_a_parent_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "runs").write_bytes(b"")
    with pytest.raises(InputError, match="runs is not a folder"):
        RunFolder.create(tmp_path / "runs", RUN, FixedClock())
    with pytest.raises(InputError, match="cannot be made: Not a directory"):
        RunFolder.create(tmp_path / "runs" / "deeper", RUN, FixedClock())


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write anywhere"
)
def test_a_parent_that_may_not_be_written_is_refused_saying_so(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(InputError, match=r"Permission denied.*Choose a folder"):
            RunFolder.create(tmp_path, RUN, FixedClock())
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.parametrize("name", ["", "missing", "empty", "\x00", "x" * 5000])
def test_what_is_no_run_is_refused_saying_what_a_run_looks_like(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"no events\.jsonl in|cannot be looked at"):
        RunFolder.view(tmp_path / name)
    with pytest.raises(InputError, match=r"no events\.jsonl in|cannot be looked at"):
        RunFolder.open(tmp_path / name, FixedClock())


def test_a_run_that_cannot_be_opened_gives_its_lock_up_again(tmp_path: Path) -> None:
    path = made(tmp_path)
    ledger = path / "events.jsonl"
    good = ledger.read_bytes()
    ledger.write_bytes(good.replace(b"Why", b"How"))
    with pytest.raises(LedgerCorruptError, match="line 1"):
        RunFolder.open(path, FixedClock())
    assert sorted(file.name for file in path.iterdir()) == ["events.jsonl", "snapshots"]
    ledger.write_bytes(good)
    RunFolder.open(path, FixedClock()).close()


def test_a_folder_that_fails_while_it_is_tidied_is_an_error_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made(tmp_path)

    def broken(folder: Path) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(run_folder, "remove_leftovers", broken)
    with pytest.raises(LedgerError, match="cannot be used: Input/output error"):
        RunFolder.open(path, FixedClock())
    monkeypatch.undo()
    RunFolder.open(path, FixedClock()).close()
