"""Crossref, without a key.

Shape by the Crossref REST API documentation (``/works``): ``GET /works`` with
``query.bibliographic``, ``rows``, ``select``, ``mailto`` (for its polite pool);
``message.items`` holds ``DOI``, ``URL``, ``title`` and ``container-title`` (lists), ``abstract``
(JATS markup), each only where known.
"""

from __future__ import annotations

from typing import cast
from urllib.parse import quote

from ascertain.adapters.search.asking import (
    Exchanging,
    ask_json,
    cut_query,
    lead_of,
    listed,
    mapping,
    with_parameters,
)
from ascertain.adapters.search.markup import MAX_TITLE, from_markup, from_text
from ascertain.adapters.web.client import WebRequest
from ascertain.evidence.lead import SearchReply
from ascertain.sources.scholarly_ids import scholarly_address

__all__ = ["CrossrefSearch"]

_ENDPOINT = "https://api.crossref.org"
_CHARACTERS, _MOST, _MAX_DOI = 500, 100, 1_000
# A whole record with its references may have megabytes.
_FIELDS = "DOI,URL,title,container-title,abstract"


class CrossrefSearch:
    """Asks Crossref.

    Args:
        client: asks under policy.
        mailto: the user's e-mail address, or empty.
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

    @property
    def place(self) -> str:
        """Where it asks; kept answers hold for this place alone."""
        return self._endpoint

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search; an empty query finds nothing. A work without abstract shows where it stands."""
        words = cut_query(query, characters=_CHARACTERS)
        if not words:
            return SearchReply()
        asked: dict[str, str | int] = {
            "query.bibliographic": words,
            "rows": min(max(limit, 1), _MOST),
            "select": _FIELDS,
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
                from_markup(work.get("abstract"))
                or from_markup(_first(work.get("container-title"))),
                1 / (1 + place),
            )
            for place, work in enumerate(listed(self.name, mapping(answer.get("message")), "items"))
        ]
        found = tuple(lead for lead in leads if lead is not None)
        return SearchReply(leads=found[: max(limit, 0)])


def _address(doi: object, url: object) -> object:
    name = quote(from_text(doi, _MAX_DOI), safe="")
    return scholarly_address(f"doi:{name}") or url


def _first(values: object) -> object:
    found = cast("list[object]", values) if isinstance(values, list) else []
    return found[0] if found else ""
