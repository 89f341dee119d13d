"""What is known before a run about keys: who must have one, and what is said without it."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from pydantic_ai.models import Model

from ascertain.adapters.models import opening
from ascertain.adapters.models.opening import open_model
from ascertain.bootstrap.model_wiring import check_sign_in, open_models
from ascertain.bootstrap.settings import ModelSettings, Settings, read_settings
from ascertain.errors import InputError


def settings(**env: str) -> Settings:
    return read_settings(env)


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


async def refusal_of(runtime: str | None, model: str | None, given: Settings) -> InputError:
    async with AsyncExitStack() as stack:
        with pytest.raises(InputError) as refused:
            await open_models(runtime, model, given, stack)
    return refused.value


async def test_claude_without_any_sign_in_is_refused_before_anything_is_started() -> None:
    refused = await refusal_of("claude", None, settings())
    assert refused.path == "--runtime"
    assert "ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN, CLAUDE_CODE_OAUTH_TOKEN" in str(refused)
    assert "your own Claude Code is not used" in str(refused)


@pytest.mark.parametrize(
    "env",
    [
        {"ANTHROPIC_API_KEY": "k"},
        {"ANTHROPIC_AUTH_TOKEN": "k"},
        {"CLAUDE_CODE_OAUTH_TOKEN": "k"},
        {"CLAUDE_CODE_USE_BEDROCK": "1"},
        {"CLAUDE_CODE_USE_VERTEX": "true"},
        {"CLAUDE_CODE_USE_FOUNDRY": "1"},
        {"ASCERTAIN_CLAUDE_CLI": "/opt/claude"},
    ],
    ids=str,
)
def test_claude_is_started_where_it_may_be_signed_in(env: dict[str, str]) -> None:
    check_sign_in(settings(**env).models)


@pytest.mark.parametrize("off", ["", "0"])
def test_a_cloud_that_is_switched_off_signs_nobody_in(off: str) -> None:
    with pytest.raises(InputError):
        check_sign_in(settings(CLAUDE_CODE_USE_BEDROCK=off).models)


async def test_a_key_that_a_fallback_needs_is_said_to_be_the_rules_business(tmp_path: Path) -> None:
    rules = tmp_path / "rules.yaml"
    rules.write_text('rules: []\nfallbacks:\n  "ollama:a": ["openai:b"]\n')
    refused = await refusal_of(None, "ollama:a", settings(ASCERTAIN_RULES=str(rules)))
    assert str(refused) == (
        "ASCERTAIN_RULES: openai:b needs a key, and OPENAI_API_KEY is not set. "
        "Set it in the environment or in .env."
    )


async def test_a_model_that_is_asked_for_without_its_key_is_refused() -> None:
    refused = await refusal_of(None, "openai:gpt-5", settings())
    assert (refused.path, "OPENAI_API_KEY is not set" in str(refused)) == ("--model", True)


async def test_an_address_of_ones_own_is_for_all_models_of_its_provider(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tmp_path / "rules.yaml"
    rules.write_text(
        'rules:\n  - when: {skill: web}\n    use: "vllm:small"\n'
        '  - when: {skill: corpus}\n    use: "ollama:other"\n'
    )
    asked: list[tuple[str, str | None]] = []

    def open_and_tell(name: str, url: str | None = None) -> Model:
        asked.append((name, url))
        return open_model(name, url)

    monkeypatch.setattr(opening, "open_model", open_and_tell)
    own = "http://127.0.0.1:9/v1"
    given = settings(ASCERTAIN_RULES=str(rules), ASCERTAIN_MODEL_URL=own)
    async with AsyncExitStack() as stack:
        await open_models(None, "vllm:large", given, stack)
    assert asked == [("vllm:large", own), ("vllm:small", own), ("ollama:other", None)]


def test_settings_without_an_environment_sign_nobody_in() -> None:
    assert not ModelSettings().claude_cloud
