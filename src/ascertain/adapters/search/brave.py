"""Brave Search, with a key.

Shape by the Brave Search API documentation (Web Search): ``GET /res/v1/web/search`` with the
key in ``X-Subscription-Token``; ``web.results`` holds ``url``, ``title``, ``description`` and
``extra_snippets``, hits marked with ``<strong>``. A query has at most 400 characters and 50
words, an answer at most 20 results.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from ascertain.adapters.search.asking import (
    Exchanging,
    ask_json,
    cut_query,
    listed,
    mapping,
    with_parameters,
)
from ascertain.adapters.search.results import reply_from
from ascertain.adapters.web.client import WebRequest
from ascertain.evidence.lead import SearchReply

__all__ = ["BraveSearch"]

_ENDPOINT = "https://api.search.brave.com/res/v1/web/search"
_CHARACTERS, _WORDS, _MOST = 400, 50, 20


class BraveSearch:
    """Asks Brave Search.

    Args:
        client: asks under policy.
        key: the subscription's token.
        endpoint: where to ask.
    """

    def __init__(self, client: Exchanging, key: str, *, endpoint: str = _ENDPOINT) -> None:
        self._client = client
        self._key = key
        self._endpoint = endpoint

    @property
    def name(self) -> str:
        """The provider's name."""
        return "brave"

    @property
    def place(self) -> str:
        """Where it asks; kept answers hold for this place alone."""
        return self._endpoint

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search."""
        asked = {
            "q": cut_query(query, characters=_CHARACTERS, words=_WORDS),
            "count": min(max(limit, 1), _MOST),
        }
        request = WebRequest(
            with_parameters(self._endpoint, asked), headers=(("X-Subscription-Token", self._key),)
        )
        answer = await ask_json(self._client, self.name, request)
        web = answer.get("web")
        if web is None and "query" in answer:  # the query is told even where nothing was found
            return SearchReply()
        results = listed(self.name, mapping(web), "results")
        return reply_from(self.name, results, limit, snippet=_snippet)


def _snippet(result: Mapping[str, Any]) -> str:
    more = result.get("extra_snippets")
    parts = [
        result.get("description"),
        *(cast("list[object]", more) if isinstance(more, list) else []),
    ]
    return " ".join(part for part in parts if isinstance(part, str))
