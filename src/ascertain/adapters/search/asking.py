"""Asking a provider over HTTP, and what every kind of bad answer means."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from typing import Any, Protocol, cast
from urllib.parse import urlencode

from ascertain.adapters.search.markup import MAX_SNIPPET, MAX_TITLE, from_text
from ascertain.adapters.web.client import WebRequest
from ascertain.errors import FetchError, SearchError
from ascertain.evidence.exchange import Exchange, FetchTrace
from ascertain.evidence.lead import Lead

__all__ = [
    "Exchanging",
    "ask",
    "ask_json",
    "cut_query",
    "lead_of",
    "listed",
    "mapping",
    "mappings",
    "with_parameters",
]

_MAX_BYTES = 5_000_000
_TIMEOUT_S = 20.0
_MAX_URL = 2_048
_MOST_RESULTS = 200
_SHAPE = "the answer has another shape than its documentation says"
_OK, _LIMITED, _FAULT = 200, 429, 500
# 432 and 433 are Tavily's: the key's or the plan's limit is used up.
_REFUSED = frozenset((401, 402, 403, 432, 433))
# Google says with 400, Brave with 422, that a key is wrong, and with the same that a query is.
_NOT_ACCEPTED = frozenset((400, 422))


class Exchanging(Protocol):
    """What asks one request under policy, such as ``WebClient``."""

    async def exchange(self, request: WebRequest, trace: FetchTrace | None = None) -> Exchange:
        """Ask; only ``FetchError`` leaves."""
        ...


async def ask(client: Exchanging, provider: str, request: WebRequest) -> bytes:
    """Ask and return the body of a good answer.

    Raises:
        SearchError: saying what went wrong; never with the address, which may hold a key.
    """
    try:
        async with asyncio.timeout(_TIMEOUT_S):
            exchange = await client.exchange(request)
    except TimeoutError:
        raise SearchError(provider, f"no answer within {_TIMEOUT_S:g} s") from None
    except FetchError as error:
        raise SearchError(provider, error.reason) from None
    if exchange.status == _OK:
        return exchange.body
    raise SearchError(provider, _said_no(exchange))


def _said_no(exchange: Exchange) -> str:
    status = f"HTTP {exchange.status}"
    if exchange.status in _REFUSED:
        return f"{status}: it refuses to answer; a key may be missing, wrong or used up"
    if exchange.status == _LIMITED:
        wait = (exchange.header("Retry-After") or "")[:60]
        return f"{status}: its rate limit is reached" + (f"; retry after {wait}" if wait else "")
    if exchange.status >= _FAULT:
        return f"{status}: the provider has a fault"
    if exchange.status in _NOT_ACCEPTED:
        return f"{status}: the request was not accepted; the key or the query may be wrong"
    return f"{status}: the request was not accepted"


async def ask_json(client: Exchanging, provider: str, request: WebRequest) -> Mapping[str, Any]:
    """Ask and return the answer, which must be one JSON object.

    Raises:
        SearchError: saying what went wrong.
    """
    accepting = WebRequest(
        url=request.url,
        method=request.method,
        headers=(*request.headers, ("Accept", "application/json")),
        body=request.body,
        max_bytes=_MAX_BYTES,
        retries=request.retries,
    )
    body = await ask(client, provider, accepting)
    if not body.strip():
        raise SearchError(provider, "the answer is empty")
    if body.lstrip()[:1] == b"<":
        raise SearchError(provider, "it answered with a web page where JSON was expected")
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        raise SearchError(provider, "the answer is no JSON, or was cut short") from None
    if not isinstance(answer, dict):
        raise SearchError(provider, _SHAPE)
    return cast("Mapping[str, Any]", answer)


def with_parameters(endpoint: str, parameters: Mapping[str, str | int]) -> str:
    """Return an address with parameters added."""
    joint = "&" if "?" in endpoint else "?"
    return f"{endpoint}{joint}{urlencode({k: str(v) for k, v in parameters.items()})}"


def mapping(value: object) -> Mapping[str, Any]:
    """Return a JSON object, or an empty one in place of anything else."""
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else {}


def mappings(value: object) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of a JSON array, at most 200; nothing of anything else."""
    items = cast("list[object]", value)[:_MOST_RESULTS] if isinstance(value, list) else []
    yield from (found for found in map(mapping, items) if found)


def listed(
    provider: str, answer: Mapping[str, Any], field: str, *, sign: str | None = None
) -> Iterator[Mapping[str, Any]]:
    """Return the objects of an array that an answer must have.

    Args:
        provider: its name.
        answer: what it answered.
        field: the array's name.
        sign: a field by which an answer without the array is known to be one that found nothing.

    Raises:
        SearchError: if there is no such array; that is no way to say "nothing found".
    """
    value = answer.get(field)
    if value is None and sign is not None and sign in answer:
        return iter(())
    if not isinstance(value, list):
        raise SearchError(provider, _SHAPE)
    return mappings(cast("object", value))


def cut_query(query: str, *, characters: int, words: int | None = None) -> str:
    """Cut a query to what a provider takes, at the end of a word where there is one."""
    # Half a surrogate pair cannot be sent: it becomes a question mark.
    whole = query.encode("utf-8", "replace").decode("utf-8")
    kept = " ".join(whole.split()[:words])
    if len(kept) <= characters:
        return kept
    cut = kept[: characters + 1].rsplit(" ", 1)[0]
    return cut if len(cut) <= characters else cut[:characters]


def lead_of(provider: str, url: object, title: str, snippet: str, score: float) -> Lead | None:
    """Return the lead, or None where the address cannot be read over the web."""
    if not isinstance(url, str) or len(url) > _MAX_URL:
        return None
    address = url.strip()
    if from_text(address, _MAX_URL) != address:
        return None  # half a character, or white space inside
    if not address.lower().startswith(("http://", "https://")):
        return None
    return Lead(
        url=address,
        title=title[:MAX_TITLE],
        snippet=snippet[:MAX_SNIPPET],
        score=score,
        provider=provider,
    )
