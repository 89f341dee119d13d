"""Semantic Scholar, best with a key.

Shape by the Academic Graph API documentation (paper relevance search): ``GET
/graph/v1/paper/search`` with ``query``, ``limit``, ``fields`` and the key in ``x-api-key``;
``data`` holds ``url``, ``title``, ``abstract``, ``externalIds``; ``total`` is 0 where nothing was
found. A query has no syntax, but a word with a hyphen matches nothing. Without a key the
service is mostly at its rate limit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
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
from ascertain.adapters.search.markup import MAX_TITLE, from_text
from ascertain.adapters.search.pacing import Pace
from ascertain.adapters.web.client import WebRequest
from ascertain.errors import SearchError
from ascertain.evidence.lead import SearchReply
from ascertain.sources.scholarly_ids import scholarly_address

__all__ = ["SemanticScholarSearch"]

_ENDPOINT = "https://api.semanticscholar.org/graph/v1"
_CHARACTERS, _MOST, _PAUSE_S = 500, 100, 1.0
_MAX_ID = 1_000
_LIMITED = ("HTTP 401", "HTTP 403", "HTTP 429")
_HYPHEN = re.compile(r"[-\u2010\u2011]")


class SemanticScholarSearch:
    """Asks Semantic Scholar.

    Args:
        client: asks under policy.
        key: may be empty; sent in a header.
        endpoint: where to ask.
        pause_s: seconds between two requests.
    """

    def __init__(
        self,
        client: Exchanging,
        *,
        key: str = "",
        endpoint: str = _ENDPOINT,
        pause_s: float = _PAUSE_S,
    ) -> None:
        self._client = client
        self._key = key
        self._endpoint = endpoint.rstrip("/")
        self._pace = Pace(pause_s)

    @property
    def name(self) -> str:
        """The provider's name."""
        return "semantic-scholar"

    @property
    def place(self) -> str:
        """Where it asks; kept answers hold for this place alone."""
        return self._endpoint

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search; a query without a word finds nothing."""
        words = cut_query(_HYPHEN.sub(" ", query), characters=_CHARACTERS)
        if not words:
            return SearchReply()
        asked = {
            "query": words,
            "limit": min(max(limit, 1), _MOST),
            "fields": "title,abstract,url,externalIds",
        }
        headers = (("x-api-key", self._key),) if self._key else ()
        request = WebRequest(
            with_parameters(f"{self._endpoint}/paper/search", asked), headers=headers, retries=0
        )
        try:
            async with self._pace:
                answer = await ask_json(self._client, self.name, request)
        except SearchError as error:
            if not self._key and error.reason.startswith(_LIMITED):
                reason = f"{error.reason}; a key in SEMANTIC_SCHOLAR_API_KEY allows more"
                raise SearchError(self.name, reason) from None
            raise
        # Where nothing was found, the array may be left out.
        sign = "total" if answer.get("total") == 0 else None
        leads = [
            lead_of(
                self.name,
                _address(mapping(paper.get("externalIds")), paper.get("url")),
                from_text(paper.get("title"), MAX_TITLE),
                from_text(paper.get("abstract")),
                1 / (1 + place),
            )
            for place, paper in enumerate(listed(self.name, answer, "data", sign=sign))
        ]
        found = tuple(lead for lead in leads if lead is not None)
        return SearchReply(leads=found[: max(limit, 0)])


def _address(ids: Mapping[str, object], url: object) -> object:
    for scheme, name in (("doi", "DOI"), ("arxiv", "ArXiv")):
        known = from_text(ids.get(name), _MAX_ID)
        escaped = quote(known, safe="") if scheme == "doi" else known
        address = scholarly_address(f"{scheme}:{escaped}")
        if address is not None:
            return address
    return url
