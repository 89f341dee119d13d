"""Which search providers there are, what each needs, and which are asked by default."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from ascertain.adapters.search.arxiv import ArxivSearch
from ascertain.adapters.search.asking import Exchanging
from ascertain.adapters.search.brave import BraveSearch
from ascertain.adapters.search.crossref import CrossrefSearch
from ascertain.adapters.search.ddgs_engines import DdgsSearch
from ascertain.adapters.search.exa import ExaSearch
from ascertain.adapters.search.google_cse import GoogleSearch
from ascertain.adapters.search.openalex import OpenAlexSearch
from ascertain.adapters.search.pubmed import PubmedSearch
from ascertain.adapters.search.searxng import SearxngSearch
from ascertain.adapters.search.semantic_scholar import SemanticScholarSearch
from ascertain.adapters.search.serper import SerperSearch
from ascertain.adapters.search.tavily import TavilySearch
from ascertain.adapters.search.wikipedia import WikipediaSearch
from ascertain.errors import InputError
from ascertain.ports.search_provider import SearchProvider

__all__ = ["PROVIDER_NAMES", "build_providers", "default_names"]

_SEARXNG_URL = "ASCERTAIN_SEARXNG_URL"


class _Place(TypedDict, total=False):
    endpoint: str


@dataclass(frozen=True, slots=True)
class _Kit:
    """What a provider is built from."""

    client: Exchanging
    keys: Mapping[str, str]
    endpoint: str | None

    def key(self, name: str) -> str:
        return self.keys.get(name, "")

    def place(self) -> _Place:
        return {"endpoint": self.endpoint} if self.endpoint else {}


_Builder = Callable[[_Kit], SearchProvider]


def _engine(backend: str, name: str) -> _Builder:
    return lambda _: DdgsSearch(backend, name=name)


_PROVIDERS: Mapping[str, tuple[tuple[str, ...], _Builder]] = {
    "arxiv": ((), lambda kit: ArxivSearch(kit.client, endpoint=kit.endpoint)),
    "brave": (
        ("BRAVE_API_KEY",),
        lambda kit: BraveSearch(kit.client, kit.key("BRAVE_API_KEY"), **kit.place()),
    ),
    "brave-web": ((), _engine("brave", "brave-web")),
    "crossref": (
        (),
        lambda kit: CrossrefSearch(kit.client, mailto=kit.key("CROSSREF_MAILTO"), **kit.place()),
    ),
    "duckduckgo": ((), _engine("duckduckgo", "duckduckgo")),
    "exa": (
        ("EXA_API_KEY",),
        lambda kit: ExaSearch(kit.client, kit.key("EXA_API_KEY"), **kit.place()),
    ),
    "google": (
        ("GOOGLE_API_KEY", "GOOGLE_CSE_ID"),
        lambda kit: GoogleSearch(
            kit.client, kit.key("GOOGLE_API_KEY"), kit.key("GOOGLE_CSE_ID"), **kit.place()
        ),
    ),
    "mojeek": ((), _engine("mojeek", "mojeek")),
    "openalex": (
        (),
        lambda kit: OpenAlexSearch(kit.client, key=kit.key("OPENALEX_API_KEY"), **kit.place()),
    ),
    "pubmed": (
        (),
        lambda kit: PubmedSearch(kit.client, key=kit.key("NCBI_API_KEY"), **kit.place()),
    ),
    "searxng": ((_SEARXNG_URL,), lambda kit: SearxngSearch(kit.client, kit.key(_SEARXNG_URL))),
    "semantic-scholar": (
        (),
        lambda kit: SemanticScholarSearch(
            kit.client, key=kit.key("SEMANTIC_SCHOLAR_API_KEY"), **kit.place()
        ),
    ),
    "serper": (
        ("SERPER_API_KEY",),
        lambda kit: SerperSearch(kit.client, kit.key("SERPER_API_KEY"), **kit.place()),
    ),
    "startpage": ((), _engine("startpage", "startpage")),
    "tavily": (
        ("TAVILY_API_KEY",),
        lambda kit: TavilySearch(kit.client, kit.key("TAVILY_API_KEY"), **kit.place()),
    ),
    "wikipedia": ((), lambda kit: WikipediaSearch(kit.client, **kit.place())),
    "yahoo": ((), _engine("yahoo", "yahoo")),
}

PROVIDER_NAMES = tuple(_PROVIDERS)
"""The names that ``ASCERTAIN_SEARCH`` may list."""

_KEYED = ("brave", "tavily", "exa", "serper", "google")
_ENGINES = ("duckduckgo", "mojeek", "brave-web", "yahoo", "startpage")


def build_providers(
    names: Sequence[str],
    keys: Mapping[str, str],
    endpoints: Mapping[str, str],
    client: Exchanging,
) -> list[SearchProvider]:
    """Build the named providers, each once; nothing is asked.

    Args:
        names: of ``PROVIDER_NAMES``.
        keys: by the name of the variable that holds them.
        endpoints: provider name to the address to ask instead of its public one.
        client: asks under policy.

    Raises:
        InputError: if a name is unknown or its key is missing, naming the variable.
    """
    built: list[SearchProvider] = []
    for name in dict.fromkeys(names):
        if name not in _PROVIDERS:
            raise InputError(
                f"there is no search provider {name!r}",
                path="ASCERTAIN_SEARCH",
                hint=f"One of {', '.join(PROVIDER_NAMES)}.",
            )
        needed, build = _PROVIDERS[name]
        missing = [variable for variable in needed if not keys.get(variable)]
        if missing:
            raise InputError(
                f"the search provider {name} needs {' and '.join(missing)}",
                path="ASCERTAIN_SEARCH",
                hint="Set it in the environment, or leave the provider out.",
            )
        built.append(build(_Kit(client, keys, endpoints.get(name))))
    return built


def default_names(keys: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return who is asked where nobody chose, and who takes over.

    One's own SearXNG comes first, else every provider whose key is there, else DuckDuckGo;
    Wikipedia besides. The other keyless engines take over.
    """
    keyed = tuple(name for name in _KEYED if all(keys.get(key) for key in _PROVIDERS[name][0]))
    first = ("searxng",) if keys.get(_SEARXNG_URL) else keyed or ("duckduckgo",)
    return (*first, "wikipedia"), tuple(name for name in _ENGINES if name not in first)
