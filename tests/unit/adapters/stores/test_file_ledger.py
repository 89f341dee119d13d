"""The ledger as a file: durable, cut back when it must be, and usable afterwards."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.stores import file_ledger
from ascertain.adapters.stores.event_stream import read_events
from ascertain.adapters.stores.file_ledger import FileLedger
from ascertain.errors import LedgerCorruptError, LedgerError
from ascertain.evidence.chain import canonical_json
from ascertain.evidence.events import LedgerCut, SearchDone, SourceAsked

WRITE_UNTIL_FULL = """
import resource, sys
from pathlib import Path
from ascertain.adapters.stores.file_ledger import FileLedger
from ascertain.adapters.system.clock import SystemClock
from ascertain.errors import LedgerError
from ascertain.evidence.events import SearchDone
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, resource.RLIM_INFINITY))
ledger = FileLedger(Path(sys.argv[1]), SystemClock())
body = SearchDone(sub_question_id="q1", provider="local", query="x" * 700)
written = 0
try:
    while True:
        ledger.append(body)
        written += 1
except LedgerError as error:
    print(written, "|", error)
small = ledger.append(SearchDone(sub_question_id="q", provider="p", query=""))
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(small.seq, ledger.append(body).seq)
"""


def asked(number: int = 1) -> SourceAsked:
    return SourceAsked(source_id=f"S{number}", sub_question_id="q1", url="https://example.org/")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "events.jsonl"


def test_each_line_is_the_canonical_json_of_its_event(path: Path) -> None:
    ledger = FileLedger(path, FixedClock())
    events = [ledger.append(asked(number)) for number in (1, 2)]
    assert path.read_bytes() == b"".join(canonical_json(event) + b"\n" for event in events)
    ledger.close()


def test_an_event_is_on_disk_when_append_returns(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    real = os.fsync

    def sync(descriptor: int) -> None:
        synced.append(os.fstat(descriptor).st_size)
        real(descriptor)

    monkeypatch.setattr(os, "fdatasync", sync, raising=False)
    ledger = FileLedger(path, FixedClock())
    ledger.append(asked())
    assert synced == [path.stat().st_size]
    ledger.close()


def test_it_goes_on_where_it_ended(path: Path) -> None:
    first = FileLedger(path, FixedClock())
    first.append(asked(1))
    first.close()
    second = FileLedger(path, FixedClock())
    assert second.root == first.root
    assert second.append(asked(2)).seq == 2
    second.close()


def test_a_torn_tail_of_every_length_is_cut_and_the_cut_is_on_record(path: Path) -> None:
    ledger = FileLedger(path, FixedClock())
    ledger.append(asked(1))
    start = path.stat().st_size
    ledger.append(asked(2))
    ledger.close()
    content = path.read_bytes()
    for size in range(start + 1, len(content)):
        path.write_bytes(content[:size])
        cuts: list[int] = []
        again = FileLedger(path, FixedClock(), on_cut=cuts.append)
        assert [event.body for event in again.events()] == [
            asked(1),
            LedgerCut(bytes_cut=size - start),
        ]
        assert cuts == [size - start]
        again.close()
        assert not list(read_events(path))[2:]


@pytest.mark.parametrize("tail", [b"\x00" * 4096, b'{"at":', b"\xff\xfe", b"[" * 9999])
def test_a_last_line_without_its_end_is_cut(path: Path, tail: bytes) -> None:
    ledger = FileLedger(path, FixedClock())
    ledger.append(asked())
    ledger.close()
    path.write_bytes(path.read_bytes() + tail)
    again = FileLedger(path, FixedClock())
    assert list(again.events())[-1].body == LedgerCut(bytes_cut=len(tail))
    again.close()


@pytest.mark.parametrize("tail", [b'{"at":\n', b"\xff\xfe\n", b"\n"])
def test_a_last_line_with_its_end_was_whole_so_damage_to_it_is_named(
    path: Path, tail: bytes
) -> None:
    ledger = FileLedger(path, FixedClock())
    ledger.append(asked())
    ledger.close()
    path.write_bytes(path.read_bytes() + tail)
    with pytest.raises(LedgerCorruptError, match="line 2: it is not whole JSON"):
        FileLedger(path, FixedClock())


def test_a_whole_last_line_that_does_not_follow_is_not_cut_but_named(path: Path) -> None:
    ledger = FileLedger(path, FixedClock())
    ledger.append(asked(1))
    ledger.append(asked(2))
    ledger.close()
    content = path.read_bytes().replace(b"S2", b"S3")
    path.write_bytes(content)
    with pytest.raises(LedgerCorruptError, match="line 2: its content is not what its hash says"):
        FileLedger(path, FixedClock())
    assert path.read_bytes() == content


def test_a_full_disk_is_named_and_the_ledger_goes_on_afterwards(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = FileLedger(path, FixedClock())
    ledger.append(asked(1))
    before = path.read_bytes()
    real = os.write
    calls: list[int] = []

    def half_then_full(descriptor: int, data: bytes) -> int:
        calls.append(len(data))
        if len(calls) == 1:
            return real(descriptor, bytes(data)[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", half_then_full)
    with pytest.raises(LedgerError, match=r"event 2 could not .* there is no space left"):
        ledger.append(asked(2))
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert ledger.append(asked(3)).seq == 2
    assert [event.body for event in ledger.events()] == [asked(1), asked(3)]
    ledger.close()


@pytest.mark.skipif(sys.platform == "win32", reason="no file size limits on Windows")
def test_a_file_size_limit_of_the_system_loses_nothing_that_was_written(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WRITE_UNTIL_FULL, str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    written = int(first.split("|")[0])
    assert written >= 3
    assert "there is no space left for it (File too large)" in first
    assert second == f"{written + 1} {written + 2}"
    stream = read_events(path)
    assert len(list(stream)) == written + 2
    assert stream.torn_bytes == 0


def test_a_disk_that_fails_to_sync_is_named_and_the_event_is_not_in_the_ledger(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = FileLedger(path, FixedClock())

    def broken(descriptor: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fdatasync", broken, raising=False)
    with pytest.raises(LedgerError, match=r"event 1 could not be written .* Input/output error"):
        ledger.append(asked())
    monkeypatch.undo()
    assert path.read_bytes() == b""
    assert ledger.append(asked()).seq == 1
    ledger.close()


def test_an_interruption_while_writing_leaves_the_ledger_whole(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = FileLedger(path, FixedClock())

    def interrupted(descriptor: int) -> None:
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fdatasync", interrupted, raising=False)
    with pytest.raises(KeyboardInterrupt):
        ledger.append(asked(1))
    assert ledger.append(asked(2)).seq == 1
    assert [event.body for event in ledger.events()] == [asked(2)]
    ledger.close()


def test_without_fdatasync_the_file_is_synced_all_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "fdatasync", raising=False)
    ledger = FileLedger(path, FixedClock())
    assert ledger.append(asked()).seq == 1
    ledger.close()


def test_an_event_over_the_limit_is_refused_and_the_ledger_goes_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_ledger, "MAX_LINE_BYTES", 1000)
    ledger = FileLedger(path, FixedClock())
    with pytest.raises(LedgerError, match="SearchDone is larger than an event may be"):
        ledger.append(SearchDone(sub_question_id="q1", provider="local", query="x" * 1000))
    assert ledger.append(asked()).seq == 1
    ledger.close()


def test_a_file_that_somebody_else_wrote_to_is_left_alone(path: Path) -> None:
    ledger = FileLedger(path, FixedClock())
    ledger.append(asked(1))
    other = FileLedger(path, FixedClock())
    other.append(asked(2))
    with pytest.raises(LedgerError, match="was changed by somebody else"):
        ledger.append(asked(3))
    assert [event.body for event in other.events()] == [asked(1), asked(2)]
    ledger.close()
    other.close()


def test_events_that_vanished_from_the_file_are_missed(path: Path) -> None:
    ledger = FileLedger(path, FixedClock())
    ledger.append(asked(1))
    size = path.stat().st_size
    ledger.append(asked(2))
    os.truncate(path, size)
    with pytest.raises(LedgerCorruptError, match="line 2: the event that stood here is gone"):
        list(ledger.events())
    ledger.close()


def test_a_file_that_cannot_be_opened_is_an_error_in_words(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="cannot be opened for writing: No such file"):
        FileLedger(tmp_path / "missing" / "events.jsonl", FixedClock())


def test_a_cut_that_cannot_be_recorded_releases_the_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(b"torn")

    def full(descriptor: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(LedgerError, match="no space left"):
        FileLedger(path, FixedClock())
    monkeypatch.undo()
    again = FileLedger(path, FixedClock())
    again.append(asked())
    again.close()
