from __future__ import annotations

import pytest

from ascertain.adapters.corpus.tokens import (
    MAX_QUERY_TOKENS,
    fold,
    index_tokens,
    is_prefix,
    phrases,
    query_tokens,
    variants,
)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Straße", "strasse"),
        ("MÜHLHAFEN Café", "muhlhafen cafe"),
        ("ﬁnal Ｆｕｌｌ １２", "final full 12"),
        ("Ёлка Йод", "елка иод"),
        ("مَكْتَبَةٌ إلى", "مكتبه الي"),
        ("がぎ", "がぎ"),
        ("한글", "한글"),
        ("e\u0301te\u0301", "ete"),
    ],
)
def test_forms_that_readers_take_for_the_same_fold_to_the_same(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_words_are_split_at_spaces_and_marks() -> None:
    assert index_tokens("Ada's co-owned ferry, No. 7!") == [
        "ada", "s", "co", "owned", "ferry", "no", "7",
    ]  # fmt: skip


def test_scripts_without_spaces_become_pairs_and_a_closing_character() -> None:
    assert index_tokens("图书馆 AI研究") == ["图书", "书馆", "馆", "ai", "研究", "究"]
    assert query_tokens("图书馆") == ("图书", "书馆")


def test_a_decomposed_hangul_word_gives_the_same_pairs_as_a_composed_one() -> None:
    assert index_tokens("박물관은") == index_tokens("\u1107\u1161\u11a8물관은")


def test_marks_inside_words_of_indian_scripts_do_not_split_them() -> None:
    assert index_tokens("पुस्तकालय।") == ["पुस्तकालय"]


def test_stop_words_go_if_anything_else_remains() -> None:
    assert query_tokens("When was the ferry founded?") == ("ferry", "founded")
    assert query_tokens("who is the who") == ("who", "is", "the")


def test_a_query_gives_each_word_once_and_not_more_than_the_bound() -> None:
    many = query_tokens(" ".join(f"word{n}" for n in range(5_000)) + " word1 word2")
    assert len(many) == MAX_QUERY_TOKENS
    assert len(set(many)) == MAX_QUERY_TOKENS


def test_one_character_of_a_paired_script_is_sought_by_prefix() -> None:
    assert is_prefix("馆")
    assert not is_prefix("a")
    assert not is_prefix("图书")


def test_quoted_parts_and_names_belong_together() -> None:
    found = phrases('Did Ada Example say "the yard is closed" in Marlow?')
    assert ("ada", "example") in found
    assert ("the", "yard", "is", "closed") in found
    assert ("marlow",) not in found


def test_names_do_not_run_over_a_comma() -> None:
    assert phrases("Ada Example, Bert Sample") == (("ada", "example"), ("bert", "sample"))


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("founded", "found"),
        ("study", "studied"),
        ("studies", "study"),
        ("owns", "owned"),
        ("managed", "manages"),
        ("stopped", "stop"),
        ("المكتبة", "مكتبه"),
        ("مكتبه", "المكتبه"),
    ],
)
def test_other_forms_of_a_word_are_guessed(word: str, form: str) -> None:
    assert form in variants(fold(word))


@pytest.mark.parametrize("word", ["1904", "bus", "图书", "Ёлка"])
def test_words_without_known_endings_have_no_other_forms(word: str) -> None:
    assert variants(fold(word)) == ()


def test_very_long_runs_are_cut() -> None:
    assert max(map(len, index_tokens("x" * 10_000 + " é" + "y" * 10_000))) <= 40
