from __future__ import annotations

import pytest

from ascertain.adapters.search.asking import (
    ask,
    ask_json,
    cut_query,
    lead_of,
    listed,
    mapping,
    mappings,
    with_parameters,
)
from ascertain.adapters.web.client import WebRequest
from ascertain.errors import SearchError
from search_fakes import FixedAnswer

URL = "https://p.example/?key=secret"
REQUEST = WebRequest(URL, headers=(("X-Api-Key", "secret"),))


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (302, "the request was not accepted"),
        (400, "the key or the query may be wrong"),
        (401, "it refuses to answer"),
        (402, "used up"),
        (403, "it refuses to answer"),
        (404, "the request was not accepted"),
        (422, "the key or the query may be wrong"),
        (429, "its rate limit is reached"),
        (503, "the provider has a fault"),
    ],
)
async def test_every_status_but_200_is_a_failure_in_words(status: int, said: str) -> None:
    with pytest.raises(SearchError) as failed:
        await ask(FixedAnswer(b"secret", status=status), "p", REQUEST)
    assert failed.value.reason.startswith(f"HTTP {status}: ")
    assert said in failed.value.reason
    assert "secret" not in str(failed.value)


async def test_a_rate_limit_names_how_long_to_wait_where_that_is_told() -> None:
    limited = FixedAnswer(b"", status=429, headers=(("retry-after", "3600"),))
    with pytest.raises(SearchError, match="retry after 3600"):
        await ask(limited, "p", REQUEST)
    with pytest.raises(SearchError) as failed:
        await ask(FixedAnswer(b"", status=429), "p", REQUEST)
    assert "retry" not in failed.value.reason


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b" \n", "is empty"),
        (b"\n<html>", "web page"),
        (b'{"a": [1, ', "no JSON, or was cut short"),
        (b"\xff\xfe{", "no JSON"),
        (b"[" * 200_000, "no JSON"),
        (b"[]", "another shape"),
        (b'"x"', "another shape"),
        (b"null", "another shape"),
    ],
)
async def test_what_is_no_json_object_is_a_failure(body: bytes, said: str) -> None:
    with pytest.raises(SearchError, match=said):
        await ask_json(FixedAnswer(body), "p", REQUEST)


async def test_json_is_asked_for_with_a_bound_and_nothing_else_is_changed() -> None:
    client = FixedAnswer({"a": 1})
    request = WebRequest(URL, method="POST", headers=(("A", "b"),), body=b"x", retries=0)
    assert await ask_json(client, "p", request) == {"a": 1}
    (asked,) = client.asked
    assert (asked.url, asked.method, asked.body, asked.retries) == (URL, "POST", b"x", 0)
    assert asked.headers == (("A", "b"), ("Accept", "application/json"))
    assert asked.max_bytes is not None


def test_a_list_that_must_be_there_is_read_or_missed() -> None:
    assert list(listed("p", {"a": [{"b": 1}, 2, None, {}]}, "a")) == [{"b": 1}]
    assert list(listed("p", {"kind": "x"}, "a", sign="kind")) == []
    odd: list[dict[str, object]] = [{}, {"a": None}, {"a": "x"}, {"a": {}}]
    for answer in odd:
        with pytest.raises(SearchError, match="another shape"):
            listed("p", answer, "a")
    with pytest.raises(SearchError, match="another shape"):
        listed("p", {"kind": "x", "a": "x"}, "a", sign="kind")


def test_other_values_than_objects_and_lists_of_them_are_empty() -> None:
    assert mapping([1]) == {}
    assert list(mappings("abc")) == []
    assert len(list(mappings([{"a": 1}] * 5_000))) == 200


@pytest.mark.parametrize("query", ["a \ud83d b", "\udc00", "🚢"])
def test_every_query_can_be_sent(query: str) -> None:
    cut = cut_query(query, characters=10)
    assert with_parameters("https://p.example", {"q": cut}).startswith("https://p.example?q=")


@pytest.mark.parametrize("url", [None, 7, "", "mailto:a@b.example", "//a.example", "http:x", "h i"])
def test_what_cannot_be_read_over_the_web_is_no_lead(url: object) -> None:
    assert lead_of("p", url, "t", "s", 1.0) is None


def test_titles_and_snippets_are_bounded() -> None:
    lead = lead_of("p", "https://a.example/", "t" * 9_000, "s" * 9_000, 0.5)
    assert lead is not None
    assert (len(lead.title), len(lead.snippet), lead.score) == (300, 2_000, 0.5)
