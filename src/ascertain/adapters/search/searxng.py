"""SearXNG, by the address of an instance.

Shape by the SearXNG documentation (Search API): ``GET /search?q=…&format=json`` answers with
``results`` (``url``, ``title``, ``content``) and ``unresponsive_engines``, pairs of
an engine and a reason. JSON is off by default and then answered with 403.
"""

from __future__ import annotations

from typing import cast

from ascertain.adapters.search.asking import (
    Exchanging,
    ask_json,
    cut_query,
    lead_of,
    listed,
    with_parameters,
)
from ascertain.adapters.search.markup import MAX_TITLE, from_markup
from ascertain.adapters.web.client import WebRequest
from ascertain.errors import SearchError
from ascertain.evidence.lead import SearchReply

__all__ = ["SearxngSearch"]

_MAX_QUERY = 1_000
_MOST_ENGINES = 20
_PAIR = 2


class SearxngSearch:
    """Asks a SearXNG instance.

    Args:
        client: asks under policy.
        endpoint: the instance, with or without ``/search``.
    """

    def __init__(self, client: Exchanging, endpoint: str) -> None:
        self._client = client
        bare = endpoint.rstrip("/")
        self._url = bare if bare.endswith("/search") else f"{bare}/search"

    @property
    def name(self) -> str:
        """The provider's name."""
        return "searxng"

    @property
    def place(self) -> str:
        """Where it asks; kept answers hold for this place alone."""
        return self._url

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search; engines that did not answer are a failure only where nothing was found."""
        asked = {"q": cut_query(query, characters=_MAX_QUERY), "format": "json"}
        request = WebRequest(with_parameters(self._url, asked))
        try:
            answer = await ask_json(self._client, self.name, request)
        except SearchError as error:
            if error.reason.startswith("HTTP 403"):
                raise SearchError(
                    self.name,
                    "HTTP 403: JSON answers are off at this instance; add json to "
                    "search.formats in its settings.yml",
                ) from None
            raise
        leads = [
            lead_of(
                self.name,
                result.get("url"),
                from_markup(result.get("title"), MAX_TITLE),
                from_markup(result.get("content")),
                1 / (1 + place),
            )
            for place, result in enumerate(listed(self.name, answer, "results"))
        ]
        found = tuple(lead for lead in leads if lead is not None)[: max(limit, 0)]
        silent = _unresponsive(answer.get("unresponsive_engines"))
        if not found and silent:
            raise SearchError(self.name, f"its engines did not answer: {silent}")
        return SearchReply(leads=found)


def _unresponsive(value: object) -> str:
    if not isinstance(value, list):
        return ""
    said: list[str] = []
    for item in cast("list[object]", value)[:_MOST_ENGINES]:
        pair = cast("list[object]", item) if isinstance(item, list) else [item]
        words = [str(word)[:80] for word in pair[:_PAIR]]
        said.append(" (".join(words) + ")" * (len(words) - 1))
    return ", ".join(said)
