"""Values in any text: spans that fit, values that survive rewriting, no text that breaks them."""

from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from ascertain.sources.values.dates import find_dates
from ascertain.sources.values.names import find_names
from ascertain.sources.values.numbers import find_quantities
from ascertain.validation.checking import check_pair

PIECES = st.sampled_from(
    (
        "in 2014 ", "since May ", "3 May 2021", "2021年5月3日", "about ", "1.5 ", "million ", "万",
        "百分之", "三十", "$", "km ", "%", "Ada ", "van ", "Quill", "'s ", ". ", "not ", "[", "]",
        "[12]", "—", "to ", "between ", "and ", "twenty-", "one ", "half of ", "1/2", "\n", "?",
        "最多", "不", "Q3 ", "5th ", "１２", "٣", "é", "🙂", "\u00a0", "may ", "all ",
    )
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=14).map("".join))


@given(TEXTS)
def test_spans_lie_in_the_text_in_order_and_apart(text: str) -> None:
    for found in (find_quantities(text), find_dates(text), find_names(text)):
        at = 0
        for value in found:
            assert at <= value.start < value.end <= len(text)
            at = value.end


@given(TEXTS)
def test_quantities_are_finite_and_dates_are_intervals(text: str) -> None:
    for quantity in find_quantities(text):
        assert math.isfinite(quantity.value)
        assert quantity.value <= quantity.upper
    for date in find_dates(text):
        assert date.first <= date.last


@given(st.integers(min_value=1, max_value=10**12))
def test_thousands_separators_change_nothing(number: int) -> None:
    values = {
        quantity.value
        for form in (f"{number} dogs.", f"{number:,} dogs.", f"{number:,}只。")
        for quantity in find_quantities(form)
        if not find_dates(form)
    }
    assert values in ({float(number)}, set())


@given(st.integers(1, 9999), st.integers(1, 12), st.integers(1, 28))
def test_a_day_is_the_same_in_each_form(year: int, month: int, day: int) -> None:
    expected = year * 10000 + month * 100 + day
    forms = [f"{year:04d}-{month:02d}-{day:02d}", f"{year:04d}年{month}月{day}日"]
    for form in forms:
        assert [(date.first, date.last) for date in find_dates(form)] == [(expected, expected)]


@settings(max_examples=200)
@given(TEXTS, TEXTS)
def test_no_pair_breaks_the_checks(claim: str, evidence: str) -> None:
    checked = check_pair(claim, evidence)
    assert 0 <= checked.confidence <= 1
    assert checked.verdict in {"supported", "refuted", "not_enough_evidence"}
    assert checked == check_pair(claim, evidence)


@settings(max_examples=200)
@given(TEXTS)
def test_no_text_contradicts_itself(text: str) -> None:
    checked = check_pair(text, text)
    assert checked.verdict != "refuted"
    for check in checked.checks:
        if check.name in {"number", "date", "negation", "modality", "quantifier"}:
            assert check.outcome in {"pass", "not_run"}, (text, check)
