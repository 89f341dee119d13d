from __future__ import annotations

import json

import pytest

from ascertain.adapters.search.tavily import TavilySearch
from ascertain.errors import SearchError
from search_fakes import FixedAnswer


async def test_the_key_goes_in_a_header_and_the_query_in_the_body() -> None:
    client = FixedAnswer({"results": []})
    await TavilySearch(client, "secret", endpoint="https://t.example/search").search("lamp")
    (request,) = client.asked
    assert (request.method, request.url) == ("POST", "https://t.example/search")
    assert ("Authorization", "Bearer secret") in request.headers
    assert json.loads(request.body) == {"query": "lamp", "max_results": 10}
    assert "secret" not in repr(request)


async def test_query_and_number_are_kept_to_what_is_taken() -> None:
    client = FixedAnswer({"results": []})
    await TavilySearch(client, "secret").search("港口的灯 " * 300, limit=500)
    body = json.loads(client.asked[0].body)
    assert len(body["query"]) <= 400
    assert body["query"].endswith("灯")
    assert body["max_results"] == 20


@pytest.mark.parametrize("status", [432, 433])
async def test_a_plan_that_is_used_up_is_told(status: int) -> None:
    client = FixedAnswer({"detail": {"error": "limit"}}, status=status)
    with pytest.raises(SearchError, match=f"HTTP {status}.*used up"):
        await TavilySearch(client, "secret").search("lamp")


@pytest.mark.parametrize("body", [{"detail": "no"}, {"results": None}, {"results": {}}])
async def test_an_answer_of_another_shape_is_never_nothing_found(body: object) -> None:
    with pytest.raises(SearchError, match="another shape"):
        await TavilySearch(FixedAnswer(body), "secret").search("lamp")
