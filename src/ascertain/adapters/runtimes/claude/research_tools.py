"""Our tools as an MCP server inside this process, and the hooks that guard every call."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, cast

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
from ascertain.adapters.runtimes.claude.program_tools import ProgramCall, ProgramTool
from ascertain.ports.toolbox import Toolbox, ToolContract, ToolReply

__all__ = ["WEB_FETCH", "WEB_SEARCH", "ResearchTools"]

_SERVER = "research"
_MOST_CHARACTERS = 400_000
"""Of one result, before the program would put it in a file that the model cannot read."""
_HOOK_TIMEOUT_S = 600.0

WEB_FETCH, WEB_SEARCH = "WebFetch", "WebSearch"


class _Waiting(NamedTuple):
    """A call of ours that was let through and has not reached us."""

    name: str
    key: str
    agent_id: str


_Hook = Callable[[HookInput, str | None, HookContext], Awaitable[HookJSONOutput]]


class ResearchTools:
    """The tools of one researcher, as the SDK takes them.

    Every call passes the hook before it: what is not one of these tools is denied and put on
    record, and what would lead to a request that the meter does not grant is denied as well. A
    fault of the hook denies the call.

    Args:
        stalled: told when a researcher goes in circles.
        own: the program's own tools that may be called, such as ``Agent``, and what guards each.
        recorded: told the subagent, or an empty word, and the id of each evidence admitted.
    """

    def __init__(
        self,
        toolbox: Toolbox,
        gate: CallGate,
        stalled: Callable[[str], None],
        own: Mapping[str, ProgramTool] | None = None,
        recorded: Callable[[str, str], None] | None = None,
    ) -> None:
        self._toolbox = toolbox
        self._gate = gate
        self._stalled = stalled
        self._own = dict(own or {})
        self._recorded = recorded
        # Where the program reads the web itself, our tools for it are not offered beside its own.
        self._contracts = {
            f"mcp__{_SERVER}__{wire_name(tool)}": tool
            for tool in toolbox.contracts()
            if not (WEB_FETCH in self._own and tool.namespace == "web")
        }
        self._waiting: dict[str, _Waiting] = {}
        self._calls: dict[str, ProgramCall] = {}

    @property
    def names(self) -> list[str]:
        """The names of ours under which the model calls them."""
        return list(self._contracts)

    @property
    def own(self) -> list[str]:
        """The names of the program's own tools that may be called."""
        return list(self._own)

    def server(self) -> McpSdkServerConfig:
        """Return the server that holds them."""
        return create_sdk_mcp_server(
            _SERVER, tools=[self._tool(name, tool) for name, tool in self._contracts.items()]
        )

    def hooks(self) -> dict[HookEvent, list[HookMatcher]]:
        """Return the hooks that guard them; they fail closed."""
        return {
            "PreToolUse": [_matcher(self._before, on_failure="block")],
            "PostToolUse": [_matcher(self._after, on_failure="block")],
            "PostToolUseFailure": [_matcher(self._after_failure)],
        }

    def _tool(self, name: str, contract: ToolContract) -> SdkMcpTool[Any]:
        async def handle(arguments: Mapping[str, JsonValue]) -> dict[str, Any]:
            agent = self._taken(name, arguments)
            reply = await self._toolbox.call(contract.full_name, arguments)
            self._watch(reply, agent)
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

    def _watch(self, reply: ToolReply, agent: str) -> None:
        content = reply.content if isinstance(reply.content, dict) else {}
        if reply.ok and self._recorded is not None and "anchor_method" in content:
            self._recorded(agent, str(content.get("id")))
        if not reply.ok and content.get("code") == "stalled":
            self._stalled(str(content.get("message", "it went in circles")))

    async def _before(
        self, given: HookInput, tool_use_id: str | None, context: HookContext
    ) -> HookJSONOutput:
        del context
        said = cast("Mapping[str, Any]", given)
        call = _call(said, tool_use_id)
        if call.name not in self._contracts and call.name not in self._own:
            # The toolbox refuses what it does not know, and puts that on record.
            await self._toolbox.call(call.name or "?", call.arguments)
            names = ", ".join((*self.names, *self._own))
            return _denied(f"there is no tool {call.name!r} here; use one of {names}")
        if reason := await self._gate.reason_to_deny(call.id):
            return _ended(reason)
        if call.name in self._contracts:
            self._waiting[call.id] = _Waiting(call.name, _key(call.arguments), call.agent_id)
            return {}
        granted = await self._own[call.name].before(call)
        if granted.reason:
            return _ended(granted.reason) if granted.ends else _denied(granted.reason)
        self._calls[call.id] = call
        return _allowed(granted.arguments)

    def _taken(self, name: str, arguments: Mapping[str, JsonValue]) -> str:
        """Return which subagent made a call that has reached us."""
        key = _key(arguments)
        for call_id, waiting in self._waiting.items():
            if (waiting.name, waiting.key) == (name, key):
                del self._waiting[call_id]
                return waiting.agent_id
        return ""

    async def _after(
        self, given: HookInput, tool_use_id: str | None, context: HookContext
    ) -> HookJSONOutput:
        del context
        said = cast("Mapping[str, Any]", given)
        call = self._calls.pop(_call(said, tool_use_id).id, None)
        if call is None:
            return {}
        shown = await self._own[call.name].after(call, _mapping(said.get("tool_response")))
        if shown is None:
            return {}
        return {"hookSpecificOutput": {"hookEventName": "PostToolUse", "updatedToolOutput": shown}}

    async def _after_failure(
        self, given: HookInput, tool_use_id: str | None, context: HookContext
    ) -> HookJSONOutput:
        del context
        said = cast("Mapping[str, Any]", given)
        key, error = _call(said, tool_use_id).id, str(said.get("error", ""))[:500]
        if (call := self._calls.pop(key, None)) is not None:
            await self._own[call.name].failed(call, error)
            return _going_on(await self._gate.resume())
        if (waiting := self._waiting.pop(key, None)) is not None:
            # It never reached us: the SDK's own check of the arguments turned it away.
            contract = self._contracts[waiting.name]
            await self._toolbox.call(contract.full_name, {"not_accepted": error})
        return {}


def _matcher(hook: _Hook, *, on_failure: str | None = None) -> HookMatcher:
    return HookMatcher(
        hooks=[hook],
        timeout=_HOOK_TIMEOUT_S,
        on_failure="block" if on_failure == "block" else None,
    )


def _call(said: Mapping[str, Any], tool_use_id: str | None) -> ProgramCall:
    return ProgramCall(
        id=str(said.get("tool_use_id") or tool_use_id or ""),
        name=str(said.get("tool_name") or ""),
        arguments=_mapping(said.get("tool_input")),
        agent_id=str(said.get("agent_id") or ""),
    )


def _ended(reason: str) -> SyncHookJSONOutput:
    denied = _denied(f"{reason}; finish now")
    denied["continue_"], denied["stopReason"] = False, reason
    return denied


def _going_on(refused: str) -> SyncHookJSONOutput:
    return {"continue_": False, "stopReason": refused} if refused else {}


def _allowed(arguments: Mapping[str, JsonValue] | None) -> SyncHookJSONOutput:
    if arguments is None:
        return {}
    return {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "allow",
            "updatedInput": dict(arguments),
        }
    }


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
