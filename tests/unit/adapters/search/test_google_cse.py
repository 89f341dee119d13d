from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from ascertain.adapters.search.google_cse import GoogleSearch
from ascertain.errors import SearchError
from search_fakes import FixedAnswer

KEY, ENGINE = "k" * 39, "e" * 33
MAX_REQUEST = 2_048


def provider(client: FixedAnswer) -> GoogleSearch:
    return GoogleSearch(client, KEY, ENGINE)


async def test_key_and_engine_are_sent_and_the_key_is_not_shown() -> None:
    client = FixedAnswer({"items": [{"link": "https://a.example/1", "title": "<b> tag"}]})
    asking = provider(client)
    (lead,) = (await asking.search("lamp", limit=50)).leads
    assert lead.title == "<b> tag"
    asked = parse_qs(urlsplit(client.asked[0].url).query)
    assert asked == {"key": [KEY], "cx": [ENGINE], "q": ["lamp"], "num": ["10"]}
    assert KEY not in repr(client.asked[0])
    assert KEY not in repr(asking)


@pytest.mark.parametrize("query", ["港口的灯" * 900, "🚢" * 3_000, "lamp " * 2_000, "%" * 5_000])
async def test_a_request_fits_its_limit_in_every_script(query: str) -> None:
    client = FixedAnswer({"items": []})
    await provider(client).search(query)
    url = client.asked[0].url
    assert len(url) <= MAX_REQUEST
    assert parse_qs(urlsplit(url).query)["q"][0]


async def test_a_long_latin_query_is_not_cut_for_the_sake_of_other_scripts() -> None:
    client = FixedAnswer({"items": []})
    query = " ".join(["harbour"] * 100)
    await provider(client).search(query)
    assert parse_qs(urlsplit(client.asked[0].url).query)["q"] == [query]


async def test_no_items_in_an_answer_of_the_right_kind_is_nothing_found() -> None:
    client = FixedAnswer({"kind": "customsearch#search"})
    assert (await provider(client).search("lamp")).leads == ()


@pytest.mark.parametrize("body", [{"error": {"code": 400}}, {"kind": "x", "items": {}}])
async def test_an_answer_of_another_shape_is_never_nothing_found(body: object) -> None:
    with pytest.raises(SearchError, match="another shape"):
        await provider(FixedAnswer(body)).search("lamp")


async def test_a_wrong_key_is_hinted_at_and_not_told() -> None:
    with pytest.raises(SearchError, match=r"HTTP 400.*key or the query may be wrong") as failed:
        await provider(FixedAnswer({"error": {}}, status=400)).search("lamp")
    assert KEY not in str(failed.value)
