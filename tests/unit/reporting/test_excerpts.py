"""Texts cut at the bounds of their quotes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ascertain.evidence.document import Heading
from ascertain.reporting.excerpts import MAX_WHOLE, WINDOW, Excerpt, Quote, cut_text


def _marked(excerpt: Excerpt, key: str) -> str:
    return "".join(segment.text for segment in excerpt.segments if key in segment.keys)


def test_overlapping_and_nested_quotes_are_each_marked_whole() -> None:
    text = "🚢 one two three four"
    quotes = [Quote("1a", 0, 9), Quote("1b", 6, 15), Quote("2a", 2, 5)]
    excerpt = cut_text(text, quotes)
    assert [_marked(excerpt, quote.key) for quote in quotes] == [
        "🚢 one two",
        "two three",
        "one",
    ]
    assert "".join(segment.text for segment in excerpt.segments) == text


def test_each_quote_begins_in_exactly_one_segment() -> None:
    quotes = [Quote("1a", 3, 6), Quote("1b", 3, 9), Quote("1c", 5, 6)]
    excerpt = cut_text("0123456789", quotes)
    begins = [key for segment in excerpt.segments for key in segment.begins]
    assert sorted(begins) == ["1a", "1b", "1c"]


def test_headings_are_told_from_text_and_broken_ranges_are_ignored() -> None:
    headings = [
        Heading(start=0, end=5, level=1),
        Heading(start=3, end=7, level=2),
        Heading(start=8, end=8, level=2),
        Heading(start=7, end=900, level=2),
    ]
    excerpt = cut_text("TitleXX text", [], headings)
    assert [(segment.text, segment.level) for segment in excerpt.segments] == [
        ("Title", 1),
        ("XX text", 0),
    ]


def test_a_text_at_the_cap_is_shown_whole() -> None:
    excerpt = cut_text("x" * MAX_WHOLE, [Quote("1a", 5, 9)])
    assert excerpt.whole
    assert excerpt.left_out_after == 0


def test_a_longer_text_is_shown_around_its_quotes_and_counts_what_is_left_out() -> None:
    length = MAX_WHOLE + 50_000
    excerpt = cut_text("x" * length, [Quote("1a", 20_000, 20_010), Quote("1b", 90_000, 90_010)])
    shown = sum(len(segment.text) for segment in excerpt.segments)
    left_out = sum(segment.left_out for segment in excerpt.segments) + excerpt.left_out_after
    assert not excerpt.whole
    assert shown == 2 * (WINDOW + 10)
    assert shown + left_out == length


def test_a_longer_text_without_a_quote_shows_its_beginning() -> None:
    excerpt = cut_text("x" * (MAX_WHOLE + 1), [])
    assert [len(segment.text) for segment in excerpt.segments] == [WINDOW]


def test_an_empty_text_has_no_segments() -> None:
    assert cut_text("", []) == Excerpt((), 0, whole=True)


@given(
    text=st.text(min_size=1, max_size=200),
    spans=st.lists(st.tuples(st.integers(0, 199), st.integers(1, 60)), max_size=8),
    headings=st.lists(st.tuples(st.integers(0, 250), st.integers(0, 60)), max_size=5),
)
def test_segments_are_the_text_and_marks_are_the_quotes(
    text: str, spans: list[tuple[int, int]], headings: list[tuple[int, int]]
) -> None:
    quotes = [
        Quote(f"k{at}", start % len(text), min(len(text), start % len(text) + size))
        for at, (start, size) in enumerate(spans)
    ]
    ranges = [Heading(start=start, end=start + size, level=2) for start, size in headings]
    excerpt = cut_text(text, quotes, ranges)
    assert "".join(segment.text for segment in excerpt.segments) == text
    for quote in quotes:
        assert _marked(excerpt, quote.key) == text[quote.start : quote.end]
