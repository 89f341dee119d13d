"""The fixed clock."""

from __future__ import annotations

import pytest

from ascertain.adapters.memory.clock import FixedClock


def test_without_a_step_time_stands_still() -> None:
    clock = FixedClock("2026-03-01T12:00:00Z")
    assert {clock.now() for _ in range(3)} == {"2026-03-01T12:00:00.000Z"}
    assert {clock.monotonic() for _ in range(3)} == {0.0}


def test_with_a_step_each_hand_moves_by_its_own_calls() -> None:
    clock = FixedClock("2026-12-31T23:59:59Z", step_s=0.5)
    assert [clock.monotonic() for _ in range(3)] == [0.0, 0.5, 1.0]
    assert [clock.now() for _ in range(3)] == [
        "2026-12-31T23:59:59.000Z",
        "2026-12-31T23:59:59.500Z",
        "2027-01-01T00:00:00.000Z",
    ]


def test_advancing_moves_both_hands() -> None:
    clock = FixedClock("2026-01-01T00:00:00Z")
    clock.advance(90)
    assert (clock.now(), clock.monotonic()) == ("2026-01-01T00:01:30.000Z", 90.0)


def test_time_does_not_go_backwards() -> None:
    with pytest.raises(ValueError, match="never goes backwards"):
        FixedClock(step_s=-1)
    with pytest.raises(ValueError, match="never goes backwards"):
        FixedClock().advance(-1)
