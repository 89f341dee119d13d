"""Google Programmable Search, with a key and the identifier of an engine.

Shape by the Custom Search JSON API reference (``cse.list``): ``GET /customsearch/v1`` with
``key``, ``cx``, ``q``, ``num``; ``items`` holds ``link``, ``title``, ``snippet``, plain text,
and is left out where nothing was found. A request has at most 2,048 characters, percent-encoded,
an answer at most 10 results.
"""

from __future__ import annotations

from urllib.parse import quote_plus

from ascertain.adapters.search.asking import (
    Exchanging,
    ask_json,
    cut_query,
    listed,
    with_parameters,
)
from ascertain.adapters.search.markup import from_text
from ascertain.adapters.search.results import reply_from
from ascertain.adapters.web.client import WebRequest
from ascertain.evidence.lead import SearchReply

__all__ = ["GoogleSearch"]

_ENDPOINT = "https://www.googleapis.com/customsearch/v1"
_ENCODED, _MOST = 1_600, 10
"""Characters of the query once percent-encoded; the rest of the 2,048 is for the other fields."""


class GoogleSearch:
    """Asks Google Programmable Search.

    Args:
        client: asks under policy.
        key: the API key; ``engine_id``: the engine's ``cx``.
        endpoint: where to ask.
    """

    def __init__(
        self, client: Exchanging, key: str, engine_id: str, *, endpoint: str = _ENDPOINT
    ) -> None:
        self._client = client
        self._key = key
        self._engine_id = engine_id
        self._endpoint = endpoint

    @property
    def name(self) -> str:
        """The provider's name."""
        return "google"

    @property
    def place(self) -> str:
        """Where it asks, and which engine; kept answers hold for this place alone."""
        return f"{self._endpoint}\n{self._engine_id}"

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search."""
        asked = {
            "key": self._key,
            "cx": self._engine_id,
            "q": _fitting(query),
            "num": min(max(limit, 1), _MOST),
        }
        request = WebRequest(with_parameters(self._endpoint, asked))
        answer = await ask_json(self._client, self.name, request)
        return reply_from(
            self.name,
            listed(self.name, answer, "items", sign="kind"),
            limit,
            url="link",
            snippet=lambda result: result.get("snippet"),
            plain=from_text,
        )


def _fitting(query: str) -> str:
    """Cut a query until it fits; a letter takes up to twelve characters once encoded."""
    kept = cut_query(query, characters=_ENCODED)
    while len(quote_plus(kept)) > _ENCODED:
        kept = cut_query(kept, characters=len(kept) * 7 // 8)
    return kept
