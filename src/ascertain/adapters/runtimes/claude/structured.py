"""``StructuredModel`` through the Claude Agent SDK: its ``output_format``."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from typing import TypeVar

from claude_agent_sdk import AssistantMessage, ClaudeSDKClient, ResultMessage, ToolUseBlock
from pydantic import ValidationError

from ascertain.adapters.models.repair import json_in
from ascertain.adapters.models.schemas import compact_schema
from ascertain.adapters.runtimes.claude.closing import closed
from ascertain.adapters.runtimes.claude.endings import fault_of, result_of
from ascertain.adapters.runtimes.claude.gate import CallGate
from ascertain.adapters.runtimes.claude.options import ErrorStream, closed_options, workplace
from ascertain.adapters.runtimes.claude.terms import ClaudeTerms
from ascertain.errors import LedgerError, LimitReachedError, ModelError
from ascertain.evidence.record import Record
from ascertain.ports.meter import Meter
from ascertain.ports.structured_model import Prompt

__all__ = ["ClaudeStructuredModel"]

Answer = TypeVar("Answer", bound=Record)

_TURNS = 4
_LONGEST_S = 180.0
_CHARACTERS_PER_TOKEN = 4


class ClaudeStructuredModel:
    """Asks for a record in a conversation without tools; see ``ports.structured_model``."""

    def __init__(self, terms: ClaudeTerms) -> None:
        self._terms = terms
        self._numbers = itertools.count(1)

    @property
    def name(self) -> str:
        """The model's name."""
        return f"claude:{self._terms.model}"

    async def ask(self, prompt: Prompt, kind: type[Answer], meter: Meter) -> Answer:
        """Ask once; the program repeats what does not fit.

        Raises:
            ModelError: if no valid answer came.
            LimitReachedError: if the meter grants nothing.
        """
        gate = CallGate(meter, self._terms.model, self._terms.price, prompt.step)
        await gate.begin(len(prompt.instructions + prompt.text) // _CHARACTERS_PER_TOKEN)
        errors = ErrorStream()
        result: ResultMessage | None = None
        number = next(self._numbers)
        try:
            folder = (
                self._terms.folder / "claude" / f"{self._terms.place}-{prompt.step}-{number:02d}"
            )
            with workplace(folder) as place:
                options = replace(
                    closed_options(
                        place,
                        model=self._terms.model,
                        program=self._terms.program,
                        timeout_s=self._terms.timeout_s,
                        stderr=errors,
                    ),
                    system_prompt=prompt.instructions,
                    max_turns=_TURNS,
                    output_format={
                        "type": "json_schema",
                        "schema": compact_schema(kind.model_json_schema()),
                    },
                )
                async with closed(ClaudeSDKClient(options), _LONGEST_S) as client:
                    await client.query(prompt.text)
                    async for message in client.receive_response():
                        if isinstance(message, AssistantMessage):
                            await gate.heard(message)
                            _check(gate, message)
                        elif isinstance(message, ResultMessage):
                            result = message
        except (LedgerError, LimitReachedError):
            raise
        except Exception as error:  # noqa: BLE001 (the SDK's boundary: whatever it raises is mapped)
            ended = fault_of(error, errors.text)
            raise ModelError(ended.status, ended.error or "") from None
        finally:
            gate.end(result)
        return _answer(result, kind)


def _check(gate: CallGate, message: AssistantMessage) -> None:
    """Go on only if the next request is granted, or none will be needed.

    Raises:
        LimitReachedError: if it is not.
    """
    if gate.refused and not _is_answer(message):
        raise LimitReachedError("max_model_calls", gate.refused)


def _is_answer(message: AssistantMessage) -> bool:
    """Whether the form is filled in: nothing is asked after that."""
    return any(
        isinstance(block, ToolUseBlock) and block.name == "StructuredOutput"
        for block in message.content
    )


def _answer(result: ResultMessage | None, kind: type[Answer]) -> Answer:
    if result is None:
        raise ModelError("cut", "the program ended without a result")
    ended = result_of(result)
    if ended.ending != "finished":
        raise ModelError(ended.status, ended.error or ended.ending)
    found = result.structured_output
    if found is None:
        # It may say the JSON instead of handing it in; the SDK calls either a success.
        found = json_in(result.result or "")
    if found is None:
        raise ModelError("bad_output", "the model answered with words instead of the form")
    try:
        return kind.model_validate_json(json.dumps(found))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "answer"
        raise ModelError(
            "bad_output", f"the answer does not fit: {place}: {first['msg']}"
        ) from None
