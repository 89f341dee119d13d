"""Wiring of models: which runtime a run uses, what it falls back to, and at what prices."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ascertain.errors import InputError, NotAvailableError

if TYPE_CHECKING:
    from ascertain.bootstrap.settings import ModelSettings, Settings
    from ascertain.evidence.model_call import ModelUsage
    from ascertain.ports.agent_runtime import AgentRuntime
    from ascertain.ports.structured_model import StructuredModel

__all__ = ["RUNTIMES", "Choice", "ModelParts", "choose_runtime", "open_models"]

RUNTIMES = ("extractive", "claude", "model")
_ALIAS = "sonnet"
"""The model of the Claude runtime where none is named."""
_ANTHROPIC_KEY = "ANTHROPIC_API_KEY"


@dataclass(frozen=True, slots=True)
class Choice:
    """A runtime and the model it asks for, and why."""

    runtime: str
    model: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class ModelParts:
    """What a run needs of models.

    Attributes:
        runtime: from the run's folder.
        fallbacks: take over, in order, where the runtime fails.
        writer: for plan and prose; None: rules plan, claims speak for themselves.
        versions: of prompts and model packages.
    """

    runtime: Callable[[Path], AgentRuntime]
    fallbacks: tuple[AgentRuntime, ...]
    writer: StructuredModel | None
    model_requested: str | None
    price: Callable[[str, ModelUsage], float | None] | None
    cost_basis: str
    versions: dict[str, str]


def choose_runtime(runtime: str | None, model: str | None, settings: ModelSettings) -> Choice:
    """Choose by what was asked, else by the settings, else by the keys that are there.

    Raises:
        InputError: if there is no such runtime, or runtime and model do not fit.
    """
    asked = runtime or settings.runtime
    named = model or settings.model
    if asked is not None and asked not in RUNTIMES:
        raise InputError(
            f"there is no runtime {asked!r}",
            path="--runtime",
            hint=f"One of {', '.join(RUNTIMES)}.",
        )
    if asked == "extractive":
        if model is not None:
            raise InputError(
                "the extractive runtime asks no model",
                path="--model",
                hint="Leave one out.",
            )
        return Choice("extractive", None, "asked for")
    if asked is None and named is not None:
        asked = "model" if ":" in named else "claude"
    if asked is None and _ANTHROPIC_KEY in settings.keys and _has_claude():
        return Choice("claude", _ALIAS, f"{_ANTHROPIC_KEY} is set")
    if asked is None:
        return Choice("extractive", None, "no model is named and no key was found")
    if asked == "claude":
        return Choice("claude", _claude_name(named), "asked for")
    if named is None:
        raise InputError(
            "the runtime `model` needs a model",
            path="--model",
            hint="Write --model PROVIDER:NAME, such as openai:gpt-5 or ollama:qwen3.",
        )
    return Choice("model", named, "asked for")


def _claude_name(named: str | None) -> str:
    if named is None:
        return _ALIAS
    provider, mark, name = named.partition(":")
    if mark and provider != "anthropic":
        raise InputError(
            f"the Claude runtime cannot ask {named}",
            path="--model",
            hint="Use --runtime model for other providers.",
        )
    return name if mark else named


def _has_claude() -> bool:
    from importlib.util import find_spec

    return find_spec("claude_agent_sdk") is not None


async def open_models(
    runtime: str | None, model: str | None, settings: Settings, stack: AsyncExitStack
) -> ModelParts:
    """Build what a run needs of models, closed with the stack; nothing is sent yet.

    Raises:
        InputError: if runtime or model cannot be used.
        NotAvailableError: if an extra is missing.
    """
    from ascertain.adapters.runtimes.extractive.runtime import ExtractiveRuntime

    choice = choose_runtime(runtime, model, settings.models)
    extractive = ExtractiveRuntime()
    if choice.runtime == "extractive":
        return ModelParts(lambda _: extractive, (), None, None, None, "no model was used", {})
    _export_keys(settings.models)
    if choice.runtime == "model":
        return await _any_model(choice, settings.models, extractive, stack)
    return _claude(choice, settings.models, extractive)


async def _any_model(
    choice: Choice, settings: ModelSettings, fallback: AgentRuntime, stack: AsyncExitStack
) -> ModelParts:
    try:
        from ascertain.adapters.models.asking import AskedModel
        from ascertain.adapters.models.opening import open_model
        from ascertain.adapters.models.prices import price_basis, price_of
        from ascertain.adapters.models.structured import AnyStructuredModel
        from ascertain.adapters.runtimes.model.runtime import ModelRuntime
    except ImportError:
        raise NotAvailableError(
            "Models need packages that are not installed.", hint="pip install 'ascertain[model]'"
        ) from None
    from importlib.metadata import version

    from ascertain.prompts.loading import prompt_versions

    name = choice.model or ""
    opened = await stack.enter_async_context(open_model(name, settings.url))
    asked = AskedModel(name, opened, timeout_s=settings.timeout_s)
    runtime = ModelRuntime(asked)
    return ModelParts(
        runtime=lambda _: runtime,
        fallbacks=(fallback,),
        writer=AnyStructuredModel(asked),
        model_requested=name,
        price=price_of,
        cost_basis=price_basis(),
        versions={
            "pydantic-ai": version("pydantic-ai-slim"),
            **prompt_versions("researcher"),
        },
    )


def _claude(choice: Choice, settings: ModelSettings, fallback: AgentRuntime) -> ModelParts:
    try:
        from ascertain.adapters.models.prices import price_basis, price_of
        from ascertain.adapters.runtimes.claude.runtime import ClaudeRuntime, ClaudeTerms
    except ImportError:
        raise NotAvailableError(
            "The runtime `claude` needs packages that are not installed.",
            hint="pip install 'ascertain[claude]'",
        ) from None
    from importlib.metadata import version

    from ascertain.prompts.loading import prompt_versions

    name = choice.model or _ALIAS

    def runtime_in(folder: Path) -> AgentRuntime:
        return ClaudeRuntime(
            ClaudeTerms(
                model=name,
                folder=folder,
                price=price_of,
                program=settings.claude_cli,
                timeout_s=settings.timeout_s,
            )
        )

    return ModelParts(
        runtime=runtime_in,
        fallbacks=(fallback,),
        writer=None,
        model_requested=name,
        price=price_of,
        cost_basis=f"the Claude Agent SDK's own estimate; {price_basis()}",
        versions={
            "claude-agent-sdk": version("claude-agent-sdk"),
            **prompt_versions("researcher"),
        },
    )


def _export_keys(settings: ModelSettings) -> None:
    """Let the providers' own clients find keys that stand in `.env`; the environment wins."""
    for name, value in settings.keys.items():
        os.environ.setdefault(name, value)
