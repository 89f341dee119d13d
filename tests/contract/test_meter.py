"""What every meter promises."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ascertain.adapters.memory.meter import MemoryMeter
from ascertain.controller.metering import RunMeter, StepMeter
from ascertain.controller.request import no_price
from ascertain.errors import LimitReachedError
from ascertain.evidence.limits import Limits
from ascertain.evidence.model_call import ModelCall, ModelUsage, PlannedCall
from ascertain.ports.meter import Meter

MakeMeter = Callable[[int], Meter]
PLANNED = PlannedCall(step="researcher", model="m", input_tokens=10, max_output_tokens=10)
DONE = ModelCall(step="researcher", model="m", usage=ModelUsage(input_tokens=8, output_tokens=2))


@pytest.fixture(params=["memory", "run"])
def make_meter(request: pytest.FixtureRequest) -> MakeMeter:
    if request.param == "memory":
        return MemoryMeter

    def of_a_run(calls: int) -> Meter:
        limits = Limits(max_model_calls=calls, reserve_share=0)
        return StepMeter(RunMeter(limits, no_price), lambda _: None, "q1")

    return of_a_run


async def test_a_call_is_granted_settled_and_counted(make_meter: MakeMeter) -> None:
    meter = make_meter(2)
    reservation = await meter.reserve(PLANNED)
    assert meter.left().calls == 1
    meter.settle(reservation, DONE)
    assert meter.left().calls == 1


async def test_what_is_used_up_is_refused_by_name(make_meter: MakeMeter) -> None:
    meter = make_meter(1)
    meter.settle(await meter.reserve(PLANNED), DONE)
    with pytest.raises(LimitReachedError, match=r"calls?") as refused:
        await meter.reserve(PLANNED)
    assert refused.value.limit == "max_model_calls"
    assert meter.left().calls == 0


async def test_a_failed_call_is_settled_too(make_meter: MakeMeter) -> None:
    meter = make_meter(2)
    failed = ModelCall(step="researcher", model="m", error="overloaded")
    meter.settle(await meter.reserve(PLANNED), failed)
    assert meter.left().calls == 1


async def test_settling_twice_or_what_was_never_reserved_is_a_fault(make_meter: MakeMeter) -> None:
    meter = make_meter(3)
    reservation = await meter.reserve(PLANNED)
    meter.settle(reservation, DONE)
    for number in (reservation, 99):
        with pytest.raises(ValueError, match="not open"):
            meter.settle(number, DONE)
