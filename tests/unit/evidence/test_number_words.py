"""Numbers with their nouns."""

from __future__ import annotations

import pytest

from ascertain.evidence.number_words import counted


@pytest.mark.parametrize(
    ("number", "plural", "words"),
    [(0, "", "0 quotes"), (1, "", "1 quote"), (2, "", "2 quotes"), (12_000, "", "12,000 quotes")],
)
def test_one_thing_is_one_and_all_others_are_many(number: int, plural: str, words: str) -> None:
    assert counted(number, "quote", plural) == words


def test_a_noun_may_have_a_plural_of_its_own() -> None:
    assert [counted(many, "entry", "entries") for many in (1, 3)] == ["1 entry", "3 entries"]
