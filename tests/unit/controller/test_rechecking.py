"""A finished run's sources, fetched again."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.memory.document_reader import MemoryReader
from ascertain.adapters.memory.fetcher import MemoryFetcher
from ascertain.adapters.memory.snapshot_store import MemorySnapshots
from ascertain.adapters.web.statuses import failure_of
from ascertain.controller.rechecking import RecheckTerms, recheck_run
from ascertain.controller.state import RunState
from ascertain.errors import FetchError, InputError
from ascertain.evidence.exchange import Exchange, FetchTrace
from ascertain.evidence.recheck import Recheck, RecheckedSource
from ascertain.ports.fetcher import Fetched, Fetcher
from ascertain.sources.source_reading import ReadingPorts
from unit.controller.harness import PAGES, Harness, quoting

FOUNDED = "Ailsa Hestvane founded Skerrion in 2014."
PEOPLE = "It employs 236 people."
ABOUT, NEWS = PAGES


async def _state() -> RunState:
    harness = Harness(quoting((FOUNDED, ABOUT), (PEOPLE, ABOUT), (FOUNDED, NEWS)))
    await harness.run.run()
    return harness.run.state


def _ports(fetcher: Fetcher) -> ReadingPorts:
    return ReadingPorts(
        fetcher=fetcher, reader=MemoryReader(), snapshots=MemorySnapshots(), clock=FixedClock()
    )


async def _recheck(pages: Mapping[str, Any], **more: Any) -> Recheck:
    return await recheck_run(await _state(), _ports(MemoryFetcher(pages)), **more)


async def test_sources_that_are_as_they_were_hold_everything() -> None:
    found = await _recheck(PAGES)
    assert found.is_unchanged
    assert [source.outcome for source in found.sources] == ["same", "same"]
    assert (len(found.quotes), found.sentences, found.affected) == (3, 2, ())


async def test_a_changed_number_fells_its_sentence() -> None:
    told: list[RecheckedSource] = []
    changed = {**PAGES, ABOUT: PAGES[ABOUT].replace(b"236", b"251")}
    found = await _recheck(changed, terms=RecheckTerms(told=told.append))
    assert not found.is_unchanged
    assert [quote.outcome for quote in found.quotes] == ["held", "changed", "held"]
    assert found.quotes[1].numbers[0].now == "251"
    assert [(one.text, one.outcome) for one in found.affected] == [(PEOPLE, "fallen")]
    assert sorted(source.outcome for source in told) == ["changed", "same"]
    assert found.sources[0].now_hash != found.sources[0].was_hash


async def test_a_page_that_is_gone_weakens_what_another_still_holds() -> None:
    gone = {**PAGES, NEWS: FetchError("error", "HTTP 404: there is no such page")}
    found = await _recheck(gone)
    assert found.sources[1].outcome == "gone"
    assert found.quotes[2].outcome == "vanished"
    assert [(one.text, one.outcome) for one in found.affected] == [(FOUNDED, "weakened")]
    assert found.not_checked == ()


async def test_a_page_that_fails_today_is_not_taken_for_gone() -> None:
    failing = {**PAGES, NEWS: FetchError("error", "HTTP 503: the host is overloaded")}
    found = await _recheck(failing)
    assert found.sources[1].outcome == "unread"
    assert found.affected == ()
    assert found.not_checked == (f"S2 ({NEWS}): HTTP 503: the host is overloaded",)
    assert not found.is_unchanged


async def test_a_page_that_takes_itself_back_supports_nothing_any_more() -> None:
    head = b"About Skerrion\n\nThis page has been retracted. "
    found = await _recheck({**PAGES, ABOUT: PAGES[ABOUT].replace(b"About Skerrion\n\n", head)})
    assert found.sources[0].retraction == "This page has been retracted"
    assert found.quotes[1].withdrawn
    assert {one.text: one.outcome for one in found.affected} == {
        PEOPLE: "fallen",
        FOUNDED: "weakened",
    }


class _Elsewhere:
    """Answers from another address, and slowly."""

    def __init__(self, delay_s: float = 0.0) -> None:
        self._delay_s = delay_s

    async def fetch(self, url: str, trace: FetchTrace | None = None) -> Fetched:
        del trace
        await asyncio.sleep(self._delay_s)
        return Fetched(data=PAGES[url], url=f"{url}.moved", media_type="text/plain")


async def test_a_new_address_is_named_and_loses_nothing() -> None:
    found = await recheck_run(await _state(), _ports(_Elsewhere()))
    assert found.is_unchanged
    assert found.sources[0].redirected_to == f"{ABOUT}.moved"


async def test_when_the_time_is_up_what_is_left_is_not_checked() -> None:
    terms = RecheckTerms(parallel=1, max_seconds=0.05)
    found = await recheck_run(await _state(), _ports(_Elsewhere(5.0)), terms)
    assert {source.outcome for source in found.sources} == {"unread"}
    assert all("the time for rechecking was up" in said for said in found.not_checked)


async def test_a_programs_account_of_a_page_is_not_held_against_the_page() -> None:
    state = await _state()
    told = state.sources["S2"].model_copy(update={"observed_text": "processed"})
    state.sources["S2"] = told
    found = await recheck_run(state, _ports(MemoryFetcher(PAGES)))
    assert found.sources[1].reason == "what was kept of it is a program's account, not the page"


@pytest.mark.parametrize("update", [{"ended": None}, {"plan": None}, {"evidence": {}}])
async def test_what_has_nothing_to_recheck_is_refused(update: dict[str, Any]) -> None:
    state = (await _state()).model_copy(update=update)
    with pytest.raises(InputError):
        await recheck_run(state, _ports(MemoryFetcher(PAGES)))


@pytest.mark.parametrize("status", [404, 410])
async def test_the_words_of_the_web_client_for_a_missing_page_mean_gone(status: int) -> None:
    failure = failure_of(Exchange("https://x.example/", status, (), b"", "2026-01-01T00:00:00Z"))
    assert failure is not None
    found = await _recheck({**PAGES, NEWS: FetchError(failure.status, failure.reason)})
    assert found.sources[1].outcome == "gone"
