from __future__ import annotations

import threading
from typing import Any, Self

import pytest

from ascertain.adapters.search import ddgs_engines
from ascertain.adapters.search.ddgs_engines import DdgsSearch
from ascertain.errors import SearchError

RESULT = {"title": "List<String>", "href": "https://a.example/1", "body": "A harbour lamp"}


class Engine:
    """Answers by query; notes what it was asked."""

    def __init__(self, answers: dict[str, Any], *, otherwise: Any = ()) -> None:
        self._answers = answers
        self._otherwise = otherwise
        self.asked: list[tuple[str, str, int]] = []

    def __call__(self, backend: str, query: str, limit: int) -> list[dict[str, Any]]:
        self.asked.append((backend, query, limit))
        given = self._answers.get(query, self._otherwise)
        if isinstance(given, Exception):
            raise given
        return list(given)


async def test_results_are_leads_and_their_text_stays_as_it_is() -> None:
    engine = Engine({"lamp": [RESULT, {"title": "no address"}, {"href": 3}]})
    reply = await DdgsSearch("mojeek", name="mojeek", ask=engine).search("lamp", limit=5)
    assert [(lead.url, lead.title, lead.provider) for lead in reply.leads] == [
        ("https://a.example/1", "List<String>", "mojeek")
    ]
    assert engine.asked == [("mojeek", "lamp", 5)]


async def test_nothing_is_an_answer_only_if_the_engine_answers_a_probe() -> None:
    nothing = ValueError("No results found.")
    engine = Engine({"wikipedia": [RESULT]}, otherwise=nothing)
    provider = DdgsSearch("mojeek", name="mojeek", ask=engine)
    assert (await provider.search("xyzzy")).leads == ()
    blocked = DdgsSearch("mojeek", name="mojeek", ask=Engine({}, otherwise=nothing))
    with pytest.raises(SearchError, match="most likely a block"):
        await blocked.search("xyzzy")


async def test_the_probe_is_sent_at_most_every_five_minutes() -> None:
    now = [0.0]
    engine = Engine({"wikipedia": [RESULT]})
    provider = DdgsSearch("mojeek", name="mojeek", ask=engine, clock=lambda: now[0])
    for _ in range(3):
        await provider.search("xyzzy")
    assert [query for _, query, _ in engine.asked].count("wikipedia") == 1
    now[0] = 301.0
    await provider.search("xyzzy")
    assert [query for _, query, _ in engine.asked].count("wikipedia") == 2


async def test_an_engine_that_answered_lately_needs_no_probe() -> None:
    engine = Engine({"lamp": [RESULT]})
    provider = DdgsSearch("mojeek", name="mojeek", ask=engine)
    await provider.search("lamp")
    assert (await provider.search("xyzzy")).leads == ()
    assert [query for _, query, _ in engine.asked] == ["lamp", "xyzzy"]


async def test_a_fault_of_the_library_is_named() -> None:
    engine = Engine({}, otherwise=OSError("connection reset"))
    with pytest.raises(SearchError, match="OSError: connection reset"):
        await DdgsSearch("mojeek", name="mojeek", ask=engine).search("lamp")


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        ("DNSError: error resolving DNS > no records", "host name cannot be found"),
        ("operation timed out", "no answer in time"),
        ("https://e.example/?q=private 202 Ratelimit", "a rate limit or block"),
        ("error sending request for url (https://e.example/?q=private)", "cannot be reached"),
        ("odd at https://e.example/?q=private", "OSError: odd at …"),
    ],
)
async def test_nested_messages_of_the_library_become_a_few_words(raised: str, said: str) -> None:
    engine = Engine({}, otherwise=OSError(raised))
    with pytest.raises(SearchError) as failed:
        await DdgsSearch("mojeek", name="mojeek", ask=engine).search("lamp")
    assert said in failed.value.reason
    assert "private" not in failed.value.reason


async def test_a_call_that_never_returns_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ddgs_engines, "_TIMEOUT_S", 0.1)
    release = threading.Event()

    def hang(backend: str, query: str, limit: int) -> list[dict[str, Any]]:
        release.wait(5)
        raise AssertionError((backend, query, limit))

    with pytest.raises(SearchError, match="no answer within"):
        await DdgsSearch("mojeek", name="mojeek", ask=hang).search("lamp")
    release.set()


async def test_without_a_stand_in_the_library_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    class Library:
        def __init__(self, *, timeout: int) -> None:
            assert timeout > 0

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None: ...

        def text(self, query: str, *, backend: str, max_results: int) -> list[dict[str, Any]]:
            assert (query, backend, max_results) == ("lamp", "yahoo", 10)
            return [RESULT]

    monkeypatch.setattr("ddgs.DDGS", Library)
    assert len((await DdgsSearch("yahoo", name="yahoo").search("lamp")).leads) == 1
