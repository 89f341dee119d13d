"""Names of a run's files."""

from __future__ import annotations

import pytest

from ascertain.errors import InputError
from ascertain.evidence.artifact_name import OWN_FILES, artifact_name


@pytest.mark.parametrize("name", ["report.md", "a", "报告.md", "x" * 200, "con-text.md", "a b.txt"])
def test_plain_names_are_accepted(name: str) -> None:
    assert artifact_name(name, writing=True) == name


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "is empty"),
        (".env", "starts with a dot"),
        ("..", "starts with a dot"),
        ("a.", "ends with a dot"),
        ("a/b", "path separator"),
        ("a\\b", "path separator"),
        ("a\nb", "path separator"),
        ("a:b", "some system does not allow"),
        ("\ud83d", "some system does not allow"),
        ("é" * 101, "longer than 200 bytes"),
        ("NUL", "a device"),
        ("com1.txt", "a device"),
    ],
)
def test_other_names_are_refused_with_a_reason(name: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        artifact_name(name, writing=False)


@pytest.mark.parametrize("name", sorted(OWN_FILES))
def test_the_stores_own_files_may_be_read_but_not_written(name: str) -> None:
    assert artifact_name(name, writing=False) == name
    with pytest.raises(InputError, match="belongs to the run's stores"):
        artifact_name(name, writing=True)
