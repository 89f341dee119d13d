from __future__ import annotations

import json

import pytest

from ascertain.adapters.search.exa import ExaSearch
from ascertain.errors import SearchError
from search_fakes import FixedAnswer


@pytest.mark.parametrize(
    ("fields", "snippet"),
    [
        (
            {"highlights": ["Lit in 1802.", 7, "Still lit."], "text": "All"},
            "Lit in 1802. Still lit.",
        ),
        ({"highlights": [], "text": "The whole text"}, "The whole text"),
        ({"highlights": "odd", "text": 7}, ""),
        ({}, ""),
    ],
)
async def test_highlights_are_the_snippet_or_else_the_text(
    fields: dict[str, object], snippet: str
) -> None:
    client = FixedAnswer({"results": [{"url": "https://a.example/1", "title": None, **fields}]})
    (lead,) = (await ExaSearch(client, "secret").search("lamp")).leads
    assert (lead.title, lead.snippet) == ("", snippet)


async def test_number_and_texts_are_asked_for_within_bounds() -> None:
    client = FixedAnswer({"results": []})
    await ExaSearch(client, "secret").search("lamp " * 1_000, limit=1_000)
    body = json.loads(client.asked[0].body)
    assert body["numResults"] == 100
    assert body["contents"]["text"]["maxCharacters"] > 0
    assert len(body["query"]) <= 2_000


async def test_an_answer_without_results_is_never_nothing_found() -> None:
    with pytest.raises(SearchError, match="another shape"):
        await ExaSearch(FixedAnswer({"error": "x"}), "secret").search("lamp")
