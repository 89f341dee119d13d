"""What a model said in one turn: words, and calls of tools, however it wrote them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from pydantic import JsonValue
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart

from ascertain.adapters.models.repair import json_in, without_thoughts

__all__ = ["UNPARSED", "Call", "Turn", "results_text", "turn_of", "written_turn_of"]

UNPARSED = "not_json"
"""The argument under which text that is no JSON object goes to the tool, which refuses it."""

_MOST_CALLS = 16
_NOTHING = "(nothing said)"
"""Stands in the history for an answer without words, which no provider takes back."""
_NAMES = ("tool", "name", "tool_name", "function")
_ARGUMENTS = ("arguments", "args", "parameters", "input")


@dataclass(frozen=True, slots=True)
class Call:
    """One call. ``id`` is the provider's, or empty for a call that was written in text."""

    tool: str
    arguments: Mapping[str, JsonValue]
    id: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """One answer of the model.

    Attributes:
        response: to keep in the history: thoughts in text cut off, arguments mended.
        dropped: calls beyond the sixteen that one turn may make.
    """

    text: str
    calls: tuple[Call, ...]
    response: ModelResponse
    dropped: tuple[Call, ...] = ()


def turn_of(response: ModelResponse) -> Turn:
    """Read an answer whose calls are the provider's own, or written in its text."""
    calls: list[Call] = []
    parts = list(response.parts)
    for at, part in enumerate(parts):
        if isinstance(part, ToolCallPart):
            arguments = _arguments(part)
            calls.append(Call(part.tool_name, arguments, part.tool_call_id))
            parts[at] = replace(part, args=dict(arguments))
        elif isinstance(part, TextPart):
            parts[at] = replace(part, content=without_thoughts(part.content) or _NOTHING)
    if not any(isinstance(part, TextPart | ToolCallPart) for part in parts):
        parts.append(TextPart(_NOTHING))
    kept = replace(response, parts=parts)
    text = _text(kept)
    if not calls:
        # Models without training for tools write their calls down.
        return _divided(text, _calls_in(json_in(text)), kept)
    return _divided(text, calls, kept)


def written_turn_of(response: ModelResponse) -> Turn:
    """Read an answer of a model that writes one JSON object: ``calls``, or ``conclusion``."""
    said = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    found = json_in(said)
    text = without_thoughts(said)
    kept = replace(response, parts=[TextPart(text or _NOTHING)])
    calls = _calls_in(found)
    if isinstance(found, dict) and not calls:
        conclusion = found.get("conclusion")
        if isinstance(conclusion, str):
            text = conclusion.strip()
    return _divided(text, calls, kept)


def _divided(text: str, calls: Sequence[Call], kept: ModelResponse) -> Turn:
    return Turn(text, tuple(calls[:_MOST_CALLS]), kept, tuple(calls[_MOST_CALLS:]))


def _text(response: ModelResponse) -> str:
    said = (part.content for part in response.parts if isinstance(part, TextPart))
    return "".join(text for text in said if text != _NOTHING).strip()


def _arguments(part: ToolCallPart) -> Mapping[str, JsonValue]:
    given = part.args
    if isinstance(given, dict):
        return cast("Mapping[str, JsonValue]", given)
    found = json_in(given or "{}")
    if isinstance(found, dict):
        return found
    return {} if not (given or "").strip() else {UNPARSED: (given or "")[:500]}


def _calls_in(found: JsonValue | None) -> list[Call]:
    """Return the calls that a JSON value describes, in any of the forms that models use."""
    if isinstance(found, dict):
        listed = found.get("calls", found.get("tool_calls"))
        found = listed if isinstance(listed, list) else [found]
    if not isinstance(found, list):
        return []
    return [call for call in map(_call_in, found) if call is not None]


def _call_in(item: JsonValue) -> Call | None:
    if not isinstance(item, dict):
        return None
    inner = item.get("function")
    if isinstance(inner, dict):
        item = inner
    name = next((item[key] for key in _NAMES if isinstance(item.get(key), str)), None)
    given = next((item[key] for key in _ARGUMENTS if key in item), None)
    if isinstance(given, str):
        given = json_in(given)
    if not isinstance(name, str) or not isinstance(given, dict):
        return None
    return Call(name, given)


def results_text(results: Sequence[tuple[Call, str]]) -> str:
    """Put results in words for a model that writes its calls down."""
    listed = [{"tool": call.tool, "result": json.loads(text)} for call, text in results]
    return json.dumps({"results": listed}, ensure_ascii=False)
