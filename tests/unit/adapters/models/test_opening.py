"""Models by name."""

from __future__ import annotations

import importlib.util

import pytest

from ascertain.adapters.models.opening import open_model
from ascertain.errors import InputError, NotAvailableError


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("gpt-5", "provider and a model"),
        ("openai:", "provider and a model"),
        ("nobody:x", "there is no provider 'nobody'"),
    ],
)
def test_a_name_that_cannot_be_used_is_said(name: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as refused:
        open_model(name)
    assert refused.value.path == "--model"


def test_a_missing_key_is_said_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with pytest.raises(InputError) as refused:
        open_model("anthropic:claude-sonnet-5")
    assert str(refused.value) == (
        "--model: anthropic:claude-sonnet-5 needs a key, and ANTHROPIC_API_KEY is not set. "
        "Set it in the environment or in .env."
    )


def test_a_setting_that_is_no_key_is_said_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AZURE_OPENAI_ENDPOINT", raising=False)
    with pytest.raises(InputError, match="AZURE_OPENAI_ENDPOINT is not set"):
        open_model("azure:x")


def test_a_provider_whose_package_is_missing_says_what_to_install() -> None:
    if importlib.util.find_spec("cohere") is not None:
        pytest.skip("cohere is installed")
    with pytest.raises(NotAvailableError) as refused:
        open_model("cohere:large")
    assert "pip install 'pydantic-ai-slim[cohere]'" in str(refused.value)
    assert "Please" not in str(refused.value)


@pytest.mark.parametrize("provider", ["ollama", "vllm", "llamacpp", "lmstudio"])
def test_servers_of_ones_own_need_no_key(provider: str) -> None:
    assert open_model(f"{provider}:x").model_name == "x"


@pytest.mark.parametrize("provider", ["anthropic", "openai", "openai-chat"])
def test_an_address_of_ones_own_is_asked(provider: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    assert "127.0.0.1:9" in str(open_model(f"{provider}:x", "http://127.0.0.1:9").base_url)


@pytest.mark.parametrize("provider", ["anthropic", "openai", "openai-chat"])
@pytest.mark.parametrize("host", ["127.0.0.1:9", "192.168.1.20:8000", "gpu-box:8000"])
def test_a_server_of_ones_own_is_asked_without_a_key(
    provider: str, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert host in str(open_model(f"{provider}:x", f"http://{host}/v1").base_url)


def test_an_address_for_another_provider_is_refused() -> None:
    with pytest.raises(InputError, match="cannot be given"):
        open_model("google:x", "http://127.0.0.1:9")
