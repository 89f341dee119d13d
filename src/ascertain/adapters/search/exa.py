"""Exa, with a key.

Shape by the Exa API reference (Search): ``POST /search`` with the key in ``x-api-key`` and a
JSON body (``query``, ``numResults``, ``contents``); ``results`` holds ``url``, ``title``,
``text``, ``highlights``, plain text. An answer has at most 100 results.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from ascertain.adapters.search.asking import Exchanging, ask_json, cut_query, listed
from ascertain.adapters.search.markup import from_text
from ascertain.adapters.search.results import reply_from
from ascertain.adapters.web.client import WebRequest
from ascertain.evidence.lead import SearchReply

__all__ = ["ExaSearch"]

_ENDPOINT = "https://api.exa.ai/search"
_CHARACTERS, _MOST, _SNIPPET = 2_000, 100, 1_000


class ExaSearch:
    """Asks Exa.

    Args:
        client: asks under policy.
        key: sent in a header.
        endpoint: where to ask.
    """

    def __init__(self, client: Exchanging, key: str, *, endpoint: str = _ENDPOINT) -> None:
        self._client = client
        self._key = key
        self._endpoint = endpoint

    @property
    def name(self) -> str:
        """The provider's name."""
        return "exa"

    @property
    def place(self) -> str:
        """Where it asks; kept answers hold for this place alone."""
        return self._endpoint

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        """Search."""
        body = {
            "query": cut_query(query, characters=_CHARACTERS),
            "numResults": min(max(limit, 1), _MOST),
            "contents": {"text": {"maxCharacters": _SNIPPET}, "highlights": True},
        }
        request = WebRequest(
            self._endpoint,
            method="POST",
            headers=(("x-api-key", self._key), ("Content-Type", "application/json")),
            body=json.dumps(body).encode(),
        )
        answer = await ask_json(self._client, self.name, request)
        return reply_from(
            self.name,
            listed(self.name, answer, "results"),
            limit,
            snippet=_snippet,
            plain=from_text,
        )


def _snippet(result: Mapping[str, Any]) -> str:
    found = result.get("highlights")
    parts = cast("list[object]", found) if isinstance(found, list) else []
    said = " ".join(part for part in parts if isinstance(part, str))
    text = result.get("text")
    return said or (text if isinstance(text, str) else "")
