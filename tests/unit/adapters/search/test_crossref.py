from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from ascertain.adapters.search.crossref import CrossrefSearch
from ascertain.errors import SearchError
from search_fakes import FixedAnswer

WORK = {
    "DOI": "10.5555/Lamp#1",
    "URL": "https://doi.org/10.5555/lamp",
    "title": ["Lamps of <i>harbours</i>", "Another title"],
    "container-title": ["Journal of Lamps"],
    "abstract": "<jats:title>Abstract</jats:title><jats:p>We light &amp; look.</jats:p>",
}


def finding(*works: object) -> FixedAnswer:
    return FixedAnswer({"status": "ok", "message": {"items": list(works)}})


async def test_a_work_is_led_to_by_its_doi_written_as_an_address() -> None:
    (lead,) = (await CrossrefSearch(finding(WORK)).search("lamp")).leads
    assert lead.url == "https://doi.org/10.5555/lamp%231"
    assert (lead.title, lead.snippet) == ("Lamps of harbours", "Abstract We light & look.")


async def test_a_work_without_an_abstract_shows_where_it_stands() -> None:
    work = {key: value for key, value in WORK.items() if key != "abstract"}
    (lead,) = (await CrossrefSearch(finding(work)).search("lamp")).leads
    assert lead.snippet == "Journal of Lamps"


@pytest.mark.parametrize("doi", [None, 7, "", "11.5/x", "10.5555/\ud83d x"])
async def test_a_work_without_a_readable_doi_is_led_to_by_its_address(doi: object) -> None:
    (lead,) = (await CrossrefSearch(finding({**WORK, "DOI": doi})).search("lamp")).leads
    assert lead.url == WORK["URL"]


@pytest.mark.parametrize("title", [None, [], "Lamp", [None], [7]])
async def test_an_odd_title_is_empty(title: object) -> None:
    (lead,) = (await CrossrefSearch(finding({**WORK, "title": title})).search("lamp")).leads
    assert lead.title == ""


async def test_works_without_any_address_are_left_out() -> None:
    leads = (await CrossrefSearch(finding({"title": ["x"]}, 7, WORK)).search("lamp")).leads
    assert len(leads) == 1


async def test_only_what_is_used_is_asked_for_and_the_user_s_address_goes_along() -> None:
    client = finding()
    provider = CrossrefSearch(client, mailto="a@b.example", endpoint="https://c.example/")
    await provider.search("lamp " * 300, limit=900)
    url = urlsplit(client.asked[0].url)
    assert (url.netloc, url.path) == ("c.example", "/works")
    asked = parse_qs(url.query)
    assert asked["mailto"] == ["a@b.example"]
    assert asked["rows"] == ["100"]
    assert "reference" not in asked["select"][0].split(",")
    assert asked["query.bibliographic"] == [("lamp " * 100).strip()]


async def test_without_the_user_s_address_none_is_sent() -> None:
    client = finding()
    await CrossrefSearch(client).search("lamp")
    assert "mailto" not in client.asked[0].url


async def test_an_empty_query_finds_nothing_and_asks_nobody() -> None:
    client = finding(WORK)
    assert (await CrossrefSearch(client).search(" \t")).leads == ()
    assert client.asked == []


@pytest.mark.parametrize("body", [{}, {"message": []}, {"message": {}}, {"message": {"items": 1}}])
async def test_an_answer_of_another_shape_is_never_nothing_found(body: object) -> None:
    with pytest.raises(SearchError, match="another shape"):
        await CrossrefSearch(FixedAnswer(body)).search("lamp")
