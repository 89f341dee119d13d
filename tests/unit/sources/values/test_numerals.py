"""Numerals in words."""

from __future__ import annotations

import pytest

from ascertain.sources.values.numerals import english_value, han_value


@pytest.mark.parametrize(
    ("numeral", "value"),
    [
        ("ninety-nine", 99),
        ("a hundred and five thousand", 105_000),
        ("an hundred", 100),
        ("three hundred twelve", 312),
        ("two million three hundred thousand", 2_300_000),
        ("thousand", 1000),
        ("zero", 0),
        ("two three", None),
        ("twenty thirty", None),
        ("nineteen eighty four", None),
        ("one " * 30, None),
    ],
)
def test_english_words(numeral: str, value: float | None) -> None:
    assert english_value(numeral.strip()) == value


@pytest.mark.parametrize(
    ("numeral", "value"),
    [
        ("三百二十万", 3_200_000),
        ("二〇二一", 2021),
        ("两", 2),
        ("十二", 12),
        ("一亿三千万", 130_000_000),
        ("三点五万", 35_000),
        ("三点一四", 3.14),
        ("一千零五", 1005),
        ("三万五", 35_000),
        ("一百二", 120),
        ("二十五", 25),
        ("二三百", None),
        ("点五", None),
        ("三点十", None),
        ("二三百点五", None),
        ("", None),
        ("一" * 31, None),
    ],
)
def test_chinese_signs(numeral: str, value: float | None) -> None:
    assert han_value(numeral) == value
