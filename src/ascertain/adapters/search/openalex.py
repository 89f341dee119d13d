"""OpenAlex, with or without its free key.

Shape by the OpenAlex documentation (Works, search): ``GET /works`` with ``search``,
``per_page``, ``api_key``; ``results`` holds ``id``, ``doi``, ``display_name`` and
``abstract_inverted_index`` (word to places). Without a key only a few requests a day are free.
What would be read as an operator, a phrase or a wildcard is taken out of the query.
"""

from __future__ import annotations

import re
from typing import cast
from urllib.parse import quote

from ascertain.adapters.search.asking import (
    Exchanging,
    ask_json,
    cut_query,
    lead_of,
    listed,
    with_parameters,
)
from ascertain.adapters.search.markup import MAX_TITLE, from_markup, from_text
from ascertain.adapters.web.client import WebRequest
from ascertain.errors import SearchError
from ascertain.evidence.lead import SearchReply
from ascertain.sources.scholarly_ids import scholarly_address

__all__ = ["OpenAlexSearch"]

_ENDPOINT = "https://api.openalex.org"
_CHARACTERS, _MOST, _WORDS = 500, 100, 400
_RESOLVER, _MAX_DOI = "https://doi.org/", 1_000
_LIMITED = ("HTTP 401", "HTTP 402", "HTTP 403", "HTTP 429")
_SYNTAX = re.compile(r'["~*?\\:|^()\[\]{}]|(?<![\w+-])[-+!]+|\b(?:AND|OR|NOT)\b')


class OpenAlexSearch:
    """Asks OpenAlex.

    Args:
        client: asks under policy.
        key: may be empty; sent as a parameter, the only way there is.
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

    @property
    def place(self) -> str:
        """Where it asks; kept answers hold for this place alone."""
        return self._endpoint

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search; a query without a word finds nothing."""
        words = cut_query(_SYNTAX.sub(_plain, query), characters=_CHARACTERS)
        if not words:
            return SearchReply()
        asked: dict[str, str | int] = {
            "search": words,
            "per_page": min(max(limit, 1), _MOST),
            "select": "id,doi,display_name,abstract_inverted_index",
        }
        if self._key:
            asked["api_key"] = self._key
        request = WebRequest(with_parameters(f"{self._endpoint}/works", asked))
        try:
            answer = await ask_json(self._client, self.name, request)
        except SearchError as error:
            if not self._key and error.reason.startswith(_LIMITED):
                reason = f"{error.reason}; a free key in OPENALEX_API_KEY allows more"
                raise SearchError(self.name, reason) from None
            raise
        leads = [
            lead_of(
                self.name,
                _address(work.get("doi"), work.get("id")),
                from_markup(work.get("display_name"), MAX_TITLE),
                from_markup(_abstract(work.get("abstract_inverted_index"))),
                1 / (1 + place),
            )
            for place, work in enumerate(listed(self.name, answer, "results"))
        ]
        found = tuple(lead for lead in leads if lead is not None)
        return SearchReply(leads=found[: max(limit, 0)])


def _plain(found: re.Match[str]) -> str:
    """An operator in capitals becomes a word, anything else a space."""
    return found[0].lower() if found[0].isalpha() else " "


def _address(doi: object, url: object) -> object:
    name = from_text(doi, _MAX_DOI).removeprefix(_RESOLVER)
    return scholarly_address(f"doi:{quote(name, safe='')}") or url


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
