"""Judge where a quote and a text differ: damage done by a scanner, or other words.

A difference is noise only if the text's word cannot be a word of its own: it stands nowhere else
in the text, it differs from the quote's by what scanners typically do, and neither of the two is
a number, a name or a word that decides what is said. Everything else is a change.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from typing import NamedTuple

from ascertain.evidence.selector import Difference
from ascertain.sources.anchoring.aligning import Alignment, Block
from ascertain.sources.anchoring.boundaries import Verdicts, compare_same, word_cuts
from ascertain.sources.anchoring.folding import Folded, fold, is_cjk
from ascertain.sources.anchoring.noise import is_noise
from ascertain.sources.anchoring.prepared import PreparedText
from ascertain.sources.words import (
    CHINESE_DIRECTIONS,
    CHINESE_NEGATIONS,
    CHINESE_NUMERALS,
    CRITICAL_WORDS,
    NEGATIONS,
    NUMBER_WORDS,
    POINTING_WORDS,
)

__all__ = ["Region", "changed_regions", "difference_of", "judge"]

_MOST_DAMAGED = 0.3
"""Share of a quote's words that may be damaged; more, and it is another sentence."""

_LEAST_ALLOWED = 2
_MOST_POINTING = 2


class Region(NamedTuple):
    """Whole words where the two skeletons differ.

    Attributes:
        quote_start: and the other three: skeleton offsets.
    """

    quote_start: int
    quote_end: int
    source_start: int
    source_end: int


def judge(
    quote: Folded, prepared: PreparedText, alignment: Alignment, open_at: Mapping[int, str]
) -> Verdicts:
    """Sort all differences of an alignment into harmless and harmful ones.

    Args:
        quote: the folded quote; the alignment's blocks count its skeleton.
        prepared: the text.
        alignment: where the quote lies in the text.
        open_at: skeleton offsets of the quote where bracketed words were taken out, and the words:
            there the text may have a pronoun, or those words.
    """
    verdicts = Verdicts([], [])
    regions = changed_regions(quote, prepared.folded, alignment)
    at = 0
    source_at = alignment.start
    for region in regions:
        _take(verdicts, compare_same(quote, at, region.quote_start, prepared, source_at))
        if not _is_opened(prepared.folded, region, open_at):
            _judge_region(quote, prepared, region, verdicts)
        at, source_at = region.quote_end, region.source_end
    _take(verdicts, compare_same(quote, at, len(quote.skeleton), prepared, source_at))
    allowed = max(_LEAST_ALLOWED, _MOST_DAMAGED * _words_in(quote))
    if len(regions) > allowed and not verdicts.harmful:
        verdicts.harmful.extend(d for d in verdicts.harmless if d.kind == "ocr_noise")
    return verdicts


def _is_opened(source: Folded, region: Region, open_at: Mapping[int, str]) -> bool:
    """Say whether bracketed words stand for the pronoun, or the words, that the text has here."""
    content = open_at.get(region.quote_start)
    if content is None or region.quote_start != region.quote_end:
        return False
    words = _split(source, region.source_start, region.source_end)
    if "".join(words) == fold(content).skeleton:
        return True
    return len(words) <= _MOST_POINTING and all(word in POINTING_WORDS for word in words)


def changed_regions(quote: Folded, source: Folded, alignment: Alignment) -> list[Region]:
    """Widen each edit to whole words on both sides; edits that meet become one region."""
    cuts = (
        word_cuts(quote, 0, len(quote.skeleton)),
        word_cuts(source, alignment.start, alignment.end),
    )
    blocks = alignment.blocks
    regions: list[Region] = []
    number = 0
    while number < len(blocks):
        if blocks[number].same:
            number += 1
            continue
        start = _left_edge(blocks, number, cuts)
        number, end = _right_edge(blocks, number, cuts)
        if regions and start[0] < regions[-1].quote_end:
            start = regions[-1].quote_start, regions[-1].source_start
            regions.pop()
        regions.append(Region(start[0], end[0], start[1], end[1]))
        number += 1
    return [
        region
        for region in (_tightened(quote, source, one) for one in regions)
        if region.quote_start < region.quote_end or region.source_start < region.source_end
    ]


def difference_of(quote: Folded, source: Folded, region: Region, kind: str) -> Difference:
    """Show a region's two sides as they stand."""
    return Difference(
        kind=kind,
        quote=quote.surface(region.quote_start, region.quote_end),
        source=source.surface(region.source_start, region.source_end),
    )


def _left_edge(
    blocks: tuple[Block, ...], number: int, cuts: tuple[list[int], list[int]]
) -> tuple[int, int]:
    """Move an edit's start back to where words begin on both sides, inside the same stretch."""
    quote_at, source_at = blocks[number].quote_start, blocks[number].source_start
    before = blocks[number - 1] if number else None
    room = before.quote_end - before.quote_start if before is not None and before.same else 0
    moved = 0
    while moved < room:
        need = max(
            quote_at - moved - _cut_before(cuts[0], quote_at - moved),
            source_at - moved - _cut_before(cuts[1], source_at - moved),
        )
        if need == 0:
            break
        moved = min(room, moved + need)
    return quote_at - moved, source_at - moved


def _right_edge(
    blocks: tuple[Block, ...], number: int, cuts: tuple[list[int], list[int]]
) -> tuple[int, tuple[int, int]]:
    """Move an edit's end on to where words end on both sides; take in the edits met on the way.

    Returns:
        The number of the last block taken in whole, and the two ends.
    """
    while True:
        quote_at, source_at = blocks[number].quote_end, blocks[number].source_end
        if number + 1 < len(blocks) and not blocks[number + 1].same:
            number += 1
            continue
        after = blocks[number + 1] if number + 1 < len(blocks) else None
        room = after.quote_end - after.quote_start if after is not None else 0
        moved = 0
        while moved <= room:
            need = max(
                _cut_after(cuts[0], quote_at + moved) - quote_at - moved,
                _cut_after(cuts[1], source_at + moved) - source_at - moved,
            )
            if need <= 0:
                return number, (quote_at + moved, source_at + moved)
            moved += need
        if number + 2 >= len(blocks):
            return number, (quote_at + room, source_at + room)
        number += 2


def _cut_before(cuts: list[int], at: int) -> int:
    return cuts[max(0, bisect_right(cuts, at) - 1)]


def _cut_after(cuts: list[int], at: int) -> int:
    return cuts[min(len(cuts) - 1, bisect_left(cuts, at))]


def _tightened(quote: Folded, source: Folded, region: Region) -> Region:
    """Leave out the words at both ends that are the same after all."""
    ours = _split(quote, region.quote_start, region.quote_end)
    theirs = _split(source, region.source_start, region.source_end)
    left = right = 0
    while ours and theirs and ours[0] == theirs[0]:
        left += len(ours.pop(0))
        theirs.pop(0)
    while ours and theirs and ours[-1] == theirs[-1]:
        right += len(ours.pop())
        theirs.pop()
    return Region(
        region.quote_start + left,
        region.quote_end - right,
        region.source_start + left,
        region.source_end - right,
    )


def _take(verdicts: Verdicts, more: Verdicts) -> None:
    verdicts.harmless.extend(more.harmless)
    verdicts.harmful.extend(more.harmful)


def _words_in(quote: Folded) -> int:
    return len(word_cuts(quote, 0, len(quote.skeleton))) - 1


def _judge_region(
    quote: Folded, prepared: PreparedText, region: Region, verdicts: Verdicts
) -> None:
    kind = is_noise(quote, prepared, *region)
    if kind:
        verdicts.harmless.append(difference_of(quote, prepared.folded, region, kind))
    else:
        kind = _harm(quote, prepared.folded, region)
        verdicts.harmful.append(difference_of(quote, prepared.folded, region, kind))


def _harm(quote: Folded, source: Folded, region: Region) -> str:
    ours = quote.skeleton[region.quote_start : region.quote_end]
    theirs = source.skeleton[region.source_start : region.source_end]
    words = {*_split(quote, region.quote_start, region.quote_end)}
    words |= {*_split(source, region.source_start, region.source_end)}
    changed = set(ours) ^ set(theirs)
    kind = "word"
    if not ours:
        kind = "left_out"
    elif not theirs:
        kind = "added"
    if (
        any(c.isdigit() for c in ours + theirs)
        or changed & CHINESE_NUMERALS
        or (words & NUMBER_WORDS)
    ):
        kind = "number"
    elif words & NEGATIONS or changed & CHINESE_NEGATIONS:
        kind = "negation"
    elif words & CRITICAL_WORDS or changed & CHINESE_DIRECTIONS:
        kind = "meaning_word"
    elif _is_name(quote, region.quote_start, region.quote_end) or _is_name(
        source, region.source_start, region.source_end
    ):
        kind = "name"
    return kind


def _split(folded: Folded, low: int, high: int) -> list[str]:
    if low == high:
        return []
    cuts = word_cuts(folded, low, high)
    return [folded.skeleton[a:b] for a, b in itertools.pairwise(cuts)]


def _is_name(folded: Folded, low: int, high: int) -> bool:
    surface = folded.surface(low, high)
    return bool(surface) and surface[0].isupper() and not is_cjk(surface[0])
