"""A search over the site's own pages that speaks as SearXNG does.

The form of the answer follows SearXNG's documentation of its search API: ``/search`` with ``q``
and ``format=json``; engines that gave nothing stand in ``unresponsive_engines`` with a reason.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import parse_qs

from .serving import Answer, Request

__all__ = ["MODES", "Found", "SearchEndpoint"]

MODES = ("ok", "empty", "unresponsive", "rate_limited", "forbidden", "html", "cut", "hang")
"""What the endpoint can be told to do."""

_MOST = 20
_TERM = re.compile(r"[^\W_]+")
_HAN = re.compile(r"[\u3400-\u9fff]")
_ENGINE = "quillfind"
_JSON = (("Content-Type", "application/json"),)
_HTML = (("Content-Type", "text/html; charset=utf-8"),)
_PAGE = b"<!DOCTYPE html><title>Quillfind</title><p>Results are shown to people only.</p>"


class Found(NamedTuple):
    """Something that can be found."""

    url: str
    title: str
    snippet: str


class SearchEndpoint:
    """Ranks by the words that a query shares with title and snippet, rare words first.

    Attributes:
        mode: one of ``MODES``.
        only: if not empty, the paths that may be found.
    """

    def __init__(self, entries: Sequence[Found]) -> None:
        self._entries = tuple(entries)
        self._terms = [_terms(f"{x.title} {x.title} {x.snippet}") for x in self._entries]
        seen = Counter(term for terms in self._terms for term in set(terms))
        count = len(self._entries)
        self._weights = {term: math.log(1 + count / n) for term, n in seen.items()}
        self.mode = "ok"
        self.only: frozenset[str] = frozenset()

    def answer(self, request: Request) -> Answer:
        """Answer ``/search``."""
        asked = parse_qs(request.query)
        query = " ".join(asked.get("q", [""]))
        if asked.get("format") != ["json"]:
            return Answer(200, _HTML, _PAGE)
        broken = _BROKEN.get(self.mode)
        if broken is not None:
            return broken
        found = self._rank(query) if self.mode in {"ok", "cut"} else []
        silent = [["farsight", "timeout"]]
        if self.mode == "unresponsive":
            silent = [[_ENGINE, "CAPTCHA"], ["farsight", "too many requests"]]
        elif self.mode == "empty":
            silent = []
        body = json.dumps(
            {
                "query": query,
                "number_of_results": len(found),
                "results": found,
                "answers": [],
                "corrections": [],
                "infoboxes": [],
                "suggestions": [],
                "unresponsive_engines": silent,
            },
            ensure_ascii=False,
        ).encode()
        return Answer(200, _JSON, body[: len(body) // 2] if self.mode == "cut" else body)

    def _rank(self, query: str) -> list[dict[str, object]]:
        wanted = set(_terms(query))
        scored: list[tuple[float, Found]] = []
        for entry, terms in zip(self._entries, self._terms, strict=True):
            if self.only and not any(_has_path(entry.url, path) for path in self.only):
                continue
            counts = Counter(terms)
            score = sum(
                self._weights[term] * (1 + math.log(counts[term]))
                for term in wanted
                if counts[term]
            )
            if score > 0:
                scored.append((score, entry))
        scored.sort(key=lambda pair: (-pair[0], pair[1].url))
        return [
            {
                "url": entry.url,
                "title": entry.title,
                "content": entry.snippet,
                "engine": _ENGINE,
                "engines": [_ENGINE],
                "positions": [place],
                "score": round(score, 3),
                "category": "general",
            }
            for place, (score, entry) in enumerate(scored[:_MOST], 1)
        ]


def _has_path(url: str, path: str) -> bool:
    return url.split("/", 3)[-1] == path.lstrip("/")


_BROKEN = {
    "rate_limited": Answer(429, (*_HTML, ("Retry-After", "3600")), b"<p>Too many requests</p>"),
    "forbidden": Answer(403, _HTML, b"<title>403 Forbidden</title>"),
    "html": Answer(200, _HTML, _PAGE),
    "hang": Answer(0),
}


def _terms(text: str) -> list[str]:
    """Words, and for Chinese each character."""
    return [
        term for word in _TERM.findall(text.casefold()) for term in (_HAN.findall(word) or [word])
    ]
