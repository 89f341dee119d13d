"""Runs that were killed, cut, forged or fed with odd files."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.stores.event_stream import read_events
from ascertain.adapters.stores.run_catalog import list_runs
from ascertain.adapters.stores.run_folder import RunFolder
from ascertain.errors import AscertainError, LedgerCorruptError
from ascertain.evidence.chain import GENESIS, seal_line
from ascertain.evidence.events import LedgerCut, RunStarted, SourceAsked
from ascertain.evidence.ids import RunId
from ascertain.evidence.limits import Limits

# One process that loads everything once; each line on stdin is a run's folder to make, and each
# folder's writer is a child that tells the number of every event whose append has returned.
WRITERS = """
import os, sys
from pathlib import Path
from ascertain.adapters.stores.run_folder import RunFolder
from ascertain.adapters.system.clock import SystemClock
from ascertain.evidence.events import SearchDone
from ascertain.evidence.ids import RunId
for line in sys.stdin:
    parent, name, size = line.split()
    child = os.fork()
    if child == 0:
        run = RunFolder.create(Path(parent), RunId(name), SystemClock())
        body = SearchDone(sub_question_id="q1", provider="local", query="x" * int(size))
        os.write(1, b"pid %d\\n" % os.getpid())
        while True:
            os.write(1, b"%d\\n" % run.ledger.append(body).seq)
    os.waitpid(child, 0)
    os.write(1, b"dead\\n")
"""


def asked(number: int) -> SourceAsked:
    return SourceAsked(source_id=f"S{number}", sub_question_id="q1", url="https://example.org/")


@pytest.fixture
def run(tmp_path: Path) -> Path:
    with RunFolder.create(tmp_path, RunId("run"), FixedClock()) as run:
        run.ledger.append(
            RunStarted(run_id="run", question="Why?", limits=Limits(), runtime="extractive")
        )
        for number in range(1, 10):
            run.ledger.append(asked(number))
        return run.path


@pytest.fixture
def writers() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", WRITERS],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")
def test_a_writer_killed_at_any_moment_loses_no_event_whose_append_had_returned(
    tmp_path: Path, writers: subprocess.Popen[str]
) -> None:
    assert writers.stdin is not None
    assert writers.stdout is not None
    chance = random.Random(7)
    for number in range(10):
        name = f"run{number}"
        writers.stdin.write(f"{tmp_path} {name} {chance.choice((10, 5_000, 400_000))}\n")
        writers.stdin.flush()
        pid = int(writers.stdout.readline().split()[1])
        until, returned = chance.randrange(1, 60), 0
        while returned < until:
            returned = int(writers.stdout.readline())
        os.kill(pid, 9)
        while (line := writers.stdout.readline().strip()) != "dead":
            returned = int(line)

        with RunFolder.open(tmp_path / name, FixedClock()) as run:
            events = list(run.ledger.events())
            kept = [event for event in events if not isinstance(event.body, LedgerCut)]
            assert len(kept) >= returned
            assert run.ledger.append(asked(1)).seq == len(events) + 1
        assert not (tmp_path / name / "run.lock").exists()


def test_a_changed_line_in_the_middle_is_named_and_nothing_is_repaired(run: Path) -> None:
    path = run / "events.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    for number in range(1, len(lines)):
        for place in (0, 10, len(lines[number - 1]) // 2, len(lines[number - 1]) - 2):
            damaged = bytearray(lines[number - 1])
            damaged[place] ^= 0x01
            content = b"".join([*lines[: number - 1], bytes(damaged), *lines[number:]])
            path.write_bytes(content)
            with pytest.raises(LedgerCorruptError, match=rf"events\.jsonl line {number}:"):
                RunFolder.open(run, FixedClock())
            stream = read_events(path)
            with pytest.raises(LedgerCorruptError):
                list(stream)
            assert stream.seq == number - 1
            assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ([0, 2, 3], 2),
        ([1, 2, 3], 1),
        ([0, 2, 1], 2),
        ([0, 1, 1, 2], 3),
    ],
    ids=["lost", "lost_first", "swapped", "repeated"],
)
def test_lost_moved_and_repeated_lines_are_named(run: Path, order: list[int], line: int) -> None:
    path = run / "events.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[place] for place in order))
    with pytest.raises(LedgerCorruptError) as caught:
        list(RunFolder.view(run).events())
    assert caught.value.line == line


def test_a_line_sealed_for_another_ledger_is_named(run: Path) -> None:
    path = run / "events.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    foreign = seal_line(asked(2), seq=3, at="2026-01-01T00:00:00Z", prev=GENESIS).line
    path.write_bytes(b"".join([*lines[:2], foreign + b"\n", *lines[3:]]))
    with pytest.raises(LedgerCorruptError, match="line 3: it does not follow"):
        list(RunFolder.view(run).events())


@pytest.mark.parametrize(
    "junk",
    [
        b"\n",
        b"\x00" * 1000 + b"\n",
        b"[" * 100_000 + b"\n",
        b'{"seq":' + b"9" * 100_000 + b"}\n",
        b"\xff\xfe\xfd\n",
        b"null\n",
        b'{"at":1,"at":2}\n',
    ],
    ids=["blank", "nul", "deep", "huge_number", "not_utf8", "null", "twice"],
)
def test_junk_in_the_middle_is_named_quickly(run: Path, junk: bytes) -> None:
    path = run / "events.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:4], junk, *lines[4:]]))
    with pytest.raises(LedgerCorruptError) as caught:
        list(RunFolder.view(run).events())
    assert caught.value.line == 5


def test_line_ends_changed_by_another_program_are_an_error_not_a_loss(run: Path) -> None:
    path = run / "events.jsonl"
    content = path.read_bytes().replace(b"\n", b"\r\n")
    path.write_bytes(content)
    with pytest.raises(LedgerCorruptError, match="line 1"):
        RunFolder.open(run, FixedClock())
    assert path.read_bytes() == content


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_pipes_and_links_in_a_run_neither_block_nor_lead_out(run: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"secret\n")
    view = RunFolder.view(run)
    os.mkfifo(run / "report.md")
    (run / "manifest.json").symlink_to(tmp_path / "secret")
    for name in ("report.md", "manifest.json"):
        with pytest.raises(AscertainError, match=name):
            view.artifacts.read(name)
    (listed,) = list_runs(tmp_path)
    assert listed.question == "Why?"
    assert "manifest.json cannot be read" in listed.reason


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_ledger_that_is_a_link_is_not_written_through(run: Path, tmp_path: Path) -> None:
    target = tmp_path / "target.jsonl"
    (run / "events.jsonl").rename(target)
    (run / "events.jsonl").symlink_to(target)
    before = target.read_bytes()
    with pytest.raises(AscertainError, match="cannot be read"):
        RunFolder.open(run, FixedClock())
    assert target.read_bytes() == before
