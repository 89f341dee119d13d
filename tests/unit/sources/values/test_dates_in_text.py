"""Dates in running text."""

from __future__ import annotations

import pytest

from ascertain.sources.values.dates import DateMention, find_dates


def only(text: str) -> DateMention:
    (mention,) = find_dates(text)
    return mention


@pytest.mark.parametrize(
    ("text", "first", "last", "precision"),
    [
        ("on 3 May 2021", 20210503, 20210503, "day"),
        ("on 3rd of May, 2021", 20210503, 20210503, "day"),
        ("on May 3, 2021", 20210503, 20210503, "day"),
        ("on 2021-05-03", 20210503, 20210503, "day"),
        ("2021/5/3", 20210503, 20210503, "day"),
        ("13.05.2021", 20210513, 20210513, "day"),
        ("05/13/2021", 20210513, 20210513, "day"),
        ("05/05/2021", 20210505, 20210505, "day"),
        ("13/05/2021", 20210513, 20210513, "day"),
        ("2021年5月3日", 20210503, 20210503, "day"),
        ("二〇二一年五月三日", 20210503, 20210503, "day"),
        ("in May 2021", 20210501, 20210531, "month"),
        ("2021-05", 20210501, 20210531, "month"),
        ("2021年5月", 20210501, 20210531, "month"),
        ("Q3 2021", 20210701, 20210931, "month"),
        ("2021 Q1", 20210101, 20210331, "month"),
        ("the third quarter of 2021", 20210701, 20210931, "month"),
        ("in 2021", 20210101, 20211231, "year"),
        ("2021年", 20210101, 20211231, "year"),
        ("2021年15月", 20210101, 20211231, "year"),
        ("632 CE", 6320101, 6321231, "year"),
        ("AD 79", 790101, 791231, "year"),
        ("44 BC", -439899, -438769, "year"),
        ("539 B.C.", -5389899, -5388769, "year"),
        ("the 1990s", 19900101, 19991231, "decade"),
        ("1990年代", 19900101, 19991231, "decade"),
        ("20世纪90年代", 19900101, 19991231, "decade"),
        ("二十世纪九十年代", 19900101, 19991231, "decade"),
        ("the 19th century", 18010101, 19001231, "century"),
        ("the nineteenth century", 18010101, 19001231, "century"),
        ("19世纪", 18010101, 19001231, "century"),
    ],
)
def test_the_interval_is_as_exact_as_the_text(
    text: str, first: int, last: int, precision: str
) -> None:
    mention = only(text)
    assert (mention.first, mention.last, mention.precision) == (first, last, precision)


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("since 2014", "since"),
        ("until May 2014", "until"),
        ("before 2014", "before"),
        ("after 2014", "after"),
        ("in 2014", "at"),
        ("自2014年", "since"),
        ("2014年以来", "since"),
        ("2014年之前", "before"),
        ("2014年以后", "after"),
        ("截至2014年", "until"),
        ("于2014年成立", "at"),
    ],
)
def test_the_relation_is_read(text: str, relation: str) -> None:
    assert only(text).relation == relation


@pytest.mark.parametrize("text", ["from 2014 to 2019", "2014–2019", "2014-19", "2014/19"])
def test_a_range_of_years_is_a_beginning_and_an_end(text: str) -> None:
    begin, end = find_dates(text)
    assert (begin.year, begin.relation) == (2014, "since")
    assert (end.year, end.relation) == (2019, "until")


@pytest.mark.parametrize("text", ["3 May", "May 3", "5月3日"])
def test_dates_without_a_year_say_so(text: str) -> None:
    mention = only(text)
    assert mention.yearless
    assert (mention.first, mention.last) == (503, 503)


def test_a_month_alone_needs_a_word_before_it() -> None:
    assert only("in March").first == 301
    assert find_dates("They may march in.") == []


def test_day_and_month_that_cannot_be_told_apart_are_ambiguous() -> None:
    mention = only("03/05/2021")
    assert mention.ambiguous
    assert (mention.first, mention.last) == (20210305, 20210503)


@pytest.mark.parametrize(
    "text", ["yesterday", "last year", "three years ago", "去年", "9,000 years ago"]
)
def test_relative_dates_keep_their_words(text: str) -> None:
    mention = only(text)
    assert mention.precision == "relative"
    assert mention.words == " ".join(text.split())


@pytest.mark.parametrize(
    "text",
    [
        "2000 people",
        "$2000",
        "2,014 dogs",
        "20145",
        "13月32日",
        "45.45.2021",
        "0.2014",
    ],
)
def test_other_numbers_are_no_dates(text: str) -> None:
    assert find_dates(text) == []


def test_a_second_year_that_does_not_follow_is_no_range() -> None:
    assert [mention.year for mention in find_dates("2014-2010")] == [2014]
