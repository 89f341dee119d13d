"""One writer per run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.stores.run_lock import RunLock
from ascertain.errors import LedgerError, RunLockedError

RACE = """
import sys
from pathlib import Path
from ascertain.adapters.stores.run_lock import RunLock
from ascertain.adapters.system.clock import SystemClock
from ascertain.errors import RunLockedError
lock = RunLock(Path(sys.argv[1]), SystemClock())
print("ready", flush=True)
sys.stdin.readline()
try:
    lock.acquire()
except RunLockedError as error:
    print("refused", error.holder, flush=True)
else:
    print("won", flush=True)
sys.stdin.readline()
"""


def start(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", RACE, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def tell(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def hear(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def end(process: subprocess.Popen[str]) -> None:
    for stream in (process.stdin, process.stdout):
        assert stream is not None
        stream.close()
    process.wait(timeout=10)


def test_of_two_processes_exactly_one_wins_and_a_dead_one_keeps_nobody_out(tmp_path: Path) -> None:
    processes = [start(tmp_path), start(tmp_path)]
    assert [hear(process) for process in processes] == ["ready", "ready"]
    for process in processes:
        tell(process)
    answers = [hear(process) for process in processes]
    assert sorted(answer.split()[0] for answer in answers) == ["refused", "won"]
    winner = processes[[answer.startswith("won") for answer in answers].index(True)]

    with pytest.raises(RunLockedError, match=f"process {winner.pid} on .* since 20"):
        RunLock(tmp_path, FixedClock()).acquire()

    winner.kill()
    winner.wait(timeout=10)
    assert (tmp_path / "run.lock.json").exists()
    lock = RunLock(tmp_path, FixedClock())
    lock.acquire()
    lock.release()
    assert list(tmp_path.iterdir()) == []
    for process in processes:
        end(process)


def test_a_second_holder_in_the_same_process_is_refused(tmp_path: Path) -> None:
    first, second = RunLock(tmp_path, FixedClock()), RunLock(tmp_path, FixedClock())
    first.acquire()
    with pytest.raises(RunLockedError) as caught:
        second.acquire()
    assert caught.value.holder.startswith(f"process {os.getpid()} on ")
    assert caught.value.holder.endswith("since 2026-01-01T00:00:00.000Z")
    second.release()
    with pytest.raises(RunLockedError, match="this very process"):
        first.acquire()
    first.release()
    second.acquire()
    second.release()


def test_after_a_clean_end_nothing_is_left(tmp_path: Path) -> None:
    lock = RunLock(tmp_path, FixedClock())
    lock.acquire()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run.lock", "run.lock.json"]
    lock.release()
    lock.release()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"pid":"x"}', b"\xff" * 70_000])
def test_a_holder_that_cannot_be_read_is_not_invented(tmp_path: Path, content: bytes) -> None:
    first = RunLock(tmp_path, FixedClock())
    first.acquire()
    (tmp_path / "run.lock.json").write_bytes(content)
    with pytest.raises(RunLockedError, match="a process that has not said who it is"):
        RunLock(tmp_path, FixedClock()).acquire()
    first.release()


def test_only_the_verb_of_the_command_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = RunLock(tmp_path, FixedClock())
    for argv, command in (
        (["/usr/bin/ascertain", "research", "a private question"], "ascertain research"),
        (["/usr/bin/ascertain", "--key=secret"], "ascertain"),
        ([""], "python"),
        ([], "python"),
    ):
        monkeypatch.setattr(sys, "argv", argv)
        lock.acquire()
        assert f'"command":"{command}"' in (tmp_path / "run.lock.json").read_text()
        lock.release()


def test_a_folder_that_is_not_there_is_an_error_in_words(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="is not a folder, so it cannot be locked"):
        RunLock(tmp_path / "missing", FixedClock()).acquire()
    assert list(tmp_path.iterdir()) == []


def test_a_lock_that_the_system_refuses_is_an_error_in_words(tmp_path: Path) -> None:
    (tmp_path / "run.lock").mkdir()
    with pytest.raises(LedgerError, match="cannot be locked: "):
        RunLock(tmp_path, FixedClock()).acquire()


def test_a_holder_file_that_cannot_be_written_gives_the_place_up_again(tmp_path: Path) -> None:
    (tmp_path / "run.lock.json").mkdir()
    with pytest.raises(LedgerError, match=r"run\.lock\.json cannot be written"):
        RunLock(tmp_path, FixedClock()).acquire()
    (tmp_path / "run.lock.json").rmdir()
    lock = RunLock(tmp_path, FixedClock())
    lock.acquire()
    lock.release()
