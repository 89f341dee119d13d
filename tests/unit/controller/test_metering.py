"""Caps on what models may spend, held before each call."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ascertain.controller.metering import RunMeter, StepMeter
from ascertain.errors import LimitReachedError
from ascertain.evidence.events import EventBody, ModelCalled
from ascertain.evidence.limits import Limits
from ascertain.evidence.model_call import ModelCall, ModelStep, ModelUsage, PlannedCall


def price(model: str, usage: ModelUsage) -> float | None:
    """A cent a token, for models that have a price."""
    if not model.startswith("priced"):
        return None
    return (usage.input_tokens + usage.output_tokens) / 100


def planned(tokens: int = 10, step: ModelStep = "researcher", model: str = "priced") -> PlannedCall:
    return PlannedCall(step=step, model=model, input_tokens=tokens, max_output_tokens=0)


def done(tokens: int = 10, **more: Any) -> ModelCall:
    usage = ModelUsage(input_tokens=tokens)
    given = {"step": "researcher", "model": "priced", "usage": usage, **more}
    return ModelCall.model_validate(given)


def meter_with(**caps: Any) -> RunMeter:
    given = {"reserve_share": 0.0, "max_cost_usd": 100, **caps}
    return RunMeter(Limits.model_validate(given), price)


@pytest.mark.parametrize(
    ("cap", "words"),
    [
        ({"max_cost_usd": 1}, "the cap of 1 USD is reached"),
        ({"max_tokens": 100}, "the cap of 100 tokens is reached"),
        ({"max_model_calls": 10}, "the cap of 10 model calls is reached"),
    ],
    ids=str,
)
async def test_each_cap_is_passed_by_one_call_at_most_however_many_work(
    cap: dict[str, float], words: str
) -> None:
    meter = meter_with(**cap)
    spent: list[int] = []
    refused: list[str] = []

    async def researcher(tokens: int) -> None:
        while True:
            try:
                reservation = await meter.reserve(planned(tokens))
            except LimitReachedError as error:
                refused.append(str(error))
                return
            await asyncio.sleep(0)
            spent.append(tokens)
            meter.settle(reservation, done(tokens))

    await asyncio.wait_for(asyncio.gather(*(researcher(9 + at) for at in range(5))), 5)
    used = {
        "max_cost_usd": sum(spent) / 100,
        "max_tokens": sum(spent),
        "max_model_calls": len(spent),
    }
    name, most = next(iter(cap.items()))
    one = {"max_cost_usd": 0.13, "max_tokens": 13, "max_model_calls": 1}
    assert most <= used[name] < most + one[name]
    assert len(refused) == 5
    assert all(words in said for said in refused)


async def test_a_call_larger_than_the_cap_is_granted_once_and_alone() -> None:
    meter = meter_with(max_tokens=5)
    first = await meter.reserve(planned(1_000))
    waiting = asyncio.create_task(meter.reserve(planned(1)))
    await asyncio.sleep(0)
    assert not waiting.done()
    meter.settle(first, done(1_000))
    with pytest.raises(LimitReachedError, match="tokens"):
        await waiting


async def test_who_waits_goes_on_when_a_call_used_less_than_it_reserved() -> None:
    meter = meter_with(max_tokens=20)
    first = await meter.reserve(planned(15))
    waiting = asyncio.create_task(meter.reserve(planned(10)))
    await asyncio.sleep(0)
    assert not waiting.done()
    meter.settle(first, done(2))
    assert await asyncio.wait_for(waiting, 5)


async def test_a_share_is_kept_for_checking_and_the_report() -> None:
    meter = meter_with(max_tokens=100, reserve_share=0.2)
    meter.settle(await meter.reserve(planned(80)), done(80))
    with pytest.raises(
        LimitReachedError, match="cap of 100 tokens is reached, but for the 20% kept for the report"
    ):
        await meter.reserve(planned(1))
    assert meter.left().tokens == 0
    assert meter.left("writer").tokens == 20
    assert await meter.reserve(planned(5, step="writer"))


async def test_at_least_one_call_is_left_for_research() -> None:
    meter = meter_with(max_model_calls=1, reserve_share=0.5)
    assert meter.left().calls == 1
    assert await meter.reserve(planned())


async def test_costs_come_from_the_call_else_the_answering_model_else_the_asked_one() -> None:
    meter = meter_with()
    costs = [
        meter.settle(await meter.reserve(planned()), call)
        for call in (
            done(cost_usd=0.5),
            done(resolved="priced-2026"),
            done(resolved="unknown"),
            done(model="unknown", resolved="unknown too"),
            done(model="unknown"),
        )
    ]
    assert costs == [0.5, 0.1, 0.1, None, None]
    assert meter.left().cost_usd == pytest.approx(99.3)
    assert meter.left().tokens is None
    assert meter.left().calls is None


async def test_a_steps_calls_are_on_record_under_its_subquestion() -> None:
    recorded: list[EventBody] = []
    step = StepMeter(meter_with(max_tokens=100, reserve_share=0.5), recorded.append, "q1")
    step.settle(await step.reserve(planned()), done())
    (body,) = recorded
    assert isinstance(body, ModelCalled)
    assert (body.sub_question_id, body.cost_usd) == ("q1", 0.1)
    assert (step.usage.model_calls, step.usage.input_tokens) == (1, 10)
    assert step.left().tokens == 40
    writer = StepMeter(
        meter_with(max_tokens=100, reserve_share=0.5), recorded.append, step="writer"
    )
    assert writer.left().tokens == 100


async def test_what_is_not_open_cannot_be_settled() -> None:
    with pytest.raises(ValueError, match="not open"):
        meter_with().settle(7, done())


async def test_a_call_that_was_not_made_leaves_no_trace() -> None:
    recorded: list[EventBody] = []
    step = StepMeter(meter_with(max_tokens=100), recorded.append, "q1")
    step.settle(await step.reserve(planned(90)), done(0, calls=0))
    assert recorded == []
    assert step.usage.model_calls == 0
    step.settle(await step.reserve(planned(90)), done(0, calls=0, error="it failed"))
    assert len(recorded) == 1
