"""A researcher through the Claude Agent SDK: its program talks, our tools and hooks decide."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass, replace

from claude_agent_sdk import (
    AssistantMessage,
    ClaudeAgentOptions,
    ClaudeSDKClient,
    ResultMessage,
    SystemMessage,
)

from ascertain.adapters.runtimes.briefing import brief_text, conclusion_of, gaps_of
from ascertain.adapters.runtimes.claude.closing import closed
from ascertain.adapters.runtimes.claude.endings import Ended, fault_of, result_of
from ascertain.adapters.runtimes.claude.gate import CallGate
from ascertain.adapters.runtimes.claude.options import (
    ErrorStream,
    Workplace,
    closed_options,
    workplace,
)
from ascertain.adapters.runtimes.claude.research_tools import ResearchTools
from ascertain.adapters.runtimes.claude.terms import ClaudeTerms
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

        tools = ResearchTools(toolbox, gate, stalled)
        number = next(self._numbers)
        try:
            prompt, left = brief_text(brief), meter.left()
            await gate.begin(_tokens(prompt, toolbox))
            with workplace(
                self._terms.folder / "claude" / f"{self._terms.place}-{number:02d}"
            ) as folders:
                options = self._options(brief, tools, left, folders, errors)
                ended = await _converse(prompt, options, gate, heard, _seconds(brief))
        except LimitReachedError as error:
            ended = Ended("budget", str(error))
        except (LedgerError, asyncio.CancelledError):
            raise
        except Exception as error:  # noqa: BLE001 (the SDK's boundary: whatever it raises is an ending)
            ended = heard.stopped or fault_of(error, errors.text)
        finally:
            gate.end(heard.result)
        said = (heard.result.result or "") if heard.result and not heard.result.is_error else ""
        return HandBack(
            sub_question_id=place,
            conclusion=conclusion_of(said),
            gaps=gaps_of(said),
            ending=ended.ending,
            error=ended.error[:500] if ended.error else None,
        )

    def _options(
        self,
        brief: Brief,
        tools: ResearchTools,
        left: Allowance,
        folders: Workplace,
        errors: ErrorStream,
    ) -> ClaudeAgentOptions:
        turns = brief.max_turns if left.calls is None else min(brief.max_turns, left.calls + 1)
        closed = closed_options(
            folders,
            model=self._terms.model,
            program=self._terms.program,
            timeout_s=self._terms.timeout_s,
            stderr=errors,
        )
        return replace(
            closed,
            system_prompt=load_prompt("researcher").text,
            mcp_servers={"research": tools.server()},
            allowed_tools=tools.names,
            hooks=tools.hooks(),
            max_turns=turns,
            max_budget_usd=left.cost_usd or None,
        )


async def _converse(
    prompt: str,
    options: ClaudeAgentOptions,
    gate: CallGate,
    heard: _Heard,
    seconds: float | None,
) -> Ended:
    """Talk until the last message, a reason of ours to stop, or the time is up."""
    try:
        async with closed(ClaudeSDKClient(options), seconds) as client:
            await client.query(prompt)
            await _listen(client, gate, heard)
    except _StoppedError:
        pass
    except TimeoutError:
        heard.stopped = Ended("time_out", "the researcher's time is up")
    if heard.stopped is not None:
        return heard.stopped
    if heard.result is None:
        return Ended("error", "the program ended without a result", "cut")
    if gate.refused:
        return Ended("budget", gate.refused)
    return result_of(heard.result)


async def _listen(client: ClaudeSDKClient, gate: CallGate, heard: _Heard) -> None:
    async for message in client.receive_response():
        if isinstance(message, AssistantMessage):
            await gate.heard(message)
        elif isinstance(message, ResultMessage):
            heard.result = message
        elif isinstance(message, SystemMessage) and message.subtype == "api_retry":
            await gate.retried(message.data.get("error_status"))
        if heard.stopped is not None:
            raise _StoppedError


def _seconds(brief: Brief) -> float | None:
    return None if brief.max_seconds is None else brief.max_seconds * _TIME_SHARE


def _tokens(prompt: str, toolbox: Toolbox) -> int:
    text = len(prompt) + len(load_prompt("researcher").text)
    schemas = sum(len(str(tool.input_schema)) for tool in toolbox.contracts())
    return (text + schemas) // _CHARACTERS_PER_TOKEN + _OVERHEAD_TOKENS
