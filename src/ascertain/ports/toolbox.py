"""The tools that a researcher was given, as a port."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from pydantic import JsonValue

from ascertain.evidence.program import ProcessedPage, ProgramSearch, SubagentStep

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

    A runtime whose program searches, reads or delegates by itself tells here what it did:
    ``reserve`` before it asks for an address, ``keep`` and the others after. What a model asks
    for never leads to these; only hooks of the runtime's own do.
    """

    def contracts(self) -> tuple[ToolContract, ...]:
        """Return the tools that may be called."""
        ...

    async def call(self, tool: str, arguments: Mapping[str, JsonValue]) -> ToolReply:
        """Call ``namespace.name`` with arguments."""
        ...

    async def reserve(self, url: str) -> ToolReply:
        """Take a place among the sources for an address that the program is about to read."""
        ...

    async def keep(self, page: ProcessedPage) -> ToolReply:
        """Keep what the program's own tool said of a page, as a source marked ``processed``."""
        ...

    def searched(self, search: ProgramSearch) -> None:
        """Put a search of the program's own on record."""
        ...

    def delegated(self, step: SubagentStep) -> None:
        """Put the start or the end of a subagent on record."""
        ...
