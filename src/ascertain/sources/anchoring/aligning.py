"""Lay a folded quote over a folded text: candidate places first, then the best edges.

Candidates come from shared grams on one diagonal (as in seed-and-extend alignment); edges and
edit operations from rapidfuzz's Levenshtein distance on a window as long as the quote, so the
work does not grow with the text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rapidfuzz.distance import Indel, Levenshtein
from rapidfuzz.fuzz import partial_ratio_alignment

from ascertain.sources.anchoring.boundaries import is_word_cut
from ascertain.sources.anchoring.folding import Folded
from ascertain.sources.anchoring.prepared import PreparedText

__all__ = ["Alignment", "Block", "align_in_window", "alignments"]

_MOST_CANDIDATES = 8
_BUCKET = 32
"""Skeleton characters by which two seeds of one place may be shifted apart."""

_MOST_SEEDS = 600
_FEW_PLACES = 4
_MOST_CROWDED = 60
_RESCUE_SEEDS = 8
_RESCUE_REPEATS = 4
_SURE = 0.9
_RIVAL_SHARE = 0.8
"""Share of the votes below which a place is not looked at once a very similar one is known."""

_SMALLEST_SHARE = 0.4
"""Share of the best candidate's votes that another needs to be looked at."""


_Weighed = tuple[int, int, int, float]
"""A gram's offset in the quote, its offset in the text, its length, and its weight."""


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
    best, most = 0.0, 0.0
    for votes, seed in _candidates(quote, prepared):
        if best >= _SURE and votes < most * _RIVAL_SHARE:
            break
        most = max(most, votes)
        found = _extended(quote, prepared.folded, seed)
        if (found.start, found.end) not in seen:
            seen.add((found.start, found.end))
            best = max(best, found.similarity)
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


def _candidates(quote: str, prepared: PreparedText) -> list[tuple[float, _Seed]]:
    seeds = _indexed_seeds(quote, prepared) or _searched_seeds(quote, prepared)
    ranked = _ranked(seeds)
    least = ranked[0][0] * _SMALLEST_SHARE if ranked else 0.0
    return [(votes, seed) for votes, seed in ranked if votes >= least]


def _ranked(seeds: list[_Weighed]) -> list[tuple[float, _Seed]]:
    """Weigh places by the seeds on their diagonal; return the best, each with one of its seeds."""
    votes: dict[int, float] = {}
    for at, place, _, weight in seeds:
        bucket = (place - at) // _BUCKET
        votes[bucket] = votes.get(bucket, 0.0) + weight
    joined = {bucket: count + votes.get(bucket + 1, 0.0) for bucket, count in votes.items()}
    chosen: dict[int, float] = {}
    for bucket in sorted(joined, key=lambda one: (-joined[one], one)):
        if bucket - 1 not in chosen and bucket + 1 not in chosen:
            chosen[bucket] = joined[bucket]
        if len(chosen) == _MOST_CANDIDATES:
            break
    best: dict[int, list[_Seed]] = {bucket: [] for bucket in chosen}
    for at, place, length, _ in seeds:
        bucket = (place - at) // _BUCKET
        for near in (bucket, bucket - 1):
            if near in best:
                best[near].append(_Seed(at, place, length))
    return [(count, _most_shared(best[bucket])) for bucket, count in chosen.items()]


def _most_shared(seeds: list[_Seed]) -> _Seed:
    """Return the middle seed of those on the diagonal that holds most of them."""
    diagonals = Counter(seed.source_at - seed.quote_at for seed in seeds)
    shift = diagonals.most_common(1)[0][0]
    same = [seed for seed in seeds if seed.source_at - seed.quote_at == shift]
    return same[len(same) // 2]


def _indexed_seeds(quote: str, prepared: PreparedText) -> list[_Weighed]:
    """Return the seeds of indexed grams; the fewer places a gram has, the more each weighs."""
    index = prepared.grams
    size = index.size
    seeds: list[_Weighed] = []
    crowded = 0
    for at in range(0, len(quote) - size + 1, max(1, len(quote) // _MOST_SEEDS)):
        places = index.places(quote[at : at + size])
        if not places:
            continue
        if len(places) > _FEW_PLACES:
            crowded += 1
            if crowded > _MOST_CROWDED:
                continue
        weight = 1.0 / len(places)
        seeds.extend([(at, place, size, weight) for place in places])
    return seeds


def _searched_seeds(quote: str, prepared: PreparedText) -> list[_Weighed]:
    """Search for shorter grams where the index knows none: short or badly damaged quotes."""
    size = max(2, prepared.grams.size - 3)
    skeleton = prepared.folded.skeleton
    last = len(quote) - size
    if last < 0:
        return []
    count = min(_RESCUE_SEEDS, last + 1)
    found: list[_Weighed] = []
    for number in range(count):
        at = number * last // max(1, count - 1)
        gram = quote[at : at + size]
        place = skeleton.find(gram)
        for _ in range(_RESCUE_REPEATS):
            if place < 0:
                break
            found.append((at, place, size, 1.0))
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
            fit.cost + (not is_word_cut(source, seed.source_at - fit.length)),
            fit.cost,
            fit.rest,
            -fit.length,
        ),
    ).length
    end = min(
        _fitting(right, skeleton[after : after + _reach(right)]),
        key=lambda fit: (
            fit.cost + (not is_word_cut(source, after + fit.length)),
            fit.cost,
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
    fits: list[tuple[int, int]] = []
    lengths = range(max(0, size - slack), min(len(text), size + slack) + 1)
    for length in sorted(lengths, key=lambda one: abs(one - size)):
        cost = Levenshtein.distance(part, text[:length], score_cutoff=best_cost + 1)
        if cost <= best_cost + 1:
            fits.append((length, cost))
            best_cost = min(best_cost, cost)
    return [
        _Fit(length, cost, Indel.distance(part, text[:length]))
        for length, cost in fits
        if cost <= best_cost + 1
    ] or [_Fit(min(size, len(text)), best_cost, 0)]


def _blocks(quote: str, skeleton: str, start: int, end: int) -> tuple[Block, ...]:
    operations = Levenshtein.opcodes(quote, skeleton[start:end])
    return tuple(
        Block(
            op.tag == "equal", op.src_start, op.src_end, start + op.dest_start, start + op.dest_end
        )
        for op in operations
    )
