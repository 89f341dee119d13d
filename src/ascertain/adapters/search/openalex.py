"""OpenAlex, with or without its free key.

Shape by the OpenAlex documentation (Works, search): ``GET /works`` with ``search``,
``per-page``, ``api_key``; ``results`` holds ``id``, ``doi``, ``display_name`` and
``abstract_inverted_index`` (word to places). Without a key only a few requests a day are free.
"""

from __future__ import annotations

from typing import cast

from ascertain.adapters.search.asking import (
    Exchanging,
    ask_json,
    cut_query,
    lead_of,
    mappings,
    with_parameters,
)
from ascertain.adapters.search.markup import MAX_TITLE, from_markup
from ascertain.adapters.web.client import WebRequest
from ascertain.errors import SearchError
from ascertain.evidence.lead import SearchReply

__all__ = ["OpenAlexSearch"]

_ENDPOINT = "https://api.openalex.org"
_CHARACTERS, _MOST, _WORDS = 500, 100, 400


class OpenAlexSearch:
    """Asks OpenAlex.

    Args:
        client: asks under policy.
        key: may be empty.
        endpoint: where to ask.
    """

    def __init__(self, client: Exchanging, *, key: str = "", endpoint: str = _ENDPOINT) -> None:
        self._client = client
        self._key = key
        self._endpoint = endpoint.rstrip("/")

    @property
    def name(self) -> str:
        """The provider's name."""
        return "openalex"

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search."""
        asked: dict[str, str | int] = {
            "search": cut_query(query, characters=_CHARACTERS),
            "per-page": min(max(limit, 1), _MOST),
        }
        if self._key:
            asked["api_key"] = self._key
        request = WebRequest(with_parameters(f"{self._endpoint}/works", asked))
        try:
            answer = await ask_json(self._client, self.name, request)
        except SearchError as error:
            if not self._key and error.reason.startswith(("HTTP 401", "HTTP 403", "HTTP 429")):
                reason = f"{error.reason}; a free key allows more: OPENALEX_API_KEY"
                raise SearchError(self.name, reason) from None
            raise
        leads = [
            lead_of(
                self.name,
                work.get("doi") or work.get("id"),
                from_markup(work.get("display_name"), MAX_TITLE),
                from_markup(_abstract(work.get("abstract_inverted_index"))),
                1 / (1 + place),
            )
            for place, work in enumerate(mappings(answer.get("results")))
        ]
        found = tuple(lead for lead in leads if lead is not None)
        return SearchReply(leads=found[: max(limit, 0)])


def _abstract(index: object) -> str:
    """Put the words of an abstract back in their places, as far as they are sensible."""
    if not isinstance(index, dict):
        return ""
    placed: dict[int, str] = {}
    for word, places in cast("dict[str, object]", index).items():
        for place in cast("list[object]", places) if isinstance(places, list) else []:
            if isinstance(place, int) and 0 <= place < _WORDS:
                placed[place] = word
    return " ".join(placed[place] for place in sorted(placed))
