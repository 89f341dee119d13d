"""Leads from a provider's list of results, where each is an object with an address."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ascertain.adapters.search.asking import lead_of
from ascertain.adapters.search.markup import MAX_TITLE, from_markup
from ascertain.evidence.lead import Lead, SearchReply

__all__ = ["reply_from"]


def reply_from(
    provider: str,
    results: Iterable[Mapping[str, Any]],
    limit: int,
    *,
    url: str = "url",
    title: str = "title",
    snippet: Callable[[Mapping[str, Any]], object],
    plain: Callable[[object, int], str] = from_markup,
) -> SearchReply:
    """Make a reply; results without a readable address are left out.

    Args:
        provider: its name.
        results: best first.
        limit: leads at most.
        url: the field that holds the address.
        title: the field that holds the title.
        snippet: finds the snippet of a result.
        plain: makes text of what the provider sends, to a length.
    """
    leads: list[Lead] = []
    for place, result in enumerate(results):
        lead = lead_of(
            provider,
            result.get(url),
            plain(result.get(title), MAX_TITLE),
            plain(snippet(result), 2_000),
            1 / (1 + place),
        )
        if lead is not None:
            leads.append(lead)
    return SearchReply(leads=tuple(leads[: max(limit, 0)]))
