"""A claim laid beside the part of its evidence that bears on it."""

from __future__ import annotations

import re
from typing import NamedTuple

from rapidfuzz.distance import LCSseq

from ascertain.sources.sentences import MAX_SENTENCE, Span, sentence_spans
from ascertain.validation.lexicon import FUNCTION_WORDS
from ascertain.validation.once import once
from ascertain.validation.statement import Statement
from ascertain.validation.tongues import tongue_of

__all__ = ["NEARLY_VERBATIM", "Comparison", "Slot"]

NEARLY_VERBATIM = 0.7
"""Share of the claim's words, in order, from which single differences can be told."""

_PASSAGE_WORDS = 120
"""Words of evidence that are compared; the facts page measured 110 to 150 as best."""
_SEVERAL = re.compile(r"[.!?。！？…][\"”’')\]]*\s*\S|\n")
_SEVERAL_SAID = re.compile(r"(?:(?<![ .][A-Za-z])[.!?][\"”’')\]]*\s+|[。！？…][\"”’')\]]*\s*)\S|\n")
"""Several sentences of a claim; no stop within a number, an abbreviation or initials."""

_SHORT_ENOUGH = 600
"""Characters of evidence that are compared as a whole."""

_MAX_WORDS = 4_000
"""Words of a claim or a sentence past which alignment stops."""


class Slot(NamedTuple):
    """Words of the claim, and the evidence's words in their place, as half-open ranges."""

    claim_from: int
    claim_to: int
    evidence_from: int
    evidence_to: int


class Comparison:
    """A claim and the passage of the evidence that says most of it.

    Args:
        claim: the claim.
        evidence: all that is given as evidence.
        language: BCP 47 primary tag for sentence rules, or None.
        source: the text of the source that the evidence was taken from, where it is known.
    """

    def __init__(
        self,
        claim: Statement,
        evidence: str,
        language: str | None = None,
        source: str | None = None,
    ) -> None:
        self.claim = claim
        self.whole = evidence
        self.language = language
        self.source = source

    @once
    def whole_folded(self) -> str:
        """The evidence, case-folded."""
        return self.whole.casefold()

    @once
    def source_folded(self) -> str | None:
        """The source's text, case-folded; None if it is not known."""
        return None if self.source is None else self.source.casefold()

    @once
    def tongue(self) -> str:
        """The language as given, or by the claim's script and small words."""
        given = self.language or tongue_of(self.claim.text, self.claim.words)
        return given.lower().partition("-")[0]

    @once
    def sentences(self) -> list[Statement]:
        """The evidence's sentences; those that a claim of several spans count as one."""
        if len(self.whole) <= MAX_SENTENCE and not _SEVERAL.search(self.whole):
            return [Statement(self.whole, self.language)]
        spans = sentence_spans(self.whole, self.language)
        if _SEVERAL_SAID.search(self.claim.text):
            spans = _joined(spans, self.whole, self.claim.text.strip())
        return [Statement(self.whole[start:end], self.language) for start, end in spans]

    @once
    def _scores(self) -> list[float]:
        weights = _wanted(self.claim)
        wanted = weights.keys()
        return [
            sum(weights[stem] for stem in wanted & set(sentence.stems))
            for sentence in self.sentences
        ]

    @once
    def best_index(self) -> int:
        """Which sentence says most of the claim; the shorter of equals."""
        scores = self._scores
        return max(
            range(len(scores)),
            key=lambda place: (
                scores[place] - 0.5 * self.sentences[place].is_question,
                -len(self.sentences[place].text),
            ),
        )

    @once
    def best(self) -> Statement:
        """The sentence that says most of the claim."""
        return self.sentences[self.best_index] if self.sentences else Statement("")

    @once
    def chosen(self) -> list[int]:
        """The sentences of the passage, in order: greedily those that add most of the claim."""
        if sum(len(sentence.text) for sentence in self.sentences) < _SHORT_ENOUGH:
            return list(range(len(self.sentences)))
        return sorted(_greedy(self.claim, self.sentences))

    @once
    def passage(self) -> Statement:
        """The sentences that bear on the claim, as one text."""
        if len(self.chosen) == 1 and len(self.sentences) == 1:
            return self.sentences[0]
        return Statement(" ".join(self.sentences[i].text for i in self.chosen), self.language)

    @once
    def blocks(self) -> list[tuple[int, int, int]]:
        """Runs of equal words in the claim and the best sentence, in order."""
        left, right = self.claim.stems[:_MAX_WORDS], self.best.stems[:_MAX_WORDS]
        return [
            (op.src_start, op.dest_start, op.src_end - op.src_start)
            for op in LCSseq.opcodes(left, right)
            if op.tag == "equal"
        ]

    @once
    def similarity(self) -> float:
        """Share of the claim's weight that stands in the best sentence in the same order."""
        return self.similarity_but(0.0)

    def similarity_but(self, missing: float) -> float:
        """Return the same share, with some weight that is missing left out of account."""
        weights = self.claim.weights
        total = sum(weights) - missing
        kept = sum(sum(weights[start : start + size]) for start, _, size in self.blocks)
        return kept / total if total > 0 else 0.0

    @once
    def borne(self) -> float:
        """Share of the claim's weight whose words stand in the best sentence, in any order."""
        weights, there = self.claim.weights, set(self.best.stems)
        total = sum(weights)
        kept = sum(
            weight for stem, weight in zip(self.claim.stems, weights, strict=True) if stem in there
        )
        return kept / total if total > 0 else 0.0

    @once
    def slots(self) -> list[Slot]:
        """Where claim and best sentence differ between equal words (and at their ends)."""
        slots: list[Slot] = []
        at = (0, 0)
        ends = (len(self.claim.stems), len(self.best.stems), 0)
        for start, other, size in [*self.blocks, ends]:
            if start > at[0] or other > at[1]:
                slots.append(Slot(at[0], start, at[1], other))
            at = (start + size, other + size)
        return slots

    @once
    def missing(self) -> list[int]:
        """Places of the claim's words that stand nowhere in the passage."""
        there = set(self.passage.stems)
        words = set(self.passage.words)
        return [
            place
            for place, (stem, word) in enumerate(
                zip(self.claim.stems, self.claim.words, strict=True)
            )
            if stem not in there and word not in words
        ]

    @once
    def coverage(self) -> float:
        """Share of the claim's weight whose words stand in the passage."""
        weights = self.claim.weights
        total = sum(weights)
        return 1 - sum(weights[place] for place in self.missing) / total if total else 0.0


def _joined(spans: list[Span], whole: str, claim: str) -> list[Span]:
    """Join the sentences that a claim of several repeats; all, if it repeats none in a row."""
    at = whole.find(claim)
    if at < 0:
        return [Span(0, len(whole))] if len(whole) <= MAX_SENTENCE else spans
    end = at + len(claim)
    inside = [span for span in spans if span.start < end and at < span.end]
    if not inside:
        return spans
    first = spans.index(inside[0])
    one = Span(inside[0].start, inside[-1].end)
    return [*spans[:first], one, *spans[first + len(inside) :]]


def _wanted(claim: Statement) -> dict[str, float]:
    """Return what each word is worth in looking for the passage; values count as words."""
    return {
        stem: 0.1 if word in FUNCTION_WORDS else 1.0
        for stem, word in zip(claim.stems, claim.words, strict=True)
    }


def _greedy(claim: Statement, sentences: list[Statement]) -> set[int]:
    weights = _wanted(claim)
    found = [weights.keys() & set(sentence.stems) for sentence in sentences]
    chosen: set[int] = set()
    left = set(weights)
    words = 0
    candidates = sorted(range(len(sentences)), key=lambda i: -len(found[i]))[:60]
    while candidates and words < _PASSAGE_WORDS:
        best = max(candidates, key=lambda i: (_gain(found[i], left, weights), -i))
        if not chosen or _gain(found[best], left, weights) > 0:
            chosen.add(best)
            left -= found[best]
            words += len(sentences[best].stems)
            candidates.remove(best)
        else:
            break
    return chosen


def _gain(found: set[str], left: set[str], weights: dict[str, float]) -> float:
    return sum(weights[stem] for stem in found & left) + 0.2 * sum(weights[stem] for stem in found)
