"""The meter's hold on requests that the SDK's program makes by itself.

A request that follows calls of tools can be held up at those calls: the hook before a call
waits until the next request is reserved, and denies the call if nothing is granted.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from claude_agent_sdk import AssistantMessage, ResultMessage, TextBlock, ToolUseBlock
from claude_agent_sdk.types import ThinkingBlock

from ascertain.errors import LimitReachedError
from ascertain.evidence.model_call import ModelCall, ModelStep, ModelUsage, PlannedCall
from ascertain.ports.meter import Meter

__all__ = ["CallGate", "Price"]

Price = Callable[[str, ModelUsage], float | None]
"""A model's name and tokens to US dollars; None where no price is known."""

_MAX_OUTPUT_TOKENS = 4_000
_CHARACTERS_PER_TOKEN = 4
_PATIENCE_S = 10.0
"""A hook waits this long for the message that its call belongs to."""


@dataclass(slots=True)
class _Stream:
    """The requests of one agent: the researcher, or a subagent of it."""

    reservation: int | None = None
    message_id: str = ""
    is_settled: bool = True
    usage: ModelUsage = field(default_factory=ModelUsage)
    characters: int = 0
    began: float = 0.0
    calls: int = 0
    is_over: bool = False


class CallGate:
    """Reserves and settles each request of one conversation."""

    def __init__(self, meter: Meter, model: str, price: Price, step: ModelStep) -> None:
        self._meter = meter
        self._model = model
        self._price = price
        self._step: ModelStep = step
        self._streams: dict[str, _Stream] = {}
        self._granted: dict[str, asyncio.Future[str]] = {}
        self._met: dict[str, asyncio.Event] = {}
        self._asides: set[str] = set()
        self._cost = 0.0
        self._tokens = (0, 0)
        self._uncounted = 0
        self.resolved: str | None = None
        self.refused = ""

    async def begin(self, prompt_tokens: int, stream: str = "") -> None:
        """Reserve the first request of an agent.

        Raises:
            LimitReachedError: if nothing is granted.
        """
        state = self._streams.setdefault(stream, _Stream())
        await self._reserve(state, prompt_tokens)

    async def heard(self, message: AssistantMessage) -> None:
        """Take in one block of an answer; with its first call the next request is reserved."""
        state = self._streams.setdefault(message.parent_tool_use_id or "", _Stream())
        if state.is_over:
            return  # It was counted when its subagent handed back.
        if message.message_id != state.message_id:
            self._settle(state)
            state.message_id, state.is_settled = message.message_id or "", False
            state.usage, state.characters = _usage(message), 0
            if state.reservation is None:
                # The program asked by itself: what it asks from now on is held to the caps.
                await self._reserve_late(state)
        self.resolved = message.model or self.resolved
        calls: list[str] = []
        for block in message.content:
            if isinstance(block, TextBlock):
                state.characters += len(block.text)
            elif isinstance(block, ThinkingBlock):
                state.characters += len(block.thinking)
            elif isinstance(block, ToolUseBlock):
                state.characters += len(str(block.input))
                calls.append(block.id)
        if calls:
            await self._grant(state, calls)

    async def _grant(self, state: _Stream, calls: list[str]) -> None:
        for call in calls:
            self._event(call).set()
        if not state.is_settled:
            self._settle(state)
            await self._reserve_late(state)
        for call in calls:
            found = self._future(call)
            if not found.done():
                found.set_result(self.refused)

    async def _reserve_late(self, state: _Stream) -> None:
        try:
            await self._reserve(state, state.usage.input_tokens)
        except LimitReachedError as error:
            self.refused = str(error)

    async def reason_to_deny(self, tool_use_id: str) -> str:
        """Wait for the grant of the request after a call; returns why not, or an empty word."""
        if self.refused:
            return self.refused
        try:
            await asyncio.wait_for(self._event(tool_use_id).wait(), timeout=_PATIENCE_S)
        except TimeoutError:
            return "the call belongs to no answer that was heard"
        # Others may have to be answered first; the conversation's own time limit holds here.
        return await asyncio.shield(self._future(tool_use_id))

    async def retried(self, status: object) -> None:
        """Count an attempt that failed, and reserve the one that follows."""
        state = self._streams.get("")
        if state is None or state.reservation is None or not state.is_settled:
            return
        failed = ModelCall(
            step=self._step,
            model=self._model,
            error=f"the attempt failed with status {status}; it is tried again",
            seconds=round(max(0.0, time.monotonic() - state.began), 3),
        )
        self._close(state, failed)
        await self._reserve_late(state)

    async def begin_aside(self, stream: str, prompt_tokens: int) -> str:
        """Reserve what the program is about to ask beside the conversation.

        What was reserved for the conversation's own next request is given back until then: the
        meter may make this one wait for it.

        Args:
            stream: the call that leads to it: a subagent's first request, or a page that the
                program's own tool has a model read.
            prompt_tokens: of that request, at most.

        Returns:
            Why nothing is granted, or an empty word.
        """
        main = self._streams.setdefault("", _Stream())
        if main.is_settled:
            self._close(main, ModelCall(step=self._step, model=self._model, calls=0))
        try:
            self._asides.add(stream)
            await self.begin(prompt_tokens, stream)
        except LimitReachedError as error:
            self._asides.discard(stream)
            self.refused = str(error)
        return self.refused

    async def resume(self) -> str:
        """Reserve the conversation's next request, once nothing goes on beside it.

        Returns:
            Why nothing is granted, or an empty word.
        """
        main = self._streams.setdefault("", _Stream())
        if not self._asides and main.reservation is None:
            await self._reserve_late(main)
        return self.refused

    def end_aside(self, stream: str, usage: ModelUsage | None = None, error: str = "") -> int:
        """Settle what was begun beside the conversation; returns how many calls it came to.

        Args:
            stream: as it was begun.
            usage: of its last request, where that was not heard; None: it was not made.
            error: why it failed, or empty.
        """
        state = self._streams.get(stream)
        self._asides.discard(stream)
        if state is None:
            return 0
        state.is_over = True
        self._settle(state)
        if state.reservation is not None:
            made = usage is not None
            used = usage or ModelUsage()
            cost = self._price(self.resolved or self._model, used) if made else 0.0
            self._count(used, cost)
            state.calls += made
            self._close(
                state,
                ModelCall(
                    step=self._step,
                    model=self._model,
                    resolved=self.resolved,
                    calls=int(made),
                    usage=used,
                    cost_usd=cost,
                    seconds=round(max(0.0, time.monotonic() - state.began), 3),
                    error=error or None,
                ),
            )
        return state.calls

    def end(self, result: ResultMessage | None) -> None:
        """Settle what is open, the last with what only the last message tells."""
        still_open = [state for state in self._streams.values() if state.reservation is not None]
        for state in still_open[:-1]:
            self._settle(state)
            self._close(state, ModelCall(step=self._step, model=self._model, calls=0))
        for state in still_open[-1:]:
            heard = not state.is_settled
            state.is_settled = True
            self._close(state, self._remainder(result, heard=heard))

    def _remainder(self, result: ResultMessage | None, *, heard: bool) -> ModelCall:
        """Return what the program says was used in all, less what was counted."""
        error = None
        if result is None or result.is_error:
            error = "no answer came" if result is None else (result.result or result.subtype)[:500]
        total = (result.usage or {}) if result is not None else {}
        counted_in, counted_out = self._tokens
        read = sum(
            int(total.get(key) or 0)
            for key in ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
        )
        cost = (result.total_cost_usd or 0.0) if result is not None else 0.0
        return ModelCall(
            step=self._step,
            model=self._model,
            resolved=self.resolved,
            calls=self._uncounted + (1 if heard or error else 0),
            cost_usd=max(0.0, cost - self._cost),
            usage=ModelUsage(
                input_tokens=max(0, read - counted_in),
                output_tokens=max(0, int(total.get("output_tokens") or 0) - counted_out),
            ),
            error=error,
        )

    async def _reserve(self, state: _Stream, prompt_tokens: int) -> None:
        planned = PlannedCall(
            step=self._step,
            model=self._model,
            input_tokens=prompt_tokens,
            max_output_tokens=_MAX_OUTPUT_TOKENS,
        )
        state.reservation = await self._meter.reserve(planned)
        state.began = time.monotonic()

    def _settle(self, state: _Stream) -> None:
        """Count the answer that was heard, if it is not counted yet."""
        if state.is_settled:
            return
        if state.reservation is None:
            # A request that could not be held up: it is counted with the last one.
            self._uncounted += 1
            state.is_settled = True
            return
        usage = state.usage.model_copy(
            update={"output_tokens": state.characters // _CHARACTERS_PER_TOKEN}
        )
        cost = self._price(self.resolved or self._model, usage)
        call = ModelCall(
            step=self._step,
            model=self._model,
            resolved=self.resolved,
            usage=usage,
            cost_usd=cost,
            seconds=round(max(0.0, time.monotonic() - state.began), 3),
        )
        self._count(usage, cost)
        state.is_settled = True
        state.calls += 1
        self._close(state, call)

    def _count(self, usage: ModelUsage, cost: float | None) -> None:
        self._cost += cost or 0.0
        read, written = self._tokens
        self._tokens = (read + usage.input_tokens, written + usage.output_tokens)

    def _close(self, state: _Stream, call: ModelCall) -> None:
        """Settle an open reservation; it is never settled twice, whatever the meter raises."""
        reservation, state.reservation = state.reservation, None
        if reservation is not None:
            self._meter.settle(reservation, call)

    def _event(self, tool_use_id: str) -> asyncio.Event:
        return self._met.setdefault(tool_use_id, asyncio.Event())

    def _future(self, tool_use_id: str) -> asyncio.Future[str]:
        if tool_use_id not in self._granted:
            self._granted[tool_use_id] = asyncio.get_running_loop().create_future()
        return self._granted[tool_use_id]


def _usage(message: AssistantMessage) -> ModelUsage:
    said = message.usage or {}
    cached = int(said.get("cache_read_input_tokens") or 0)
    written = int(said.get("cache_creation_input_tokens") or 0)
    return ModelUsage(
        input_tokens=int(said.get("input_tokens") or 0) + cached + written,
        cached_input_tokens=cached,
        cache_write_tokens=written,
    )
