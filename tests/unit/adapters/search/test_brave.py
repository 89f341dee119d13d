from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from ascertain.adapters.search.brave import BraveSearch
from ascertain.errors import SearchError
from search_fakes import FixedAnswer

RESULT = {
    "url": "https://a.example/1",
    "title": "The <strong>lamp</strong>",
    "description": "A <strong>harbour</strong> lamp",
    "extra_snippets": ["Lit in 1802", 7, None],
}


async def test_extra_snippets_follow_the_description() -> None:
    client = FixedAnswer({"web": {"results": [RESULT]}})
    (lead,) = (await BraveSearch(client, "secret").search("lamp")).leads
    assert (lead.title, lead.snippet) == ("The lamp", "A harbour lamp Lit in 1802")


async def test_a_query_is_cut_to_fifty_words_and_four_hundred_characters() -> None:
    client = FixedAnswer({"web": {"results": []}})
    provider = BraveSearch(client, "secret", endpoint="https://b.example/search")
    for query in ("word " * 200, "longerwords " * 60):
        await provider.search(query, limit=90)
    asked = [parse_qs(urlsplit(request.url).query) for request in client.asked]
    assert len(asked[0]["q"][0].split()) == 50
    assert len(asked[1]["q"][0]) <= 400
    assert set(asked[1]["q"][0].split()) == {"longerwords"}
    assert asked[0]["count"] == ["20"]


async def test_no_web_section_means_nothing_found_if_the_query_is_told() -> None:
    client = FixedAnswer({"type": "search", "query": {"original": "lamp"}})
    assert (await BraveSearch(client, "secret").search("lamp")).leads == ()


@pytest.mark.parametrize(
    "body",
    [
        {"type": "ErrorResponse", "error": {"code": "VALIDATION"}},
        {"query": {}, "web": {"results": "none"}},
        {"query": {}, "web": [1]},
    ],
)
async def test_an_answer_of_another_shape_is_never_nothing_found(body: object) -> None:
    with pytest.raises(SearchError, match="another shape"):
        await BraveSearch(FixedAnswer(body), "secret").search("lamp")


async def test_a_wrong_token_is_hinted_at() -> None:
    client = FixedAnswer({"error": {"code": "SUBSCRIPTION_TOKEN_INVALID"}}, status=422)
    with pytest.raises(SearchError, match=r"HTTP 422.* key or the query may be wrong"):
        await BraveSearch(client, "secret").search("lamp")
