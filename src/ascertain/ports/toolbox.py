"""The tools that a researcher was given, as a port."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from pydantic import JsonValue

__all__ = ["ToolContract", "ToolReply", "Toolbox"]


@dataclass(frozen=True, slots=True)
class ToolContract:
    """What a tool is, to whoever calls it.

    Attributes:
        namespace: and ``name``: snake_case, unique as a pair.
        description: at most 120 characters.
        input_schema: and ``output_schema``: JSON Schema.
        timeout_s: after which the call fails.
        read_only: whether calls may run side by side.
        cost: ``free``, ``network`` or ``money``.
    """

    namespace: str
    name: str
    description: str
    input_schema: Mapping[str, JsonValue]
    output_schema: Mapping[str, JsonValue]
    timeout_s: float
    read_only: bool
    cost: Literal["free", "network", "money"]

    @property
    def full_name(self) -> str:
        """``namespace.name``."""
        return f"{self.namespace}.{self.name}"


@dataclass(frozen=True, slots=True)
class ToolReply:
    """What came of a call. A refusal is a reply, so that the researcher can mend it.

    Attributes:
        ok: whether the tool did what was asked.
        content: the output if ok, else ``{"code", "message", "advice"}``.
    """

    ok: bool
    content: JsonValue


class Toolbox(Protocol):
    """The only way from a researcher to the outside.

    Contract: a call to a tool that is not in ``contracts``, or with arguments that do not fit
    its schema, is answered with ``ok=False`` and recorded; nothing runs. Limits are held inside.
    No error leaves but cancellation.
    """

    def contracts(self) -> tuple[ToolContract, ...]:
        """Return the tools that may be called."""
        ...

    async def call(self, tool: str, arguments: Mapping[str, JsonValue]) -> ToolReply:
        """Call ``namespace.name`` with arguments."""
        ...
