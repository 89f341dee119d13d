"""Tools as contracts: arguments are checked before anything runs, answers after."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Generic, Literal, TypeVar, cast

from pydantic import JsonValue, ValidationError

from ascertain.errors import (
    EvidenceRefusedError,
    LedgerError,
    LimitReachedError,
    SearchError,
    ToolError,
)
from ascertain.evidence.record import Record
from ascertain.ports.toolbox import ToolContract, ToolReply

__all__ = ["DESCRIPTION_LENGTH", "Tool", "ToolRegistry", "refusal", "refusal_of"]

DESCRIPTION_LENGTH = 120
_ARGUMENT_BYTES = 100_000

In = TypeVar("In", bound=Record)
Out = TypeVar("Out", bound=Record)


@dataclass(frozen=True)
class Tool(Generic[In, Out]):
    """A tool: its contract's parts, its records and the function behind it.

    The JSON Schemas of the contract are those of ``arguments`` and ``answer``.
    """

    namespace: str
    name: str
    description: str
    arguments: type[In]
    answer: type[Out]
    run: Callable[[In], Awaitable[Out]]
    timeout_s: float = 60.0
    read_only: bool = True
    cost: Literal["free", "network", "money"] = "free"

    def contract(self) -> ToolContract:
        """Return what a caller is told."""
        return ToolContract(
            namespace=self.namespace,
            name=self.name,
            description=self.description,
            input_schema=_schema_of(self.arguments),
            output_schema=_schema_of(self.answer),
            timeout_s=self.timeout_s,
            read_only=self.read_only,
            cost=self.cost,
        )

    async def call(self, arguments: Mapping[str, JsonValue]) -> JsonValue:
        """Check, run within the time-out, check the answer.

        Raises:
            ToolError: if the arguments do not fit or the time is up.
            AscertainError: as the function behind it refuses.
        """
        full_name = f"{self.namespace}.{self.name}"
        try:
            # Through JSON: in strict terms arguments are wire data, whoever sends them.
            parsed = self.arguments.model_validate_json(_wire(arguments))
        except (ValueError, TypeError) as error:
            raise ToolError(
                full_name,
                "bad_arguments",
                _argument_faults(error),
                hint="Call again with arguments that fit the input schema.",
            ) from None
        try:
            async with asyncio.timeout(self.timeout_s):
                answer = await self.run(parsed)
        except TimeoutError:
            raise ToolError(
                full_name, "time_out", f"no answer within {self.timeout_s:g} s"
            ) from None
        content = answer.model_dump(mode="json")
        self.answer.model_validate(content)
        return cast("JsonValue", content)


@cache
def _schema_of(kind: type[Record]) -> dict[str, JsonValue]:
    # Every researcher has a toolbox of its own; the schemas are the same for all.
    return kind.model_json_schema()


class ToolRegistry:
    """Tools by full name; a second registration of a name is an error."""

    def __init__(self) -> None:
        self._tools: dict[str, Tool[Record, Record]] = {}

    def add(self, tool: Tool[In, Out]) -> None:
        """Register a tool.

        Raises:
            ToolError: if its name is taken, malformed, or its description is too long.
        """
        full_name = f"{tool.namespace}.{tool.name}"
        if full_name in self._tools:
            raise ToolError(full_name, "name_taken", f"{full_name} is registered already")
        if not all(_is_snake_case(part) for part in (tool.namespace, tool.name)):
            raise ToolError(full_name, "bad_name", f"{full_name} is not snake_case")
        if len(tool.description) > DESCRIPTION_LENGTH:
            raise ToolError(
                full_name,
                "long_description",
                f"the description has over {DESCRIPTION_LENGTH} characters",
            )
        self._tools[full_name] = cast("Tool[Record, Record]", tool)

    def contracts(self) -> tuple[ToolContract, ...]:
        """Return the contracts in the order of registration."""
        return tuple(tool.contract() for tool in self._tools.values())

    async def call(self, tool: str, arguments: Mapping[str, JsonValue]) -> ToolReply:
        """Call a tool; every refusal is a reply with code, message and advice."""
        found = self._tools.get(tool)
        if found is None:
            return refusal(
                "unknown_tool",
                f"there is no tool {tool!r}",
                f"Use one of {', '.join(self._tools)}.",
            )
        try:
            return ToolReply(ok=True, content=await found.call(arguments))
        except (EvidenceRefusedError, LimitReachedError, SearchError, ToolError) as error:
            return refusal_of(error)
        except LedgerError:
            raise
        except Exception as error:  # noqa: BLE001 (a call's boundary: the researcher is told, the call is on record)
            fault = f"{type(error).__name__}: {error}"[:500]
            return refusal("tool_failed", f"{tool} failed: {fault}", "Go on without it.")


def refusal_of(
    error: EvidenceRefusedError | LimitReachedError | SearchError | ToolError,
) -> ToolReply:
    """Make the reply that says what an error says."""
    if isinstance(error, LimitReachedError):
        return refusal("limit_reached", error.message, f"{error.limit} is used up; finish.")
    if isinstance(error, SearchError):
        return refusal("search_failed", error.message, "Try other words once, or go on.")
    return refusal(error.code, error.message, error.hint)


def refusal(code: str, message: str, advice: str) -> ToolReply:
    """Make the reply that says no."""
    return ToolReply(ok=False, content={"code": code, "message": message, "advice": advice})


def _wire(arguments: Mapping[str, JsonValue]) -> str:
    text = json.dumps(dict(arguments), ensure_ascii=False)
    if len(text) > _ARGUMENT_BYTES:
        msg = f"the arguments are over {_ARGUMENT_BYTES} characters long"
        raise ValueError(msg)
    return text


def _argument_faults(error: ValueError | TypeError) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    faults = (
        f"{'.'.join(map(str, fault['loc'])) or 'arguments'}: {fault['msg']}"
        for fault in error.errors(include_url=False)[:5]
    )
    return "; ".join(faults)


def _is_snake_case(word: str) -> bool:
    return word.isascii() and word.replace("_", "a").isalnum() and word == word.lower()
