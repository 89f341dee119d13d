"""An agent of the OpenAI Agents SDK as the researcher: it gathers, ascertain does the rest.

    python examples/openai_agents_researcher.py --model gpt-5.2 "Who founded Skerrion?"

The model is any name that the SDK's own provider takes; its key comes from ``OPENAI_API_KEY``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from functools import partial
from typing import Any, cast

from agents import Agent, AgentsException, FunctionTool, RunConfig, RunHooks, Runner
from agents.models.interface import Model
from agents.run_config import ToolErrorFormatterArgs, ToolExecutionConfig
from agents.run_context import RunContextWrapper

import ascertain
from ascertain.adapters.runtimes.briefing import brief_text, conclusion_of, reply_text, wire_name
from ascertain.adapters.runtimes.custom import Researcher
from ascertain.evidence.brief import Brief
from ascertain.ports.toolbox import Toolbox, ToolContract
from ascertain.prompts.loading import load_prompt

MAX_TOKENS = 200_000  # prompts and answers of one researcher; its last call may pass it


class _TokensSpentError(AgentsException):
    pass


class _TokenCap(RunHooks[None]):
    def __init__(self, most: int) -> None:
        self._most = most

    async def on_llm_start(self, context: RunContextWrapper[None], *_: Any, **__: Any) -> None:
        if context.usage.total_tokens >= self._most:
            raise _TokensSpentError


def build_researcher(model: str | Model, max_tokens: int = MAX_TOKENS) -> Researcher:
    """Make a researcher of a model; it may use ``max_tokens`` on one brief."""

    async def openai_agents_researcher(brief: Brief, toolbox: Toolbox) -> str:
        agent = Agent[None](
            name="researcher",
            instructions=load_prompt("researcher").text,
            model=model,
            tools=[_as_tool(contract, toolbox) for contract in toolbox.contracts()],
        )
        try:
            run = await Runner.run(
                agent,
                brief_text(brief),
                max_turns=brief.max_turns,
                hooks=_TokenCap(max_tokens),
                error_handlers={"max_turns": lambda _: "Stopped: its turns are used up."},
                run_config=RunConfig(
                    tracing_disabled=True,  # traces hold what was read, and go to OpenAI
                    tool_execution=ToolExecutionConfig(max_function_tool_concurrency=1),
                    tool_not_found_behavior="return_error_to_model",
                    tool_error_formatter=partial(_not_found, toolbox),
                ),
            )
        except _TokensSpentError:
            return "Stopped: its tokens are used up."
        return conclusion_of(str(run.final_output))

    return openai_agents_researcher


def _as_tool(contract: ToolContract, toolbox: Toolbox) -> FunctionTool:
    async def invoke(_: Any, arguments: str) -> str:
        return reply_text(await toolbox.call(contract.full_name, _parsed(arguments)), contract)

    return FunctionTool(
        name=wire_name(contract),
        description=contract.description,
        params_json_schema=dict(contract.input_schema),
        on_invoke_tool=invoke,
        strict_json_schema=False,  # strict mode knows no optional arguments
    )


def _parsed(arguments: str) -> dict[str, Any]:
    """Read a call's arguments; what is no JSON object goes to the tool as it came."""
    try:
        given = json.loads(arguments or "{}")
    except ValueError:
        given = arguments
    return cast("dict[str, Any]", given) if isinstance(given, dict) else {"unreadable": given}


async def _not_found(toolbox: Toolbox, fault: ToolErrorFormatterArgs[Any]) -> str | None:
    # A tool that is not there is asked for all the same: the refusal goes on record.
    if fault.kind != "tool_not_found":
        return None
    return reply_text(await toolbox.call(fault.tool_name, {}))


def main() -> None:
    """Research a question over a folder and print where the report is."""
    parser = argparse.ArgumentParser()
    parser.add_argument("question")
    parser.add_argument("--model", required=True, help="such as gpt-5.2")
    parser.add_argument("--corpus", default="demo/corpus", help="the folder to search")
    given = parser.parse_args()
    researcher = build_researcher(given.model)
    run = ascertain.research(given.question, corpus=[given.corpus], researcher=researcher)
    result = asyncio.run(run)
    print(result.html)
    raise SystemExit(result.manifest.error)


if __name__ == "__main__":
    main()
