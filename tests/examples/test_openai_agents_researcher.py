"""The example for the OpenAI Agents SDK gathers evidence over the demo documents."""

from __future__ import annotations

import json
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

agents = pytest.importorskip("agents", reason="the Agents SDK is not installed (make examples)")
interface = pytest.importorskip("agents.models.interface")
responses = pytest.importorskip("openai.types.responses")
example = load_example("openai_agents_researcher")

_REPLY = "function_call_output"


class ScriptedModel(interface.Model):
    def __init__(self, player: Player) -> None:
        self._player = player

    async def get_response(self, **asked: Any) -> Any:
        self._player.tools = [tool.name for tool in asked["tools"]]
        said = asked["input"]
        unheard = takewhile(lambda one: one.get("type") == _REPLY, reversed(said))
        # The SDK puts tools that it did not find last.
        heard = sorted(unheard, key=lambda reply: reply["call_id"])
        answer = self._player.answer([reply["output"] for reply in heard])
        usage = agents.Usage(requests=1, input_tokens=TOKENS_A_TURN, total_tokens=TOKENS_A_TURN)
        output = _items(answer, len(said))
        return agents.ModelResponse(output=output, usage=usage, response_id=None)

    def stream_response(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError


def _items(answer: list[Call] | str, place: int) -> list[Any]:
    if isinstance(answer, str):
        text = responses.ResponseOutputText(text=answer, type="output_text", annotations=[])
        message = responses.ResponseOutputMessage(
            id="m", content=[text], role="assistant", status="completed", type="message"
        )
        return [message]
    return [
        responses.ResponseFunctionToolCall(
            name=call.tool,
            arguments=given if isinstance(given := call.arguments, str) else json.dumps(given),
            call_id=f"call-{place}-{at}",
            type="function_call",
        )
        for at, call in enumerate(answer)
    ]


def _build(player: Player, max_tokens: int = 100_000) -> Any:
    return example.build_researcher(ScriptedModel(player), max_tokens)


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

    def build(model: str) -> Any:
        asked.append(model)
        return idle

    monkeypatch.setattr(example, "build_researcher", build)
    monkeypatch.chdir(tmp_path)
    check_command(example, asked, capsys, demo_corpus)
