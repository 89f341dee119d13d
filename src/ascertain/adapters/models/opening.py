"""A model by its name, ``provider:model``; every provider that Pydantic AI knows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ascertain.errors import InputError, NotAvailableError

if TYPE_CHECKING:
    from pydantic_ai.models import Model
    from pydantic_ai.providers.anthropic import AnthropicProvider

__all__ = ["LOCAL_SERVERS", "open_model"]

LOCAL_SERVERS = {
    "llamacpp": "http://127.0.0.1:8080/v1",
    "lmstudio": "http://127.0.0.1:1234/v1",
    "ollama": "http://127.0.0.1:11434/v1",
    "vllm": "http://127.0.0.1:8000/v1",
}
"""Servers that speak OpenAI's Chat Completions, and where they are by their own defaults."""

_NO_KEY = "none"
"""For a server of one's own where no key is set: clients want one, such servers seldom do."""
_WANTED = re.compile(r"[Ss]et the `([A-Z][A-Z0-9_]{2,60})`")
_LONGEST = 300
_INSTALL = "pip install 'ascertain[model]'"


def open_model(name: str, endpoint: str | None = None) -> Model:
    """Return a model that can be asked; nothing is sent yet.

    Args:
        name: ``provider:model``, such as ``anthropic:claude-sonnet-5`` or ``ollama:qwen3``.
        endpoint: the server's address instead of the provider's own; for local servers and
            ones that are compatible with OpenAI's or Anthropic's.

    Raises:
        InputError: if there is no such provider, or its settings are missing.
        NotAvailableError: if its package is not installed.
    """
    provider, mark, model = name.partition(":")
    if not mark or not model:
        raise InputError(
            f"{name!r} does not name a provider and a model",
            path="--model",
            hint="Write PROVIDER:NAME, such as anthropic:claude-sonnet-5 or ollama:qwen3.",
        )
    try:
        from pydantic_ai.exceptions import UserError
        from pydantic_ai.models import infer_model
    except ImportError:
        raise NotAvailableError("Models need the extra `model`.", hint=_INSTALL) from None
    try:
        if provider in LOCAL_SERVERS:
            return _compatible(provider, model, endpoint or LOCAL_SERVERS[provider])
        if endpoint is not None:
            return _elsewhere(provider, model, endpoint)
        return infer_model(name)
    except ImportError as error:
        raise NotAvailableError(
            f"The provider {provider} needs a package that is not installed.",
            hint=f"pip install 'pydantic-ai-slim[{_extra(error, provider)}]'",
        ) from None
    except UserError as error:
        raise _cannot_open(name, str(error)) from None


def _extra(error: ImportError, provider: str) -> str:
    """Return the extra that Pydantic AI names, which is not always called like the provider."""
    named = re.search(r"pydantic-ai-slim\[([a-z0-9-]{1,40})\]", str(error))
    return named[1] if named else provider


def _cannot_open(name: str, said: str) -> InputError:
    """Say what is missing, in words for who types commands and not for who writes programs."""
    provider = name.partition(":")[0]
    if said.startswith("Unknown"):
        return InputError(
            f"there is no provider {provider!r}",
            path="--model",
            hint="Write PROVIDER:NAME, such as anthropic:claude-sonnet-5 or ollama:qwen3.",
        )
    if wanted := _WANTED.search(said):
        what = "key" if "KEY" in wanted[1] or "TOKEN" in wanted[1] else "setting"
        return InputError(
            f"{name} needs a {what}, and {wanted[1]} is not set",
            path="--model",
            hint="Set it in the environment" + (" or in .env." if what == "key" else "."),
        )
    return InputError(f"{name} cannot be used: {said[:_LONGEST]}", path="--model")


def _compatible(provider: str, model: str, endpoint: str) -> Model:
    from pydantic_ai.models.ollama import OllamaModel
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.ollama import OllamaProvider
    from pydantic_ai.providers.openai import OpenAIProvider

    if provider == "ollama":
        return OllamaModel(model, provider=OllamaProvider(base_url=endpoint))
    return OpenAIChatModel(model, provider=OpenAIProvider(base_url=endpoint, api_key=_NO_KEY))


def _anthropic_at(endpoint: str) -> AnthropicProvider:
    from pydantic_ai.exceptions import UserError
    from pydantic_ai.providers.anthropic import AnthropicProvider

    try:
        return AnthropicProvider(base_url=endpoint)
    except UserError:  # no key is set: the server says whether it wants one
        return AnthropicProvider(base_url=endpoint, api_key=_NO_KEY)


def _elsewhere(provider: str, model: str, endpoint: str) -> Model:
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
    from pydantic_ai.providers.openai import OpenAIProvider

    if provider == "anthropic":
        return AnthropicModel(model, provider=_anthropic_at(endpoint))
    if provider == "openai":
        return OpenAIResponsesModel(model, provider=OpenAIProvider(base_url=endpoint))
    if provider == "openai-chat":
        return OpenAIChatModel(model, provider=OpenAIProvider(base_url=endpoint))
    raise InputError(
        f"an address cannot be given for the provider {provider}",
        path="ASCERTAIN_MODEL_URL",
        hint="It can for anthropic, openai, openai-chat, " + ", ".join(sorted(LOCAL_SERVERS)) + ".",
    )
