from __future__ import annotations

import pytest

from ascertain.adapters.runtimes.extractive.dates import Period, event_date, periods, time_fit


def months(first: int, last: int, *, ranged: bool = True) -> Period:
    return Period(first * 12, last * 12 + 11, ranged)


@pytest.mark.parametrize(
    "text",
    [
        "from 1811 to 1827",
        "1811-1827",
        "1811–27",
        "between 1811 and 1827",
        "1811年至1827年",
        "1811～1827",
    ],
)
def test_a_range_is_read_in_every_notation(text: str) -> None:
    assert periods(text) == [months(1811, 1827)]


def test_months_narrow_a_range() -> None:
    assert periods("from Sep 1940 to March 1945") == [
        Period(1940 * 12 + 8, 1945 * 12 + 2, ranged=True)
    ]


def test_since_leaves_the_end_open_and_until_the_beginning() -> None:
    assert periods("chair since 2004")[0].last > 5000 * 12
    assert periods("chair until 2004")[0].first == 0


def test_prices_and_long_numbers_are_no_years() -> None:
    assert periods("It cost $1999 or 1,850 crowns, 1850.50 or 20190 in all.") == []


def test_named_ends_fit_best_and_other_times_worst() -> None:
    wanted = periods("Who owned it from 1811 to 1827?")
    exact, inside, partly, outside = (
        time_fit(wanted, periods(text))
        for text in ("1811 to 1827", "in 1820", "from 1820 to 1834", "in 1950")
    )
    assert exact == 1.0
    assert exact > partly > outside
    assert exact > inside > 0 > outside


def test_without_times_nothing_is_said() -> None:
    assert time_fit([], periods("in 1820")) == 0.0
    assert time_fit(periods("in 1820"), []) == 0.0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It opened on 4 May 2011 in Bergen.", "2011-05-04"),
        ("It opened on May 4th, 2011 in Bergen.", "2011-05-04"),
        ("It opened 2011-05-04.", "2011-05-04"),
        ("它于2011年5月4日开业。", "2011-05-04"),
        ("It opened in May 2011.", None),
        ("It opened on 4 May.", None),
        ("It opened on 4 May 2011 and closed on 5 May 2012.", None),
        ("It opened on 44 May 2011.", None),
    ],
)
def test_an_event_date_is_given_only_where_one_full_date_stands(
    text: str, expected: str | None
) -> None:
    assert event_date(text) == expected
