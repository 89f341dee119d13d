"""A researcher through the Claude Agent SDK: its program talks, our tools and hooks decide."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace

from claude_agent_sdk import (
    AssistantMessage,
    ClaudeAgentOptions,
    ClaudeSDKClient,
    ResultMessage,
    SystemMessage,
    TaskStartedMessage,
)

from ascertain.adapters.runtimes.briefing import brief_text, conclusion_of, gaps_of
from ascertain.adapters.runtimes.claude.closing import closed
from ascertain.adapters.runtimes.claude.delegating import (
    AGENT,
    RESEARCHER,
    UNWANTED,
    Delegation,
)
from ascertain.adapters.runtimes.claude.endings import Ended, fault_of, result_of
from ascertain.adapters.runtimes.claude.gate import CallGate
from ascertain.adapters.runtimes.claude.options import (
    ErrorStream,
    closed_options,
    with_web,
    workplace,
)
from ascertain.adapters.runtimes.claude.program_tools import ProgramTool
from ascertain.adapters.runtimes.claude.research_tools import (
    WEB_FETCH,
    WEB_SEARCH,
    ResearchTools,
)
from ascertain.adapters.runtimes.claude.terms import ClaudeTerms
from ascertain.adapters.runtimes.claude.web_tools import FetchGuard, SearchGuard, WayOut
from ascertain.errors import LedgerError, LimitReachedError
from ascertain.evidence.brief import Brief, HandBack
from ascertain.ports.meter import Allowance, Meter
from ascertain.ports.toolbox import Toolbox
from ascertain.prompts.loading import load_prompt

__all__ = ["ClaudeRuntime"]

_TIME_SHARE = 0.9
_CHARACTERS_PER_TOKEN = 4
_OVERHEAD_TOKENS = 600


class _StoppedError(Exception):
    """Leaves the conversation, so that the program is interrupted."""


@dataclass(slots=True)
class _Heard:
    result: ResultMessage | None = None
    stopped: Ended | None = None


class ClaudeRuntime:
    """Runs each brief as a conversation of the SDK's program with our tools alone."""

    def __init__(self, terms: ClaudeTerms) -> None:
        self._terms = terms
        self._numbers = itertools.count(1)

    @property
    def name(self) -> str:
        """The runtime's name in manifests."""
        return "claude"

    async def run(self, brief: Brief, toolbox: Toolbox, meter: Meter) -> HandBack:
        """Carry out the brief; every way of ending but cancellation is a hand-back."""
        place = brief.subquestion.id
        gate = CallGate(meter, self._terms.model, self._terms.price, "researcher")
        heard = _Heard()
        errors = ErrorStream()

        def stalled(reason: str) -> None:
            heard.stopped = heard.stopped or Ended("stalled", reason)

        delegation = Delegation(brief, toolbox, gate) if self._terms.delegates else None
        number = next(self._numbers)
        try:
            prompt, left = brief_text(brief), meter.left()
            await gate.begin(_tokens(prompt, toolbox))
            async with AsyncExitStack() as stack:
                way_out = await self._way_out(stack)
                folders = stack.enter_context(
                    workplace(self._terms.folder / "claude" / f"{self._terms.place}-{number:02d}")
                )
                own = _own_tools(toolbox, gate, self._terms, way_out, delegation)
                tools = ResearchTools(
                    toolbox, gate, stalled, own, delegation.recorded if delegation else None
                )
                closed = closed_options(
                    folders,
                    model=self._terms.model,
                    program=self._terms.program,
                    timeout_s=self._terms.timeout_s,
                    stderr=errors,
                )
                options = _opened(closed, brief, tools, left, delegation)
                if way_out is not None:
                    options = with_web(options, way_out)
                talk = _Talk(gate, heard, delegation)
                ended = await talk.hold(prompt, options, _seconds(brief))
        except LimitReachedError as error:
            ended = Ended("budget", str(error))
        except (LedgerError, asyncio.CancelledError):
            raise
        except Exception as error:  # noqa: BLE001 (the SDK's boundary: whatever it raises is an ending)
            ended = heard.stopped or fault_of(error, errors.text)
        finally:
            if delegation is not None:
                delegation.close()
            gate.end(heard.result)
        said = (heard.result.result or "") if heard.result and not heard.result.is_error else ""
        return HandBack(
            sub_question_id=place,
            conclusion=conclusion_of(said),
            gaps=gaps_of(said),
            ending=ended.ending,
            error=ended.error[:500] if ended.error else None,
        )

    async def _way_out(self, stack: AsyncExitStack) -> WayOut | None:
        if self._terms.web is None:
            return None
        return await stack.enter_async_context(self._terms.web.way_out())


def _own_tools(
    toolbox: Toolbox,
    gate: CallGate,
    terms: ClaudeTerms,
    way_out: WayOut | None,
    delegation: Delegation | None,
) -> dict[str, ProgramTool]:
    """Return which of the program's own tools may be called, and what guards each."""
    own: dict[str, ProgramTool] = {}
    if terms.web is not None and way_out is not None:
        own[WEB_SEARCH] = SearchGuard(toolbox, gate)
        own[WEB_FETCH] = FetchGuard(toolbox, gate, terms.web.policy, way_out)
    if delegation is not None:
        own[AGENT] = delegation
    return own


def _opened(
    closed: ClaudeAgentOptions,
    brief: Brief,
    tools: ResearchTools,
    left: Allowance,
    delegation: Delegation | None,
) -> ClaudeAgentOptions:
    """Return options that let a conversation use the tools, within what is left."""
    allowed = [*tools.names, *tools.own]
    options = replace(
        closed,
        system_prompt=load_prompt("lead" if delegation else "researcher").text,
        mcp_servers={"research": tools.server()},
        tools=list(tools.own),
        allowed_tools=allowed,
        hooks=tools.hooks(),
        max_turns=brief.max_turns if left.calls is None else min(brief.max_turns, left.calls + 1),
        max_budget_usd=left.cost_usd or None,
    )
    if delegation is None:
        return options
    own = [name for name in allowed if name != AGENT]
    return replace(
        options,
        agents={RESEARCHER: delegation.definition(own)},
        disallowed_tools=[*UNWANTED],
        hooks={**(options.hooks or {}), **delegation.hooks()},
    )


@dataclass(frozen=True, slots=True)
class _Talk:
    """One conversation."""

    gate: CallGate
    heard: _Heard
    delegation: Delegation | None

    async def hold(self, prompt: str, options: ClaudeAgentOptions, seconds: float | None) -> Ended:
        """Talk until the last message, a reason of ours to stop, or the time is up."""
        heard = self.heard
        try:
            async with closed(ClaudeSDKClient(options), seconds) as client:
                await client.query(prompt)
                await self._listen(client)
        except _StoppedError:
            pass
        except TimeoutError:
            heard.stopped = Ended("time_out", "the researcher's time is up")
        if heard.stopped is not None:
            return heard.stopped
        if heard.result is None:
            return Ended("error", "the program ended without a result", "cut")
        if self.gate.refused:
            return Ended("budget", self.gate.refused)
        return result_of(heard.result)

    async def _listen(self, client: ClaudeSDKClient) -> None:
        async for message in client.receive_response():
            if isinstance(message, AssistantMessage):
                await self.gate.heard(message)
            elif isinstance(message, ResultMessage):
                self.heard.result = message
            elif isinstance(message, TaskStartedMessage):
                if self.delegation is None or self.delegation.is_stray(message):
                    await client.stop_task(message.task_id)
            elif isinstance(message, SystemMessage) and message.subtype == "api_retry":
                await self.gate.retried(message.data.get("error_status"))
            if self.heard.stopped is not None:
                raise _StoppedError


def _seconds(brief: Brief) -> float | None:
    return None if brief.max_seconds is None else brief.max_seconds * _TIME_SHARE


def _tokens(prompt: str, toolbox: Toolbox) -> int:
    text = len(prompt) + len(load_prompt("researcher").text)
    schemas = sum(len(str(tool.input_schema)) for tool in toolbox.contracts())
    return (text + schemas) // _CHARACTERS_PER_TOKEN + _OVERHEAD_TOKENS
