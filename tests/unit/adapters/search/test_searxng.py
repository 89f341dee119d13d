from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from ascertain.adapters.search.searxng import SearxngSearch
from ascertain.errors import SearchError
from search_fakes import FixedAnswer


@pytest.mark.parametrize(
    ("endpoint", "asked"),
    [
        ("https://s.example", "https://s.example/search"),
        ("https://s.example/", "https://s.example/search"),
        ("https://s.example/search", "https://s.example/search"),
        ("https://s.example/searx/", "https://s.example/searx/search"),
    ],
)
async def test_an_instance_is_named_with_or_without_its_search_path(
    endpoint: str, asked: str
) -> None:
    client = FixedAnswer({"results": []})
    await SearxngSearch(client, endpoint).search("lamp")
    url = urlsplit(client.asked[0].url)
    assert f"{url.scheme}://{url.netloc}{url.path}" == asked
    assert parse_qs(url.query) == {"q": ["lamp"], "format": ["json"]}


async def test_other_refusals_are_told_as_they_are() -> None:
    with pytest.raises(SearchError, match="HTTP 429: its rate limit is reached"):
        await SearxngSearch(FixedAnswer(b"", status=429), "https://s.example").search("lamp")


async def test_nothing_found_while_all_engines_answered_is_an_answer() -> None:
    client = FixedAnswer({"results": [], "unresponsive_engines": []})
    assert (await SearxngSearch(client, "https://s.example").search("lamp")).leads == ()


@pytest.mark.parametrize("silent", ["google", {"google": "CAPTCHA"}, None, 7])
async def test_an_odd_list_of_silent_engines_breaks_nothing(silent: object) -> None:
    client = FixedAnswer({"results": [], "unresponsive_engines": silent})
    assert (await SearxngSearch(client, "https://s.example").search("lamp")).leads == ()


async def test_the_list_of_silent_engines_is_bounded() -> None:
    silent = [["e" * 500, "r" * 500, "more"]] * 500
    client = FixedAnswer({"results": [], "unresponsive_engines": silent})
    with pytest.raises(SearchError) as failed:
        await SearxngSearch(client, "https://s.example").search("lamp")
    assert len(failed.value.reason) < 5_000


async def test_an_answer_without_results_is_never_nothing_found() -> None:
    with pytest.raises(SearchError, match="another shape"):
        await SearxngSearch(FixedAnswer({"error": "x"}), "https://s.example").search("lamp")
