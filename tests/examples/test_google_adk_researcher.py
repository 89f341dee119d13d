"""The example for Google's ADK gathers evidence over the demo documents."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from ascertain.errors import ModelError
from examples.stage import (
    TOKENS_A_TURN,
    Call,
    Player,
    check_command,
    check_founding,
    founding,
    idle,
    load_example,
    perform,
    play_without_end,
)

models = pytest.importorskip("google.adk.models", reason="ADK is not installed (make examples)")
types = pytest.importorskip("google.genai.types")
example = load_example("google_adk_researcher")


class ScriptedLlm(models.BaseLlm):
    player: Any

    async def generate_content_async(self, llm_request: Any, **_: Any) -> AsyncGenerator[Any, None]:
        self.player.tools = list(llm_request.tools_dict)
        replies = [part.function_response for part in llm_request.contents[-1].parts]
        answer = self.player.answer([reply.response for reply in replies if reply])
        yield models.LlmResponse(
            content=types.ModelContent(_parts(answer)),
            usage_metadata=types.GenerateContentResponseUsageMetadata(
                total_token_count=TOKENS_A_TURN
            ),
        )


class FailingLlm(models.BaseLlm):
    async def generate_content_async(self, *_: Any, **__: Any) -> AsyncGenerator[Any, None]:
        yield models.LlmResponse(error_code="SAFETY", error_message="the answer was blocked")


def _parts(answer: list[Call] | str) -> list[Any]:
    if isinstance(answer, str):
        return [types.Part.from_text(text=answer)]
    return [types.Part.from_function_call(name=call.tool, args=call.arguments) for call in answer]


def _build(player: Player, max_tokens: int = 100_000) -> Any:
    return example.build_researcher(ScriptedLlm(model="scripted", player=player), max_tokens)


async def test_a_scripted_model_finds_quotes_mends_and_concludes(
    demo_corpus: Path, tmp_path: Path
) -> None:
    player = Player(founding(demo_corpus))
    check_founding(await perform(_build(player), demo_corpus, tmp_path))
    assert set(player.tools) >= {"corpus_search", "corpus_read", "evidence_record"}


@pytest.mark.parametrize(("turns", "tokens"), [(3, 100_000), (50, 3 * TOKENS_A_TURN)])
async def test_a_model_without_end_is_stopped_by_turns_and_tokens(turns: int, tokens: int) -> None:
    asked, called, said = await play_without_end(_build, max_turns=turns, max_tokens=tokens)
    assert (asked, called) == (3, 3)
    assert said.startswith("Stopped")


async def test_a_model_that_fails_is_an_error_with_its_reason() -> None:
    def build(_: Player, max_tokens: int) -> Any:
        return example.build_researcher(FailingLlm(model="failing"), max_tokens)

    with pytest.raises(ModelError, match="the answer was blocked"):
        await play_without_end(build, max_turns=3, max_tokens=1_000)


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
