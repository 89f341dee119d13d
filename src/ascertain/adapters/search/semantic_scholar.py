"""Semantic Scholar, best with a key.

Shape by the Academic Graph API documentation (paper relevance search): ``GET
/graph/v1/paper/search`` with ``query``, ``limit``, ``fields`` and the key in ``x-api-key``;
``data`` holds ``url``, ``title``, ``abstract``, ``externalIds``. Without a key it is mostly
at its rate limit.
"""

from __future__ import annotations

from ascertain.adapters.search.asking import (
    Exchanging,
    ask_json,
    cut_query,
    lead_of,
    mapping,
    mappings,
    with_parameters,
)
from ascertain.adapters.search.markup import MAX_TITLE, from_text
from ascertain.adapters.search.pacing import Pace
from ascertain.adapters.web.client import WebRequest
from ascertain.evidence.lead import SearchReply

__all__ = ["SemanticScholarSearch"]

_ENDPOINT = "https://api.semanticscholar.org/graph/v1"
_CHARACTERS, _MOST, _PAUSE_S = 500, 100, 1.0


class SemanticScholarSearch:
    """Asks Semantic Scholar.

    Args:
        client: asks under policy.
        key: may be empty.
        endpoint: where to ask.
    """

    def __init__(self, client: Exchanging, *, key: str = "", endpoint: str = _ENDPOINT) -> None:
        self._client = client
        self._key = key
        self._endpoint = endpoint.rstrip("/")
        self._pace = Pace(_PAUSE_S)

    @property
    def name(self) -> str:
        """The provider's name."""
        return "semantic-scholar"

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search."""
        asked = {
            "query": cut_query(query, characters=_CHARACTERS),
            "limit": min(max(limit, 1), _MOST),
            "fields": "title,abstract,url,externalIds",
        }
        headers = (("x-api-key", self._key),) if self._key else ()
        request = WebRequest(
            with_parameters(f"{self._endpoint}/paper/search", asked), headers=headers, retries=0
        )
        async with self._pace:
            answer = await ask_json(self._client, self.name, request)
        leads = [
            lead_of(
                self.name,
                _address(mapping(paper.get("externalIds")).get("DOI"), paper.get("url")),
                from_text(paper.get("title"), MAX_TITLE),
                from_text(paper.get("abstract")),
                1 / (1 + place),
            )
            for place, paper in enumerate(mappings(answer.get("data")))
        ]
        found = tuple(lead for lead in leads if lead is not None)
        return SearchReply(leads=found[: max(limit, 0)])


def _address(doi: object, url: object) -> object:
    return f"https://doi.org/{doi}" if isinstance(doi, str) and doi.startswith("10.") else url
