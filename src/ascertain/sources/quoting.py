"""Which texts hold another's sentence word for word."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from ascertain.sources.bearing import words_of

__all__ = ["texts_with_quotes"]

_RUN = 12
"""Words in a row that nobody writes twice by chance."""
_MAX_TEXT = 500_000
_MOST_PLACES = 50
"""Quotes that begin alike; more are boilerplate."""


def texts_with_quotes(
    quotes: Mapping[str, str], texts: Mapping[str, str]
) -> dict[str, frozenset[str]]:
    """Say which texts hold which quotes, from the first twelve words on.

    Args:
        quotes: id to quote; shorter ones than twelve words prove nothing and are left out.
        texts: id to text; of each, half a million characters are looked at.

    Returns:
        Quote id to the ids of all texts that hold it. Time is proportional to the texts' length.
    """
    beginnings: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for name, quote in quotes.items():
        words = tuple(words_of(quote))
        if len(words) >= _RUN:
            beginnings[words[:_RUN]].append(name)
    firsts = {run[0] for run, names in beginnings.items() if len(names) <= _MOST_PLACES}
    found: defaultdict[str, set[str]] = defaultdict(set)
    for text_id, text in texts.items():
        if not firsts:
            break
        words = tuple(words_of(text[:_MAX_TEXT]))
        for at, word in enumerate(words):
            if word in firsts:
                for name in beginnings.get(words[at : at + _RUN], ()):
                    found[name].add(text_id)
    return {name: frozenset(ids) for name, ids in found.items()}
