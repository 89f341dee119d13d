"""Settings: the environment is read here, once, and nowhere else."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_cache_path

from ascertain.errors import InputError

__all__ = [
    "KEY_NAMES",
    "MODEL_KEY_NAMES",
    "ModelSettings",
    "Settings",
    "WebSettings",
    "read_settings",
]

KEY_NAMES = (
    "BRAVE_API_KEY",
    "CROSSREF_MAILTO",
    "EXA_API_KEY",
    "GOOGLE_API_KEY",
    "GOOGLE_CSE_ID",
    "NCBI_API_KEY",
    "OPENALEX_API_KEY",
    "SEMANTIC_SCHOLAR_API_KEY",
    "SERPER_API_KEY",
    "TAVILY_API_KEY",
)
"""Variables that hold keys and contact addresses of search providers and indexes."""

MODEL_KEY_NAMES = (
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "AWS_BEARER_TOKEN_BEDROCK",
    "CLAUDE_CODE_OAUTH_TOKEN",
    "CO_API_KEY",
    "DEEPSEEK_API_KEY",
    "GEMINI_API_KEY",
    "GOOGLE_API_KEY",
    "GROQ_API_KEY",
    "HF_TOKEN",
    "MISTRAL_API_KEY",
    "OPENAI_API_KEY",
    "OPENROUTER_API_KEY",
    "XAI_API_KEY",
)
"""Variables that hold keys of providers of models."""

_FROM_FILE = frozenset((*KEY_NAMES, *MODEL_KEY_NAMES, "ASCERTAIN_MODEL", "ASCERTAIN_RUNTIME"))
"""What a ``.env`` file may set: keys and the model's name, never an address to send them to."""
_CLAUDE_CLOUDS = ("CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_FOUNDRY", "CLAUDE_CODE_USE_VERTEX")
_MAX_ENV_FILE = 100_000
_MODEL_TIMEOUT_S = 120.0
_STORE_MB = 2_000
_FETCH_TIMEOUT_S = 30.0
_SEARXNG_URL = "ASCERTAIN_SEARXNG_URL"


@dataclass(frozen=True, slots=True)
class WebSettings:
    """What the environment decides about the web.

    Attributes:
        search: providers to ask (``ASCERTAIN_SEARCH``, with commas); empty: chosen by the keys.
        keys: by the name of their variable; never shown.
        endpoints: provider or index name to the address to ask instead of its public one
            (``ASCERTAIN_ENDPOINTS``: ``NAME=URL`` with commas; ``ASCERTAIN_SEARXNG_URL``).
        open_hosts: hosts of one's own network (``ASCERTAIN_OPEN_HOSTS``: ``HOST:PORT``).
        policy: the policy file that holds for every run (``ASCERTAIN_POLICY``).
        source_kinds: a table that extends ours (``ASCERTAIN_SOURCE_KINDS``).
        fetch_timeout_s: for one attempt at one page (``ASCERTAIN_FETCH_TIMEOUT_S``).
        store_mb: size of the kept pages (``ASCERTAIN_STORE_MB``).
        browser: whether a browser may be used where a page needs one (``ASCERTAIN_BROWSER``,
            ``off`` forbids it).
        chromium: which browser (``ASCERTAIN_CHROMIUM``); None: looked for.
    """

    search: tuple[str, ...] = ()
    keys: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    endpoints: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    open_hosts: tuple[str, ...] = ()
    policy: Path | None = None
    source_kinds: Path | None = None
    fetch_timeout_s: float = _FETCH_TIMEOUT_S
    store_mb: int = _STORE_MB
    browser: bool = True
    chromium: str | None = None


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """What the environment decides about models.

    Attributes:
        runtime: used where none is asked for (``ASCERTAIN_RUNTIME``).
        model: likewise (``ASCERTAIN_MODEL``), as ``PROVIDER:NAME`` or a name of Claude's.
        url: the address of the model's server instead of its provider's (``ASCERTAIN_MODEL_URL``).
        keys: of providers, by the name of their variable; never shown.
        claude_cloud: whether Claude is asked at a cloud's, which signs in by itself
            (``CLAUDE_CODE_USE_BEDROCK``, ``CLAUDE_CODE_USE_VERTEX``, ``CLAUDE_CODE_USE_FOUNDRY``).
        timeout_s: for one answer (``ASCERTAIN_MODEL_TIMEOUT_S``).
        claude_cli: the program that the Claude runtime starts (``ASCERTAIN_CLAUDE_CLI``); None:
            the one in the package.
        rules: a YAML file on who works on what (``ASCERTAIN_RULES``).
    """

    runtime: str | None = None
    model: str | None = None
    url: str | None = None
    keys: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    claude_cloud: bool = False
    timeout_s: float = _MODEL_TIMEOUT_S
    claude_cli: Path | None = None
    rules: Path | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """What the environment decides.

    Attributes:
        cache_dir: where indexes of folders and kept pages are (``ASCERTAIN_CACHE_DIR``).
        workers: reader processes (``ASCERTAIN_WORKERS``), at least 1.
        read_timeout_s: for one document (``ASCERTAIN_READ_TIMEOUT_S``).
        read_memory_mb: for one reader process (``ASCERTAIN_READ_MEMORY_MB``).
        half_lives: a table of how claims age that extends ours (``ASCERTAIN_HALF_LIVES``).
        web: see there; ``models`` likewise.
    """

    cache_dir: Path
    workers: int
    read_timeout_s: float
    read_memory_mb: int
    half_lives: Path | None = None
    web: WebSettings = field(default_factory=WebSettings)
    models: ModelSettings = field(default_factory=ModelSettings)

    @property
    def secrets(self) -> tuple[str, ...]:
        """All keys that are known, for what must not show them."""
        return (*self.web.keys.values(), *self.models.keys.values())


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Read the settings.

    Defaults: the user's cache folder, one reader process per processor up to four, 30 s and
    1,024 MB for a document, 30 s for a page, 2,000 MB of kept pages.

    Raises:
        InputError: naming the variable that cannot be used.
    """
    env = _environment() if environment is None else environment
    cache = env.get("ASCERTAIN_CACHE_DIR")
    return Settings(
        cache_dir=Path(cache) if cache else user_cache_path("ascertain", appauthor=False),
        workers=int(
            _number(env, "ASCERTAIN_WORKERS", min(4, os.cpu_count() or 1), least=1, most=64)
        ),
        read_timeout_s=_number(env, "ASCERTAIN_READ_TIMEOUT_S", 30.0, least=1, most=3_600),
        read_memory_mb=int(
            _number(env, "ASCERTAIN_READ_MEMORY_MB", 1024, least=128, most=1_000_000)
        ),
        half_lives=_path(env, "ASCERTAIN_HALF_LIVES"),
        web=_web_settings(env),
        models=_model_settings(env),
    )


def _environment() -> Mapping[str, str]:
    """Return the environment, and beneath it what ``.env`` in the current folder may set."""
    path = Path(".env")
    try:
        if not path.is_file() or path.stat().st_size > _MAX_ENV_FILE:
            return os.environ
        from dotenv import dotenv_values  # noqa: PLC0415 (only where there is such a file)

        values = dotenv_values(path, interpolate=False)
    except (OSError, ValueError):
        return os.environ
    kept = {name: value for name, value in values.items() if name in _FROM_FILE and value}
    return {**kept, **{name: value for name, value in os.environ.items() if value}}


def _model_settings(env: Mapping[str, str]) -> ModelSettings:
    return ModelSettings(
        runtime=env.get("ASCERTAIN_RUNTIME", "").strip() or None,
        model=env.get("ASCERTAIN_MODEL", "").strip() or None,
        url=env.get("ASCERTAIN_MODEL_URL", "").strip() or None,
        keys={name: env[name].strip() for name in MODEL_KEY_NAMES if env.get(name, "").strip()},
        claude_cloud=any(env.get(name, "").strip() not in {"", "0"} for name in _CLAUDE_CLOUDS),
        timeout_s=_number(env, "ASCERTAIN_MODEL_TIMEOUT_S", _MODEL_TIMEOUT_S, least=1, most=3_600),
        claude_cli=_path(env, "ASCERTAIN_CLAUDE_CLI"),
        rules=_path(env, "ASCERTAIN_RULES"),
    )


def _web_settings(env: Mapping[str, str]) -> WebSettings:
    endpoints: dict[str, str] = {}
    for pair in _words(env, "ASCERTAIN_ENDPOINTS"):
        name, mark, url = pair.partition("=")
        if not mark or not name.strip() or not url.strip():
            raise InputError(
                f"{pair[:100]!r} is not NAME=URL",
                path="ASCERTAIN_ENDPOINTS",
                hint="Write pairs with commas between, such as crossref=https://mirror.example.",
            )
        endpoints[name.strip()] = url.strip()
    if env.get(_SEARXNG_URL, "").strip():
        endpoints["searxng"] = env[_SEARXNG_URL].strip()
    return WebSettings(
        search=_words(env, "ASCERTAIN_SEARCH"),
        keys={name: env[name].strip() for name in KEY_NAMES if env.get(name, "").strip()},
        endpoints=endpoints,
        open_hosts=_words(env, "ASCERTAIN_OPEN_HOSTS"),
        policy=_path(env, "ASCERTAIN_POLICY"),
        source_kinds=_path(env, "ASCERTAIN_SOURCE_KINDS"),
        fetch_timeout_s=_number(
            env, "ASCERTAIN_FETCH_TIMEOUT_S", _FETCH_TIMEOUT_S, least=0.1, most=3_600
        ),
        store_mb=int(_number(env, "ASCERTAIN_STORE_MB", _STORE_MB, least=1, most=10_000_000)),
        browser=_switch(env, "ASCERTAIN_BROWSER"),
        chromium=env.get("ASCERTAIN_CHROMIUM", "").strip() or None,
    )


def _words(env: Mapping[str, str], name: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in env.get(name, "").split(",") if word.strip())


def _path(env: Mapping[str, str], name: str) -> Path | None:
    given = env.get(name, "").strip()
    return Path(given) if given else None


def _number(
    env: Mapping[str, str], name: str, default: float, *, least: float, most: float
) -> float:
    given = env.get(name, "").strip()
    if not given:
        return default
    try:
        value = float(given)
    except ValueError:
        value = math.nan
    if not least <= value <= most:
        raise InputError(
            f"{given[:50]!r} is not a number from {least:g} to {most:g}",
            path=name,
            hint=f"Leave it out for {default:g}.",
        )
    return value


def _switch(env: Mapping[str, str], name: str) -> bool:
    given = env.get(name, "").strip().lower()
    if given in {"", "on", "yes", "true", "1"}:
        return True
    if given in {"off", "no", "false", "0", "none"}:
        return False
    raise InputError(f"{given[:50]!r} is neither on nor off", path=name)
