"""A researcher's history with its model, kept small: old passages go, their ids stay."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from pydantic import JsonValue
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ToolReturnPart,
    UserPromptPart,
)

from ascertain.adapters.runtimes.model.turns import Call, Turn, results_text

__all__ = ["KEPT_CHARACTERS", "Conversation"]

KEPT_CHARACTERS = 8_000
"""Of all tool results together; beyond it the oldest lose their passages."""
_KEPT_RESULTS = 2
"""The newest requests with results that keep theirs whatever their size."""


class Conversation:
    """Messages to and from a model.

    Args:
        instructions: what holds throughout.
        opening: the first message.
        written: whether results go back as text, to a model that writes its calls down.
    """

    def __init__(self, instructions: str, opening: str, *, written: bool = False) -> None:
        self._instructions = instructions
        self._written = written
        self._messages: list[ModelMessage] = []
        self._say([UserPromptPart(opening)])

    @property
    def messages(self) -> list[ModelMessage]:
        """What is sent with the next request."""
        return list(self._messages)

    def heard(self, turn: Turn) -> None:
        """Keep what the model said."""
        self._messages.append(turn.response)

    def told(self, results: Sequence[tuple[Call, str]], further: str = "") -> None:
        """Add the results of its calls, and a sentence of ours if there is one."""
        parts: list[ModelRequestPart]
        # A call that was written in text has no id, and its result can only be text too.
        if self._written or any(not call.id for call, _ in results):
            parts = [UserPromptPart(results_text(results))]
        else:
            parts = [
                ToolReturnPart(tool_name=call.tool, content=text, tool_call_id=call.id)
                for call, text in results
            ]
        if further:
            parts.append(UserPromptPart(further))
        self._say(parts)
        self._compact()

    def nudged(self, words: str) -> None:
        """Say something of our own."""
        self._say([UserPromptPart(words)])

    def _say(self, parts: list[ModelRequestPart]) -> None:
        self._messages.append(ModelRequest(parts=parts, instructions=self._instructions))

    def _compact(self) -> None:
        sizes = [_results_size(message) for message in self._messages]
        total = sum(sizes)
        with_results = [at for at, size in enumerate(sizes) if size]
        for at in with_results[:-_KEPT_RESULTS]:
            if total <= KEPT_CHARACTERS:
                return
            shorter = _without_passages(self._messages[at])
            total -= sizes[at] - _results_size(shorter)
            self._messages[at] = shorter


def _results_size(message: ModelMessage) -> int:
    if not isinstance(message, ModelRequest):
        return 0
    return sum(len(_result_in(part)) for part in message.parts)


def _result_in(part: ModelRequestPart) -> str:
    if isinstance(part, ToolReturnPart) and isinstance(part.content, str):
        return part.content
    if isinstance(part, UserPromptPart) and isinstance(part.content, str):
        return part.content if part.content.startswith('{"results"') else ""
    return ""


def _without_passages(message: ModelMessage) -> ModelMessage:
    if not isinstance(message, ModelRequest):
        return message
    parts: list[ModelRequestPart] = []
    for part in message.parts:
        text = _result_in(part)
        if text and isinstance(part, ToolReturnPart | UserPromptPart):
            shorter = json.dumps(_stripped(json.loads(text)), ensure_ascii=False)
            parts.append(replace(part, content=shorter))
        else:
            parts.append(part)
    return replace(message, parts=parts)


def _stripped(value: JsonValue) -> JsonValue:
    """Leave the ids of passages, and no texts or snippets."""
    if isinstance(value, list):
        return [_stripped(item) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {key: _stripped(item) for key, item in value.items() if key != "snippet"}
    passages = value.get("passages")
    if isinstance(passages, list) and any(isinstance(item, dict) for item in passages):
        ids = [item.get("id") for item in passages if isinstance(item, dict)]
        kept["passages"] = cast("JsonValue", ids)
        kept["note"] = "texts left out; to see them again, read with these ids as `passages`"
    return kept
