"""Names in running text."""

from __future__ import annotations

import pytest

from ascertain.sources.values.names import find_names, name_words


def names(text: str) -> list[str]:
    return [text[name.start : name.end] for name in find_names(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Work began when Ada Renholt's team came.", ["Ada Renholt's"]),
        ("We met Ludwig van der Brink at IBM.", ["Ludwig van der Brink", "IBM"]),
        (
            "It was the University of Aldport and J. R. Quill.",
            ["University of Aldport", "J. R. Quill"],
        ),
        ("Water is wet. Paris is large.", []),
        ("Water Street is wet.", ["Water Street"]),
        ("NASA said so; iPhone too.", ["NASA", "iPhone"]),
        ("Mr. Quill and Dr. Ada Renholt left.", ["Quill", "Ada Renholt"]),
        ("In Paris, on Monday in May.", ["Paris"]),
        ("They use the A320 that AT&T has.", ["A320", "AT&T"]),
        ("Тогда же Анна Котова жила в Туле.", ["Анна Котова", "Туле"]),
        ("Lumen公司在青岚市。", ["Lumen"]),
        ("Why Most Reports About Nothing Are Long", []),
        ("i a the", []),
        ("So did The Of And.", []),
        ("we saw A. there", []),
        ("", []),
    ],
)
def test_capitals_make_names_but_not_at_the_beginning_of_a_sentence(
    text: str, found: list[str]
) -> None:
    assert names(text) == found


def test_words_are_folded_without_titles_and_possessives() -> None:
    (name,) = find_names("We met Mr. J. R. Quill's team.")
    assert name.words == ("j", "r", "quill")
    assert name_words("The U.S. team’s Quill.") == ["the", "us", "team", "quill"]
