"""How claims age, and the table that says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from ascertain.errors import InputError
from ascertain.evidence.document import DatedField
from ascertain.merging.aging import age_in_days, aging_term, is_stale
from ascertain.merging.half_lives import half_lives, parse_half_lives

TODAY = "2024-07-01"
LIVES = {"current_role": 365.0}


def dated(value: str) -> DatedField:
    return DatedField(value=value, where="meta date")


@pytest.mark.parametrize(
    ("as_of", "days"),
    [
        ("2024-06-30", 1),
        ("2024-06", 1),
        ("2023", 183),
        ("2023-12", 183),
        ("2024", 0),
        ("2025-01-01", 0),
    ],
)
def test_an_age_counts_from_the_last_day_that_a_date_may_mean(as_of: str, days: int) -> None:
    assert age_in_days(as_of, TODAY) == days


def test_a_claim_loses_half_of_what_it_can_at_its_half_life() -> None:
    term = aging_term("current_role", dated("2023-07-02"), TODAY, LIVES)
    assert term is not None
    assert term.value == pytest.approx(-0.075)
    assert term.detail == "365 days old"
    assert aging_term("current_role", dated(TODAY), TODAY, LIVES) is None


def test_what_nobody_can_date_loses_a_little_and_what_does_not_age_nothing() -> None:
    term = aging_term("current_role", None, TODAY, LIVES)
    assert term is not None
    assert term.value == -0.08
    assert aging_term("education", None, TODAY, LIVES) is None
    assert aging_term("current_role", None, "", LIVES) is None


def test_a_claim_is_stale_if_it_is_undated_or_past_its_half_life() -> None:
    assert is_stale("current_role", None, TODAY, LIVES)
    assert is_stale("current_role", dated("2020"), TODAY, LIVES)
    assert not is_stale("current_role", dated("2024-01"), TODAY, LIVES)
    assert not is_stale("education", None, TODAY, LIVES)
    assert not is_stale("current_role", None, "", LIVES)


def test_a_table_of_ones_own_adds_rows_and_takes_some_out(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[half_lives]\nevent = 30\nproject = 0\n", "utf-8")
    together = half_lives(path)
    assert together["event"] == 30
    assert "project" not in together
    assert together["current_role"] == half_lives()["current_role"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[half_lives]\nwhim = 3", "no kind of claim"),
        ("[half_lives]\nevent = -1", "number of days"),
        ("[half_lives]\nevent = nan", "number of days"),
        ("[half_lives]\nevent = true", "number of days"),
        ('[half_lives]\nevent = "long"', "number of days"),
        ("half_lives = 3", "must be a table"),
        ("[others]\na = 1", "means nothing here"),
        ("[half", "not TOML"),
    ],
)
def test_a_table_that_cannot_be_used_says_why(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_half_lives(text, "mine.toml")


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        half_lives(tmp_path / "gone.toml")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="UTF-8"):
        half_lives(tmp_path / "bytes")
    (tmp_path / "big").write_text("#" * 200_000, "utf-8")
    with pytest.raises(InputError, match="too large"):
        half_lives(tmp_path / "big")
