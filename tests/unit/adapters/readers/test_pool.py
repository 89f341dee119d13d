from __future__ import annotations

import asyncio
import contextlib
import io
import subprocess
import sys
from collections.abc import AsyncIterator

import psutil
import pytest

from ascertain.adapters.readers.frames import Answer, Order, receive_answer
from ascertain.adapters.readers.pool import PooledReader
from ascertain.adapters.readers.process import WorkerProcess
from ascertain.errors import ReadError

SLOW = b"<html><body>" + b"<table><tr><td>" * 120 + b"<p>word <b>and</b> word</p>" * 400_000


@pytest.fixture
async def reader() -> AsyncIterator[PooledReader]:
    made = PooledReader(workers=2, timeout_s=0.5)
    yield made
    await made.close()


def workers() -> list[psutil.Process]:
    return [p for p in psutil.Process().children(recursive=True) if "readers.worker" in _line(p)]


def _line(process: psutil.Process) -> str:
    with contextlib.suppress(psutil.Error):
        return " ".join(process.cmdline())
    return ""


async def test_a_read_that_takes_too_long_ends_with_its_worker_alone(reader: PooledReader) -> None:
    await asyncio.gather(reader.read(b"one"), reader.read(b"two"))
    before = {p.pid for p in workers()}
    with pytest.raises(ReadError, match=r"took longer than 0\.5 s") as caught:
        await reader.read(SLOW)
    assert caught.value.status == "error"
    assert len(before & {p.pid for p in workers()}) == len(before) - 1
    assert (await reader.read(b"three")).text == "three"


async def test_cancelling_a_read_frees_its_worker() -> None:
    reader = PooledReader(workers=1, timeout_s=60)
    await reader.read(b"warm")
    task = asyncio.create_task(reader.read(SLOW))
    await asyncio.to_thread(_until_busy)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with asyncio.timeout(5):
        assert (await reader.read(b"next")).text == "next"
    await reader.close()


def _until_busy() -> None:
    (worker,) = workers()
    start = worker.cpu_times().user
    while worker.cpu_times().user < start + 0.05:
        pass


async def test_cancelling_a_read_that_waits_its_turn_leaves_the_others_alone() -> None:
    async with asyncio.timeout(20):
        reader = PooledReader(workers=1)
        first = asyncio.create_task(reader.read(b"first"))
        waiting = asyncio.create_task(reader.read(b"second"))
        await asyncio.sleep(0)
        waiting.cancel()
        assert (await first).text == "first"
        await reader.close()


async def test_a_worker_that_died_idle_is_replaced(reader: PooledReader) -> None:
    await reader.read(b"one")
    for process in workers():
        process.kill()
        process.wait()
    assert (await reader.read(b"two")).text == "two"


async def test_closing_ends_all_workers_even_busy_ones() -> None:
    reader = PooledReader(workers=1, timeout_s=60)
    await reader.read(b"warm")
    task = asyncio.create_task(reader.read(SLOW))
    await asyncio.to_thread(_until_busy)
    await reader.close()
    with pytest.raises(ReadError, match="closed"):
        await task
    assert workers() == []


async def test_memory_past_the_cap_is_named() -> None:
    reader = PooledReader(workers=1, memory_mb=64)
    with pytest.raises(ReadError, match="more memory than 64 MB") as caught:
        await reader.read(SLOW * 2)
    assert caught.value.status == "error"
    assert (await reader.read(b"after")).text == "after"
    await reader.close()


def test_one_reader_serves_several_event_loops() -> None:
    reader = PooledReader(workers=1)

    async def twice() -> str:
        return (await reader.read(b"words")).text

    assert [asyncio.run(twice()), asyncio.run(twice())] == ["words", "words"]
    asyncio.run(reader.close())


def test_importing_the_pool_loads_no_parser() -> None:
    code = (
        "import sys, ascertain.adapters.readers.pool;"
        "print([m for m in ('trafilatura', 'lxml', 'pypdfium2', 'chardet', 'resiliparse')"
        " if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"


def test_a_script_without_a_main_guard_can_read_and_may_forget_to_close() -> None:
    code = (
        "import asyncio\n"
        "from ascertain.adapters.readers.pool import PooledReader\n"
        "reader = PooledReader()\n"
        "print(asyncio.run(reader.read(b'<p>hello there</p>', name='a.html')).text)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, check=True, text=True
    )
    assert (done.stdout, done.stderr) == ("hello there\n", "")


def test_a_worker_sees_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "secret")
    worker = WorkerProcess(256, 1_000)
    try:
        assert worker.read(Order(b"words"), 20.0) is not None
        assert "SOME_API_KEY" not in psutil.Process(worker.pid).environ()
    finally:
        worker.dispose()
        worker.dispose()


@pytest.mark.parametrize("data", [b"", b"{}\n", b"[]\n", b'["ok", 5]\nabc', b'["ok", -1]\n', b"x"])
def test_what_is_no_answer_is_none(data: bytes) -> None:
    assert receive_answer(io.BytesIO(data)) is None
    assert receive_answer(io.BytesIO(b'["ok", 3]\nabc')) == Answer("ok", b"abc")
