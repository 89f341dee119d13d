"""Wiring of the web: policy, client, kept answers, search, browser; loaded when a run uses it."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ascertain.errors import InputError, NotAvailableError

if TYPE_CHECKING:
    from ascertain.adapters.web.client import WebClient
    from ascertain.bootstrap.settings import Settings, WebSettings
    from ascertain.evidence.events import WebTerms
    from ascertain.evidence.freshness import Freshness
    from ascertain.evidence.web_policy import WebPolicy
    from ascertain.ports.answer_store import AnswerStore
    from ascertain.ports.clock import Clock
    from ascertain.ports.fetcher import Fetcher
    from ascertain.ports.search_provider import SearchProvider
    from ascertain.sources.source_kinds import KindTable

__all__ = [
    "WebParts",
    "WebSpec",
    "browser_said",
    "freshness_of",
    "kind_table",
    "open_web",
    "search_names",
    "search_said",
    "web_policy",
]


@dataclass(frozen=True, slots=True)
class WebSpec:
    """On what terms a caller wants the web used.

    Attributes:
        policy: a policy file for this run, beside the one for all runs.
        max_age_days: kept pages and answers younger than this are used without asking.
        refresh: ask anew whatever is kept.
        offline: ask nothing; use what is kept, however old.
    """

    policy: Path | None = None
    max_age_days: float = 1.0
    refresh: bool = False
    offline: bool = False


@dataclass(frozen=True, slots=True)
class WebParts:
    """What a run uses the web through; closed by the stack that it was opened with."""

    fetcher: Fetcher
    renderer: Fetcher | None
    search: SearchProvider
    terms: WebTerms
    store: AnswerStore


def web_policy(spec: WebSpec, settings: WebSettings) -> WebPolicy:
    """Put the policy of a run together from the files and the environment.

    Raises:
        InputError: naming the file and field that cannot be used.
    """
    from ascertain.bootstrap.policy_file import combine, load_policy

    everywhere = load_policy(settings.policy) if settings.policy else None
    here = load_policy(spec.policy) if spec.policy else None
    return combine(everywhere, here, settings.open_hosts)


def freshness_of(spec: WebSpec) -> Freshness:
    """Return when kept answers are used.

    Raises:
        InputError: if the options exclude one another or the age is out of bounds.
    """
    from ascertain.evidence.freshness import Freshness

    if spec.refresh and spec.offline:
        raise InputError("--refresh and --offline exclude one another", path="--refresh")
    if spec.offline and spec.max_age_days != WebSpec().max_age_days:
        raise InputError(
            "says when kept pages are asked for anew, and --offline asks for none",
            path="--max-age",
            hint="Leave one out.",
        )
    try:
        window = timedelta(days=spec.max_age_days)
    except (OverflowError, ValueError):
        window = timedelta(-1)
    if window < timedelta(0):
        raise InputError("must be a number of days, 0 or more", path="--max-age")
    return Freshness(max_age=window, refresh=spec.refresh, offline=spec.offline)


def kind_table(settings: WebSettings) -> KindTable:
    """Load the table of kinds of source, with the user's rows.

    Raises:
        InputError: naming the file and row that cannot be used.
    """
    from ascertain.sources.source_kinds import load_kind_table

    return load_kind_table(settings.source_kinds)


def search_names(settings: WebSettings) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the providers to ask, and those that take over."""
    from ascertain.adapters.search.catalog import default_names

    return (settings.search, ()) if settings.search else default_names(_given(settings))


async def open_web(
    spec: WebSpec, settings: Settings, clock: Clock, stack: AsyncExitStack
) -> WebParts:
    """Build what a run uses the web through; nothing is asked yet.

    Args:
        spec: the run's terms.
        settings: the environment's.
        clock: for the age of kept answers.
        stack: closes what is built here.

    Raises:
        InputError: if a setting, key or file cannot be used.
    """
    from ascertain.adapters.scholarly.fetching import ScholarlyFetcher
    from ascertain.adapters.scholarly.indexes import OpenIndexes
    from ascertain.adapters.search.catalog import build_providers
    from ascertain.adapters.search.combined import CombinedSearch
    from ascertain.adapters.web.answer_store import FileAnswerStore
    from ascertain.adapters.web.fetching import WebFetcher
    from ascertain.adapters.web.kept_renderings import KeptRenderings
    from ascertain.evidence.events import WebTerms

    given = settings.web
    policy, freshness = web_policy(spec, given), freshness_of(spec)
    names, substitutes = search_names(given)
    indexes = _client(_index_policy(given), given)
    stack.push_async_callback(indexes.close)
    providers, fallbacks = (
        build_providers(wanted, _given(given), given.endpoints, indexes)
        for wanted in (names, substitutes)
    )
    store = FileAnswerStore(settings.cache_dir, max_bytes=given.store_mb * 1_000_000)
    stack.callback(store.close)
    client = _client(policy, given)
    stack.push_async_callback(client.close)
    plain = WebFetcher(client, policy, store, clock, freshness)
    stack.push_async_callback(plain.close)
    scholarly = ScholarlyFetcher(
        plain, OpenIndexes(indexes, given.keys, given.endpoints), store, clock, freshness
    )
    stack.push_async_callback(scholarly.close)
    search = CombinedSearch(
        providers, fallbacks=fallbacks, store=store, clock=clock, freshness=freshness
    )
    stack.push_async_callback(search.close)
    return WebParts(
        fetcher=scholarly,
        renderer=KeptRenderings(_browser(policy, given, stack), policy, store, clock, freshness),
        search=search,
        terms=WebTerms(
            providers=(*names, *substitutes),
            policy=policy,
            max_age_days=spec.max_age_days,
            refresh=spec.refresh,
            offline=spec.offline,
        ),
        store=store,
    )


def _client(policy: WebPolicy, given: WebSettings) -> WebClient:
    from ascertain.adapters.web.client import ClientLimits, WebClient

    whole = given.fetch_timeout_s
    limits = ClientLimits(
        connect_s=min(10.0, whole),
        idle_s=min(15.0, whole),
        total_s=whole,
        max_wait_s=min(20.0, whole),
    )
    return WebClient(policy, limits=limits)


def _index_policy(given: WebSettings) -> WebPolicy:
    """Search providers and indexes: their own hosts, wherever the user says that they are."""
    from ascertain.bootstrap.policy_file import combine

    return combine(None, None, (*given.open_hosts, *map(_host_and_port, given.endpoints.values())))


def _host_and_port(url: str) -> str:
    try:
        parts = urlsplit(url)
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        port, parts = None, urlsplit("")
    if port is None or not parts.hostname or parts.scheme not in {"http", "https"}:
        raise InputError(
            "an address is no http or https address with a host",
            path="ASCERTAIN_SEARXNG_URL or ASCERTAIN_ENDPOINTS",
        )
    host = parts.hostname
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _given(given: WebSettings) -> dict[str, str]:
    searxng = given.endpoints.get("searxng")
    return {**given.keys, **({"ASCERTAIN_SEARXNG_URL": searxng} if searxng else {})}


def _browser(policy: WebPolicy, given: WebSettings, stack: AsyncExitStack) -> Fetcher | None:
    """A browser, where one is installed and allowed; without it such pages say what they need."""
    from ascertain.adapters.browser.fetching import BrowserFetcher
    from ascertain.adapters.web.network import GuardedNetwork

    try:
        executable = _chromium(given)
    except NotAvailableError:
        return None
    network = GuardedNetwork(policy)
    stack.callback(network.close)
    browser = BrowserFetcher(policy, network=network, executable=executable)
    stack.push_async_callback(browser.close)
    return browser


def _chromium(given: WebSettings) -> str:
    from ascertain.adapters.browser.finding import find_chromium, require_chromium

    if not given.browser:
        raise NotAvailableError("ASCERTAIN_BROWSER is off.")
    return require_chromium(given.chromium or find_chromium())


def browser_said(given: WebSettings) -> str:
    """Say which browser pages that need one are read with.

    Raises:
        NotAvailableError: saying what is missing.
    """
    return f"{_chromium(given)} for pages that need scripts"


def search_said(given: WebSettings) -> str:
    """Say which search providers would be asked; nothing is asked.

    Raises:
        InputError: if one is unknown or its key is missing.
    """
    from ascertain.adapters.search.catalog import build_providers

    names, substitutes = search_names(given)
    build_providers(
        (*names, *substitutes), _given(given), given.endpoints, _client(_index_policy(given), given)
    )
    after = f", then {', '.join(substitutes)}" if substitutes else ""
    return f"{', '.join(names)}{after} (asked when a run needs them)"
