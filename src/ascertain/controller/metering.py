"""The meter of a run: what may still be spent on models, and the record of what was."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from dataclasses import dataclass

from ascertain.controller.masking import Mask
from ascertain.controller.request import Price
from ascertain.errors import LimitReachedError
from ascertain.evidence.events import EventBody, ModelCalled
from ascertain.evidence.limits import Limits, Usage
from ascertain.evidence.model_call import ModelCall, ModelStep, ModelUsage, PlannedCall
from ascertain.evidence.number_words import counted
from ascertain.ports.meter import Allowance

__all__ = ["RunMeter", "StepMeter"]

_KEPT_STEPS: frozenset[ModelStep] = frozenset(("judge", "writer"))
"""What the reserve is kept for."""


@dataclass(frozen=True, slots=True)
class _Amount:
    cost_usd: float = 0.0
    tokens: int = 0
    calls: int = 0

    def plus(self, other: _Amount) -> _Amount:
        return _Amount(
            self.cost_usd + other.cost_usd, self.tokens + other.tokens, self.calls + other.calls
        )


class RunMeter:
    """Holds the run's caps on money, tokens and calls, for all steps together.

    Planning and research may use the caps less their reserve (``Limits.reserve_share``);
    checking and writing may use all of them. A call whose price is unknown counts by tokens
    and calls alone.
    """

    def __init__(self, limits: Limits, price: Price) -> None:
        self._limits = limits
        self._price = price
        self._numbers = itertools.count(1)
        self._open: dict[int, _Amount] = {}
        self._spent = _Amount()
        self._settled = asyncio.Event()

    async def reserve(self, planned: PlannedCall) -> int:
        """Take what a call may cost; see ``ports.meter.Meter``.

        Raises:
            LimitReachedError: if a cap is reached.
        """
        wanted = self._estimate(planned)
        share = 1.0 if planned.step in _KEPT_STEPS else 1.0 - self._limits.reserve_share
        while True:
            if (full := self._full(share)) is not None:
                raise LimitReachedError(*full)
            total = self._spent.plus(self._under_way()).plus(wanted)
            # With nothing under way, this is the one call that may pass a cap.
            if not self._open or self._fits(total, share):
                break
            self._settled.clear()
            await self._settled.wait()
        number = next(self._numbers)
        self._open[number] = wanted
        return number

    def settle(self, reservation: int, call: ModelCall) -> float | None:
        """Count what a call used, and return its cost in US dollars, None if unknown.

        Raises:
            ValueError: if the reservation is not open.
        """
        if self._open.pop(reservation, None) is None:
            msg = f"reservation {reservation} is not open"
            raise ValueError(msg)
        cost = call.cost_usd
        if cost is None:
            cost = self._price(call.resolved or call.model, call.usage)
            if cost is None and call.resolved is not None:
                cost = self._price(call.model, call.usage)
        self._spent = self._spent.plus(
            _Amount(cost or 0.0, call.usage.input_tokens + call.usage.output_tokens, call.calls)
        )
        self._settled.set()
        return cost

    def left(self, step: ModelStep = "researcher") -> Allowance:
        """Return what may still be reserved for a step."""
        share = 1.0 if step in _KEPT_STEPS else 1.0 - self._limits.reserve_share
        taken = self._spent.plus(self._under_way())
        caps = self._limits
        tokens = None if caps.max_tokens is None else int(caps.max_tokens * share) - taken.tokens
        calls = _calls_cap(caps, share)
        return Allowance(
            cost_usd=max(0.0, caps.max_cost_usd * share - taken.cost_usd),
            tokens=None if tokens is None else max(0, tokens),
            calls=None if calls is None else max(0, calls - taken.calls),
        )

    @property
    def affords_more(self) -> bool:
        """Whether research has anything left of every cap; always, before a model is called."""
        return not self._spent.calls or self._full(1.0 - self._limits.reserve_share) is None

    def _estimate(self, planned: PlannedCall) -> _Amount:
        usage = ModelUsage(
            input_tokens=planned.input_tokens, output_tokens=planned.max_output_tokens
        )
        cost = self._price(planned.model, usage)
        return _Amount(cost or 0.0, planned.input_tokens + planned.max_output_tokens, 1)

    def _under_way(self) -> _Amount:
        total = _Amount()
        for amount in self._open.values():
            total = total.plus(amount)
        return total

    def _full(self, share: float) -> tuple[str, str] | None:
        """Return the cap that is used up, as name and sentence."""
        caps, spent = self._limits, self._spent
        calls = _calls_cap(caps, share)
        if spent.cost_usd >= caps.max_cost_usd * share:
            return "max_cost_usd", _reached(f"{caps.max_cost_usd:g} USD", share)
        if caps.max_tokens is not None and spent.tokens >= caps.max_tokens * share:
            return "max_tokens", _reached(counted(caps.max_tokens, "token"), share)
        if caps.max_model_calls is not None and calls is not None and spent.calls >= calls:
            return "max_model_calls", _reached(counted(caps.max_model_calls, "model call"), share)
        return None

    def _fits(self, total: _Amount, share: float) -> bool:
        caps = self._limits
        calls = _calls_cap(caps, share)
        return (
            total.cost_usd <= caps.max_cost_usd * share
            and (caps.max_tokens is None or total.tokens <= caps.max_tokens * share)
            and (calls is None or total.calls <= calls)
        )


class StepMeter:
    """The run's meter as one step sees it: its calls are on record under its subquestion."""

    def __init__(
        self,
        meter: RunMeter,
        record: Callable[[EventBody], object],
        sub_question_id: str | None = None,
        *,
        step: ModelStep = "researcher",
        mask: Mask = str,
    ) -> None:
        self._meter = meter
        self._record = record
        self._place = sub_question_id
        self._step: ModelStep = step
        self._mask = mask
        self.usage = Usage()

    async def reserve(self, planned: PlannedCall) -> int:
        """Take what a call may cost; see ``ports.meter.Meter``.

        Raises:
            LimitReachedError: if a cap is reached.
        """
        return await self._meter.reserve(planned)

    def settle(self, reservation: int, call: ModelCall) -> None:
        """Count the call and put it on record; one that was not made leaves no trace.

        Raises:
            ValueError: if the reservation is not open.
            LedgerError: if it cannot be put on record.
        """
        cost = self._meter.settle(reservation, call)
        if not call.calls and not cost and call.error is None:
            return
        self.usage = self.usage.plus(
            Usage(
                model_calls=call.calls,
                input_tokens=call.usage.input_tokens,
                cached_input_tokens=call.usage.cached_input_tokens,
                output_tokens=call.usage.output_tokens,
                cost_usd=cost or 0.0,
            )
        )
        if call.error is not None:
            call = call.model_copy(update={"error": self._mask(call.error)})
        self._record(ModelCalled(sub_question_id=self._place, call=call, cost_usd=cost))

    def left(self) -> Allowance:
        """Return what may still be reserved for this step."""
        return self._meter.left(self._step)


def _calls_cap(limits: Limits, share: float) -> int | None:
    # At least one call stays for research, or a small cap would allow none at all.
    return None if limits.max_model_calls is None else max(1, int(limits.max_model_calls * share))


def _reached(cap: str, share: float) -> str:
    kept = "" if share >= 1 else f", but for the {1 - share:.0%} kept for the report"
    return f"the cap of {cap} is reached{kept}"
