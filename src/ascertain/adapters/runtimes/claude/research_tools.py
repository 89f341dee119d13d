"""Our tools as an MCP server inside this process, and the hooks that guard every call."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

from claude_agent_sdk import (
    HookContext,
    HookMatcher,
    SdkMcpTool,
    ToolAnnotations,
    create_sdk_mcp_server,
)
from claude_agent_sdk.types import (
    HookEvent,
    HookInput,
    HookJSONOutput,
    McpSdkServerConfig,
    SyncHookJSONOutput,
)
from pydantic import JsonValue

from ascertain.adapters.models.schemas import compact_schema
from ascertain.adapters.runtimes.briefing import reply_text, wire_name
from ascertain.adapters.runtimes.claude.gate import CallGate
from ascertain.ports.toolbox import Toolbox, ToolContract, ToolReply

__all__ = ["ResearchTools"]

_SERVER = "research"
_MOST_CHARACTERS = 400_000
"""Of one result, before the program would put it in a file that the model cannot read."""
_HOOK_TIMEOUT_S = 600.0

_Hook = Callable[[HookInput, str | None, HookContext], Awaitable[HookJSONOutput]]


class ResearchTools:
    """The tools of one researcher, as the SDK takes them.

    Every call passes the hook before it: what is not one of these tools is denied and put on
    record, and what would lead to a request that the meter does not grant is denied as well. A
    fault of the hook denies the call.

    Args:
        also: names of the program's own tools that may be called, such as ``Agent``.
        stalled: told when a researcher goes in circles.
    """

    def __init__(
        self,
        toolbox: Toolbox,
        gate: CallGate,
        stalled: Callable[[str], None],
        also: frozenset[str] = frozenset(),
    ) -> None:
        self._toolbox = toolbox
        self._gate = gate
        self._stalled = stalled
        self._also = also
        self._contracts = {
            f"mcp__{_SERVER}__{wire_name(tool)}": tool for tool in toolbox.contracts()
        }
        self._waiting: dict[str, tuple[str, str]] = {}

    @property
    def names(self) -> list[str]:
        """The names under which the model calls them."""
        return list(self._contracts)

    def server(self) -> McpSdkServerConfig:
        """Return the server that holds them."""
        return create_sdk_mcp_server(
            _SERVER, tools=[self._tool(name, tool) for name, tool in self._contracts.items()]
        )

    def hooks(self) -> dict[HookEvent, list[HookMatcher]]:
        """Return the hooks that guard them; they fail closed."""
        return {
            "PreToolUse": [_matcher(self._before, on_failure="block")],
            "PostToolUseFailure": [_matcher(self._after_failure)],
        }

    def _tool(self, name: str, contract: ToolContract) -> SdkMcpTool[Any]:
        async def handle(arguments: Mapping[str, JsonValue]) -> dict[str, Any]:
            self._taken(name, arguments)
            reply = await self._toolbox.call(contract.full_name, arguments)
            self._watch(reply)
            text = reply_text(reply, contract)[:_MOST_CHARACTERS]
            return {"content": [{"type": "text", "text": text}], "is_error": not reply.ok}

        return SdkMcpTool(
            name=wire_name(contract),
            description=contract.description,
            input_schema=compact_schema(contract.input_schema),
            handler=handle,
            annotations=ToolAnnotations(
                readOnlyHint=contract.read_only,
                maxResultSizeChars=_MOST_CHARACTERS,
            ),
        )

    def _watch(self, reply: ToolReply) -> None:
        content = reply.content if isinstance(reply.content, dict) else {}
        if not reply.ok and content.get("code") == "stalled":
            self._stalled(str(content.get("message", "it went in circles")))

    async def _before(
        self, given: HookInput, tool_use_id: str | None, context: HookContext
    ) -> HookJSONOutput:
        del context
        said = cast("Mapping[str, Any]", given)
        name, arguments = str(said.get("tool_name", "")), said.get("tool_input")
        if name not in self._contracts and name not in self._also:
            # The toolbox refuses what it does not know, and puts that on record.
            await self._toolbox.call(name or "?", _mapping(arguments))
            return _denied(f"there is no tool {name!r} here; use one of {', '.join(self.names)}")
        key = str(said.get("tool_use_id") or tool_use_id or "")
        if reason := await self._gate.reason_to_deny(key):
            denied = _denied(f"{reason}; finish now")
            denied["continue_"], denied["stopReason"] = False, reason
            return denied
        if name in self._contracts:
            self._waiting[key] = (name, _key(arguments))
        return {}

    def _taken(self, name: str, arguments: Mapping[str, JsonValue]) -> None:
        wanted = (name, _key(arguments))
        for key, value in self._waiting.items():
            if value == wanted:
                del self._waiting[key]
                return

    async def _after_failure(
        self, given: HookInput, tool_use_id: str | None, context: HookContext
    ) -> HookJSONOutput:
        del context
        said = cast("Mapping[str, Any]", given)
        waiting = self._waiting.pop(str(said.get("tool_use_id") or tool_use_id or ""), None)
        if waiting is not None:
            # It never reached us: the SDK's own check of the arguments turned it away.
            contract = self._contracts[waiting[0]]
            await self._toolbox.call(
                contract.full_name, {"not_accepted": str(said.get("error", ""))[:500]}
            )
        return {}


def _matcher(hook: _Hook, *, on_failure: str | None = None) -> HookMatcher:
    return HookMatcher(
        hooks=[hook],
        timeout=_HOOK_TIMEOUT_S,
        on_failure="block" if on_failure == "block" else None,
    )


def _denied(reason: str) -> SyncHookJSONOutput:
    return {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": reason,
        }
    }


def _mapping(arguments: object) -> Mapping[str, JsonValue]:
    return cast("Mapping[str, JsonValue]", arguments) if isinstance(arguments, dict) else {}


def _key(arguments: object) -> str:
    return json.dumps(arguments, sort_keys=True, default=str)
