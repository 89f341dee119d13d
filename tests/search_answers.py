"""Answers of search providers, made by hand in the shapes that their documentation gives."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ascertain.adapters.search.asking import Exchanging
from ascertain.adapters.search.catalog import build_providers
from ascertain.ports.search_provider import SearchProvider

__all__ = ["KEYS", "PROVIDERS", "Finding", "Shape", "build"]

KEYS = {
    "BRAVE_API_KEY": "secret-brave",
    "EXA_API_KEY": "secret-exa",
    "GOOGLE_API_KEY": "secret-google",
    "GOOGLE_CSE_ID": "engine-1",
    "NCBI_API_KEY": "secret-ncbi",
    "OPENALEX_API_KEY": "secret-openalex",
    "SEMANTIC_SCHOLAR_API_KEY": "secret-s2",
    "SERPER_API_KEY": "secret-serper",
    "TAVILY_API_KEY": "secret-tavily",
}


class Finding(NamedTuple):
    """What a provider finds, as it sends it."""

    url: str
    title: str
    snippet: str


def _rows(found: Sequence[Finding], url: str, title: str, snippet: str) -> list[dict[str, str]]:
    return [{url: f.url, title: f.title, snippet: f.snippet} for f in found]


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _atom(found: Sequence[Finding]) -> bytes:
    entries = "".join(
        f"<entry><id>{f.url}</id><title>{f.title}</title><summary>{f.snippet}</summary></entry>"
        for f in found
    )
    return f'<feed xmlns="http://www.w3.org/2005/Atom">{entries}</feed>'.encode()


def _inverted(text: str) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for place, word in enumerate(text.split()):
        places.setdefault(word, []).append(place)
    return places


def _pubmed(found: Sequence[Finding], path: str) -> bytes:
    ids = [str(100 + n) for n in range(len(found))]
    if "esearch" in path:
        return _json({"esearchresult": {"count": str(len(ids)), "idlist": ids}})
    summaries = {
        each: {"title": f.title, "source": f.snippet, "pubdate": "2024"}
        for each, f in zip(ids, found, strict=True)
    }
    return _json({"result": {"uids": ids, **summaries}})


@dataclass(frozen=True, slots=True)
class Shape:
    """How a provider answers.

    Attributes:
        answer: makes the body from what is found and the path that was asked.
        marked: whether its texts are markup.
        own_url: whether it makes addresses of its own from what it finds.
    """

    answer: Callable[[Sequence[Finding], str], bytes]
    marked: bool = True
    own_url: bool = False


PROVIDERS: dict[str, Shape] = {
    "arxiv": Shape(lambda found, _: _atom(found), marked=False),
    "brave": Shape(
        lambda found, _: _json({"web": {"results": _rows(found, "url", "title", "description")}})
    ),
    "crossref": Shape(
        lambda found, _: _json(
            {
                "message": {
                    "items": [
                        {
                            "URL": f.url,
                            "title": [f.title],
                            "abstract": f"<jats:p>{f.snippet}</jats:p>",
                        }
                        for f in found
                    ]
                }
            }
        )
    ),
    "exa": Shape(
        lambda found, _: _json({"results": _rows(found, "url", "title", "text")}), marked=False
    ),
    "google": Shape(
        lambda found, _: _json({"items": _rows(found, "link", "title", "snippet")}), marked=False
    ),
    "openalex": Shape(
        lambda found, _: _json(
            {
                "results": [
                    {
                        "id": f.url,
                        "doi": None,
                        "display_name": f.title,
                        "abstract_inverted_index": _inverted(f.snippet),
                    }
                    for f in found
                ]
            }
        )
    ),
    "pubmed": Shape(_pubmed, own_url=True),
    "searxng": Shape(
        lambda found, _: _json(
            {"results": _rows(found, "url", "title", "content"), "unresponsive_engines": []}
        )
    ),
    "semantic-scholar": Shape(
        lambda found, _: _json({"data": _rows(found, "url", "title", "abstract")}), marked=False
    ),
    "serper": Shape(
        lambda found, _: _json({"organic": _rows(found, "link", "title", "snippet")}), marked=False
    ),
    "tavily": Shape(
        lambda found, _: _json({"results": _rows(found, "url", "title", "content")}), marked=False
    ),
    "wikipedia": Shape(
        lambda found, _: _json(
            {"query": {"search": [{"title": f.title, "snippet": f.snippet} for f in found]}}
        ),
        own_url=True,
    ),
}


def build(name: str, client: Exchanging, place: str) -> SearchProvider:
    """Build a provider that asks at ``place`` in place of its public address."""
    keys = {**KEYS, "ASCERTAIN_SEARXNG_URL": place}
    (provider,) = build_providers([name], keys, {name: place}, client)
    return provider
