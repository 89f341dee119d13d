"""The baseline: Okapi BM25 over all sentences of a set (k1 = 1.2, b = 0.75)."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter, defaultdict
from typing import NamedTuple

from ascertain.sources.sentences import sentence_spans
from recall_sets import BenchSet

__all__ = ["Baseline", "Found"]

_K1, _B = 1.2, 0.75
_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+|[^\W_\u3040-\u30ff\u3400-\u9fff]+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


class Found(NamedTuple):
    """A sentence and where it stands."""

    text: str
    document: int
    paragraph: int


class Baseline:
    """Sentences of a set, searchable.

    Args:
        bench: the set.
    """

    def __init__(self, bench: BenchSet) -> None:
        self._sentences = [
            Found(text[span.start : span.end], document, paragraph)
            for document, (_, paragraphs) in enumerate(bench.documents)
            for paragraph, text in enumerate(paragraphs)
            for span in sentence_spans(text, bench.language)
        ]
        self._holders: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        self._lengths: list[int] = []
        for at, sentence in enumerate(self._sentences):
            bag = Counter(_tokens(sentence.text))
            self._lengths.append(bag.total())
            for token, count in bag.items():
                self._holders[token].append((at, count))
        self._mean = sum(self._lengths) / len(self._lengths)

    def best(self, question: str, limit: int) -> list[int]:
        """Return the places of the best sentences."""
        scores: defaultdict[int, float] = defaultdict(float)
        for token in set(_tokens(question)):
            holders = self._holders.get(token, [])
            idf = math.log(1 + (len(self._sentences) - len(holders) + 0.5) / (len(holders) + 0.5))
            for at, count in holders:
                norm = _K1 * (1 - _B + _B * self._lengths[at] / self._mean)
                scores[at] += idf * count * (_K1 + 1) / (count + norm)
        return sorted(scores, key=lambda at: (-scores[at], at))[:limit]

    def sentence(self, at: int) -> Found:
        """Return a sentence by its place."""
        return self._sentences[at]

    def widened(self, at: int, length: float) -> Found:
        """Return a sentence with neighbours of its document until it has ``length`` characters.

        Neighbours are added in turn after and before it; the last one is cut, so that the
        length is met exactly where the document is long enough.
        """
        middle = self._sentences[at]
        text, low, high = middle.text, at, at
        while len(text) < length:
            missing = int(length - len(text))
            after = self._neighbour(high + 1, middle.document)
            before = self._neighbour(low - 1, middle.document)
            if after is not None and (before is None or high - at <= at - low):
                text, high = f"{text} {after.text[:missing]}", high + 1
            elif before is not None:
                text, low = f"{before.text[-missing:]} {text}", low - 1
            else:
                break
        return Found(text, middle.document, middle.paragraph)

    def _neighbour(self, at: int, document: int) -> Found | None:
        if not 0 <= at < len(self._sentences):
            return None
        found = self._sentences[at]
        return found if found.document == document else None


def _tokens(text: str) -> list[str]:
    found: list[str] = []
    for run in _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold()):
        if _CJK.match(run) and len(run) > 1:
            found.extend(run[at : at + 2] for at in range(len(run) - 1))
        else:
            found.append(run)
    return found
