"""Tavily, with a key.

Shape by the Tavily API reference (Search): ``POST /search`` with a bearer token and a JSON body
(``query``, ``max_results``); ``results`` holds ``url``, ``title``, ``content``, plain text. A
query has at most 400 characters, an answer at most 20 results.
"""

from __future__ import annotations

import json

from ascertain.adapters.search.asking import Exchanging, ask_json, cut_query, listed
from ascertain.adapters.search.markup import from_text
from ascertain.adapters.search.results import reply_from
from ascertain.adapters.web.client import WebRequest
from ascertain.evidence.lead import SearchReply

__all__ = ["TavilySearch"]

_ENDPOINT = "https://api.tavily.com/search"
_CHARACTERS, _MOST = 400, 20


class TavilySearch:
    """Asks Tavily.

    Args:
        client: asks under policy.
        key: sent as a bearer token.
        endpoint: where to ask.
    """

    def __init__(self, client: Exchanging, key: str, *, endpoint: str = _ENDPOINT) -> None:
        self._client = client
        self._key = key
        self._endpoint = endpoint

    @property
    def name(self) -> str:
        """The provider's name."""
        return "tavily"

    @property
    def place(self) -> str:
        """Where it asks; kept answers hold for this place alone."""
        return self._endpoint

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search."""
        body = {
            "query": cut_query(query, characters=_CHARACTERS),
            "max_results": min(max(limit, 1), _MOST),
        }
        request = WebRequest(
            self._endpoint,
            method="POST",
            headers=(
                ("Authorization", f"Bearer {self._key}"),
                ("Content-Type", "application/json"),
            ),
            body=json.dumps(body).encode(),
        )
        answer = await ask_json(self._client, self.name, request)
        return reply_from(
            self.name,
            listed(self.name, answer, "results"),
            limit,
            snippet=lambda result: result.get("content"),
            plain=from_text,
        )
