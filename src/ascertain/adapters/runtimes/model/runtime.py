"""A researcher that any model can be: its loop is code, the model only proposes calls."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.tools import ToolDefinition

from ascertain.adapters.models.asking import AskedModel
from ascertain.adapters.models.schemas import compact_schema
from ascertain.adapters.runtimes.briefing import (
    brief_text,
    conclusion_of,
    gaps_of,
    reply_text,
    wire_name,
)
from ascertain.adapters.runtimes.model.conversation import Conversation
from ascertain.adapters.runtimes.model.turns import Call, Turn, turn_of, written_turn_of
from ascertain.errors import LimitReachedError, ModelError
from ascertain.evidence.brief import Brief, HandBack
from ascertain.evidence.kinds import Ending
from ascertain.ports.meter import Meter
from ascertain.ports.toolbox import Toolbox, ToolContract
from ascertain.prompts.loading import load_prompt

__all__ = ["ModelRuntime"]

_MAX_OUTPUT_TOKENS = 4_000
_PATIENCE = 2
"""Answers in a row that may hold neither a call nor a conclusion."""
_TIME_SHARE = 0.9
"""Of the brief's seconds, after which the conversation is ended."""
_REFUSED_TOOLS = frozenset(("error",))


@dataclass(slots=True)
class _Work:
    """One brief under way."""

    brief: Brief
    toolbox: Toolbox
    meter: Meter
    written: bool
    used_tools: bool = False
    idle: int = 0
    turns: int = 0
    evidence: list[str] = field(default_factory=list[str])
    stalled: str = ""

    def done(self, ending: Ending, error: str | None = None, said: str = "") -> HandBack:
        return HandBack(
            sub_question_id=self.brief.subquestion.id,
            conclusion=conclusion_of(said),
            evidence_ids=tuple(self.evidence),
            gaps=gaps_of(said),
            ending=ending,
            error=error[:500] if error else None,
        )


class ModelRuntime:
    """Lets a model work with the tools given, turn by turn.

    Calls that only read run side by side; the others one after the other. A model whose
    provider refuses tools, or that never calls one, is asked to write its calls as JSON.

    Args:
        asked: the model.
    """

    def __init__(self, asked: AskedModel) -> None:
        self._asked = asked
        self._writes = False

    @property
    def name(self) -> str:
        """The runtime's name in manifests."""
        return "model"

    async def run(self, brief: Brief, toolbox: Toolbox, meter: Meter) -> HandBack:
        """Carry out the brief; every way of ending but cancellation is a hand-back."""
        work = _Work(brief, toolbox, meter, written=self._writes)
        seconds = None if brief.max_seconds is None else brief.max_seconds * _TIME_SHARE
        try:
            async with asyncio.timeout(seconds):
                back = await self._converse(work)
                if back is None:
                    # It was spoken to in the way of providers and never called a tool.
                    work.written, work.idle = True, 0
                    back = await self._converse(work)
        except TimeoutError:
            return work.done("time_out", f"{brief.max_seconds:g} s are nearly used up")
        except ModelError as error:
            return work.done("error", str(error))
        except LimitReachedError as error:
            return work.done("budget", str(error))
        if back is None:
            return work.done("error", f"{self._asked.name} never called a tool")
        return back

    async def _converse(self, work: _Work) -> HandBack | None:
        """Talk until it ends; None: it never used a tool."""
        contracts = {wire_name(tool): tool for tool in work.toolbox.contracts()}
        talk = _opened(work, contracts)
        while work.turns < work.brief.max_turns:
            work.turns += 1
            turn = await self._turn(work, talk, contracts)
            if turn is None:
                return None
            talk.heard(turn)
            if not turn.calls:
                if (ended := _without_calls(work, turn)) is not None:
                    return ended
                if work.idle >= _PATIENCE and not work.used_tools:
                    return None
                talk.nudged(_NUDGE_WRITTEN if work.written else _NUDGE)
                continue
            work.used_tools, work.idle = True, 0
            results = await _carried_out(work, turn, contracts)
            if work.stalled:
                return work.done("stalled", work.stalled, turn.text)
            left = work.brief.max_turns - work.turns
            talk.told(results, _LAST_TURN if left == 1 else "")
        return work.done("budget", f"{work.brief.max_turns} turns are used up")

    async def _turn(
        self, work: _Work, talk: Conversation, contracts: dict[str, ToolContract]
    ) -> Turn | None:
        """Ask once; None: the provider refuses tools, so that calls must be written."""
        tools = [] if work.written else [_definition(n, c) for n, c in contracts.items()]
        try:
            response = await self._asked.ask(
                "researcher",
                talk.messages,
                ModelRequestParameters(function_tools=tools),
                work.meter,
                max_output_tokens=_MAX_OUTPUT_TOKENS,
            )
        except ModelError as error:
            refused = "tool" in error.reason.lower() and error.status in _REFUSED_TOOLS
            if refused and not work.written and not work.used_tools:
                self._writes = True
                return None
            raise
        return written_turn_of(response) if work.written else turn_of(response)


def _opened(work: _Work, contracts: dict[str, ToolContract]) -> Conversation:
    instructions = load_prompt("researcher").text
    if work.written:
        listed = [
            {"tool": name, "what": tool.description, "arguments": compact_schema(tool.input_schema)}
            for name, tool in contracts.items()
        ]
        instructions += _WRITTEN + json.dumps(listed, ensure_ascii=False)
    return Conversation(instructions, brief_text(work.brief), written=work.written)


def _definition(name: str, contract: ToolContract) -> ToolDefinition:
    return ToolDefinition(
        name=name,
        description=contract.description,
        parameters_json_schema=compact_schema(contract.input_schema),
        sequential=not contract.read_only,
        strict=False,
    )


def _without_calls(work: _Work, turn: Turn) -> HandBack | None:
    """Judge an answer without a call: the conclusion, or something to be asked again."""
    if turn.text and (work.used_tools or work.evidence):
        return work.done("finished", said=turn.text)
    work.idle += 1
    if work.idle > _PATIENCE and work.used_tools:
        return work.done("error", "the model's answers are empty")
    return None


async def _carried_out(
    work: _Work, turn: Turn, contracts: dict[str, ToolContract]
) -> list[tuple[Call, str]]:
    """Make the calls: those that only read side by side, the others in order after them."""
    texts: dict[int, str] = {}

    async def carry_out(at: int, call: Call) -> None:
        texts[at] = await _one(work, call, contracts)

    reads = [at for at, call in enumerate(turn.calls) if _only_reads(call, contracts)]
    try:
        async with asyncio.TaskGroup() as group:
            for at in reads:
                group.create_task(carry_out(at, turn.calls[at]))
    except ExceptionGroup as faults:
        # Only the ledger's faults leave a toolbox; they are not the researcher's.
        raise faults.exceptions[0] from None
    for at, call in enumerate(turn.calls):
        if at not in reads:
            await carry_out(at, call)
    made = [(call, texts[at]) for at, call in enumerate(turn.calls)]
    return [*made, *((call, _TOO_MANY) for call in turn.dropped)]


def _only_reads(call: Call, contracts: dict[str, ToolContract]) -> bool:
    contract = contracts.get(call.tool)
    return contract is not None and contract.read_only


async def _one(work: _Work, call: Call, contracts: dict[str, ToolContract]) -> str:
    contract = contracts.get(call.tool) or _by_full_name(call.tool, contracts.values())
    # A tool that does not exist is asked for all the same: its refusal is put on record.
    reply = await work.toolbox.call(contract.full_name if contract else call.tool, call.arguments)
    content = reply.content if isinstance(reply.content, dict) else {}
    if reply.ok and contract is not None and contract.full_name == "evidence.record":
        found = content.get("id")
        if isinstance(found, str) and found not in work.evidence:
            work.evidence.append(found)
    if content.get("code") == "stalled" and not reply.ok:
        work.stalled = str(content.get("message", "it went in circles"))
    return reply_text(reply, contract)


def _by_full_name(name: str, contracts: Iterable[ToolContract]) -> ToolContract | None:
    return next((tool for tool in contracts if tool.full_name == name), None)


_TOO_MANY = json.dumps({"refused": {"code": "too_many_calls", "advice": "At most 16 in a turn."}})
_LAST_TURN = "Your next answer is the last one: give your conclusion, and call no tool."
_NUDGE = (
    "You called no tool and said nothing that ends the work. Search, read and record with the "
    "tools you have; or, if nothing can be found, give your conclusion."
)
_WRITTEN = """

How you call tools

You write one JSON object and nothing else. Either calls, made in the order given:
{"calls": [{"tool": "NAME", "arguments": {...}}]}
or, when you are done: {"conclusion": "..."}
The results come back as JSON. The tools, with JSON Schemas of their arguments:
"""
_NUDGE_WRITTEN = (
    'That is not the JSON object asked for. Write {"calls": [{"tool": "NAME", "arguments": '
    '{...}}]} with one of your tools, or {"conclusion": "..."}, and nothing else.'
)
