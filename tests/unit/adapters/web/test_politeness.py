"""Hosts are asked one after another, at the distance that they wish."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from ascertain.adapters.web.politeness import MAX_DELAY_S, HostGates


class _Clock:
    """Time that goes on only where somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(0)
        self.now += seconds


def _gates(
    clock: _Clock, *, per_host: int = 4, delay_s: float = 0.5, max_hosts: int = 100
) -> HostGates:
    return HostGates(per_host, delay_s, clock=clock, sleep=clock.sleep, max_hosts=max_hosts)


async def _starts(gates: HostGates, clock: Callable[[], float], hosts: str) -> list[float]:
    """Take turns on one-letter hosts at once; when each one started, in order of asking."""
    starts = [0.0] * len(hosts)

    async def one(at: int) -> None:
        async with gates.turn(hosts[at], 80):
            starts[at] = clock()

    await asyncio.gather(*(one(at) for at in range(len(hosts))))
    return starts


async def test_starts_on_one_host_lie_the_delay_apart_in_the_order_of_asking() -> None:
    clock = _Clock()
    assert await _starts(_gates(clock), clock, "aaaa") == [100.0, 100.5, 101.0, 101.5]


async def test_different_hosts_do_not_wait_for_each_other() -> None:
    clock = _Clock()
    assert await _starts(_gates(clock), clock, "abcd") == [100.0] * 4
    assert clock.slept == []


async def test_the_ports_of_a_host_have_gates_of_their_own() -> None:
    clock = _Clock()
    gates = _gates(clock)
    async with gates.turn("a", 80), gates.turn("a", 81):
        pass
    assert clock.slept == []


async def test_no_more_than_the_allowed_number_is_inside_at_once() -> None:
    clock = _Clock()
    gates = _gates(clock, per_host=2, delay_s=0)
    inside = most = 0

    async def one() -> None:
        nonlocal inside, most
        async with gates.turn("a", 80):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0.001)
            inside -= 1

    await asyncio.gather(*(one() for _ in range(9)))
    assert most == 2


async def test_a_host_can_wish_for_a_larger_distance_but_not_for_a_smaller_one() -> None:
    clock = _Clock()
    gates = _gates(clock)
    gates.set_delay("a", 3)
    gates.set_delay("b", 0.1)
    gates.set_delay("c", 86_400)
    assert await _starts(gates, clock, "aa") == [100.0, 103.0]
    assert await _starts(gates, clock, "bb") == [103.0, 103.5]
    assert await _starts(gates, clock, "cc") == [103.5, 103.5 + MAX_DELAY_S]


async def test_a_held_host_starts_nobody_and_others_go_on() -> None:
    clock = _Clock()
    gates = _gates(clock)
    gates.hold("a", 80, 7)
    gates.hold("a", 80, 2)  # a shorter wish does not undo a longer one
    assert await _starts(gates, clock, "b") == [100.0]
    assert await _starts(gates, clock, "aa") == [107.0, 107.5]


async def test_a_hold_that_comes_while_one_waits_makes_it_wait_longer() -> None:
    clock = _Clock()
    gates = _gates(clock)
    async with gates.turn("a", 80):
        pass
    waiting = asyncio.ensure_future(_starts(gates, clock, "a"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    gates.hold("a", 80, 5)
    assert await waiting == [105.0]


async def test_one_who_is_cancelled_while_waiting_wastes_no_time_and_no_place() -> None:
    clock = _Clock()
    gates = HostGates(1, 0.0, clock=clock, sleep=lambda _: asyncio.sleep(60))
    gates.hold("a", 80, 5)

    async def one() -> None:
        async with gates.turn("a", 80):
            pass

    tasks = [asyncio.ensure_future(one()) for _ in range(3)]
    await asyncio.sleep(0.001)
    for task in tasks:
        task.cancel()
    assert all(
        isinstance(outcome, asyncio.CancelledError)
        for outcome in await asyncio.gather(*tasks, return_exceptions=True)
    )
    clock.now += 5
    async with asyncio.timeout(5):
        await one()


async def test_a_failure_inside_gives_the_place_back() -> None:
    clock = _Clock()
    gates = _gates(clock, per_host=1, delay_s=0)
    for _ in range(3):
        with pytest.raises(ValueError, match="inside"):
            async with gates.turn("a", 80):
                raise ValueError("inside")


async def test_the_host_longest_unused_is_forgotten_first_and_none_in_use() -> None:
    clock = _Clock()
    gates = _gates(clock, delay_s=2, max_hosts=3)
    async with gates.turn("used", 80):
        clock.now += 10
        for name in ("one", "two", "three"):
            async with gates.turn(name, 80):
                pass
            clock.now += 10
        assert len(gates) == 3
        # A gate that was forgotten would let this one start at once and in a second place.
        assert await _starts_at_used(gates, clock) == clock.now


async def _starts_at_used(gates: HostGates, clock: _Clock) -> float:
    async with gates.turn("used", 80):
        return clock.now


async def test_a_host_that_still_waits_is_not_forgotten() -> None:
    clock = _Clock()
    gates = _gates(clock, delay_s=0, max_hosts=2)
    gates.hold("a", 80, 50)
    assert await _starts(gates, clock, "bcd") == [100.0] * 3
    assert await _starts(gates, clock, "a") == [150.0]


async def test_gates_in_use_may_be_more_than_are_remembered() -> None:
    clock = _Clock()
    gates = _gates(clock, max_hosts=1)
    async with gates.turn("a", 80), gates.turn("b", 80):
        assert len(gates) == 2


async def test_wished_distances_are_remembered_for_so_many_hosts_only() -> None:
    clock = _Clock()
    gates = _gates(clock, delay_s=0, max_hosts=2)
    for name in "abc":
        gates.set_delay(name, 9)
    assert await _starts(gates, clock, "aa") == [100.0, 100.0]
    assert await _starts(gates, clock, "cc") == [100.0, 109.0]
