"""A LangGraph agent as the researcher: it gathers, ascertain plans, checks, merges and reports.

    python examples/langgraph_researcher.py --model openai:gpt-5.2 "Who founded Skerrion?"

The model is any that LangChain's ``init_chat_model`` knows; its key comes from where that looks.
"""

from __future__ import annotations

import argparse
import asyncio
import operator
from collections.abc import Mapping
from typing import Annotated, Any

from langchain.chat_models import init_chat_model
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langgraph.graph import END, START, MessagesState, StateGraph

import ascertain
from ascertain.adapters.runtimes.briefing import brief_text, conclusion_of, reply_text, wire_name
from ascertain.adapters.runtimes.custom import Researcher
from ascertain.evidence.brief import Brief
from ascertain.ports.toolbox import Toolbox, ToolContract
from ascertain.prompts.loading import load_prompt

MAX_TOKENS = 200_000  # prompts and answers of one researcher; its last call may pass it


class _State(MessagesState):
    turns: Annotated[int, operator.add]
    tokens: Annotated[int, operator.add]


def build_researcher(model: BaseChatModel, max_tokens: int = MAX_TOKENS) -> Researcher:
    """Make a researcher of a model; it may use ``max_tokens`` on one brief."""

    async def langgraph_researcher(brief: Brief, toolbox: Toolbox) -> str:
        graph = _graph(model, brief, toolbox, max_tokens)
        start = {"messages": [HumanMessage(brief_text(brief))], "turns": 0, "tokens": 0}
        # A turn is two steps; the graph stops itself, LangGraph's own bound is the safety net.
        end = await graph.ainvoke(start, {"recursion_limit": 2 * brief.max_turns + 2})
        last = end["messages"][-1]
        stopped = "Stopped: its turns or tokens are used up."
        return conclusion_of(last.text) if isinstance(last, AIMessage) else stopped

    return langgraph_researcher


def _graph(model: BaseChatModel, brief: Brief, toolbox: Toolbox, max_tokens: int) -> Any:
    """Two nodes: the model thinks, the tools act, until it has nothing to call."""
    tools = {wire_name(contract): contract for contract in toolbox.contracts()}
    thinker = model.bind_tools([_as_tool(name, contract) for name, contract in tools.items()])
    rules = SystemMessage(load_prompt("researcher").text)

    async def think(state: _State) -> dict[str, Any]:
        answer = await thinker.ainvoke([rules, *state["messages"]])
        used = answer.usage_metadata["total_tokens"] if answer.usage_metadata else 0
        return {"messages": [answer], "turns": 1, "tokens": used}

    async def act(state: _State) -> dict[str, Any]:
        said = state["messages"][-1]
        replies: list[ToolMessage] = []
        for call in _calls(said):  # in turn: only some tools may run side by side
            contract = tools.get(call["name"])
            # A tool that is not there is asked for all the same: the refusal goes on record.
            name = contract.full_name if contract else call["name"]
            text = reply_text(await toolbox.call(name, call["args"]), contract)
            replies.append(ToolMessage(text, tool_call_id=call["id"]))
        return {"messages": replies}

    def after_thinking(state: _State) -> str:
        return "act" if _calls(state["messages"][-1]) else END

    def after_acting(state: _State) -> str:
        spent = state["turns"] >= brief.max_turns or state["tokens"] >= max_tokens
        return END if spent else "think"

    graph = StateGraph(_State)
    graph.add_node("think", think)
    graph.add_node("act", act)
    graph.add_edge(START, "think")
    graph.add_conditional_edges("think", after_thinking, ["act", END])
    graph.add_conditional_edges("act", after_acting, ["think", END])
    return graph.compile()


def _as_tool(name: str, contract: ToolContract) -> dict[str, Any]:
    shape = {"description": contract.description, "parameters": dict(contract.input_schema)}
    return {"type": "function", "function": {"name": name, **shape}}


def _calls(said: Any) -> list[Mapping[str, Any]]:
    """Return what the model wants called; what is no JSON goes to the tool too, as it came."""
    broken = [{**call, "args": {"unreadable": call["args"]}} for call in said.invalid_tool_calls]
    return [*said.tool_calls, *broken]


def main() -> None:
    """Research a question over a folder and print where the report is."""
    parser = argparse.ArgumentParser()
    parser.add_argument("question")
    parser.add_argument("--model", required=True, help="such as anthropic:claude-sonnet-5")
    parser.add_argument("--corpus", default="demo/corpus", help="the folder to search")
    given = parser.parse_args()
    researcher = build_researcher(init_chat_model(given.model))
    run = ascertain.research(given.question, corpus=[given.corpus], researcher=researcher)
    result = asyncio.run(run)
    print(result.html)
    raise SystemExit(result.manifest.error)


if __name__ == "__main__":
    main()
