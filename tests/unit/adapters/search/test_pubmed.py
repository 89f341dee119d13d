from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from ascertain.adapters.search.pubmed import PubmedSearch
from ascertain.adapters.web.client import WebRequest
from ascertain.errors import SearchError
from ascertain.evidence.exchange import Exchange, FetchTrace

SUMMARY = {"title": "Lamps &amp; <i>eyes</i>.", "source": "J Lamps", "pubdate": "2024 Mar"}


class Entrez:
    """Answers the search and the summary."""

    def __init__(self, found: object, summaries: object = None) -> None:
        self._answers = {"esearch.fcgi": found, "esummary.fcgi": summaries}
        self.asked: list[WebRequest] = []

    async def exchange(self, request: WebRequest, trace: FetchTrace | None = None) -> Exchange:
        del trace
        self.asked.append(request)
        body = json.dumps(self._answers[urlsplit(request.url).path.rsplit("/", 1)[1]]).encode()
        return Exchange(request.url, 200, (), body, "2026-01-01T00:00:00Z")

    def parameters(self, number: int) -> dict[str, list[str]]:
        return parse_qs(urlsplit(self.asked[number].url).query)


def finding(*ids: object, **summaries: object) -> Entrez:
    return Entrez(
        {"header": {}, "esearchresult": {"count": str(len(ids)), "idlist": list(ids)}},
        {"result": {"uids": list(ids), **{key[1:]: each for key, each in summaries.items()}}},
    )


async def test_an_article_is_led_to_by_its_page_in_the_order_of_the_search() -> None:
    client = finding("22", "11", _11=SUMMARY, _22={"title": "First"})
    leads = (await PubmedSearch(client).search("lamp")).leads
    assert [lead.url for lead in leads] == [
        "https://pubmed.ncbi.nlm.nih.gov/22/",
        "https://pubmed.ncbi.nlm.nih.gov/11/",
    ]
    assert [lead.title for lead in leads] == ["First", "Lamps & eyes."]
    assert [lead.snippet for lead in leads] == ["", "J Lamps, 2024 Mar"]
    assert client.parameters(1)["id"] == ["22,11"]


async def test_an_article_without_a_summary_for_it_is_left_out() -> None:
    client = finding("11", "22", _11={"uid": "11", "error": "cannot get"}, _22=SUMMARY)
    leads = (await PubmedSearch(client).search("lamp")).leads
    assert [lead.url for lead in leads] == ["https://pubmed.ncbi.nlm.nih.gov/22/"]


async def test_nothing_found_needs_no_summaries() -> None:
    client = finding()
    assert (await PubmedSearch(client).search("lamp")).leads == ()
    assert len(client.asked) == 1


async def test_identifiers_that_are_no_numbers_are_not_asked_for() -> None:
    client = finding("11&db=x", 7, "١٢", None, "1" * 40, "33", _33=SUMMARY)
    assert len((await PubmedSearch(client).search("lamp")).leads) == 1
    assert client.parameters(1)["id"] == ["33"]


async def test_the_key_goes_with_both_requests_and_is_shown_nowhere() -> None:
    client = finding("11", _11=SUMMARY)
    provider = PubmedSearch(client, key="secret", endpoint="https://e.example/eutils/")
    await provider.search("lamp", limit=900)
    assert [client.parameters(number)["api_key"] for number in (0, 1)] == [["secret"]] * 2
    assert client.parameters(0)["retmax"] == ["100"]
    assert client.asked[0].url.startswith("https://e.example/eutils/esearch.fcgi?")
    assert "secret" not in repr(provider) + repr(client.asked)


async def test_without_a_key_none_is_sent() -> None:
    client = finding()
    await PubmedSearch(client).search("lamp")
    assert "api_key" not in client.asked[0].url


@pytest.mark.parametrize(
    ("query", "sent"),
    [
        ("Smith[au] AND lamp* NOT (oil)", "Smith au and lamp not oil"),
        ('#1 OR "a phrase" 2020:2024[dp]', "1 or a phrase 2020 2024 dp"),
        ("-wick COVID-19", "wick COVID-19"),
        ("lamp " * 300, ("lamp " * 100).strip()),
    ],
)
async def test_a_query_is_never_read_as_fields_and_operators_and_is_cut(
    query: str, sent: str
) -> None:
    client = finding()
    await PubmedSearch(client).search(query)
    assert client.parameters(0)["term"] == [sent]


async def test_a_query_without_a_word_finds_nothing_and_asks_nobody() -> None:
    client = finding("11")
    assert (await PubmedSearch(client).search("[] *")).leads == ()
    assert client.asked == []


@pytest.mark.parametrize(("error", "said"), [("bad term", "bad term"), (7, "without a reason")])
async def test_an_error_inside_the_answer_is_a_failure(error: object, said: str) -> None:
    with pytest.raises(SearchError, match=f"answered with an error: {said}"):
        await PubmedSearch(Entrez({"esearchresult": {"ERROR": error}})).search("lamp")


@pytest.mark.parametrize(
    "found", [{}, {"error": "API rate limit exceeded"}, {"esearchresult": {"idlist": "11"}}]
)
async def test_a_search_of_another_shape_is_never_nothing_found(found: object) -> None:
    with pytest.raises(SearchError, match="another shape"):
        await PubmedSearch(Entrez(found)).search("lamp")


@pytest.mark.parametrize("summaries", [{}, {"result": []}, {"result": {"11": SUMMARY}}])
async def test_summaries_of_another_shape_are_a_failure(summaries: object) -> None:
    found = {"esearchresult": {"idlist": ["11"]}}
    with pytest.raises(SearchError, match="another shape"):
        await PubmedSearch(Entrez(found, summaries)).search("lamp")
