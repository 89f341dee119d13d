"""Tools of the program's own that a researcher may call, under our rules, as a port."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import JsonValue

__all__ = ["Granted", "ProgramCall", "ProgramTool"]


@dataclass(frozen=True, slots=True)
class ProgramCall:
    """A call of one of the program's own tools.

    Attributes:
        id: of the call.
        agent_id: of the subagent that makes it, or empty.
    """

    id: str
    name: str
    arguments: Mapping[str, Any]
    agent_id: str = ""


@dataclass(frozen=True, slots=True)
class Granted:
    """Whether a call may be made.

    Attributes:
        reason: why not, or empty.
        arguments: to be used instead of those that were given, or None.
        ends: whether the conversation ends with a refusal, as where nothing can be paid for.
    """

    reason: str = ""
    arguments: Mapping[str, JsonValue] | None = None
    ends: bool = False


class ProgramTool(Protocol):
    """What guards one of the program's own tools.

    Contract: ``before`` is asked for each call and fails closed: an error of it denies the call.
    For a call that was granted exactly one of ``after`` and ``failed`` follows, unless the
    conversation ends first.
    """

    async def before(self, call: ProgramCall) -> Granted:
        """Say whether the call may be made."""
        ...

    async def after(self, call: ProgramCall, response: Mapping[str, Any]) -> Any:
        """Take in what came of it; returns what the model is shown instead, or None."""
        ...

    async def failed(self, call: ProgramCall, error: str) -> None:
        """Take in that it failed."""
        ...
