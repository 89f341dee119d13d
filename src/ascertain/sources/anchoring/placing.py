"""Places where a quote may stand, each with the differences found there, best first."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from ascertain.evidence.selector import Difference
from ascertain.sources.anchoring.aligning import Alignment, Block, align_in_window, alignments
from ascertain.sources.anchoring.boundaries import Verdicts, missing_marks
from ascertain.sources.anchoring.differences import judge
from ascertain.sources.anchoring.edges import outer_faults, with_outer_signs
from ascertain.sources.anchoring.editing import (
    LONGEST_GAP,
    Insertion,
    insertion_fault,
    omission_fault,
    split_omissions,
    unsupported_words,
    without_insertions,
    without_names,
)
from ascertain.sources.anchoring.folding import Folded, fold
from ascertain.sources.anchoring.prepared import PreparedText
from ascertain.sources.anchoring.signs import changed_signs

__all__ = ["Placement", "places"]

_MOST_PLACES = 60
_FUZZY_KINDS = frozenset(
    ("ocr_noise", "accent", "ellipsis_gap", "bracketed_insertion", "digit_grouping")
)
_PIVOT_PLACES = 12
_MOST_PIVOTS = 2
_MISSING_COST = 0.25
_WORSE = 0.1
"""Similarity below the best at which a place is not looked at."""

_PAGE = 2_000
_TITLE = 300
_BESIDE = 40
_AROUND = 16
_LONGEST_SHOWN = 60


class Placement(NamedTuple):
    """A place in the text and what differs there.

    Attributes:
        start: first code point, in.
        end: last code point, out.
        harmless: differences that do not matter.
        harmful: differences that do; none if the quote stands here.
        similarity: 0 to 1.
        is_fuzzy: whether more than forms differ.
    """

    start: int
    end: int
    harmless: list[Difference]
    harmful: list[Difference]
    similarity: float
    is_fuzzy: bool


class _Segment(NamedTuple):
    """A part of a quote between ellipses, with the insertions taken out of it."""

    text: str
    folded: Folded
    insertions: tuple[tuple[int, Insertion], ...]


def places(
    quote: str, prepared: PreparedText, ranges: list[tuple[int, int]]
) -> Iterator[Placement]:
    """Yield places for a quote: as it is, then by its ellipses and brackets.

    Args:
        quote: without blanks at its ends.
        prepared: the text.
        ranges: preferred ranges of the text, in order.
    """
    whole = _Segment(quote, fold(quote), ())
    yield from _same(whole, prepared, ranges)
    bare, taken = without_insertions(quote)
    parts = split_omissions(bare if taken else quote)
    if not taken and len(parts) <= 1:
        yield from _near(whole, prepared, ranges)
        return
    yield from _elided(quote, _segments(quote), prepared, ranges)
    if taken:
        kept = [_Segment(part, fold(part), ()) for part in split_omissions(quote)]
        yield from (
            _elided(quote, kept, prepared, ranges)
            if len(kept) > 1
            else _near(whole, prepared, ranges)
        )


def _segments(quote: str) -> list[_Segment]:
    found: list[_Segment] = []
    for part in split_omissions(quote):
        bare, taken = without_insertions(part)
        folded = fold(bare)
        if not folded.skeleton:
            continue
        keyed = tuple((folded.key_at(insertion.at), insertion) for insertion in taken)
        found.append(_Segment(bare, folded, keyed))
    return found


def _same(
    segment: _Segment,
    prepared: PreparedText,
    ranges: list[tuple[int, int]],
    low: int = 0,
    high: int | None = None,
) -> Iterator[Placement]:
    """Yield the places with the same skeleton, preferred ones first."""
    source, wanted = prepared.folded, segment.folded.skeleton
    limits = [(source.key_at(a), source.key_at(b)) for a, b in ranges] if high is None else []
    limits.append((low, len(source.skeleton) if high is None else high))
    if not wanted:
        return
    for left, right in limits:
        at = source.skeleton.find(wanted, left, right)
        for _ in range(_MOST_PLACES):
            if at < 0:
                break
            end = at + len(wanted)
            if not (source.cuts_character(at) or source.cuts_character(end)):
                block = Block(
                    same=True, quote_start=0, quote_end=len(wanted), source_start=at, source_end=end
                )
                yield _placement(segment, prepared, Alignment(at, end, (block,), 1.0))
            at = source.skeleton.find(wanted, at + 1, right)


def _near(
    segment: _Segment, prepared: PreparedText, ranges: list[tuple[int, int]]
) -> Iterator[Placement]:
    """Yield the places with a similar skeleton, preferred and similar ones first."""
    source = prepared.folded
    found = list(alignments(segment.folded.skeleton, prepared))
    best = max((alignment.similarity for alignment in found), default=0.0)
    found = [alignment for alignment in found if alignment.similarity >= best - _WORSE]

    def rank(alignment: Alignment) -> tuple[bool, float, int]:
        start, end = source.start_of(alignment.start), source.end_of(alignment.end - 1)
        return not _is_inside(start, end, ranges), -alignment.similarity, alignment.start

    for alignment in sorted(found, key=rank):
        yield _placement(segment, prepared, alignment)


def _is_inside(start: int, end: int, ranges: list[tuple[int, int]]) -> bool:
    number = bisect_right(ranges, start, key=lambda one: one[0]) - 1
    return number >= 0 and end <= ranges[number][1]


def _placement(segment: _Segment, prepared: PreparedText, alignment: Alignment) -> Placement:
    source = prepared.folded
    open_at = {key: insertion.content for key, insertion in segment.insertions}
    start = source.start_of(alignment.start)
    end = source.end_of(alignment.end - 1)
    verdicts = judge(segment.folded, prepared, alignment, open_at)
    if segment.insertions:
        _judge_insertions(segment, _paragraph(source.text, start, end), verdicts)
    verdicts.harmful.extend(
        Difference(kind=fault, source=_shown(source.text, start, end))
        for fault in outer_faults(segment.text, source.text, start, end)
    )
    ours = segment.folded
    head, tail = ours.gap_before(0), ours.gap_before(len(ours.skeleton))
    beside = source.gap_before(alignment.start), source.gap_before(alignment.end)
    around = beside[0][-_BESIDE:] + source.text[start:end] + beside[1][:_BESIDE]
    verdicts.harmful.extend(missing_marks(segment.text, around))
    start, end = with_outer_signs(head, tail, source.text, start, end)
    verdicts.harmful.extend(changed_signs(segment.text, source.text[start:end]))
    is_fuzzy = any(difference.kind in _FUZZY_KINDS for difference in verdicts.harmless)
    return Placement(
        start, end, verdicts.harmless, verdicts.harmful, alignment.similarity, is_fuzzy
    )


def _shown(text: str, start: int, end: int) -> str:
    """Return a place with a little of what stands around it, its middle left out if long."""
    before, after = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
    if end - start <= _LONGEST_SHOWN:
        return before + text[start:end] + after
    return before + text[start : start + _AROUND] + "…" + text[end - _AROUND : end] + after


def _judge_insertions(segment: _Segment, near: str, verdicts: Verdicts) -> None:
    for _, insertion in segment.insertions:
        fault = insertion_fault(insertion, segment.text)
        if fault == "name":
            fault = insertion_fault(without_names(insertion), segment.text)
        fault = fault or unsupported_words(insertion, near)
        difference = Difference(kind="bracketed_insertion", quote=insertion.content)
        (verdicts.harmful if fault else verdicts.harmless).append(difference)


def _paragraph(text: str, start: int, end: int) -> str:
    """Return the title and the paragraph around a place, each no longer than a page."""
    left = text.rfind("\n\n", max(0, start - _PAGE), start)
    right = text.find("\n\n", end, end + _PAGE)
    first = left if left >= 0 else max(0, start - _PAGE)
    last = right if right >= 0 else end + _PAGE
    return text[:_TITLE].partition("\n")[0] + "\n" + text[first:last]


def _elided(
    quote: str, segments: list[_Segment], prepared: PreparedText, ranges: list[tuple[int, int]]
) -> Iterator[Placement]:
    """Yield places where all parts of a quote stand in order, near each other."""
    most = _PIVOT_PLACES if _may_be_inserted(segments) else 1
    ranked = sorted(range(len(segments)), key=lambda n: _commonness(segments[n], prepared))
    for pivot in ranked[:_MOST_PIVOTS]:
        for source in (_same, _near):
            found = source(segments[pivot], prepared, ranges)
            for place in itertools.islice(found, most):
                yield _with_marks(quote, _chained(segments, pivot, place, prepared), prepared)


def _with_marks(quote: str, place: Placement, prepared: PreparedText) -> Placement:
    """Refuse a place that lacks a mark of the quote, those between two ellipses included."""
    around = prepared.text[max(0, place.start - _BESIDE) : place.end + _BESIDE]
    missing = [one for one in missing_marks(quote, around) if one not in place.harmful]
    return place._replace(harmful=[*place.harmful, *missing]) if missing else place


def _may_be_inserted(segments: list[_Segment]) -> bool:
    return not any(
        insertion_fault(insertion, segment.text)
        for segment in segments
        for _, insertion in segment.insertions
    )


def _commonness(segment: _Segment, prepared: PreparedText) -> tuple[int, int]:
    """Rank a part as the one to begin with: few places, else perhaps damaged, else many places."""
    wanted = segment.folded.skeleton
    count = prepared.count(wanted)
    if 0 < count <= _PIVOT_PLACES:
        return 0, count
    return (1, -len(wanted)) if count == 0 else (2, count)


def _chained(
    segments: list[_Segment], pivot: int, place: Placement, prepared: PreparedText
) -> Placement:
    whole = place
    for number in range(pivot + 1, len(segments)):
        whole = _joined(whole, segments[number], prepared, after=True)
    for number in range(pivot - 1, -1, -1):
        whole = _joined(whole, segments[number], prepared, after=False)
    return whole


def _joined(
    whole: Placement, segment: _Segment, prepared: PreparedText, *, after: bool
) -> Placement:
    """Add the part that follows (or goes before) what has been found so far."""
    source = prepared.folded
    length = len(segment.folded.skeleton)
    reach = LONGEST_GAP + length + length // 4
    if after:
        low = source.key_at(whole.end)
        high = min(len(source.skeleton), low + reach)
    else:
        high = source.key_at(whole.start)
        low = max(0, high - reach)
    options = list(_same(segment, prepared, [], low, high))
    if all(option.harmful for option in options):
        near = align_in_window(segment.folded.skeleton, source, low, high)
        if near is not None:
            options.append(_placement(segment, prepared, near))
    options = [o for o in options if (o.start >= whole.end if after else o.end <= whole.start)]
    if not options:
        missing = Difference(kind="part_missing", quote=segment.text.strip())
        return whole._replace(
            harmful=[*whole.harmful, missing], similarity=whole.similarity - _MISSING_COST
        )
    joined = [_with_gap(whole, option, source.text, after=after) for option in options]
    clean = [one for one in joined if not one.harmful]
    pool = clean or joined
    if after:
        return min(pool, key=lambda one: (len(one.harmful), one.end))
    return max(pool, key=lambda one: (-len(one.harmful), one.start))


def _with_gap(whole: Placement, part: Placement, text: str, *, after: bool) -> Placement:
    first, second = (whole, part) if after else (part, whole)
    gap = text[first.end : second.start]
    harmless = [*first.harmless, Difference(kind="ellipsis", quote="…", source=gap)]
    harmless += second.harmless
    harmful = [*first.harmful, *second.harmful]
    fault = omission_fault(gap)
    if fault:
        harmful.append(Difference(kind=fault, quote="…", source=gap))
    return Placement(
        first.start,
        second.end,
        harmless,
        harmful,
        min(first.similarity, second.similarity),
        is_fuzzy=True,
    )
