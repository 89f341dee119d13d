"""Prompt files and their versions."""

from __future__ import annotations

from importlib.resources import files

import pytest

from ascertain.prompts.loading import load_prompt, prompt_versions

NAMES = sorted(
    path.name.removesuffix(".md") for path in files("ascertain.prompts").joinpath("texts").iterdir()
)


@pytest.mark.parametrize("name", NAMES)
def test_every_prompt_has_a_version_and_a_digest(name: str) -> None:
    prompt = load_prompt(name)
    assert prompt.version >= 1
    assert prompt.text
    assert "version:" not in prompt.text.splitlines()[0]
    assert prompt_versions(name) == {
        f"prompt:{name}": f"{prompt.version} sha256:{prompt.sha256[:16]}"
    }


def test_there_are_prompts_for_each_step() -> None:
    assert {"planner", "researcher", "writer"} <= set(NAMES)


def test_a_prompt_that_is_not_there_is_a_mistake_of_ours() -> None:
    with pytest.raises(FileNotFoundError):
        load_prompt("nobody")
