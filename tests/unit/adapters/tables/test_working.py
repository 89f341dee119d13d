"""Queries in threads: a few at a time, each with an end."""

from __future__ import annotations

import asyncio
from threading import Event, Lock

import pytest

from ascertain.adapters.tables import working
from ascertain.adapters.tables.working import Stop, Workers
from ascertain.errors import ToolError


async def test_only_so_many_run_at_a_time() -> None:
    running, most, lock = 0, 0, Lock()
    go = Event()

    def work(_stop: Stop) -> int:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        go.wait(0.05)
        with lock:
            running -= 1
        return 1

    workers = Workers(2)
    assert sum(await asyncio.gather(*(workers.run(work, 5) for _ in range(6)))) == 6
    assert most <= 2


async def test_one_that_does_not_notice_its_end_is_left_and_keeps_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(working, "_GRACE_S", 0.01)
    let_go = Event()

    def deaf(_stop: Stop) -> None:
        let_go.wait(10)
        raise ToolError("data.query_sql", "bad_sql", "nobody asks any more")

    workers = Workers(1)
    with pytest.raises(ToolError) as caught:
        await workers.run(deaf, 0.01)
    assert caught.value.code == "time_out"
    waiting = asyncio.create_task(workers.run(lambda _stop: 7, 5))
    await asyncio.sleep(0.02)
    assert not waiting.done()
    let_go.set()
    assert await waiting == 7


async def test_an_error_in_the_thread_comes_out() -> None:
    def work(_stop: Stop) -> None:
        raise ToolError("data.query_sql", "bad_sql", "no")

    with pytest.raises(ToolError, match="no"):
        await Workers().run(work, 5)


def test_what_can_interrupt_is_told_once_it_is_over_even_when_it_comes_late() -> None:
    told: list[str] = []
    stop = Stop(60)
    stop.interrupt_with(lambda: told.append("first"))
    assert not stop.is_over
    stop.now()
    stop.interrupt_with(None)
    stop.now()
    stop.interrupt_with(lambda: told.append("late"))
    assert told == ["first", "late"]
    assert stop.is_over


def test_time_that_is_up_is_over() -> None:
    assert Stop(0).is_over
