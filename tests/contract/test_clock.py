"""What every clock promises."""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.system.clock import SystemClock
from ascertain.evidence.chain import GENESIS, seal
from ascertain.evidence.events import RunEnded
from ascertain.ports.clock import Clock


@pytest.fixture(params=["fixed", "stepping", "system"])
def clock(request: pytest.FixtureRequest) -> Clock:
    clocks: dict[str, Clock] = {
        "fixed": FixedClock(),
        "stepping": FixedClock(step_s=0.25),
        "system": SystemClock(),
    }
    return clocks[request.param]


def test_now_is_utc_to_the_millisecond(clock: Clock) -> None:
    moment = clock.now()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", moment)
    assert datetime.fromisoformat(moment).utcoffset() is not None


def test_now_is_what_records_accept(clock: Clock) -> None:
    moment = clock.now()
    assert seal(RunEnded(status="collected"), seq=1, at=moment, prev=GENESIS).at == moment


def test_the_monotonic_hand_never_goes_back(clock: Clock) -> None:
    moments = [clock.monotonic() for _ in range(1000)]
    assert moments == sorted(moments)
