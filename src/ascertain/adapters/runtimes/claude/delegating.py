"""A lead's researchers: subagents of the program, with our brief, tools and hand-back."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, cast

from claude_agent_sdk import AgentDefinition, HookContext, HookMatcher, TaskStartedMessage
from claude_agent_sdk.types import HookEvent, HookInput, HookJSONOutput
from pydantic import JsonValue

from ascertain.adapters.runtimes.briefing import brief_text, conclusion_of, gaps_of
from ascertain.adapters.runtimes.claude.gate import CallGate
from ascertain.adapters.runtimes.claude.program_tools import Granted, ProgramCall
from ascertain.evidence.brief import Brief
from ascertain.evidence.model_call import ModelUsage
from ascertain.evidence.program import SubagentStep
from ascertain.ports.toolbox import Toolbox
from ascertain.prompts.loading import load_prompt

__all__ = ["AGENT", "RESEARCHER", "UNWANTED", "Delegation"]

AGENT, RESEARCHER = "Agent", "researcher"
UNWANTED = tuple(
    f"{AGENT}({kind})"
    for kind in ("general-purpose", "claude", "Explore", "Plan", "statusline-setup", "fork")
)
"""The program's built-in types; none of them may be started."""
_MOST = 4
_MAX_WORDS = 4_000
_CHARACTERS_PER_TOKEN = 4
_OVERHEAD_TOKENS = 3_000
_DESCRIPTION = (
    "Researches the question with search, reading and recording tools; hands back a conclusion, "
    "ids of recorded evidence, and gaps."
)


class Delegation:
    """Guards the tool that starts subagents.

    A lead starts researchers alone, in the foreground, one level deep, ``most`` of them at most.
    The brief is added to the lead's words by code, and what comes back is cut to the contract: a
    conclusion, ids of evidence, gaps and usage, never the words in between.
    """

    def __init__(self, brief: Brief, toolbox: Toolbox, gate: CallGate, most: int = _MOST) -> None:
        self._brief = brief
        self._toolbox = toolbox
        self._gate = gate
        self._most = most
        self._granted: set[str] = set()
        self._open: dict[str, str] = {}
        self._by_call: dict[str, str] = {}
        self._recorded: defaultdict[str, list[str]] = defaultdict(list)

    def definition(self, tools: Sequence[str]) -> AgentDefinition:
        """Return the researcher, with our tools and no others."""
        return AgentDefinition(
            description=_DESCRIPTION,
            prompt=load_prompt(RESEARCHER).text,
            tools=list(tools),
            model="inherit",
            maxTurns=self._brief.max_turns,
            background=False,
        )

    def hooks(self) -> dict[HookEvent, list[HookMatcher]]:
        """Return the hook that tells of each start."""

        async def started(
            given: HookInput, tool_use_id: str | None, context: HookContext
        ) -> HookJSONOutput:
            del tool_use_id, context
            said = cast("Mapping[str, object]", given)
            self.started(str(said.get("agent_id") or "?"), str(said.get("agent_type") or "?"))
            return {}

        return {"SubagentStart": [HookMatcher(hooks=[started])]}

    async def before(self, call: ProgramCall) -> Granted:
        """Grant a researcher, with the brief in its prompt."""
        kind, words = call.arguments.get("subagent_type"), str(call.arguments.get("prompt") or "")
        if call.agent_id:
            return Granted("a researcher starts no others")
        if kind != RESEARCHER:
            return Granted(f"there is no {kind!r} here; the only type is {RESEARCHER!r}")
        if not words.strip() or len(words) > _MAX_WORDS:
            return Granted(f"say what to find out, in at most {_MAX_WORDS} characters")
        if len(self._granted) >= self._most:
            return Granted(f"{self._most} researchers were started already; finish now")
        prompt = f"{words}\n\n{brief_text(self._brief)}"
        tokens = len(prompt) // _CHARACTERS_PER_TOKEN + _OVERHEAD_TOKENS
        if refused := await self._gate.begin_aside(call.id, tokens):
            return Granted(refused, ends=True)
        self._granted.add(call.id)
        return Granted(
            arguments={
                "description": str(call.arguments.get("description") or "research")[:100],
                "prompt": prompt,
                "subagent_type": RESEARCHER,
                "run_in_background": False,
            }
        )

    def started(self, agent_id: str, agent_type: str) -> None:
        """Put a start on record."""
        self._open[agent_id] = agent_type
        self._toolbox.delegated(SubagentStep(agent_id=agent_id, agent_type=agent_type))

    def recorded(self, agent_id: str, evidence_id: str) -> None:
        """Note which researcher an evidence came from."""
        if agent_id and evidence_id not in self._recorded[agent_id]:
            self._recorded[agent_id].append(evidence_id)

    async def after(self, call: ProgramCall, response: Mapping[str, Any]) -> Any:
        """Record the hand-back, and cut what the lead is shown to the contract."""
        text, agent = _text(response.get("content")), str(response.get("agentId") or "?")
        calls = self._gate.end_aside(call.id, _usage(response.get("usage")))
        finished = response.get("status") == "completed"
        step = SubagentStep(
            agent_id=agent,
            agent_type=self._open.pop(agent, RESEARCHER),
            is_over=True,
            conclusion=conclusion_of(text),
            evidence_ids=tuple(self._recorded[agent]),
            model_calls=calls,
            error="" if finished else f"it ended as {response.get('status')!r}"[:500],
        )
        self._toolbox.delegated(step)
        shown: dict[str, JsonValue] = {
            "conclusion": step.conclusion,
            "evidence_ids": list(step.evidence_ids),
            "gaps": list(gaps_of(text)),
            "model_calls": step.model_calls,
        }
        return {
            **response,
            "content": [{"type": "text", "text": json.dumps(shown, ensure_ascii=False)}],
        }

    async def failed(self, call: ProgramCall, error: str) -> None:
        """Record that a researcher came to no end of its own."""
        calls = self._gate.end_aside(call.id, error=error)
        agent = self._by_call.get(call.id) or next(iter(self._open), None)
        if agent is not None:
            self._left(agent, error or "it failed", calls)

    def is_stray(self, message: TaskStartedMessage) -> bool:
        """Whether a task was started by anything but a call that was granted."""
        call = message.tool_use_id
        if call is None or call not in self._granted:
            return True
        self._by_call[call] = message.task_id
        return False

    def close(self) -> None:
        """Record those that the conversation left behind when it ended."""
        for agent in tuple(self._open):
            self._left(agent, "the conversation ended before it handed back")

    def _left(self, agent: str, error: str, model_calls: int = 0) -> None:
        self._toolbox.delegated(
            SubagentStep(
                agent_id=agent,
                agent_type=self._open.pop(agent, RESEARCHER),
                is_over=True,
                evidence_ids=tuple(self._recorded[agent]),
                model_calls=model_calls,
                error=error[:500],
            )
        )


def _text(content: object) -> str:
    parts = cast("list[object]", content) if isinstance(content, list) else []
    texts = [cast("Mapping[str, object]", part).get("text") for part in parts if _is_map(part)]
    return "\n".join(text for text in texts if isinstance(text, str))


def _is_map(part: object) -> bool:
    return isinstance(part, Mapping)


def _usage(said: object) -> ModelUsage:
    given: Mapping[str, object] = (
        cast("Mapping[str, object]", said) if isinstance(said, Mapping) else {}
    )
    cached, written = (
        _count(given, "cache_read_input_tokens"),
        _count(given, "cache_creation_input_tokens"),
    )
    return ModelUsage(
        input_tokens=_count(given, "input_tokens") + cached + written,
        cached_input_tokens=cached,
        cache_write_tokens=written,
        output_tokens=_count(given, "output_tokens"),
    )


def _count(given: Mapping[str, object], key: str) -> int:
    value = given.get(key)
    return max(0, value) if isinstance(value, int) else 0
