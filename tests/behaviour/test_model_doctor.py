"""Whether ``doctor`` tells apart what keeps a model from answering."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from ascertain.bootstrap.probe_wiring import probe_model
from ascertain.bootstrap.settings import read_settings
from model_server import Asked, Fail, Hang, Reply, Say, model_server

READY = "ASCERTAIN-READY"


# The SDK leaves streams and its program's handle open where the program is cut off.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(autouse=True)
def leftovers() -> Iterator[None]:
    """Let go here of streams that the SDK leaves open where its program is cut off."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


ANSWERS: dict[str, tuple[Reply, str]] = {
    "ready": (Say(READY), "ok"),
    "another word": (Say("Certainly! How can I help?"), "bad_output"),
    "key refused": (
        Fail(401, {"retry-after": "0"}, "authentication_error", "bad key sk-ant-test-secret"),
        "sign_in",
    ),
    "no such model": (Fail(404, {"retry-after": "0"}, "not_found_error"), "no_access"),
    "overloaded": (Fail(529, {"retry-after": "0"}, "overloaded_error"), "overloaded"),
    "silent": (Hang(), "time_out"),
}


@pytest.mark.parametrize("model", ["claude", "anthropic:claude-sonnet-5", "ollama:qwen3"])
@pytest.mark.parametrize("name", ANSWERS)
async def test_what_keeps_a_model_from_answering_is_told_apart(
    name: str, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, status = ANSWERS[name]

    def script(asked: Asked) -> Reply:
        assert asked.tools == ()
        return answer

    with model_server(script, name="claude-sonnet-5") as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-test-secret")
        at = f"{server.url}/v1" if model.startswith("ollama") else server.url
        monkeypatch.setenv("ASCERTAIN_MODEL_URL", at)
        runtime = "claude" if model == "claude" else "model"
        named = None if model == "claude" else model
        seconds = 4.0 if name == "silent" else 60.0
        found = await probe_model(runtime, named, read_settings(), seconds)
    assert found["status"] == status, found
    assert "secret" not in str(found)
    if status == "ok":
        assert found["model_resolved"] == "claude-sonnet-5"
        assert found["cost_usd"] is not None
        assert len(server.asked) == 1
        assert (found["session_id"] is not None) == (model == "claude")


async def test_without_a_model_or_key_nothing_is_asked() -> None:
    found = await probe_model(None, None, read_settings({}))
    assert (found["status"], found["runtime"]) == ("none", "extractive")


async def test_a_missing_program_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-test")
    monkeypatch.setenv("ASCERTAIN_CLAUDE_CLI", str(tmp_path / "claude"))
    found = await probe_model("claude", None, read_settings(), 20.0)
    assert found["status"] == "missing_program"
    assert "ASCERTAIN_CLAUDE_CLI" in found["detail"]


async def test_a_server_that_is_not_there_is_not_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASCERTAIN_MODEL_URL", "http://127.0.0.1:9/v1")
    found = await probe_model("model", "ollama:qwen3", read_settings(), 20.0)
    assert found["status"] == "not_reached"
