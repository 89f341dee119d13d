"""arXiv, without a key.

Shape by the arXiv API user's manual: ``GET /api/query`` with ``search_query`` and
``max_results`` answers with an Atom feed; each ``entry`` has ``id`` (the abstract's address),
``title``, ``summary``. One request every three seconds, one connection.
"""

from __future__ import annotations

import re

from lxml import etree
from lxml.html import HtmlElement

from ascertain.adapters.search.asking import Exchanging, ask, cut_query, lead_of, with_parameters
from ascertain.adapters.search.markup import MAX_TITLE, from_text
from ascertain.adapters.search.pacing import Pace
from ascertain.adapters.web.client import WebRequest
from ascertain.errors import SearchError
from ascertain.evidence.lead import SearchReply

__all__ = ["ArxivSearch"]

_ENDPOINT = "https://export.arxiv.org/api/query"
_CHARACTERS, _MOST, _PAUSE_S, _MAX_BYTES = 300, 100, 3.0, 5_000_000
_ATOM = "{http://www.w3.org/2005/Atom}"
_WORD = re.compile(r"\w+")
_MAX_WORDS = 12


class ArxivSearch:
    """Asks arXiv.

    Args:
        client: asks under policy.
        endpoint: where to ask; None: the public one.
        pause_s: seconds between two requests.
    """

    def __init__(
        self, client: Exchanging, *, endpoint: str | None = None, pause_s: float = _PAUSE_S
    ) -> None:
        self._client = client
        self._endpoint = endpoint or _ENDPOINT
        self._pace = Pace(pause_s)

    @property
    def name(self) -> str:
        """The provider's name."""
        return "arxiv"

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search; a query without a word finds nothing."""
        words = _WORD.findall(cut_query(query, characters=_CHARACTERS))[:_MAX_WORDS]
        if not words:
            return SearchReply()
        asked = {
            # Words alone: nothing of a query may be read as arXiv's own syntax.
            "search_query": " AND ".join(f'all:"{word}"' for word in words),
            "max_results": min(max(limit, 1), _MOST),
            "sortBy": "relevance",
        }
        request = WebRequest(with_parameters(self._endpoint, asked), max_bytes=_MAX_BYTES)
        async with self._pace:
            body = await ask(self._client, self.name, request)
        leads = [
            lead_of(
                self.name,
                _text(entry, "id").replace("http://arxiv.org/", "https://arxiv.org/"),
                from_text(_text(entry, "title"), MAX_TITLE),
                from_text(_text(entry, "summary")),
                1 / (1 + place),
            )
            for place, entry in enumerate(self._entries(body))
        ]
        found = tuple(lead for lead in leads if lead is not None and "/api/errors" not in lead.url)
        return SearchReply(leads=found[: max(limit, 0)])

    def _entries(self, body: bytes) -> list[HtmlElement]:
        parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
        try:
            root = etree.fromstring(body, parser)
        except (etree.XMLSyntaxError, ValueError):
            raise SearchError(self.name, "the answer is no feed, or was cut short") from None
        if root is None or root.tag != f"{_ATOM}feed":
            raise SearchError(self.name, "it answered with something else than a feed")
        return root.findall(f"{_ATOM}entry")[:_MOST]


def _text(entry: HtmlElement, name: str) -> str:
    return entry.findtext(f"{_ATOM}{name}") or ""
