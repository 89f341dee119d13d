"""Which passages of a document bear on a query: idf-weighted coverage within the document."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence

from ascertain.sources.passages import TextPassage

__all__ = ["bearing_passages", "words_of"]

_RUN = re.compile(r"[぀-ヿ㐀-鿿豈-﫿가-힯]+|[^\W_]+")
_CJK = re.compile(r"[぀-ヿ㐀-鿿豈-﫿가-힯]")
_REST_WEIGHT = 0.3
"""Passages outside the main content count this much."""


def words_of(text: str) -> Iterator[str]:
    """Yield folded words; scripts without spaces as overlapping pairs of characters."""
    for run in _RUN.findall(unicodedata.normalize("NFKC", text).casefold()):
        if _CJK.match(run) and len(run) > 1:
            yield from (run[at : at + 2] for at in range(len(run) - 1))
        else:
            yield run


def bearing_passages(
    text: str, passages: Sequence[TextPassage], query: str
) -> list[tuple[int, TextPassage]]:
    """Return passages with their place, best first; in reading order without a query.

    Score: for each word of the query found in the passage or its heading, its inverse
    document frequency among the passages (Robertson & Zaragoza, 2009), saturated by count.
    Passages without any word of the query come last, in reading order.
    """
    numbered = list(enumerate(passages))
    wanted = set(words_of(query))
    if not wanted:
        return sorted(numbered, key=lambda item: not item[1].is_main)
    bags = [
        Counter(
            word
            for word in words_of(f"{passage.heading} {text[passage.start : passage.end]}")
            if word in wanted
        )
        for passage in passages
    ]
    held = Counter(word for bag in bags for word in bag)
    weight = {word: math.log(1 + len(passages) / (1 + held[word])) for word in wanted}

    def score(item: tuple[int, TextPassage]) -> float:
        at, passage = item
        total = sum(weight[word] * count / (count + 1) for word, count in bags[at].items())
        return total if passage.is_main else total * _REST_WEIGHT

    return sorted(numbered, key=lambda item: (-score(item), item[0]))
