"""Crossref, without a key.

Shape by the Crossref REST API documentation (``/works``): ``GET /works`` with
``query.bibliographic``, ``rows``, ``mailto`` (for its polite pool); ``message.items`` holds
``DOI``, ``URL``, ``title`` (a list), ``abstract`` (JATS markup).
"""

from __future__ import annotations

from typing import cast

from ascertain.adapters.search.asking import (
    Exchanging,
    ask_json,
    cut_query,
    lead_of,
    mapping,
    mappings,
    with_parameters,
)
from ascertain.adapters.search.markup import MAX_TITLE, from_markup
from ascertain.adapters.web.client import WebRequest
from ascertain.evidence.lead import SearchReply

__all__ = ["CrossrefSearch"]

_ENDPOINT = "https://api.crossref.org"
_CHARACTERS, _MOST = 500, 100


class CrossrefSearch:
    """Asks Crossref.

    Args:
        client: asks under policy.
        mailto: the user's address, or empty.
        endpoint: where to ask.
    """

    def __init__(self, client: Exchanging, *, mailto: str = "", endpoint: str = _ENDPOINT) -> None:
        self._client = client
        self._mailto = mailto
        self._endpoint = endpoint.rstrip("/")

    @property
    def name(self) -> str:
        """The provider's name."""
        return "crossref"

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search."""
        asked: dict[str, str | int] = {
            "query.bibliographic": cut_query(query, characters=_CHARACTERS),
            "rows": min(max(limit, 1), _MOST),
        }
        if self._mailto:
            asked["mailto"] = self._mailto
        request = WebRequest(with_parameters(f"{self._endpoint}/works", asked))
        answer = await ask_json(self._client, self.name, request)
        leads = [
            lead_of(
                self.name,
                _address(work.get("DOI"), work.get("URL")),
                from_markup(_first(work.get("title")), MAX_TITLE),
                from_markup(work.get("abstract")),
                1 / (1 + place),
            )
            for place, work in enumerate(mappings(mapping(answer.get("message")).get("items")))
        ]
        found = tuple(lead for lead in leads if lead is not None)
        return SearchReply(leads=found[: max(limit, 0)])


def _address(doi: object, url: object) -> object:
    return f"https://doi.org/{doi}" if isinstance(doi, str) and doi.startswith("10.") else url


def _first(values: object) -> object:
    found = cast("list[object]", values) if isinstance(values, list) else []
    return found[0] if found else ""
