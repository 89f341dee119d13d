import pytest

from ascertain.sources.anchoring.editing import (
    Insertion,
    insertion_fault,
    omission_fault,
    split_omissions,
    without_insertions,
)


@pytest.mark.parametrize(
    "sign", ["…", "...", " … ", "[…]", "[...]", "(...)", ". . .", "……", "⋯⋯", "[. . .]", "。。。"]
)
def test_every_way_to_write_an_ellipsis_splits_a_quote(sign: str) -> None:
    assert [part.strip() for part in split_omissions(f"one{sign}two")] == ["one", "two"]


def test_an_ellipsis_at_an_end_leaves_no_empty_part() -> None:
    assert split_omissions("…one…") == ["one"]


def test_a_stop_is_no_ellipsis() -> None:
    assert split_omissions("one. two.. three") == ["one. two.. three"]


def test_brackets_are_taken_out_with_their_place_and_marks_stay() -> None:
    bare, taken = without_insertions("a [the firm] b [12] c […] d")
    assert bare == "a  b [12] c […] d"
    assert taken == [Insertion(2, "the firm")]


@pytest.mark.parametrize(
    "content", ["the company", "sic", "that", "of the bank", "his", "该公司", "他", "sugar"]
)
def test_an_editors_words_may_be_added(content: str) -> None:
    assert insertion_fault(Insertion(4, content), "one  two") == ""


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("5 million", "number"),
        ("not", "negation"),
        ("didn’t", "negation"),
        ("un-", "negation"),
        ("seven", "meaning_word"),
        ("nearly", "meaning_word"),
        ("fell", "meaning_word"),
        ("Smith", "name"),
        ("who was convicted of a crime", "too_long"),
        ("不", "name"),
        ("王小明", "name"),
        ("该公司没有", "meaning_word"),
        ("五", "number"),
    ],
)
def test_what_would_smuggle_meaning_is_named(content: str, fault: str) -> None:
    assert insertion_fault(Insertion(4, content), "one  two") == fault


def test_letters_may_be_added_to_a_word_only_as_an_ending() -> None:
    assert insertion_fault(Insertion(4, "s"), "walk away") == ""
    assert insertion_fault(Insertion(0, "un"), "likely") == "word"


@pytest.mark.parametrize(
    "gap",
    [
        ", which did not comment, ",
        " of the old market ",
        ". The crowd went home. ",
        "，没有评论，",
        "旧市场的",
        "",
    ],
)
def test_words_without_weight_may_be_left_out(gap: str) -> None:
    assert omission_fault(gap) == ""


@pytest.mark.parametrize(
    ("gap", "fault"),
    [
        (" did not ", "gap_reverses"),
        (", critics say, never ", "gap_reverses"),
        (" denied that it ", "gap_reverses"),
        (" isn’t ", "gap_reverses"),
        ("不会", "gap_reverses"),
        ("否认", "gap_reverses"),
        (" word" * 100, "gap_too_long"),
        ("词" * 250, "gap_too_long"),
        (" one\n\ntwo ", "gap_too_long"),
        (". One went. Two went. Three went. ", "gap_too_long"),
        (" to the old market by the river. The people of the town then ", "gap_splices"),
    ],
)
def test_what_may_not_be_left_out_is_named(gap: str, fault: str) -> None:
    assert omission_fault(gap) == fault
