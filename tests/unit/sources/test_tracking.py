"""Parameters that only say where a reader came from."""

from __future__ import annotations

import pytest

from ascertain.sources.tracking import is_tracking


@pytest.mark.parametrize(
    "name", ["utm_source", "UTM_X", "gclid", "fbclid", "msclkid", "mc_cid", "igshid", "_hsenc"]
)
def test_known_trackers_are_known_everywhere(name: str) -> None:
    assert is_tracking(name, "example.org")
    assert is_tracking(name, "localhost")


@pytest.mark.parametrize("name", ["id", "q", "ref", "source", "p", "page", "lang", "v", "t", ""])
def test_what_may_mean_something_stays(name: str) -> None:
    assert not is_tracking(name, "example.org")


def test_some_names_are_empty_on_some_hosts_only() -> None:
    assert is_tracking("si", "youtu.be")
    assert is_tracking("SI", "www.youtube.com")
    assert is_tracking("t", "x.com")
    assert not is_tracking("t", "www.youtube.com")
    assert not is_tracking("si", "notyoutube.com")
    assert not is_tracking("si", "youtube.com.example.org")
