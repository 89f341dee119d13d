from __future__ import annotations

import pytest

from ascertain.adapters.memory.search_provider import MemorySearch
from ascertain.errors import ToolError
from ascertain.gathering.lanes import Lane

CORPUS = Lane("corpus", MemorySearch())
WEB = Lane("web", MemorySearch())


@pytest.mark.parametrize(
    ("lane", "url", "right"),
    [
        (CORPUS, "https://a.example/", "web.read"),
        (WEB, "file:///a.txt", "corpus.read"),
        (WEB, " FILE:///a.txt", "corpus.read"),
    ],
)
def test_an_address_of_another_lane_is_refused_and_the_right_tool_named(
    lane: Lane, url: str, right: str
) -> None:
    with pytest.raises(ToolError) as refused:
        lane.check(url)
    assert refused.value.code == "wrong_lane"
    assert right in refused.value.hint


@pytest.mark.parametrize("url", ["https://me:secret@a.example/", "http:\\\\me@a.example/"])
def test_an_address_with_a_password_is_refused_before_it_is_recorded(url: str) -> None:
    with pytest.raises(ToolError) as refused:
        WEB.check(url)
    assert refused.value.code == "password_in_address"
    assert "secret" not in str(refused.value)


def test_an_at_sign_in_a_path_is_no_password() -> None:
    WEB.check("https://a.example/@somebody")


def test_an_address_of_its_own_lane_passes() -> None:
    CORPUS.check("file:///a.txt")
    WEB.check("https://a.example/")


def test_only_the_web_costs_the_network() -> None:
    assert (CORPUS.cost, WEB.cost) == ("free", "network")
