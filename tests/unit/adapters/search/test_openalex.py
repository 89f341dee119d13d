from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from ascertain.adapters.search.openalex import OpenAlexSearch
from ascertain.errors import SearchError
from search_fakes import FixedAnswer

WORK = {
    "id": "https://openalex.org/W1",
    "doi": "https://doi.org/10.1002/(SICI)1(1998)49:8<693::AID-A4>3.0.CO;2-O",
    "display_name": "Lamps &amp; <i>harbours</i>",
    "abstract_inverted_index": {"lamp": [1, 4], "A": [0], "is": [2], "a": [3]},
}


def finding(*works: object) -> FixedAnswer:
    return FixedAnswer({"meta": {"count": len(works)}, "results": list(works)})


async def test_a_work_is_led_to_by_its_doi_and_its_abstract_is_put_in_order() -> None:
    (lead,) = (await OpenAlexSearch(finding(WORK)).search("lamp")).leads
    assert lead.url == ("https://doi.org/10.1002/(sici)1(1998)49:8%3C693::aid-a4%3E3.0.co;2-o")
    assert (lead.title, lead.snippet) == ("Lamps & harbours", "A lamp is a lamp")


@pytest.mark.parametrize("doi", [None, 7, "", "https://doi.org/", "no DOI"])
async def test_a_work_without_a_doi_is_led_to_by_its_identifier(doi: object) -> None:
    (lead,) = (await OpenAlexSearch(finding({**WORK, "doi": doi})).search("lamp")).leads
    assert lead.url == "https://openalex.org/W1"


@pytest.mark.parametrize(
    "index", [None, [], "x", {"a": 1}, {"a": [-1, "0", 1.5, None, 10**30]}, {"a": {"0": 0}}]
)
async def test_an_odd_abstract_is_none(index: object) -> None:
    work = {**WORK, "abstract_inverted_index": index}
    (lead,) = (await OpenAlexSearch(finding(work)).search("lamp")).leads
    assert lead.snippet == ""


async def test_the_key_is_sent_and_shown_nowhere() -> None:
    client = finding()
    provider = OpenAlexSearch(client, key="secret", endpoint="https://o.example/")
    await provider.search("lamp", limit=900)
    url = urlsplit(client.asked[0].url)
    assert (url.netloc, url.path) == ("o.example", "/works")
    asked = parse_qs(url.query)
    assert (asked["api_key"], asked["per_page"]) == (["secret"], ["100"])
    assert "secret" not in repr(provider) + repr(client.asked)


async def test_without_a_key_none_is_sent() -> None:
    client = finding()
    await OpenAlexSearch(client).search("lamp")
    assert "api_key" not in client.asked[0].url


@pytest.mark.parametrize("status", [401, 403, 429])
async def test_who_is_refused_without_a_key_is_told_of_the_free_one(status: int) -> None:
    with pytest.raises(SearchError, match=rf"HTTP {status}: .*OPENALEX_API_KEY"):
        await OpenAlexSearch(FixedAnswer({}, status=status)).search("lamp")


@pytest.mark.parametrize(("key", "status"), [("secret", 401), ("", 500)])
async def test_who_has_a_key_or_met_a_fault_is_not(key: str, status: int) -> None:
    with pytest.raises(SearchError, match=f"HTTP {status}") as failed:
        await OpenAlexSearch(FixedAnswer({}, status=status), key=key).search("lamp")
    assert "OPENALEX_API_KEY" not in failed.value.reason
    assert "secret" not in str(failed.value)


@pytest.mark.parametrize(
    ("query", "sent"),
    [
        ('(lamp AND "brass oil") NOT wick*', "lamp and brass oil not wick"),
        ("lamp~1 l?mp -wick x-ray", "lamp 1 l mp wick x-ray"),
        ("lamp " * 300, ("lamp " * 100).strip()),
    ],
)
async def test_a_query_is_never_read_as_operators_and_is_cut(query: str, sent: str) -> None:
    client = finding()
    await OpenAlexSearch(client).search(query)
    assert parse_qs(urlsplit(client.asked[0].url).query)["search"] == [sent]


async def test_a_query_without_a_word_finds_nothing_and_asks_nobody() -> None:
    client = finding(WORK)
    assert (await OpenAlexSearch(client).search(' "" ')).leads == ()
    assert client.asked == []


@pytest.mark.parametrize("body", [{}, {"results": None}, {"error": "x"}, {"results": {"a": 1}}])
async def test_an_answer_of_another_shape_is_never_nothing_found(body: object) -> None:
    with pytest.raises(SearchError, match="another shape"):
        await OpenAlexSearch(FixedAnswer(body)).search("lamp")
