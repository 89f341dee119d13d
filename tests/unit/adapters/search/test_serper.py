from __future__ import annotations

import json

import pytest

from ascertain.adapters.search.serper import SerperSearch
from ascertain.errors import SearchError
from search_fakes import FixedAnswer


async def test_organic_results_are_leads_and_their_text_stays_as_it_is() -> None:
    found = {"link": "https://a.example/1", "title": "The <b> tag", "snippet": "write &amp; here"}
    client = FixedAnswer({"organic": [found], "peopleAlsoAsk": [{"link": "https://b.example"}]})
    (lead,) = (await SerperSearch(client, "secret").search("lamp", limit=300)).leads
    assert (lead.title, lead.snippet) == ("The <b> tag", "write &amp; here")
    assert json.loads(client.asked[0].body) == {"q": "lamp", "num": 100}


async def test_an_answer_that_repeats_the_query_and_has_no_results_found_nothing() -> None:
    client = FixedAnswer({"searchParameters": {"q": "lamp"}})
    assert (await SerperSearch(client, "secret").search("lamp")).leads == ()


@pytest.mark.parametrize("body", [{"message": "x"}, {"searchParameters": {}, "organic": "x"}])
async def test_an_answer_of_another_shape_is_never_nothing_found(body: object) -> None:
    with pytest.raises(SearchError, match="another shape"):
        await SerperSearch(FixedAnswer(body), "secret").search("lamp")
