"""How long to wait is read from hostile text, or drawn by chance."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from ascertain.adapters.web.waiting import backoff_s, retry_after_s

_NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("5", 5.0),
        (" 120 ", 120.0),
        ("0007", 7.0),
        ("Tue, 01 Dec 2026 12:00:30 GMT", 30.0),
        ("Tuesday, 01-Dec-26 12:01:00 GMT", 60.0),
        ("Tue, 01 Dec 2026 12:00:30 -0000", 30.0),
        ("Tue, 01 Dec 2026 13:00:09 +0100", 9.0),
    ],
)
def test_seconds_and_dates_are_read(value: str, seconds: float) -> None:
    assert retry_after_s(value, _NOW) == seconds


@pytest.mark.parametrize("value", ["9" * 10, "9" * 5_000, "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_a_huge_wish_is_huge(value: str) -> None:
    assert (retry_after_s(value, _NOW) or 0) > 1e9


@pytest.mark.parametrize(
    "value",
    [
        *(None, "", " ", "0", "-1", "-0", "1e3", "1.5", "5 seconds", "٣", "5, 5", "0x10"),
        *("Tue, 01 Dec 2026 11:59:59 GMT", "Tue, 99 Dec 2026 12:00:00 GMT", ", , ,"),
        *("Tue, 01 Dec 99999999999999 12:00:00 GMT", "Mon, 01 Jan 0001 00:00:00 +2359"),
        "Tue, 01 Dec 2026 12:00:30 GMT" + " " * 90 + "x",
    ],
)
def test_what_is_no_time_to_come_is_no_wish(value: str | None) -> None:
    assert retry_after_s(value, _NOW) is None


def test_the_limit_of_chance_doubles_up_to_the_longest_wait() -> None:
    limits = [backoff_s(attempt, 20.0, lambda: 1.0) for attempt in (0, 1, 2, 5, 5_000)]
    assert limits == [1.0, 2.0, 4.0, 20.0, 20.0]
    assert backoff_s(3, 20.0, lambda: 0.0) == 0.0
    assert backoff_s(1, 20.0, lambda: 0.25) == 0.5
