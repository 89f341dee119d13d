"""Models by name."""

from __future__ import annotations

import pytest

from ascertain.adapters.models.opening import open_model
from ascertain.errors import InputError, NotAvailableError


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("gpt-5", "provider and a model"),
        ("openai:", "provider and a model"),
        ("nobody:x", "Unknown model"),
    ],
)
def test_a_name_that_cannot_be_used_is_said(name: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as refused:
        open_model(name)
    assert refused.value.path == "--model"


def test_a_missing_key_is_said_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with pytest.raises(InputError, match="ANTHROPIC_API_KEY"):
        open_model("anthropic:claude-sonnet-5")


def test_a_provider_whose_package_is_missing_says_what_to_install() -> None:
    with pytest.raises((NotAvailableError, InputError), match="mistral"):
        open_model("mistral:large")


@pytest.mark.parametrize("provider", ["ollama", "vllm", "llamacpp", "lmstudio"])
def test_servers_of_ones_own_need_no_key(provider: str) -> None:
    assert open_model(f"{provider}:x").model_name == "x"


@pytest.mark.parametrize("provider", ["anthropic", "openai", "openai-chat"])
def test_an_address_of_ones_own_is_asked(provider: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    assert "127.0.0.1:9" in str(open_model(f"{provider}:x", "http://127.0.0.1:9").base_url)


def test_an_address_for_another_provider_is_refused() -> None:
    with pytest.raises(InputError, match="cannot be given"):
        open_model("google:x", "http://127.0.0.1:9")
