"""PubMed, through NCBI's E-utilities.

Shape by the E-utilities documentation: ``esearch.fcgi`` (``db=pubmed``, ``term``,
``retmode=json``) gives ``esearchresult.idlist``; ``esummary.fcgi`` (``id``) gives ``result``,
an object by identifier with ``title``, ``source``, ``pubdate``. Three requests a second without
a key, ten with one. What would be read as a field, an operator or a wildcard (PubMed help) is
taken out of the query.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import cast

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
from ascertain.adapters.search.pacing import Pace
from ascertain.adapters.web.client import WebRequest
from ascertain.errors import SearchError
from ascertain.evidence.lead import SearchReply

__all__ = ["PubmedSearch"]

_ENDPOINT = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
_CHARACTERS, _MOST = 500, 100
_PAUSE_S, _PAUSE_WITH_KEY_S = 0.34, 0.1
_NUMBER = re.compile(r"[0-9]{1,12}")
_SYNTAX = re.compile(r'["*:/|&#%~()\[\]{}]|(?<![\w+-])[-+!]+|\b(?:AND|OR|NOT)\b')


class PubmedSearch:
    """Asks PubMed.

    Args:
        client: asks under policy.
        key: may be empty; sent as a parameter.
        endpoint: where to ask.
    """

    def __init__(self, client: Exchanging, *, key: str = "", endpoint: str = _ENDPOINT) -> None:
        self._client = client
        self._key = key
        self._endpoint = endpoint.rstrip("/")
        self._pace = Pace(_PAUSE_WITH_KEY_S if key else _PAUSE_S)

    @property
    def name(self) -> str:
        """The provider's name."""
        return "pubmed"

    @property
    def place(self) -> str:
        """Where it asks; kept answers hold for this place alone."""
        return self._endpoint

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search; a query without a word finds nothing."""
        words = cut_query(_SYNTAX.sub(_plain, query), characters=_CHARACTERS)
        if not words:
            return SearchReply()
        found = await self._ask(
            "esearch",
            term=words,
            retmax=min(max(limit, 1), _MOST),
            sort="relevance",
        )
        result = mapping(found.get("esearchresult"))
        if "ERROR" in result:
            said = from_text(result["ERROR"], MAX_TITLE) or "without a reason"
            raise SearchError(self.name, f"it answered with an error: {said}")
        listed(self.name, result, "idlist")
        ids = [
            each
            for each in cast("list[object]", result["idlist"])[:_MOST]
            if isinstance(each, str) and _NUMBER.fullmatch(each)
        ]
        if not ids:
            return SearchReply()
        summaries = mapping((await self._ask("esummary", id=",".join(ids))).get("result"))
        listed(self.name, summaries, "uids")
        leads = [
            lead_of(
                self.name,
                f"https://pubmed.ncbi.nlm.nih.gov/{each}/",
                from_markup(summary.get("title"), MAX_TITLE),
                _where(summary),
                1 / (1 + place),
            )
            for place, each in enumerate(ids)
            # An article that was withdrawn has an error in place of a summary.
            if "error" not in (summary := mapping(summaries.get(each)))
        ]
        return SearchReply(leads=tuple(lead for lead in leads if lead is not None)[: max(limit, 0)])

    async def _ask(self, tool: str, **parameters: str | int) -> dict[str, object]:
        asked = {"db": "pubmed", "retmode": "json", **parameters}
        if self._key:
            asked["api_key"] = self._key
        request = WebRequest(with_parameters(f"{self._endpoint}/{tool}.fcgi", asked))
        async with self._pace:
            return dict(await ask_json(self._client, self.name, request))


def _plain(found: re.Match[str]) -> str:
    """An operator in capitals becomes a word, anything else a space."""
    return found[0].lower() if found[0].isalpha() else " "


def _where(summary: Mapping[str, object]) -> str:
    return ", ".join(
        text for name in ("source", "pubdate") if (text := from_text(summary.get(name), MAX_TITLE))
    )
