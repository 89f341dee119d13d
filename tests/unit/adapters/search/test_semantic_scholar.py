from __future__ import annotations

import asyncio
from urllib.parse import parse_qs, urlsplit

import pytest

from ascertain.adapters.search.semantic_scholar import SemanticScholarSearch
from ascertain.errors import SearchError
from search_fakes import FixedAnswer

PAGE = "https://www.semanticscholar.org/paper/1"
PAPER = {
    "paperId": "1",
    "url": PAGE,
    "title": "Lamps of List<String>",
    "abstract": None,
    "externalIds": {"DOI": "10.5555/LAMP", "ArXiv": "2301.00001"},
}


def finding(*papers: object) -> FixedAnswer:
    return FixedAnswer({"total": len(papers), "offset": 0, "data": list(papers)})


@pytest.mark.parametrize(
    ("ids", "url"),
    [
        ({"DOI": "10.5555/LAMP<1>", "ArXiv": "2301.00001"}, "https://doi.org/10.5555/lamp%3C1%3E"),
        ({"DOI": "10.48550/arXiv.2301.00001"}, "https://arxiv.org/abs/2301.00001"),
        ({"ArXiv": "math/0301001"}, "https://arxiv.org/abs/math/0301001"),
        ({"DOI": 7, "ArXiv": "../x"}, PAGE),
        ({"CorpusId": 7}, PAGE),
        (None, PAGE),
    ],
)
async def test_a_paper_is_led_to_by_the_best_address_known(ids: object, url: str) -> None:
    client = finding({**PAPER, "externalIds": ids})
    (lead,) = (await SemanticScholarSearch(client).search("lamp")).leads
    assert lead.url == url
    assert (lead.title, lead.snippet) == ("Lamps of List<String>", "")


async def test_the_key_goes_into_its_field_and_is_shown_nowhere() -> None:
    client = finding()
    provider = SemanticScholarSearch(client, key="secret", endpoint="https://s.example/v1/")
    await provider.search("lamp", limit=900)
    (request,) = client.asked
    assert ("x-api-key", "secret") in request.headers
    assert request.url.startswith("https://s.example/v1/paper/search?")
    assert parse_qs(urlsplit(request.url).query)["limit"] == ["100"]
    assert "secret" not in request.url + repr(provider) + repr(request)


async def test_without_a_key_none_is_sent() -> None:
    client = finding()
    await SemanticScholarSearch(client).search("lamp")
    assert "x-api-key" not in dict(client.asked[0].headers)


async def test_hyphens_become_spaces_because_words_with_them_match_nothing() -> None:
    client = finding()
    await SemanticScholarSearch(client).search("retrieval-augmented long\u2010term lamps")
    asked = parse_qs(urlsplit(client.asked[0].url).query)
    assert asked["query"] == ["retrieval augmented long term lamps"]


@pytest.mark.parametrize("query", ["", "--"])
async def test_a_query_without_a_word_finds_nothing_and_asks_nobody(query: str) -> None:
    client = finding(PAPER)
    assert (await SemanticScholarSearch(client).search(query)).leads == ()
    assert client.asked == []


async def test_nothing_found_may_come_without_a_list() -> None:
    client = FixedAnswer({"total": 0, "offset": 0})
    assert (await SemanticScholarSearch(client).search("lamp")).leads == ()


@pytest.mark.parametrize("body", [{}, {"total": 3}, {"total": 0, "data": "x"}, {"error": "x"}])
async def test_an_answer_of_another_shape_is_never_nothing_found(body: object) -> None:
    with pytest.raises(SearchError, match="another shape"):
        await SemanticScholarSearch(FixedAnswer(body)).search("lamp")


async def test_who_is_limited_without_a_key_is_told_what_a_key_is_for() -> None:
    client = FixedAnswer({}, status=429, headers=(("Retry-After", "60"),))
    with pytest.raises(SearchError, match=r"retry after 60; .*SEMANTIC_SCHOLAR_API_KEY"):
        await SemanticScholarSearch(client).search("lamp")


@pytest.mark.parametrize(("key", "status"), [("secret", 429), ("", 500)])
async def test_who_has_a_key_or_met_a_fault_is_not(key: str, status: int) -> None:
    with pytest.raises(SearchError, match=f"HTTP {status}") as failed:
        await SemanticScholarSearch(FixedAnswer({}, status=status), key=key).search("lamp")
    assert "SEMANTIC_SCHOLAR_API_KEY" not in failed.value.reason


async def test_the_pause_holds_back_the_second_request() -> None:
    client = finding(PAPER)
    provider = SemanticScholarSearch(client, pause_s=60)
    await provider.search("lamp")
    second = asyncio.create_task(provider.search("lamp"))
    await asyncio.sleep(0.05)
    assert len(client.asked) == 1
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
