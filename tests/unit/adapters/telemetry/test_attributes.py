"""Models and their providers are named as OpenTelemetry's conventions name them."""

from __future__ import annotations

import pytest

from ascertain.adapters.telemetry.attributes import chat_attributes
from trace_events import model_called


@pytest.mark.parametrize(
    ("name", "provider", "model"),
    [
        ("anthropic:claude-5", "anthropic", "claude-5"),
        ("google-vertex:gemini-9", "gcp.vertex_ai", "gemini-9"),
        ("ollama:qwen3:8b", "ollama", "qwen3:8b"),
        ("sonnet", "anthropic", "sonnet"),
        ("a-model", "unknown", "a-model"),
    ],
)
def test_a_model_name_gives_its_provider_and_the_model(
    name: str, provider: str, model: str
) -> None:
    said = chat_attributes(model_called(model=name))
    assert (said["gen_ai.provider.name"], said["gen_ai.request.model"]) == (provider, model)
