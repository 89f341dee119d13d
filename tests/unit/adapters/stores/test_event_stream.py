"""Reading a ledger's file without the writer's place."""

from __future__ import annotations

from pathlib import Path

import pytest

from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.stores import event_stream
from ascertain.adapters.stores.event_stream import EventStream, read_events
from ascertain.adapters.stores.file_ledger import FileLedger
from ascertain.errors import LedgerCorruptError, LedgerError
from ascertain.evidence.chain import GENESIS, digest
from ascertain.evidence.events import LedgerCut, SourceAsked


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "events.jsonl"
    ledger = FileLedger(path, FixedClock())
    for number in range(1, 5):
        ledger.append(
            SourceAsked(source_id=f"S{number}", sub_question_id="q1", url="https://example.org/")
        )
    ledger.close()
    return path


def test_it_stands_behind_the_last_event_it_gave(path: Path) -> None:
    stream = read_events(path)
    assert (stream.seq, stream.root, stream.whole_bytes) == (0, GENESIS, 0)
    first = next(stream)
    assert (stream.seq, stream.root) == (1, first.hash)
    rest = list(stream)
    assert [event.seq for event in rest] == [2, 3, 4]
    assert stream.whole_bytes == path.stat().st_size
    assert stream.torn_bytes == 0


def test_a_torn_last_line_is_reported_and_the_file_stays_as_it_is(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:-10])
    stream = read_events(path)
    assert [event.seq for event in stream] == [1, 2, 3]
    assert stream.torn_bytes == len(content) - 10 - stream.whole_bytes
    assert path.read_bytes() == content[:-10]


def test_it_stops_where_it_is_told(path: Path) -> None:
    first_line = path.read_bytes().index(b"\n") + 1
    assert [event.seq for event in EventStream(path, end=first_line)] == [1]


def test_a_missing_file_is_an_error_in_words(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="cannot be read: No such file"):
        list(read_events(tmp_path / "events.jsonl"))


def test_a_line_over_the_limit_is_refused_by_name(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest = max(len(line) for line in path.read_bytes().splitlines(keepends=True))
    monkeypatch.setattr(event_stream, "MAX_LINE_BYTES", longest)
    content = path.read_bytes()
    path.write_bytes(content + b"[" * 5000 + b"\n")
    stream = read_events(path)
    with pytest.raises(LedgerCorruptError, match="line 5: it is longer than"):
        list(stream)
    assert stream.seq == 4


def test_an_endless_torn_line_is_counted_without_keeping_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest = max(len(line) for line in path.read_bytes().splitlines(keepends=True))
    monkeypatch.setattr(event_stream, "MAX_LINE_BYTES", longest)
    path.write_bytes(path.read_bytes() + b"\x00" * 3_000_000)
    stream = read_events(path)
    assert len(list(stream)) == 4
    assert stream.torn_bytes == 3_000_000


def test_an_event_of_a_kind_that_this_version_does_not_know_is_named(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    ledger = FileLedger(path, FixedClock())
    event = ledger.append(LedgerCut(bytes_cut=1))
    ledger.close()
    line = path.read_bytes().replace(b"ledger_cut", b"from_2040")
    without = line.strip().replace(b',"hash":"%b"' % event.hash.encode(), b"")
    path.write_bytes(line.replace(event.hash.encode(), digest(without).encode()))
    with pytest.raises(LedgerCorruptError, match=r"line 1: this version cannot read it \(body"):
        list(read_events(path))
