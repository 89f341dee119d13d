"""Files for people: as they were, or whole."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from ascertain.adapters.stores.file_artifacts import FileArtifacts
from ascertain.errors import LedgerError


def full(descriptor: int, data: bytes) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_named_and_the_old_content_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = FileArtifacts(tmp_path)
    store.write("report.md", b"old")
    monkeypatch.setattr(os, "write", full)
    with pytest.raises(LedgerError, match=r"report\.md could not be written: No space left"):
        store.write("report.md", b"new")
    monkeypatch.undo()
    assert store.read("report.md") == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["report.md"]


def test_half_a_line_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = FileArtifacts(tmp_path)
    store.append_line("claims.jsonl", b"one")
    real = os.write
    calls: list[int] = []

    def half(descriptor: int, data: bytes) -> int:
        calls.append(descriptor)
        return real(descriptor, bytes(data)[:2]) if len(calls) == 1 else full(descriptor, data)

    monkeypatch.setattr(os, "write", half)
    with pytest.raises(LedgerError, match=r"claims\.jsonl could not be written: No space left"):
        store.append_line("claims.jsonl", b"two")
    monkeypatch.undo()
    store.append_line("claims.jsonl", b"three")
    assert store.read("claims.jsonl") == b"one\nthree\n"


def test_a_store_for_reading_only_writes_nothing(tmp_path: Path) -> None:
    store = FileArtifacts(tmp_path, writable=False)
    with pytest.raises(LedgerError, match="reading only"):
        store.write("report.md", b"")
    with pytest.raises(LedgerError, match="reading only"):
        store.append_line("claims.jsonl", b"")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_the_name_of_a_file_is_an_error(tmp_path: Path) -> None:
    store = FileArtifacts(tmp_path)
    (tmp_path / "report.md").mkdir()
    with pytest.raises(LedgerError, match=r"report\.md could not be read: it is not a plain file"):
        store.read("report.md")
    with pytest.raises(LedgerError, match=r"report\.md could not be written"):
        store.write("report.md", b"")
    with pytest.raises(LedgerError, match=r"report\.md could not be written"):
        store.append_line("report.md", b"")


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_link_out_of_the_run_is_neither_read_nor_written_through(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    outside = tmp_path / "outside"
    outside.write_bytes(b"outside")
    (run / "claims.jsonl").symlink_to(outside)
    store = FileArtifacts(run)
    with pytest.raises(LedgerError):
        store.read("claims.jsonl")
    with pytest.raises(LedgerError):
        store.append_line("claims.jsonl", b"line")
    store.write("claims.jsonl", b"new")
    assert outside.read_bytes() == b"outside"
    assert store.read("claims.jsonl") == b"new"
