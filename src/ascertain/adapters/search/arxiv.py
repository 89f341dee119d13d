"""arXiv, without a key.

Shape by the arXiv API user's manual: ``GET /api/query`` with ``search_query`` and
``max_results`` answers with an Atom feed; each ``entry`` has ``id`` (the abstract's address),
``title``, ``summary``; an error is an entry too, with an ``id`` under ``/api/errors``. One request
every three seconds, one connection.
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
from ascertain.sources.scholarly_ids import scholarly_address

__all__ = ["ArxivSearch"]

_ENDPOINT = "https://export.arxiv.org/api/query"
_CHARACTERS, _MOST, _PAUSE_S, _MAX_BYTES = 300, 100, 3.0, 5_000_000
_ATOM = "{http://www.w3.org/2005/Atom}"
_WORD = re.compile(r"\w+")
_MAX_WORDS, _FEW = 12, 2
# Words that no paper is found by, but that all of them would have to hold.
_SMALL = frozenset(
    "a an and are as at be by did do does for from has have how in is it its many much of on or "
    "that the their this to was were what when where which who whose why will with".split()
)


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

    @property
    def place(self) -> str:
        """Where it asks; kept answers hold for this place alone."""
        return self._endpoint

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search for all telling words, and if that finds nothing, for any of them.

        A query without a word finds nothing.
        """
        words = _telling(query)
        if not words:
            return SearchReply()
        entries = await self._found(words, " AND ", limit)
        if not entries and len(words) > _FEW:
            entries = await self._found(words, " OR ", limit)
        leads = [
            lead_of(
                self.name,
                scholarly_address(_text(entry, "id")) or _text(entry, "id"),
                from_text(_text(entry, "title"), MAX_TITLE),
                from_text(_text(entry, "summary")),
                1 / (1 + place),
            )
            for place, entry in enumerate(entries)
        ]
        found = tuple(lead for lead in leads if lead is not None)
        return SearchReply(leads=found[: max(limit, 0)])

    async def _found(self, words: list[str], joint: str, limit: int) -> list[HtmlElement]:
        asked = {
            # Words alone: nothing of a query may be read as arXiv's own syntax.
            "search_query": joint.join(f'all:"{word}"' for word in words),
            "max_results": min(max(limit, 1), _MOST),
            "sortBy": "relevance",
        }
        # Asking again would not keep to the pace.
        request = WebRequest(
            with_parameters(self._endpoint, asked), max_bytes=_MAX_BYTES, retries=0
        )
        async with self._pace:
            entries = self._entries(await ask(self._client, self.name, request))
        for entry in entries:
            if "/api/errors" in _text(entry, "id"):
                said = from_text(_text(entry, "summary"), MAX_TITLE) or "without a reason"
                raise SearchError(self.name, f"it answered with an error: {said}")
        return entries

    def _entries(self, body: bytes) -> list[HtmlElement]:
        parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
        try:
            root = etree.fromstring(body, parser)
        except (etree.XMLSyntaxError, ValueError):
            raise SearchError(self.name, "the answer is no feed, or was cut short") from None
        if root is None or root.tag != f"{_ATOM}feed":
            raise SearchError(self.name, "it answered with something else than a feed")
        return root.findall(f"{_ATOM}entry")[:_MOST]


def _telling(query: str) -> list[str]:
    words = _WORD.findall(cut_query(query, characters=_CHARACTERS))
    telling = [word for word in words if word.lower() not in _SMALL]
    return list(dict.fromkeys(telling or words))[:_MAX_WORDS]


def _text(entry: HtmlElement, name: str) -> str:
    return entry.findtext(f"{_ATOM}{name}") or ""
