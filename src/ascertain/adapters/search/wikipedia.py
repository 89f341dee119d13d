"""Wikipedia, in the language of the query.

Shape by the MediaWiki Action API documentation (``list=search``): ``GET /w/api.php`` with
``action=query``, ``srsearch``, ``srlimit``; ``query.search`` holds ``title`` and ``snippet``,
whose hits are marked with ``<span class="searchmatch">``. A query has at most 300 characters.
"""

from __future__ import annotations

from urllib.parse import quote

from ascertain.adapters.search.asking import (
    Exchanging,
    ask_json,
    cut_query,
    lead_of,
    mapping,
    mappings,
    with_parameters,
)
from ascertain.adapters.search.languages import query_language
from ascertain.adapters.search.markup import MAX_TITLE, from_markup, from_text
from ascertain.adapters.web.client import WebRequest
from ascertain.errors import SearchError
from ascertain.evidence.lead import SearchReply

__all__ = ["WikipediaSearch"]

_CHARACTERS, _MOST = 300, 50


class WikipediaSearch:
    """Asks Wikipedia.

    Args:
        client: asks under policy.
        endpoint: a wiki to ask in place of the language's own, such as ``https://wiki.example``.
        language: of the wiki; None: the query's.
    """

    def __init__(
        self, client: Exchanging, *, endpoint: str | None = None, language: str | None = None
    ) -> None:
        self._client = client
        self._endpoint = endpoint.rstrip("/") if endpoint else None
        self._language = language

    @property
    def name(self) -> str:
        """The provider's name."""
        return "wikipedia"

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search."""
        language = self._language or query_language(query)
        place = self._endpoint or f"https://{language}.wikipedia.org"
        asked = {
            "action": "query",
            "list": "search",
            "format": "json",
            "utf8": 1,
            "srsearch": cut_query(query, characters=_CHARACTERS),
            "srlimit": min(max(limit, 1), _MOST),
        }
        request = WebRequest(with_parameters(f"{place}/w/api.php", asked))
        answer = await ask_json(self._client, self.name, request)
        if "error" in answer:
            said = from_text(mapping(answer["error"]).get("info"), MAX_TITLE)
            raise SearchError(self.name, f"it answered with an error: {said or 'without a reason'}")
        leads = [
            lead_of(
                self.name,
                f"{place}/wiki/{quote(title.replace(' ', '_'), safe='/:@!$()*,;~')}",
                from_text(title, MAX_TITLE),
                from_markup(result.get("snippet")),
                1 / (1 + place_in_list),
            )
            for place_in_list, result in enumerate(
                mappings(mapping(answer.get("query")).get("search"))
            )
            if isinstance(title := result.get("title"), str) and title
        ]
        found = tuple(lead for lead in leads if lead is not None)
        return SearchReply(leads=found[: max(limit, 0)])
