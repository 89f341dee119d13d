"""Copies that say something else in places are told from faithful ones."""

from __future__ import annotations

import pytest

from ascertain.sources.copies import copy_differences, differing_pairs

TEXT = (
    "The harbour of Orrin was dredged in 2016. The work took 14 weeks and cost 3 million pounds. "
    "Ailsa Hestvane led the survey for the harbour board. Nobody was hurt."
)


@pytest.mark.parametrize(
    ("was", "now"),
    [("14 weeks", "41 weeks"), ("2016", "2018"), ("Ailsa Hestvane", "Tomas Brae")],
)
def test_another_number_date_or_name_in_the_same_words_is_found(was: str, now: str) -> None:
    (found,) = copy_differences(TEXT.replace(was, now), TEXT)
    assert now in found.copy
    assert was in found.original


def test_a_faithful_copy_and_one_that_is_put_otherwise_differ_in_nothing() -> None:
    assert copy_differences(TEXT, TEXT) == ()
    assert copy_differences("In 2018 dredgers came to Orrin and stayed for weeks.", TEXT) == ()
    assert copy_differences("", TEXT) == copy_differences(TEXT, "") == ()


def test_chinese_copies_are_compared_as_well() -> None:
    text = "奥林港于2016年疏浚完成。工程历时14周，耗资三百万英镑。"
    (found,) = copy_differences(text.replace("14", "41"), text, "zh")
    assert "41" in found.copy


def test_no_more_than_five_are_told_and_long_sentences_are_passed_over() -> None:
    many = " ".join(f"Buoy number {at} was anchored in the outer harbour." for at in range(1, 9))
    moved = many.replace("Buoy number ", "Buoy number 9")
    assert len(copy_differences(moved, many)) <= 5
    long = "The harbour " + "of the very old town " * 60 + "holds 14 ships."
    assert copy_differences(long.replace("14", "41"), long) == ()


def test_only_copies_with_differences_are_named() -> None:
    texts = {"S1": TEXT, "S2": TEXT.replace("14", "41"), "S3": TEXT}
    found = differing_pairs(texts, {"S1": "S1", "S2": "S1", "S3": "S1", "S4": "S1"})
    assert list(found) == ["S2"]
