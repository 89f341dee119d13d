"""Serper, with a key.

Shape by the Serper documentation: ``POST /search`` with the key in ``X-API-KEY`` and a JSON
body (``q``, ``num``); ``organic`` holds ``link``, ``title``, ``snippet``, plain text. An answer
has at most 100 results.
"""

from __future__ import annotations

import json

from ascertain.adapters.search.asking import Exchanging, ask_json, cut_query, listed
from ascertain.adapters.search.markup import from_text
from ascertain.adapters.search.results import reply_from
from ascertain.adapters.web.client import WebRequest
from ascertain.evidence.lead import SearchReply

__all__ = ["SerperSearch"]

_ENDPOINT = "https://google.serper.dev/search"
_CHARACTERS, _MOST = 2_000, 100


class SerperSearch:
    """Asks Serper.

    Args:
        client: asks under policy.
        key: sent in a header.
        endpoint: where to ask.
    """

    def __init__(self, client: Exchanging, key: str, *, endpoint: str = _ENDPOINT) -> None:
        self._client = client
        self._key = key
        self._endpoint = endpoint

    @property
    def name(self) -> str:
        """The provider's name."""
        return "serper"

    @property
    def place(self) -> str:
        """Where it asks; kept answers hold for this place alone."""
        return self._endpoint

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search."""
        body = {
            "q": cut_query(query, characters=_CHARACTERS),
            "num": min(max(limit, 1), _MOST),
        }
        request = WebRequest(
            self._endpoint,
            method="POST",
            headers=(("X-API-KEY", self._key), ("Content-Type", "application/json")),
            body=json.dumps(body).encode(),
        )
        answer = await ask_json(self._client, self.name, request)
        return reply_from(
            self.name,
            listed(self.name, answer, "organic", sign="searchParameters"),
            limit,
            url="link",
            snippet=lambda result: result.get("snippet"),
            plain=from_text,
        )
