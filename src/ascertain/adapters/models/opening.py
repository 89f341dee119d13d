"""A model by its name, ``provider:model``; every provider that Pydantic AI knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ascertain.errors import InputError, NotAvailableError

if TYPE_CHECKING:
    from pydantic_ai.models import Model

__all__ = ["LOCAL_SERVERS", "open_model"]

LOCAL_SERVERS = {
    "llamacpp": "http://127.0.0.1:8080/v1",
    "lmstudio": "http://127.0.0.1:1234/v1",
    "ollama": "http://127.0.0.1:11434/v1",
    "vllm": "http://127.0.0.1:8000/v1",
}
"""Servers that speak OpenAI's Chat Completions, and where they are by their own defaults."""

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
            f"The provider {provider} needs a package that is not installed: {error}",
            hint=f"pip install 'pydantic-ai-slim[{provider}]'",
        ) from None
    except UserError as error:
        raise InputError(str(error), path="--model") from None


def _compatible(provider: str, model: str, endpoint: str) -> Model:
    from pydantic_ai.models.ollama import OllamaModel
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.ollama import OllamaProvider
    from pydantic_ai.providers.openai import OpenAIProvider

    if provider == "ollama":
        return OllamaModel(model, provider=OllamaProvider(base_url=endpoint))
    return OpenAIChatModel(
        model, provider=OpenAIProvider(base_url=endpoint, api_key=_key_of(provider))
    )


def _key_of(provider: str) -> str:
    """Return the key for a server of one's own: most take any."""
    del provider
    return "none"


def _elsewhere(provider: str, model: str, endpoint: str) -> Model:
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
    from pydantic_ai.providers.anthropic import AnthropicProvider
    from pydantic_ai.providers.openai import OpenAIProvider

    if provider == "anthropic":
        return AnthropicModel(model, provider=AnthropicProvider(base_url=endpoint))
    if provider == "openai":
        return OpenAIResponsesModel(model, provider=OpenAIProvider(base_url=endpoint))
    if provider == "openai-chat":
        return OpenAIChatModel(model, provider=OpenAIProvider(base_url=endpoint))
    raise InputError(
        f"an address cannot be given for the provider {provider}",
        path="ASCERTAIN_MODEL_URL",
        hint="It can for anthropic, openai, openai-chat, " + ", ".join(sorted(LOCAL_SERVERS)) + ".",
    )
