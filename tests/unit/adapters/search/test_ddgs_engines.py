from __future__ import annotations

import asyncio
import threading
from typing import Any, Self

import pytest
from ddgs.exceptions import DDGSException

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


async def test_one_probe_answers_for_all_who_wait_for_it() -> None:
    engine = Engine({"wikipedia": [RESULT]})
    provider = DdgsSearch("mojeek", name="mojeek", ask=engine)
    replies = await asyncio.gather(*(provider.search(f"xyzzy {n}") for n in range(4)))
    assert [reply.leads for reply in replies] == [()] * 4
    assert [query for _, query, _ in engine.asked].count("wikipedia") == 1


async def test_a_probe_that_failed_is_not_taken_for_an_earlier_one_that_did_not() -> None:
    now = [0.0]
    answers: dict[str, Any] = {"wikipedia": [RESULT]}
    provider = DdgsSearch("mojeek", name="mojeek", ask=Engine(answers), clock=lambda: now[0])
    await provider.search("xyzzy")
    now[0], answers["wikipedia"] = 301.0, OSError("reset")
    with pytest.raises(SearchError, match="reset"):
        await provider.search("xyzzy")
    with pytest.raises(SearchError, match="most likely a block"):
        await provider.search("xyzzy")


async def test_a_probe_that_was_cut_off_proves_nothing() -> None:
    begun, release = threading.Event(), threading.Event()
    probes: list[str] = []

    def ask(backend: str, query: str, limit: int) -> list[dict[str, Any]]:
        del backend, limit
        if query != "wikipedia":
            return []
        probes.append(query)
        begun.set()
        if len(probes) == 1:
            release.wait(5)
        return [RESULT]

    provider = DdgsSearch("mojeek", name="mojeek", ask=ask)
    cut_off = asyncio.create_task(provider.search("xyzzy"))
    await asyncio.to_thread(begun.wait, 5)
    cut_off.cancel()
    with pytest.raises(asyncio.CancelledError):
        await cut_off
    release.set()
    assert (await provider.search("xyzzy")).leads == ()
    assert len(probes) == 2


async def test_calls_that_never_return_hold_two_threads_at_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ddgs_engines, "_TIMEOUT_S", 0.05)
    monkeypatch.setattr(ddgs_engines, "_TURN_S", 0.2)
    release = threading.Event()
    begun: list[str] = []

    def hang(backend: str, query: str, limit: int) -> list[dict[str, Any]]:
        del backend, limit
        begun.append(query)
        release.wait(5)
        return [RESULT]

    provider = DdgsSearch("mojeek", name="mojeek", ask=hang)
    outcomes = await asyncio.gather(
        *(provider.search(f"q{n}") for n in range(8)), return_exceptions=True
    )
    assert all(isinstance(outcome, SearchError) for outcome in outcomes)
    assert sum("earlier requests did not come back" in str(each) for each in outcomes) == 6
    assert len(begun) == 2
    monkeypatch.setattr(ddgs_engines, "_TIMEOUT_S", 5.0)
    monkeypatch.setattr(ddgs_engines, "_TURN_S", 5.0)
    release.set()
    assert len((await provider.search("lamp")).leads) == 1


async def test_a_panic_in_the_library_is_a_failure_like_any_other() -> None:
    class PanicError(BaseException):
        """As the library's Rust raises it: no Exception."""

    def panic(backend: str, query: str, limit: int) -> list[dict[str, Any]]:
        raise PanicError((backend, query, limit))

    with pytest.raises(SearchError, match="PanicError"):
        await DdgsSearch("mojeek", name="mojeek", ask=panic).search("lamp")


async def test_what_is_no_list_of_objects_counts_as_nothing() -> None:
    engine = Engine({"lamp": ["x", None, 7], "wikipedia": [RESULT]})
    provider = DdgsSearch("mojeek", name="mojeek", ask=engine)
    assert (await provider.search("lamp")).leads == ()


def test_an_answer_after_the_loop_has_ended_disturbs_nobody() -> None:
    release = threading.Event()
    faults: list[object] = []

    def late(backend: str, query: str, limit: int) -> list[dict[str, Any]]:
        del backend, query, limit
        release.wait(5)
        return [RESULT]

    async def leave() -> None:
        asking = asyncio.create_task(DdgsSearch("m", name="m", ask=late).search("lamp"))
        await asyncio.sleep(0.05)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    def note(fault: object) -> None:
        faults.append(fault)

    hook, threading.excepthook = threading.excepthook, note
    try:
        before = set(threading.enumerate())
        asyncio.run(leave())
        mine = [t for t in threading.enumerate() if t not in before and t.name == "ddgs"]
        assert all(thread.daemon for thread in mine)
        release.set()
        for thread in mine:
            thread.join(5)
    finally:
        threading.excepthook = hook
    assert mine
    assert faults == []


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


async def test_an_engine_the_library_does_not_have_is_not_replaced_by_others() -> None:
    with pytest.raises(SearchError, match="no engine named altavista"):
        await DdgsSearch("altavista", name="altavista").search("lamp")


@pytest.mark.parametrize(("waited_s", "said"), [(0, "most likely a block"), (10, "no answer in")])
async def test_an_engine_that_was_too_slow_did_not_find_nothing(
    monkeypatch: pytest.MonkeyPatch, waited_s: int, said: str
) -> None:
    now = [0.0]

    class Slow:
        def __init__(self, *, timeout: int) -> None:
            del timeout

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None: ...

        def text(self, query: str, *, backend: str, max_results: int) -> list[dict[str, Any]]:
            del query, backend, max_results
            now[0] += waited_s
            raise DDGSException("No results found.")

    monkeypatch.setattr("ddgs.DDGS", Slow)
    monkeypatch.setattr(ddgs_engines, "monotonic", lambda: now[0])
    with pytest.raises(SearchError, match=said):
        await DdgsSearch("yahoo", name="yahoo").search("lamp")
