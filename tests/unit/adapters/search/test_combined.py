from __future__ import annotations

import asyncio

import pytest

from ascertain.adapters.memory.answer_store import MemoryAnswerStore
from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.memory.search_provider import MemorySearch
from ascertain.adapters.search.combined import CombinedSearch, fused
from ascertain.errors import SearchError
from ascertain.evidence.freshness import Freshness
from ascertain.evidence.lead import Lead, SearchReply
from ascertain.ports.search_provider import SearchProvider


def lead(url: str, provider: str = "a", title: str = "", snippet: str = "") -> Lead:
    return Lead(url=url, provider=provider, title=title, snippet=snippet)


def finding(name: str, *urls: str) -> MemorySearch:
    return MemorySearch({"q": tuple(lead(url, name) for url in urls)}, name=name)


def failing(name: str) -> MemorySearch:
    return MemorySearch(name=name, failure=f"{name} is down")


def combined(*providers: SearchProvider, **more: object) -> CombinedSearch:
    return CombinedSearch(providers, clock=FixedClock(), **more)  # pyright: ignore[reportArgumentType] - each test names its own


def test_pages_that_several_providers_name_come_first() -> None:
    first = [lead("https://x.example/1", "a"), lead("https://x.example/2", "a")]
    second = [lead("https://x.example/2", "b"), lead("https://x.example/3", "b")]
    got = fused([first, second], 10)
    assert [item.url[-1] for item in got] == ["2", "1", "3"]
    assert got[0].provider == "a+b"
    assert got[0].score == pytest.approx(1 / 62 + 1 / 61)


def test_one_page_under_several_addresses_counts_once_with_the_richer_text() -> None:
    first = [lead("https://x.example/a?utm_source=n", "a", "T", "short")]
    second = [lead("https://x.example/a", "b", "A longer title", "a longer snippet")]
    (got,) = fused([first, second], 10)
    assert got.url == "https://x.example/a?utm_source=n"
    assert (got.title, got.snippet) == ("A longer title", "a longer snippet")


def test_a_provider_cannot_vote_twice_for_a_page() -> None:
    twice = [lead("https://x.example/a"), lead("https://x.example/a#top")]
    other = [lead("https://x.example/b", "b")]
    got = fused([twice, other], 10)
    assert [item.score for item in got] == [pytest.approx(1 / 61)] * 2


async def test_a_provider_that_fails_is_told_and_the_others_answer() -> None:
    got = await combined(failing("a"), finding("b", "https://x.example/1")).search("q")
    assert len(got.leads) == 1
    assert {report.provider: report.failure for report in got.providers} == {
        "a": "a is down",
        "b": None,
    }


async def test_where_all_fail_the_whole_fails_and_names_each() -> None:
    with pytest.raises(SearchError, match="a: a is down; b: b is down"):
        await combined(failing("a"), failing("b")).search("q")


async def test_looking_and_finding_nothing_is_an_answer() -> None:
    got = await combined(finding("a"), failing("b")).search("q")
    assert got.leads == ()
    assert [(r.provider, r.leads, r.failure) for r in got.providers] == [
        ("a", 0, None),
        ("b", 0, "b is down"),
    ]


async def test_others_take_over_one_after_the_other_where_the_first_give_nothing() -> None:
    second, third = finding("c", "https://x.example/1"), finding("d", "https://x.example/2")
    got = await combined(failing("a"), fallbacks=(failing("b"), second, third)).search("q")
    assert [r.provider for r in got.providers] == ["a", "b", "c"]
    assert third.queries == []


async def test_nobody_takes_over_where_there_are_leads() -> None:
    spare = finding("b", "https://x.example/2")
    await combined(finding("a", "https://x.example/1"), fallbacks=(spare,)).search("q")
    assert spare.queries == []


async def test_without_any_provider_the_reason_says_how_to_set_one() -> None:
    with pytest.raises(SearchError, match="ASCERTAIN_SEARCH"):
        await combined().search("q")


async def test_a_provider_that_never_answers_is_given_up() -> None:
    class Silent(MemorySearch):
        async def search(self, query: str, *, limit: int = 10) -> SearchReply:
            del query, limit
            await asyncio.Event().wait()
            raise AssertionError

    slow = combined(Silent(name="a"), finding("b", "https://x.example/1"), timeout_s=0.05)
    got = await slow.search("q")
    assert got.providers[0].failure == "no answer within 0.05 s"
    assert len(got.leads) == 1
    await slow.close()


async def test_a_fault_of_one_provider_ends_alone() -> None:
    class Broken(MemorySearch):
        async def search(self, query: str, *, limit: int = 10) -> SearchReply:
            raise ZeroDivisionError(query, limit)

    got = await combined(Broken(name="a"), finding("b", "https://x.example/1")).search("q")
    assert got.providers[0].failure == "an unexpected fault: ZeroDivisionError"


async def test_a_query_is_asked_once_in_a_run_even_with_refresh() -> None:
    provider = finding("a", "https://x.example/1")
    search = combined(provider, freshness=Freshness(refresh=True))
    first, second = await asyncio.gather(search.search("q"), search.search("q"))
    assert provider.queries == ["q"]
    assert first.leads == second.leads


async def test_answers_are_kept_for_the_next_run_and_failures_are_not() -> None:
    store = MemoryAnswerStore()
    good, bad = finding("a", "https://x.example/1"), failing("b")
    await combined(good, bad, store=store).search("q")
    got = await combined(good, bad, store=store).search("q")
    assert (good.queries, bad.queries) == (["q"], ["q", "q"])
    assert [r.from_store for r in got.providers] == [True, False]


async def test_a_failed_refresh_does_not_cost_the_answer_that_is_kept() -> None:
    store = MemoryAnswerStore()
    await combined(finding("a", "https://x.example/1"), store=store).search("q")
    with pytest.raises(SearchError):
        await combined(failing("a"), store=store, freshness=Freshness(refresh=True)).search("q")
    offline = combined(failing("a"), store=store, freshness=Freshness(offline=True))
    assert len((await offline.search("q")).leads) == 1


async def test_refresh_asks_anew_and_offline_never_asks() -> None:
    store, provider = MemoryAnswerStore(), finding("a", "https://x.example/1")
    await combined(provider, store=store).search("q")
    await combined(provider, store=store, freshness=Freshness(refresh=True)).search("q")
    assert provider.queries == ["q", "q"]
    offline = combined(provider, store=store, freshness=Freshness(offline=True))
    assert len((await offline.search("q")).leads) == 1
    with pytest.raises(SearchError, match="--offline forbids asking"):
        await offline.search("another")
    assert provider.queries == ["q", "q"]


async def test_a_kept_answer_of_another_shape_is_asked_for_again() -> None:
    store, provider = MemoryAnswerStore(), finding("a", "https://x.example/1")
    await combined(provider, store=store).search("q")
    kept = store.get("search", "a\n10\nq")
    assert kept is not None
    store.put("search", "a\n10\nq", type(kept)(kept.stored_at, '{"odd": 1}'))
    await combined(provider, store=store).search("q")
    assert provider.queries == ["q", "q"]


class _AtPlace:
    """A provider whose answers depend on where it is."""

    name = "searxng"

    def __init__(self, place: str) -> None:
        self.place = place
        self.asked = 0

    async def search(self, query: str, *, limit: int = 10) -> SearchReply:
        del query, limit
        self.asked += 1
        return SearchReply(leads=(lead(f"{self.place}/found", self.name),))


async def test_an_answer_is_kept_for_the_place_that_gave_it() -> None:
    store = MemoryAnswerStore()
    here, there = _AtPlace("http://u:secret@a.example"), _AtPlace("http://b.example")
    for _ in range(2):
        for provider in (here, there):
            got = await combined(provider, store=store).search("q")
            assert [item.url for item in got.leads] == [f"{provider.place}/found"]
    assert (here.asked, there.asked) == (1, 1)


async def test_offline_an_answer_of_another_place_is_not_used() -> None:
    store = MemoryAnswerStore()
    await combined(_AtPlace("http://a.example"), store=store).search("q")
    offline = combined(_AtPlace("http://b.example"), store=store, freshness=Freshness(offline=True))
    with pytest.raises(SearchError, match=r"failed: no kept answer, .*; search once without"):
        await offline.search("q")
