from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from ascertain.adapters.search.wikipedia import WikipediaSearch
from ascertain.errors import InputError, SearchError
from search_fakes import FixedAnswer


def finding(*titles: object) -> FixedAnswer:
    found = [{"title": title, "snippet": "s"} for title in titles]
    return FixedAnswer({"batchcomplete": "", "query": {"search": found}})


async def asked_for(query: str, *, limit: int = 10) -> dict[str, list[str]]:
    client = finding()
    await WikipediaSearch(client).search(query, limit=limit)
    return parse_qs(urlsplit(client.asked[0].url).query)


@pytest.mark.parametrize(
    ("query", "host"),
    [
        ("Who founded the yard?", "en.wikipedia.org"),
        ("谁创立了这家公司", "zh.wikipedia.org"),
        ("誰がこの会社を設立しましたか", "ja.wikipedia.org"),
        ("Хто заснував компанію її", "uk.wikipedia.org"),
        ("Wer hat die Werft gegründet und wann wurde sie verkauft?", "de.wikipedia.org"),
    ],
)
async def test_the_wiki_is_that_of_the_query_s_language(query: str, host: str) -> None:
    client = finding("Lamp")
    (lead,) = (await WikipediaSearch(client).search(query)).leads
    assert urlsplit(client.asked[0].url).netloc == host
    assert lead.url == f"https://{host}/wiki/Lamp"


async def test_a_language_that_is_given_comes_before_the_query_s() -> None:
    client = finding()
    await WikipediaSearch(client, language="zh-yue").search("the lamp and the harbour")
    assert client.asked[0].url.startswith("https://zh-yue.wikipedia.org/w/api.php?")


async def test_an_endpoint_comes_before_every_language() -> None:
    client = finding("Lamp")
    provider = WikipediaSearch(client, endpoint="https://wiki.example/", language="de")
    (lead,) = (await provider.search("lamp")).leads
    assert client.asked[0].url.startswith("https://wiki.example/w/api.php?")
    assert lead.url == "https://wiki.example/wiki/Lamp"


@pytest.mark.parametrize("language", ["", "e", "evil.example/", "EN", "de\n", "en-", "a" * 40])
def test_a_language_that_cannot_be_in_an_address_is_refused(language: str) -> None:
    with pytest.raises(InputError, match="no language of a wiki"):
        WikipediaSearch(finding(), language=language)


@pytest.mark.parametrize(
    ("title", "path"),
    [
        ("Harbour lamp", "Harbour_lamp"),
        ("AC/DC", "AC/DC"),
        ("What? 100% #1", "What%3F_100%25_%231"),
        ("灯塔", "%E7%81%AF%E5%A1%94"),
        ("Lamp (tool): a & b", "Lamp_(tool):_a_%26_b"),
    ],
)
async def test_a_title_becomes_the_address_of_its_page(title: str, path: str) -> None:
    (lead,) = (await WikipediaSearch(finding(title)).search("lamp")).leads
    assert lead.url == f"https://en.wikipedia.org/wiki/{path}"
    assert lead.title == title


async def test_results_without_a_title_and_half_characters_break_nothing() -> None:
    client = finding(None, 7, "", "Half \ud83d", "Whole")
    leads = (await WikipediaSearch(client).search("lamp")).leads
    assert [lead.title for lead in leads] == ["Half ?", "Whole"]
    assert leads[0].score > leads[1].score


@pytest.mark.parametrize(
    ("query", "sent"),
    [
        ('intitle:lamp insource:/x.*/ "a phrase"', "intitle lamp insource x. a phrase"),
        ("lamps NOT oil OR gas", "lamps not oil or gas"),
        ("-oil !gas --wick x-ray C++", "oil gas wick x-ray C++"),
        ("lamp~2 har*r l?mp \\", "lamp 2 har r l mp"),
        ("NOTE the ORDER: ANDES", "NOTE the ORDER ANDES"),
    ],
)
async def test_a_query_is_never_read_as_the_wiki_s_syntax(query: str, sent: str) -> None:
    assert (await asked_for(query))["srsearch"] == [sent]


async def test_a_query_is_cut_to_three_hundred_characters_and_fifty_results() -> None:
    asked = await asked_for("lantern " * 200, limit=500)
    assert len(asked["srsearch"][0]) <= 300
    assert set(asked["srsearch"][0].split()) == {"lantern"}
    assert asked["srlimit"] == ["50"]


@pytest.mark.parametrize("query", ["", " \n", '"*" ?'])
async def test_a_query_without_a_word_finds_nothing_and_asks_nobody(query: str) -> None:
    client = finding("Lamp")
    assert (await WikipediaSearch(client).search(query)).leads == ()
    assert client.asked == []


@pytest.mark.parametrize(
    ("error", "said"),
    [({"code": "x", "info": "too <b>long"}, "too <b>long"), ("odd", "without a reason")],
)
async def test_an_error_that_the_wiki_tells_is_a_failure(error: object, said: str) -> None:
    with pytest.raises(SearchError) as failed:
        await WikipediaSearch(FixedAnswer({"error": error})).search("lamp")
    assert failed.value.reason == f"it answered with an error: {said}"


@pytest.mark.parametrize("body", [{}, {"query": []}, {"query": {}}, {"query": {"search": {}}}])
async def test_an_answer_of_another_shape_is_never_nothing_found(body: object) -> None:
    with pytest.raises(SearchError, match="another shape"):
        await WikipediaSearch(FixedAnswer(body)).search("lamp")
