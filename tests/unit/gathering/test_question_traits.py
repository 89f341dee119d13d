"""What a question holds that a plan may neither lose nor add to."""

from __future__ import annotations

import pytest

from ascertain.gathering.question_traits import (
    addresses_in,
    language_of,
    numbers_in,
    telling_words,
    traits_of,
    words_in,
)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Who founded Skerrion and when?", "en"),
        ("Wer gründete die Firma Skerrion und wo?", "de"),
        ("Qui a fondé la société Skerrion et quand ?", "fr"),
        ("¿Quién fundó la empresa Skerrion y cuándo?", "es"),
        ("Tesla公司的创始人是谁？", "zh"),
        ("サムスンの社長は誰ですか？", "ja"),
        ("من أسس شركة Skerrion؟", "ar"),
        ("Кто основал Skerrion?", "ru"),
        ("삼성의 사장은 누구입니까?", "ko"),
        ("Skerrion Instruments?", None),
        ("1984?", None),
    ],
)
def test_the_language_is_told_by_script_or_by_small_words(text: str, language: str | None) -> None:
    assert language_of(text) == language


def test_one_number_in_several_spellings_is_one() -> None:
    assert numbers_in("1,000 and ١٠٠٠ and １０００ and one thousand and 一千") == {"1000"}
    assert numbers_in("In which one of the first three?") == frozenset()
    assert numbers_in("4.5 in FTS5") == {"4.5", "5"}


def test_telling_words_leave_out_what_names_nothing_in_each_language() -> None:
    assert telling_words("Who was the founder of l'Atelier?") == {"found", "ateli"}
    assert telling_words("من هو مؤسس الشركة؟") == {"مؤسس", "شركة"}
    assert telling_words("Wer war der Gründer?") == {"gründer"}
    assert telling_words("创始人是谁？") == {"创始", "始人"}
    assert telling_words("书") == {"书"}


def test_names_are_known_by_derivation_and_kinds_are_no_names() -> None:
    traits = traits_of("Compare the CEO of FTS5 Labs with Portugal's.")
    assert traits.names == {"fts5", "labs", "portugal"}
    assert traits.knows("portuguese")
    assert traits.knows("ceo")
    assert not traits.knows("spain")


def test_words_are_divided_in_every_way_that_names_are() -> None:
    assert {"o", "brien", "fts5", "us", "covid"} <= words_in("O’Brien, FTS5, U.S., Covid-19")


def test_addresses_markup_and_search_operators_are_found_and_abbreviations_are_not() -> None:
    assert addresses_in("See a@b.example, HTTPS://X.example/y or evil.example; site:z") == {
        "a@b.example,",
        "https://x.example/y",
        "evil.example",
        "site:",
    }
    assert addresses_in("Dr. J. Smith, Ph.D., U.S., 4.5 e.g. this") == frozenset()
