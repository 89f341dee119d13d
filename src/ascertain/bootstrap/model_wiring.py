"""Wiring of models: which runtime a run uses, what it falls back to, and at what prices."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ascertain.bootstrap.program_wiring import ProgramParts, check_program
from ascertain.errors import InputError, NotAvailableError

if TYPE_CHECKING:
    from ascertain.bootstrap.settings import ModelSettings, Settings
    from ascertain.evidence.model_call import ModelUsage
    from ascertain.gathering.routing import Rules
    from ascertain.ports.agent_runtime import AgentRuntime
    from ascertain.ports.structured_model import StructuredModel

__all__ = [
    "RUNTIMES",
    "Choice",
    "ModelParts",
    "check_sign_in",
    "choose_runtime",
    "export_keys",
    "open_models",
    "price_from_table",
]

RUNTIMES = ("extractive", "claude", "model")
_ALIAS = "sonnet"
"""The model of the Claude runtime where none is named."""
_ANTHROPIC_KEY = "ANTHROPIC_API_KEY"
_CLAUDE_KEYS = (_ANTHROPIC_KEY, "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN")
_EXTRACTIVE = "extractive"


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
        runners: from the run's folder, name to runtime; the first is preferred, and the others
            take over in order, unless the rules say otherwise.
        writer: for plan and prose; None: rules plan, claims speak for themselves.
        versions: of prompts and model packages.
    """

    runners: Callable[[Path], dict[str, AgentRuntime]]
    writer: Callable[[Path], StructuredModel] | None
    rules: Rules | None
    model_requested: str | None
    price: Callable[[str, ModelUsage], float | None] | None
    cost_basis: str
    versions: dict[str, str]


def choose_runtime(runtime: str | None, model: str | None, settings: ModelSettings) -> Choice:
    """Choose by what was asked, else by the settings, else by the keys that are there.

    Raises:
        InputError: if there is no such runtime, or runtime and model do not fit.
    """
    # What is asked for comes first; a setting only fills in what fits it.
    asked = runtime or (settings.runtime if model is None else None)
    named = model or (settings.model if runtime is None or _fits(settings.model, runtime) else None)
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
    if asked is None and named is not None and ":" not in named and not _is_claudes(named):
        raise InputError(
            f"{named!r} names no provider",
            path="--model",
            hint="Write PROVIDER:NAME, such as openai:gpt-5; names of Claude's may stand alone.",
        )
    if asked is None and named is not None:
        asked = "model" if ":" in named and not named.startswith("claude:") else "claude"
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


def _is_claudes(name: str) -> bool:
    return name in {"haiku", "opus", "sonnet"} or name.startswith("claude")


def _fits(model: str | None, runtime: str) -> bool:
    """Whether a model of the settings can be asked by the runtime that was asked for."""
    if model is None:
        return False
    provider, mark, _ = model.partition(":")
    return runtime == "model" if mark and provider != "anthropic" else True


def _claude_name(named: str | None) -> str:
    if named is None:
        return _ALIAS
    provider, mark, name = named.partition(":")
    if mark and provider not in {"anthropic", "claude"}:
        raise InputError(
            f"the Claude runtime cannot ask {named}",
            path="--model",
            hint="Use --runtime model for other providers.",
        )
    return name if mark else named


def _has_claude() -> bool:
    from importlib.util import find_spec

    return find_spec("claude_agent_sdk") is not None


def price_from_table(model: str, input_tokens: int, output_tokens: int) -> float | None:
    """Return what so many tokens cost in US dollars, or None if no price is known.

    Raises:
        NotAvailableError: if the table is not installed.
    """
    try:
        from ascertain.adapters.models.prices import price_of
    except ImportError:
        raise NotAvailableError(
            "Prices need a package that is not installed.", hint="pip install 'ascertain[model]'"
        ) from None
    from ascertain.evidence.model_call import ModelUsage

    return price_of(model, ModelUsage(input_tokens=input_tokens, output_tokens=output_tokens))


async def open_models(
    runtime: str | None,
    model: str | None,
    settings: Settings,
    stack: AsyncExitStack,
    program: ProgramParts | None = None,
) -> ModelParts:
    """Build what a run needs of models, closed with the stack; nothing is sent yet.

    Raises:
        InputError: if runtime, model or the file of rules cannot be used.
        NotAvailableError: if an extra is missing.
    """
    choice = choose_runtime(runtime, model, settings.models)
    own = program or ProgramParts()
    check_program(own.spec, choice.runtime, web=own.policy is not None)
    rules = _rules(settings.models)
    export_keys(settings.models)
    names = [_name_of(choice), *(_named_in(rules) if rules else ()), _EXTRACTIVE]
    opener = _Opener(settings.models, stack, own)
    opened = {name: await _opened(opener, name, names[0]) for name in dict.fromkeys(names)}
    models = [part for part in opened.values() if part.writer is not None]
    return ModelParts(
        runners=lambda folder: {name: part.runtime(folder) for name, part in opened.items()},
        writer=opened[names[0]].writer,
        rules=rules,
        model_requested=choice.model,
        price=opener.price(),
        cost_basis="; ".join(dict.fromkeys(part.basis for part in models)) or "no model was used",
        versions={key: value for part in models for key, value in part.versions.items()},
    )


async def _opened(opener: _Opener, name: str, first: str) -> _Part:
    try:
        return await opener.open(name)
    except InputError as error:
        if name == first:
            raise
        # Whoever started the run did not name this one: the file of rules did.
        said = error.message.removeprefix(f"{error.path}: ")
        raise InputError(said, path="ASCERTAIN_RULES", hint=error.hint) from None


def _name_of(choice: Choice) -> str:
    if choice.runtime == "claude":
        return f"claude:{choice.model}"
    return choice.model or _EXTRACTIVE


def _rules(settings: ModelSettings) -> Rules | None:
    if settings.rules is None:
        return None
    from ascertain.bootstrap.rules_file import load_rules

    return load_rules(settings.rules)


def _named_in(rules: Rules) -> list[str]:
    named = [rule.use for rule in rules.rules]
    for name, others in rules.fallbacks.items():
        named += [name, *others]
    return named


@dataclass(frozen=True, slots=True)
class _Part:
    """One runner, and the model behind it."""

    runtime: Callable[[Path], AgentRuntime]
    writer: Callable[[Path], StructuredModel] | None = None
    basis: str = ""
    versions: dict[str, str] = field(default_factory=dict[str, str])


class _Opener:
    """Opens runners by name: ``extractive``, ``claude``, ``claude:MODEL``, ``PROVIDER:MODEL``."""

    def __init__(
        self, settings: ModelSettings, stack: AsyncExitStack, program: ProgramParts
    ) -> None:
        self._settings = settings
        self._program = program
        self._stack = stack
        self._first = ""
        self._priced = False

    async def open(self, name: str) -> _Part:
        """Open a runner.

        Raises:
            InputError: if there is no such model or provider.
            NotAvailableError: if an extra is missing.
        """
        if name == _EXTRACTIVE:
            from ascertain.adapters.runtimes.extractive.runtime import ExtractiveRuntime

            extractive = ExtractiveRuntime()
            return _Part(lambda _: extractive)
        self._priced = True
        kind, _, model = name.partition(":")
        try:
            if kind == "claude":
                return self._claude(model or _ALIAS)
            return await self._any(name)
        except ImportError as error:
            extra = "claude" if kind == "claude" else "model"
            raise NotAvailableError(
                f"{name} needs the extra `{extra}` ({error.name} is not installed).",
                hint=f"pip install 'ascertain[{extra}]'",
            ) from None

    def price(self) -> Callable[[str, ModelUsage], float | None] | None:
        """Return what calls cost, if a model was opened."""
        if not self._priced:
            return None
        from ascertain.adapters.models.prices import price_of

        return price_of

    async def _any(self, name: str) -> _Part:
        from importlib.metadata import version

        from ascertain.adapters.models.asking import AskedModel
        from ascertain.adapters.models.opening import open_model
        from ascertain.adapters.models.prices import price_basis
        from ascertain.adapters.models.structured import AnyStructuredModel
        from ascertain.adapters.runtimes.model.runtime import ModelRuntime
        from ascertain.prompts.loading import prompt_versions

        # An address of one's own is that of the first model's server; models of other providers
        # are asked at theirs.
        provider = name.partition(":")[0]
        self._first = self._first or provider
        url = self._settings.url if provider == self._first else None
        opened = await self._stack.enter_async_context(open_model(name, url))
        asked = AskedModel(name, opened, timeout_s=self._settings.timeout_s)
        runtime, writer = ModelRuntime(asked), AnyStructuredModel(asked)
        return _Part(
            runtime=lambda _: runtime,
            writer=lambda _: writer,
            basis=price_basis(),
            versions={
                "pydantic-ai": version("pydantic-ai-slim"),
                **prompt_versions("judge", "planner", "researcher", "writer"),
            },
        )

    def _claude(self, model: str) -> _Part:
        check_sign_in(self._settings)
        from importlib.metadata import version

        from ascertain.adapters.models.prices import price_basis, price_of
        from ascertain.adapters.runtimes.claude.runtime import ClaudeRuntime
        from ascertain.adapters.runtimes.claude.structured import ClaudeStructuredModel
        from ascertain.adapters.runtimes.claude.terms import ClaudeTerms
        from ascertain.prompts.loading import prompt_versions

        web, delegates = self._program.web(), self._program.spec.delegates

        def terms(folder: Path) -> ClaudeTerms:
            return ClaudeTerms(
                model=model,
                folder=folder,
                price=price_of,
                program=self._settings.claude_cli,
                timeout_s=self._settings.timeout_s,
                web=web,
                delegates=delegates,
            )

        prompts = ("lead", "judge", "planner", "researcher", "writer")
        return _Part(
            runtime=lambda folder: ClaudeRuntime(terms(folder)),
            writer=lambda folder: ClaudeStructuredModel(terms(folder)),
            basis=f"the Claude Agent SDK's own estimate, and {price_basis()}",
            versions={
                "claude-agent-sdk": version("claude-agent-sdk"),
                **prompt_versions(*prompts[not delegates :]),
            },
        )


def check_sign_in(settings: ModelSettings) -> None:
    """Refuse to start Claude where it is known beforehand that it is not signed in.

    The login of a user's own Claude Code does not count: each run has a folder of settings of
    its own, so that nothing of the user's gets into it. A program that is named may have its
    own way to sign in.

    Raises:
        InputError: if there is no key, no token and no cloud to ask.
    """
    if settings.claude_cli or settings.claude_cloud:
        return
    if any(name in settings.keys for name in _CLAUDE_KEYS):
        return
    raise InputError(
        f"Claude is not signed in: none of {', '.join(_CLAUDE_KEYS)} is set",
        path="--runtime",
        hint="Set one in the environment or in .env; the login of your own Claude Code is not "
        "used, and `claude setup-token` makes a token from it.",
    )


def export_keys(settings: ModelSettings) -> None:
    """Let the providers' own clients find keys that stand in `.env`; the environment wins."""
    for name, value in settings.keys.items():
        if not os.environ.get(name):
            os.environ[name] = value
