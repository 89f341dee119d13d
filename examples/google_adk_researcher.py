"""An agent of Google's Agent Development Kit as the researcher: it gathers, ascertain the rest.

    python examples/google_adk_researcher.py --model gemini-3.5-flash "Who founded Skerrion?"

The model is any name that ADK's registry knows; its key comes from ``GOOGLE_API_KEY``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from dataclasses import dataclass
from typing import Any

from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm
from google.adk.models.llm_response import LlmResponse
from google.adk.runners import InMemoryRunner
from google.adk.tools import BaseTool
from google.genai import types

import ascertain
from ascertain.adapters.runtimes.briefing import brief_text, conclusion_of, reply_text, wire_name
from ascertain.adapters.runtimes.custom import Researcher
from ascertain.errors import ModelError
from ascertain.evidence.brief import Brief
from ascertain.ports.toolbox import Toolbox, ToolContract
from ascertain.prompts.loading import load_prompt

MAX_TOKENS = 200_000  # prompts and answers of one researcher; its last call may pass it


class _ContractTool(BaseTool):
    def __init__(self, contract: ToolContract, toolbox: Toolbox, turn: asyncio.Lock) -> None:
        super().__init__(name=wire_name(contract), description=contract.description)
        self._contract, self._toolbox, self._turn = contract, toolbox, turn

    def _get_declaration(self) -> types.FunctionDeclaration:
        schema = dict(self._contract.input_schema)
        return types.FunctionDeclaration(
            name=self.name, description=self.description, parameters_json_schema=schema
        )

    async def run_async(self, *, args: dict[str, Any], **_: Any) -> Any:
        async with self._turn:  # one at a time: only some tools may run side by side
            reply = await self._toolbox.call(self._contract.full_name, args)
        return json.loads(reply_text(reply, self._contract))


@dataclass
class _Caps:
    """Answers in the model's stead once its turns or tokens are used up."""

    turns: int
    tokens: int

    def before(self, *_: Any, **__: Any) -> LlmResponse | None:
        self.turns -= 1
        said = types.ModelContent("Stopped: its turns or tokens are used up.")
        return LlmResponse(content=said) if self.turns < 0 or self.tokens <= 0 else None

    def after(self, *_: Any, **said: Any) -> None:
        used = said["llm_response"].usage_metadata
        self.tokens -= (used.total_token_count or 0) if used else 0


def build_researcher(model: str | BaseLlm, max_tokens: int = MAX_TOKENS) -> Researcher:
    """Make a researcher of a model; it may use ``max_tokens`` on one brief."""

    async def google_adk_researcher(brief: Brief, toolbox: Toolbox) -> str:
        caps, turn = _Caps(brief.max_turns, max_tokens), asyncio.Lock()

        async def missing(tool: BaseTool, args: dict[str, Any], *_: Any, **__: Any) -> Any:
            # A tool that is not there is asked for all the same: the refusal goes on record.
            found = isinstance(tool, _ContractTool)
            return None if found else json.loads(reply_text(await toolbox.call(tool.name, args)))

        agent = LlmAgent(
            name="researcher",
            model=model,
            instruction=lambda _: load_prompt("researcher").text,
            tools=[_ContractTool(found, toolbox, turn) for found in toolbox.contracts()],
            before_model_callback=caps.before,
            after_model_callback=caps.after,
            on_tool_error_callback=missing,
        )
        return conclusion_of(await _run(agent, brief_text(brief)))

    return google_adk_researcher


async def _run(agent: LlmAgent, text: str) -> str:
    async with InMemoryRunner(agent=agent, app_name="ascertain") as runner:
        session = await runner.session_service.create_session(app_name="ascertain", user_id="u")
        said, last = types.UserContent(text), ""
        async for event in runner.run_async(user_id="u", session_id=session.id, new_message=said):
            if event.error_code:
                raise ModelError("error", f"the model failed: {event.error_message}")
            if event.is_final_response() and event.content and event.content.parts:
                last = "".join(p.text or "" for p in event.content.parts if not p.thought)
        return last


def main() -> None:
    """Research a question over a folder and print where the report is."""
    parser = argparse.ArgumentParser()
    parser.add_argument("question")
    parser.add_argument("--model", required=True, help="such as gemini-3.5-flash")
    parser.add_argument("--corpus", default="demo/corpus", help="the folder to search")
    given = parser.parse_args()
    researcher = build_researcher(given.model)
    run = ascertain.research(given.question, corpus=[given.corpus], researcher=researcher)
    result = asyncio.run(run)
    print(result.html)
    raise SystemExit(result.manifest.error)


if __name__ == "__main__":
    main()
