"""Which passages bear on a query."""

from __future__ import annotations

from ascertain.evidence.document import Heading, TextRange
from ascertain.sources.bearing import bearing_passages, words_of
from ascertain.sources.passages import split_passages

TEXT = (
    "Harbour news\n\nThe ferry was late again on Monday.\n\nCompanies\n\n"
    "Skerrion employs 93 people. It makes instruments.\n\nCookies\n\nWe use cookies. Skerrion ad."
)
HEADINGS = tuple(
    Heading(start=TEXT.index(word), end=TEXT.index(word) + len(word), level=2)
    for word in ("Harbour news", "Companies", "Cookies")
)
PASSAGES = split_passages(
    TEXT, headings=HEADINGS, main=[TextRange(start=0, end=TEXT.index("Cookies"))]
)


def _order(query: str) -> list[int]:
    return [at for at, _ in bearing_passages(TEXT, PASSAGES, query)]


def test_the_passage_that_holds_the_words_comes_first() -> None:
    assert _order("How many people does Skerrion employ?")[0] == 1
    assert _order("When was the ferry late?")[0] == 0


def test_a_heading_counts_for_its_passages() -> None:
    assert _order("companies")[0] == 1


def test_without_a_query_the_main_content_comes_in_reading_order() -> None:
    assert _order("") == [0, 1, 2]


def test_what_is_beside_the_main_content_comes_later() -> None:
    assert _order("Skerrion") == [1, 2, 0]


def test_scripts_without_spaces_are_compared_by_pairs() -> None:
    assert list(words_of("舟山试验场 Ａ1")) == ["舟山", "山试", "试验", "验场", "a1"]
