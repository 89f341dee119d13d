"""Lay a folded quote over a folded text: candidate places first, then the best edges.

Candidates come from shared grams on one diagonal (as in seed-and-extend alignment); edges and
edit operations from rapidfuzz's Levenshtein distance on a window as long as the quote, so the
work does not grow with the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rapidfuzz.distance import Indel, Levenshtein
from rapidfuzz.fuzz import partial_ratio_alignment

from ascertain.sources.anchoring.boundaries import is_word_cut
from ascertain.sources.anchoring.folding import Folded
from ascertain.sources.anchoring.prepared import PreparedText

__all__ = ["Alignment", "Block", "align_in_window", "alignments"]

_MOST_CANDIDATES = 6
_BUCKET = 32
"""Skeleton characters by which two seeds of one place may be shifted apart."""

_MOST_SEEDS = 600
_RESCUE_SEEDS = 12
_RESCUE_REPEATS = 6
_SMALLEST_SHARE = 0.5
"""Share of the best candidate's votes that another needs to be looked at."""


class Block(NamedTuple):
    """A stretch of the quote's skeleton and what stands for it in the text's skeleton."""

    same: bool
    quote_start: int
    quote_end: int
    source_start: int
    source_end: int


class Alignment(NamedTuple):
    """A place for a quote.

    Attributes:
        start: and ``end``: offsets in the text's skeleton.
        blocks: in order, without gaps, from the quote's first to its last character.
        similarity: 1 minus the edit distance over the longer length.
    """

    start: int
    end: int
    blocks: tuple[Block, ...]
    similarity: float


class _Seed(NamedTuple):
    quote_at: int
    source_at: int
    length: int


def alignments(quote: str, prepared: PreparedText) -> Iterator[Alignment]:
    """Yield the most promising places of a folded quote in a whole text, best votes first."""
    seen: set[tuple[int, int]] = set()
    for seed in _candidates(quote, prepared):
        found = _extended(quote, prepared.folded, seed)
        if (found.start, found.end) not in seen:
            seen.add((found.start, found.end))
            yield found


def align_in_window(quote: str, source: Folded, low: int, high: int) -> Alignment | None:
    """Find the best place of a short folded quote between two skeleton offsets."""
    skeleton = source.skeleton
    window = skeleton[low:high]
    if not quote or not window:
        return None
    near = partial_ratio_alignment(quote, window)
    if near is None or near.dest_start >= near.dest_end:
        return None
    start, end = low + near.dest_start, low + near.dest_end
    same = [block for block in _blocks(quote, skeleton, start, end) if block.same]
    if not same:
        return None
    best = max(same, key=lambda block: block.quote_end - block.quote_start)
    length = best.quote_end - best.quote_start
    return _extended(quote, source, _Seed(best.quote_start, best.source_start, length))


def _candidates(quote: str, prepared: PreparedText) -> list[_Seed]:
    seeds = _indexed_seeds(quote, prepared) or _searched_seeds(quote, prepared)
    votes: dict[int, int] = {}
    first: dict[int, _Seed] = {}
    for seed in seeds:
        bucket = (seed.source_at - seed.quote_at) // _BUCKET
        votes[bucket] = votes.get(bucket, 0) + 1
        first.setdefault(bucket, seed)
    joined = {bucket: count + votes.get(bucket + 1, 0) for bucket, count in votes.items()}
    ranked = sorted(joined, key=lambda bucket: (-joined[bucket], bucket))[:_MOST_CANDIDATES]
    if not ranked:
        return []
    least = joined[ranked[0]] * _SMALLEST_SHARE
    return [first[bucket] for bucket in ranked if joined[bucket] >= least]


def _indexed_seeds(quote: str, prepared: PreparedText) -> list[_Seed]:
    index = prepared.grams
    step = max(1, len(quote) // _MOST_SEEDS)
    return [
        _Seed(at, place, index.size)
        for at in range(0, len(quote) - index.size + 1, step)
        for place in index.places(quote[at : at + index.size])
    ]


def _searched_seeds(quote: str, prepared: PreparedText) -> list[_Seed]:
    """Search for shorter grams where the index knows none: short or badly damaged quotes."""
    size = max(2, prepared.grams.size - 3)
    skeleton = prepared.folded.skeleton
    last = len(quote) - size
    if last < 0:
        return []
    count = min(_RESCUE_SEEDS, last + 1)
    found: list[_Seed] = []
    for number in range(count):
        at = number * last // max(1, count - 1)
        gram = quote[at : at + size]
        place = skeleton.find(gram)
        for _ in range(_RESCUE_REPEATS):
            if place < 0:
                break
            found.append(_Seed(at, place, size))
            place = skeleton.find(gram, place + 1)
    return found


def _extended(quote: str, source: Folded, seed: _Seed) -> Alignment:
    """Move both edges of a seed's window to where the quote fits best."""
    skeleton = source.skeleton
    left = quote[: seed.quote_at]
    right = quote[seed.quote_at + seed.length :]
    after = seed.source_at + seed.length
    before = skeleton[max(0, seed.source_at - _reach(left)) : seed.source_at]
    start = min(
        _fitting(left[::-1], before[::-1]),
        key=lambda fit: (
            fit.cost,
            not is_word_cut(source, seed.source_at - fit.length),
            fit.rest,
            -fit.length,
        ),
    ).length
    end = min(
        _fitting(right, skeleton[after : after + _reach(right)]),
        key=lambda fit: (
            fit.cost,
            not is_word_cut(source, after + fit.length),
            fit.rest,
            -fit.length,
        ),
    ).length
    start, end = seed.source_at - start, after + end
    blocks = _blocks(quote, skeleton, start, end)
    changed = sum(
        max(b.quote_end - b.quote_start, b.source_end - b.source_start)
        for b in blocks
        if not b.same
    )
    return Alignment(start, end, blocks, 1 - changed / max(len(quote), end - start, 1))


class _Fit(NamedTuple):
    """How well a length of text stands for a part: fewest edits, then fewest replacements."""

    length: int
    cost: int
    rest: int


def _reach(part: str) -> int:
    return len(part) + _slack(part)


def _slack(part: str) -> int:
    return min(24, 4 + len(part) // 8) if part else 0


def _fitting(part: str, text: str) -> list[_Fit]:
    """Return the lengths of ``text``, from its start, that are nearest to the whole of ``part``."""
    size = len(part)
    if text[:size] == part:
        return [_Fit(size, 0, 0)]
    slack = _slack(part)
    best_cost = len(part) + len(text) + 1
    best: list[_Fit] = []
    lengths = range(max(0, size - slack), min(len(text), size + slack) + 1)
    for length in sorted(lengths, key=lambda one: abs(one - size)):
        cost = Levenshtein.distance(part, text[:length], score_cutoff=best_cost)
        if cost < best_cost:
            best.clear()
            best_cost = cost
        if cost == best_cost:
            best.append(_Fit(length, cost, Indel.distance(part, text[:length])))
    return best or [_Fit(min(size, len(text)), best_cost, 0)]


def _blocks(quote: str, skeleton: str, start: int, end: int) -> tuple[Block, ...]:
    operations = Levenshtein.opcodes(quote, skeleton[start:end])
    return tuple(
        Block(op.tag == "equal", op.src_start, op.src_end, start + op.dest_start, start + op.dest_end)
        for op in operations
    )
