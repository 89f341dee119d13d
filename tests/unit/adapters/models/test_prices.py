"""Costs by the price table."""

from __future__ import annotations

import pytest

from ascertain.adapters.models.prices import price_basis, price_of
from ascertain.evidence.model_call import ModelUsage

USED = ModelUsage(input_tokens=1_000_000, output_tokens=0)


def test_known_models_have_a_price_with_and_without_their_provider() -> None:
    price = price_of("anthropic:claude-sonnet-5", USED)
    assert price is not None
    assert price > 0
    assert price_of("claude-sonnet-5", USED) == price


def test_cached_tokens_cost_less() -> None:
    cached = USED.model_copy(update={"cached_input_tokens": 900_000})
    assert (price_of("claude-sonnet-5", cached) or 0) < (price_of("claude-sonnet-5", USED) or 0)


@pytest.mark.parametrize("name", ["ollama:qwen3", "openai-chat:no-such-model", "x", "", ":"])
def test_no_price_is_said_as_none(name: str) -> None:
    assert price_of(name, USED) is None


def test_the_basis_names_the_table_and_its_version() -> None:
    assert "genai-prices 0." in price_basis()
