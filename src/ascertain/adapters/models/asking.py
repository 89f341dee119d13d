"""One request to a model: reserved, retried where that can help, settled, errors mapped."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from pydantic_ai.direct import model_request
from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelResponse,
    ModelResponsePart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.settings import ModelSettings

from ascertain.adapters.models.failures import FailedAttempt, failed_attempt
from ascertain.evidence.model_call import ModelCall, ModelStep, ModelUsage, PlannedCall
from ascertain.ports.meter import Meter

__all__ = ["AskedModel", "estimate_tokens"]

_ATTEMPTS = 4
_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.5, 30.0
_PASSING = frozenset(("overloaded", "not_reached", "cut", "time_out"))
"""Failures that another attempt may not meet."""
_ASCII_PER_TOKEN, _OTHER_PER_TOKEN = 4.0, 1.5


def estimate_tokens(text: str) -> int:
    """Estimate a text's tokens: four letters of ASCII, or one and a half others, make one.

    A rule of thumb of the providers' documentation for English, and measured for Chinese; it
    only decides what is reserved, the provider's own count is what is settled.
    """
    ascii_count = len(text.encode("ascii", "ignore"))
    return int(ascii_count / _ASCII_PER_TOKEN + (len(text) - ascii_count) / _OTHER_PER_TOKEN) + 1


class AskedModel:
    """A model with a name, asked under a meter.

    Args:
        name: ``provider:model``, for records.
        model: what ``open_model`` gave.
        timeout_s: for one attempt.
        sleep: waits between attempts.
    """

    def __init__(
        self,
        name: str,
        model: Model,
        *,
        timeout_s: float = 120.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.name = name
        self._model = model
        self._timeout_s = timeout_s
        self._sleep = sleep
        self.resolved: str | None = None

    async def ask(
        self,
        step: ModelStep,
        messages: Sequence[ModelMessage],
        parameters: ModelRequestParameters,
        meter: Meter,
        *,
        max_output_tokens: int,
    ) -> ModelResponse:
        """Ask, and ask again after failures that pass; each attempt is settled.

        Raises:
            ModelError: if no attempt was answered.
            LimitReachedError: if the meter grants no more.
            LedgerError: if a call cannot be put on record.
        """
        planned = PlannedCall(
            step=step,
            model=self.name,
            input_tokens=_size(messages, parameters),
            max_output_tokens=max_output_tokens,
        )
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                return await self._once(planned, messages, parameters, meter)
            except FailedAttempt as failed:
                if failed.error.status not in _PASSING or attempt == _ATTEMPTS:
                    raise failed.error from None
                backoff = _FIRST_WAIT_S * 2 ** (attempt - 1)
                wait = backoff if failed.retry_after is None else failed.retry_after
                await self._sleep(min(wait, _LONGEST_WAIT_S))
        raise AssertionError  # the last attempt returns or raises

    async def _once(
        self,
        planned: PlannedCall,
        messages: Sequence[ModelMessage],
        parameters: ModelRequestParameters,
        meter: Meter,
    ) -> ModelResponse:

        settings = ModelSettings(
            max_tokens=planned.max_output_tokens,
            request_timeout=self._timeout_s,
            max_retries=0,
            cache=True,
        )
        if parameters.function_tools:
            settings["parallel_tool_calls"] = True
        reservation = await meter.reserve(planned)
        began = time.monotonic()
        call = ModelCall(step=planned.step, model=self.name, error="it was cancelled")
        try:
            response = await model_request(
                self._model,
                list(messages),
                model_settings=settings,
                model_request_parameters=parameters,
            )
            response = _printable(response)
            self.resolved = response.model_name or self.resolved
            call = ModelCall(
                step=planned.step,
                model=self.name,
                resolved=response.model_name,
                usage=_usage(response),
            )
        except Exception as error:  # noqa: BLE001 (a client's boundary: whatever it raises is mapped)
            failed = failed_attempt(error, self.name, self._model.base_url)
            call = call.model_copy(update={"error": str(failed.error)[:2000]})
            raise failed from None
        finally:
            seconds = round(max(0.0, time.monotonic() - began), 3)
            meter.settle(reservation, call.model_copy(update={"seconds": seconds}))
        return response


def _printable(response: ModelResponse) -> ModelResponse:
    """Put a mark for each half of a surrogate pair: a model may send one, no text can hold it."""
    parts: list[ModelResponsePart] = []
    for part in response.parts:
        if isinstance(part, TextPart | ThinkingPart):
            parts.append(replace(part, content=_whole(part.content)))
        elif isinstance(part, ToolCallPart):
            given = part.args
            if isinstance(given, str):
                given = _whole(given)
            elif given is not None:
                given = json.loads(_whole(json.dumps(given, ensure_ascii=False)))
            parts.append(replace(part, args=given, tool_name=_whole(part.tool_name)))
        else:
            parts.append(part)
    name = response.model_name
    return replace(response, parts=parts, model_name=_whole(name)[:200] if name else None)


def _whole(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _usage(response: ModelResponse) -> ModelUsage:
    used = response.usage
    return ModelUsage(
        input_tokens=max(0, used.input_tokens),
        cached_input_tokens=max(0, used.cache_read_tokens),
        cache_write_tokens=max(0, used.cache_write_tokens),
        output_tokens=max(0, used.output_tokens),
    )


def _size(messages: Sequence[ModelMessage], parameters: ModelRequestParameters) -> int:

    text = ModelMessagesTypeAdapter.dump_json(list(messages)).decode("utf-8", "replace")
    tools = sum(
        len(str(tool.parameters_json_schema)) + len(tool.description or "")
        for tool in (*parameters.function_tools, *parameters.output_tools)
    )
    return estimate_tokens(text) + int(tools / _ASCII_PER_TOKEN)
