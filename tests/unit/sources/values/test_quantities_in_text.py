"""Quantities in running text."""

from __future__ import annotations

import pytest

from ascertain.sources.values.numbers import Quantity, find_quantities


def only(text: str) -> Quantity:
    (quantity,) = find_quantities(text)
    return quantity


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("1.5 million people", 1.5e6),
        ("1,500,000 people", 1.5e6),
        ("1 500 000 people", 1.5e6),
        ("1.500.000 Einwohner", 1.5e6),
        ("150万人", 1.5e6),
        ("１５０万人", 1.5e6),
        ("一百五十万人", 1.5e6),
        ("1,5 Mio. Einwohner", 1.5e6),
        ("one million five hundred thousand people", 1.5e6),
        ("a dozen eggs", 12),
        ("two dozen eggs", 24),
        ("twenty-one guns", 21),
        ("$5m", 5e6),
        ("US$ 5 billion", 5e9),
        ("two hundred million", 2e8),
        (".5 kg", 0.5),
        ("a loss of -5 points", -5),
        ("3 km", 3000),
        ("2 square kilometres", 2e6),
        ("42-year-old", 504),
        ("10:30", 630),
        ("三成", 0.3),
        ("百分之三十", 0.3),
        ("百分之12.5", 0.125),
        ("half of them", 0.5),
        ("two-thirds", 2 / 3),
        ("1/4", 0.25),
        ("2 thirds", 2 / 3),
        ("sales doubled", 2),
        ("sales tripled", 3),
        ("a tenfold rise", 10),
        ("两名", 2),
        ("三万五千元", 35000),
        ("4 m²", 4),
        ("30° C", 30),
        ("50°F", 50),
        ("one percent", 0.01),
        ("5 ％", 0.05),
    ],
)
def test_the_value_is_read(text: str, base: float) -> None:
    assert only(text).base == pytest.approx(base)


@pytest.mark.parametrize(
    ("text", "dimension"),
    [
        ("5%", "ratio"),
        ("5 percentage points", "points"),
        ("5个百分点", "points"),
        ("$5", "USD"),
        ("5 US dollars", "USD"),
        ("€5", "EUR"),
        ("5欧元", "EUR"),
        ("CHF 5", "CHF"),
        ("RMB 5", "CNY"),
        ("¥5", "yen or yuan"),
        ("5 km/h", "speed"),
        ("5 miles per hour", "speed"),
        ("5 GB", "bytes"),
        ("5 g", "mass"),
        ("5 people", ""),
        ("5小时", "time"),
        ("5 degrees Celsius", "celsius"),
        ("A$5", "AUD"),
    ],
)
def test_the_unit_is_read(text: str, dimension: str) -> None:
    assert only(text).unit.dimension == dimension


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("about 100 dogs", "about"),
        ("nearly 100 dogs", "about"),
        ("约100只", "about"),
        ("100左右", "about"),
        ("over 100 dogs", "over"),
        ("超过100只", "over"),
        ("100多只", "over"),
        ("at least 100 dogs", "at_least"),
        ("100 or more dogs", "at_least"),
        ("100人以上", "at_least"),
        ("fewer than 100 dogs", "under"),
        ("不到100只", "under"),
        ("up to 100 dogs", "at_most"),
        ("no more than 100 dogs", "at_most"),
        ("100人以下", "at_most"),
        ("100 dogs", "exact"),
        ("to 100 dogs", "exact"),
    ],
)
def test_how_exactly_it_is_meant_is_read(text: str, bound: str) -> None:
    assert only(text).bound == bound


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("between 10 and 15 km", (10, 15)),
        ("10-15 km", (10, 15)),
        ("10 to 15 km", (10, 15)),
        ("10至15公里", (10, 15)),
        ("3 to 4 million", (3e6, 4e6)),
        ("1 to 2000 dogs", (1, 2000)),
        ("ten to twelve dogs", (10, 12)),
    ],
)
def test_ranges_have_two_ends(text: str, ends: tuple[float, float]) -> None:
    quantity = only(text)
    assert quantity.bound == "range"
    assert (quantity.value, quantity.upper) == ends


@pytest.mark.parametrize(
    "text",
    ["3-1", "10 and 15 dogs", "10 km to 15 kg", "first to 10", "5 big dogs and 7 cats"],
)
def test_two_numbers_that_are_no_range_stay_two(text: str) -> None:
    assert len(find_quantities(text)) == 2


@pytest.mark.parametrize(
    "text",
    [
        "the A320",
        "Covid-19",
        "in Q3",
        "version 3.11.2",
        "5G networks",
        "a 3D film",
        "snake_5",
        "text.[12]",
        "text [3].",
        "word[4, 5] more",
        "one of them",
        "十分重要",
        "一个人",
        "7-Eleven",
    ],
)
def test_digits_in_names_and_marks_are_no_quantities(text: str) -> None:
    assert find_quantities(text) == []


def test_a_bracketed_number_that_counts_something_is_a_quantity() -> None:
    assert [quantity.value for quantity in find_quantities("[12] people died")] == [12]
    assert [quantity.value for quantity in find_quantities("about [12 million] people")] == [12e6]


def test_ordinals_say_that_they_are() -> None:
    found = find_quantities("the third of 21st place, 第三名")
    assert [(quantity.value, quantity.ordinal) for quantity in found] == [
        (3, True),
        (21, True),
        (3, True),
    ]


def test_lists_of_number_words_are_several_numbers() -> None:
    assert [quantity.value for quantity in find_quantities("two three dogs")] == [2, 3]
    assert [q.value for q in find_quantities("twenty thirty")] == [20, 30]


def test_spans_to_skip_are_skipped() -> None:
    text = "12 May 2020 and 7 dogs"
    assert [quantity.value for quantity in find_quantities(text, [(0, 11)])] == [7]


def test_spans_cover_the_number_with_sign_and_unit() -> None:
    text = "It cost about $4.2 million in all."
    quantity = only(text)
    assert text[quantity.start : quantity.end] == "$4.2 million"
    assert quantity.step == pytest.approx(1e5)


@pytest.mark.parametrize("text", ["9" * 400, "百分之" + "9" * 400, "亿" * 500, "万亿" * 50])
def test_numbers_past_all_bounds_are_left_out_without_an_error(text: str) -> None:
    assert all(quantity.value < float("inf") for quantity in find_quantities(text))
