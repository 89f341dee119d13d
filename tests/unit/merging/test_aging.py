"""Claims age by their kind's half-life on the run's day."""

from __future__ import annotations

import pytest

from ascertain.merging.aging import Age, Aging, age_in_days
from builders import dated

AGING = Aging("2026-01-01", {"current_role": 365.0})


@pytest.mark.parametrize(
    ("as_of", "days"),
    [
        ("2025-12-31", 1),
        ("2025-12", 1),
        ("2025", 1),
        ("2025-11", 32),
        ("2026-05-01", 0),
        ("2024-02-31", 672),
        ("0000", 739_252),
    ],
)
def test_an_age_is_counted_from_the_last_day_that_a_date_may_mean(as_of: str, days: int) -> None:
    assert age_in_days(as_of, "2026-01-01") == days


def test_a_role_is_current_within_its_half_life() -> None:
    age = AGING.of("current_role", dated("2025-06-01"))
    assert age.freshness == "current"
    assert age.term is not None
    assert -0.15 < age.term.value < 0


def test_a_role_is_stale_after_it_and_has_lost_half_of_the_most_at_it() -> None:
    age = AGING.of("current_role", dated("2024-12-31"))
    assert age.freshness == "stale"
    assert age.term is not None
    assert age.term.value == pytest.approx(-0.075, abs=0.001)
    assert "half-life of current_role: 365 days" in age.term.detail


def test_an_undated_role_is_said_to_be_undated_and_costs_confidence() -> None:
    age = AGING.of("current_role", None)
    assert age.freshness == "undated"
    assert age.term is not None
    assert (age.term.name, age.term.value) == ("undated", -0.08)


def test_what_is_of_today_loses_nothing() -> None:
    assert AGING.of("current_role", dated("2026-01-01")) == Age("current", 365.0, None)


def test_education_does_not_age_but_loses_a_little_without_a_date() -> None:
    assert AGING.of("education", dated("1990")) == Age()
    undated = AGING.of("education", None)
    assert undated.freshness is None
    assert undated.term is not None
    assert undated.term.value == -0.03


def test_without_a_day_nothing_ages() -> None:
    assert Aging().of("current_role", None) == Age()
