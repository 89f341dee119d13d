"""``StructuredModel`` over any provider: a tool whose arguments are the answer, or JSON."""

from __future__ import annotations

import json
from typing import TypeVar, cast

from pydantic import JsonValue, ValidationError
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.tools import ToolDefinition

from ascertain.adapters.models.asking import AskedModel
from ascertain.adapters.models.repair import json_in
from ascertain.adapters.models.schemas import compact_schema
from ascertain.errors import ModelError
from ascertain.evidence.record import Record
from ascertain.ports.meter import Meter
from ascertain.ports.structured_model import Prompt

__all__ = ["AnyStructuredModel"]

Answer = TypeVar("Answer", bound=Record)

_TRIES = 3
_TOOL = "answer"


class AnyStructuredModel:
    """Asks for a record; see ``ports.structured_model``.

    An answer that does not fit is shown its faults and asked for again, three times at most. A
    model whose provider refuses tools is asked for JSON in its text.
    """

    def __init__(self, asked: AskedModel) -> None:
        self._asked = asked
        self._tools = True

    @property
    def name(self) -> str:
        """The model's name."""
        return self._asked.name

    async def ask(self, prompt: Prompt, kind: type[Answer], meter: Meter) -> Answer:
        """Ask until an answer fits.

        Raises:
            ModelError: if none of three fits, or the model cannot be used.
            LimitReachedError: if the meter grants no more.
        """
        schema = compact_schema(kind.model_json_schema())
        history: list[ModelMessage] = [
            ModelRequest(
                parts=[UserPromptPart(prompt.text)], instructions=_instructions(prompt, schema)
            )
        ]
        fault = ""
        for _ in range(_TRIES):
            response = await self._response(prompt, history, schema, meter)
            try:
                return kind.model_validate_json(json.dumps(_answer_in(response)))
            except (ValidationError, ValueError) as error:
                fault = _faults(error)
            history = [*history[:1], *_shown(response, fault, prompt, schema)]
        raise ModelError(
            "bad_output", f"none of {_TRIES} answers of {self.name} fits: {fault[:300]}"
        )

    async def _response(
        self,
        prompt: Prompt,
        history: list[ModelMessage],
        schema: dict[str, JsonValue],
        meter: Meter,
    ) -> ModelResponse:
        limit = prompt.max_output_tokens
        if self._tools:
            try:
                return await self._asked.ask(
                    prompt.step, history, _parameters(schema), meter, max_output_tokens=limit
                )
            except ModelError as error:
                if error.status != "error":
                    raise
                self._tools = False  # a provider that refuses the request may refuse its tool
        return await self._asked.ask(
            prompt.step, history, _parameters(None), meter, max_output_tokens=limit
        )


def _instructions(prompt: Prompt, schema: dict[str, JsonValue]) -> str:
    return (
        f"{prompt.instructions}\n\nAnswer by calling the tool `{_TOOL}`. If you cannot call "
        "tools, answer with one JSON object and nothing else, that fits this JSON Schema:\n"
        f"{json.dumps(schema, ensure_ascii=False)}"
    )


def _parameters(schema: dict[str, JsonValue] | None) -> ModelRequestParameters:

    if schema is None:
        return ModelRequestParameters()
    tool = ToolDefinition(
        name=_TOOL,
        description="Give the answer.",
        parameters_json_schema=schema,
        kind="output",
        strict=False,
    )
    return ModelRequestParameters(output_mode="tool", output_tools=[tool], allow_text_output=True)


def _answer_in(response: ModelResponse) -> JsonValue:
    """Return what was answered.

    Raises:
        ValueError: if there is no JSON in it.
    """
    for part in response.parts:
        if isinstance(part, ToolCallPart):
            if isinstance(part.args, dict):
                return cast("JsonValue", part.args)
            found = json_in(part.args or "")
            if found is not None:
                return found
    text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    found = json_in(text)
    if found is None:
        msg = "there is no JSON object in it" if text.strip() else "it is empty"
        raise ValueError(msg)
    return found


def _shown(
    response: ModelResponse, fault: str, prompt: Prompt, schema: dict[str, JsonValue]
) -> list[ModelMessage]:

    try:
        said = json.dumps(_answer_in(response), ensure_ascii=False)
    except ValueError:
        said = "(no JSON)"
    again = f"That answer does not fit: {fault}\nAnswer again, whole, so that it fits the schema."
    return [
        ModelResponse(parts=[TextPart(said[:8_000])]),
        ModelRequest(parts=[UserPromptPart(again)], instructions=_instructions(prompt, schema)),
    ]


def _faults(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    return "; ".join(
        f"{'.'.join(map(str, fault['loc'])) or 'answer'}: {fault['msg']}"
        for fault in error.errors(include_url=False, include_input=False)[:8]
    )
