"""The LangGraph example gathers evidence over the demo documents."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from ascertain.evidence.events import ToolRefused
from examples.stage import (
    TOKENS_A_TURN,
    Call,
    Player,
    check_command,
    check_founding,
    founding,
    garbled,
    idle,
    load_example,
    perform,
    play_without_end,
)

pytest.importorskip("langgraph", reason="LangGraph is not installed (make examples)")
pytest.importorskip("langchain", reason="LangChain is not installed (make examples)")
chat = pytest.importorskip("langchain_core.language_models")
messages = pytest.importorskip("langchain_core.messages")
outputs = pytest.importorskip("langchain_core.outputs")
example = load_example("langgraph_researcher")


class ScriptedChat(chat.BaseChatModel):
    player: Any

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **_: Any) -> ScriptedChat:
        self.player.tools = [tool["function"]["name"] for tool in tools]
        return self

    def _generate(self, said: Sequence[Any], *_: Any, **__: Any) -> Any:
        unheard = takewhile(lambda one: isinstance(one, messages.ToolMessage), reversed(said))
        heard = [reply.content for reply in unheard][::-1]
        message = _message(self.player.answer(heard), len(said))
        return outputs.ChatResult(generations=[outputs.ChatGeneration(message=message)])


def _message(answer: list[Call] | str, place: int) -> Any:
    usage = {"input_tokens": TOKENS_A_TURN, "output_tokens": 0, "total_tokens": TOKENS_A_TURN}
    if isinstance(answer, str):
        return messages.AIMessage(answer, usage_metadata=usage)
    calls = [
        {"name": call.tool, "args": call.arguments, "id": f"call-{place}-{at}"}
        for at, call in enumerate(answer)
    ]
    broken = [
        {**call, "type": "invalid_tool_call", "error": "not JSON"}
        for call in calls
        if isinstance(call["args"], str)
    ]
    good = [call for call in calls if not isinstance(call["args"], str)]
    return messages.AIMessage("", usage_metadata=usage, tool_calls=good, invalid_tool_calls=broken)


def _build(player: Player, max_tokens: int = 100_000) -> Any:
    return example.build_researcher(ScriptedChat(player=player), max_tokens)


async def test_a_scripted_model_finds_quotes_mends_and_concludes(
    demo_corpus: Path, tmp_path: Path
) -> None:
    player = Player(founding(demo_corpus))
    check_founding(await perform(_build(player), demo_corpus, tmp_path))
    assert set(player.tools) >= {"corpus_search", "corpus_read", "evidence_record"}


async def test_arguments_that_are_no_json_are_refused_on_record(
    demo_corpus: Path, tmp_path: Path
) -> None:
    bodies = await perform(_build(Player(garbled())), demo_corpus, tmp_path)
    (refused,) = [body for body in bodies if isinstance(body, ToolRefused)]
    assert (refused.tool, refused.code) == ("corpus.search", "bad_arguments")


@pytest.mark.parametrize(("turns", "tokens"), [(3, 100_000), (50, 3 * TOKENS_A_TURN)])
async def test_a_model_without_end_is_stopped_by_turns_and_tokens(turns: int, tokens: int) -> None:
    asked, called, said = await play_without_end(_build, max_turns=turns, max_tokens=tokens)
    assert (asked, called) == (3, 3)
    assert said.startswith("Stopped")


def test_the_command_prints_the_report_and_says_what_was_missed(
    demo_corpus: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked: list[str] = []

    def build(_: Any) -> Any:
        return idle

    monkeypatch.setattr(example, "init_chat_model", asked.append)
    monkeypatch.setattr(example, "build_researcher", build)
    monkeypatch.chdir(tmp_path)
    check_command(example, asked, capsys, demo_corpus)
