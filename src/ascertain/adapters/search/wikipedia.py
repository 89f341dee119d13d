"""Wikipedia, in the language of the query.

Shape by the MediaWiki Action API documentation (``list=search``): ``GET /w/api.php`` with
``action=query``, ``srsearch``, ``srlimit``; ``query.search`` holds ``title`` and ``snippet``,
whose hits are marked with ``<span class="searchmatch">``. A query has at most 300 characters.
What the wiki would read as search syntax (CirrusSearch help page) is taken out of it.
"""

from __future__ import annotations

import re
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
from ascertain.adapters.search.languages import query_language
from ascertain.adapters.search.markup import MAX_TITLE, from_markup, from_text
from ascertain.adapters.web.client import WebRequest
from ascertain.errors import InputError, SearchError
from ascertain.evidence.lead import SearchReply

__all__ = ["WikipediaSearch"]

_CHARACTERS, _MOST = 300, 50
_LANGUAGE = re.compile(r"[a-z]{2,12}(?:-[a-z]{2,12}){0,3}", re.ASCII)
_SYNTAX = re.compile(r'["~*?\\:|/()\[\]{}]|(?<![\w+-])[-+!]+|\b(?:AND|OR|NOT)\b')


class WikipediaSearch:
    """Asks Wikipedia.

    Args:
        client: asks under policy.
        endpoint: a wiki to ask in place of the language's own, such as ``https://wiki.example``.
        language: the wiki's code, such as ``de`` or ``zh-yue``; None: the query's.

    Raises:
        InputError: if the language cannot be part of a wiki's address.
    """

    def __init__(
        self, client: Exchanging, *, endpoint: str | None = None, language: str | None = None
    ) -> None:
        if language is not None and _LANGUAGE.fullmatch(language) is None:
            raise InputError(
                f"{language!a} is no language of a wiki", hint="Give a code such as de or zh-yue."
            )
        self._client = client
        self._endpoint = endpoint.rstrip("/") if endpoint else None
        self._language = language

    @property
    def name(self) -> str:
        """The provider's name."""
        return "wikipedia"

    @property
    def place(self) -> str:
        """The wiki that was set, where one was; kept answers hold for it alone."""
        return f"{self._endpoint or ''}\n{self._language or ''}"

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search; a query without a word finds nothing."""
        words = cut_query(_SYNTAX.sub(_plain, query), characters=_CHARACTERS)
        if not words:
            return SearchReply()
        language = self._language or query_language(query)
        place = self._endpoint or f"https://{language}.wikipedia.org"
        asked = {
            "action": "query",
            "list": "search",
            "format": "json",
            "utf8": 1,
            "srsearch": words,
            "srprop": "snippet",
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
                title,
                from_markup(result.get("snippet")),
                1 / (1 + place_in_list),
            )
            for place_in_list, result in enumerate(
                listed(self.name, mapping(answer.get("query")), "search")
            )
            if (title := from_text(result.get("title"), MAX_TITLE))
        ]
        found = tuple(lead for lead in leads if lead is not None)
        return SearchReply(leads=found[: max(limit, 0)])


def _plain(found: re.Match[str]) -> str:
    """An operator in capitals becomes a word, anything else a space."""
    return found[0].lower() if found[0].isalpha() else " "
