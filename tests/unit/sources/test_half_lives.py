"""The table of half-lives, and how users extend it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ascertain.errors import InputError
from ascertain.sources.half_lives import half_lives, parse_half_lives


def test_roles_and_figures_age_and_what_happened_does_not() -> None:
    ours = half_lives()
    assert ours["current_role"] <= 366
    assert "statistic" in ours
    assert not {"education", "publication", "definition", "event"} & ours.keys()


def test_a_users_rows_replace_add_and_take_out(tmp_path: Path) -> None:
    table = tmp_path / "ages.toml"
    table.write_text("[half_lives]\ncurrent_role = 30\nevent = 10.5\nproject = 0\n")
    found = half_lives(table)
    assert (found["current_role"], found["event"]) == (30.0, 10.5)
    assert "project" not in found
    assert "statistic" in found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[half_life]\n", "'half_life', which means nothing"),
        ("half_lives = 3\n", "half_lives is 3, and must be a table"),
        ("[half_lives]\nroles = 3\n", "no kind of claim 'roles'"),
        ("[half_lives]\nevent = 'long'\n", "event is 'long', and must be a number"),
        ("[half_lives]\nevent = true\n", "event is true, and must be a number"),
        ("[half_lives]\nevent = inf\n", "event is inf, and must be a number"),
        ("[half_lives]\nevent = -1\n", "event is -1, and must be a number"),
        ("[half_lives\n", "is not TOML"),
    ],
)
def test_what_cannot_be_used_is_named(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        parse_half_lives(text, "ages.toml")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        half_lives(tmp_path / "none.toml")
    wrong = tmp_path / "wrong.toml"
    wrong.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="not UTF-8"):
        half_lives(wrong)
    large = tmp_path / "large.toml"
    large.write_text("#" * 200_000)
    with pytest.raises(InputError, match="too large"):
        half_lives(large)
