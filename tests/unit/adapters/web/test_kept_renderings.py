from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from ascertain.adapters.memory.answer_store import MemoryAnswerStore
from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.web.kept_renderings import KeptRenderings
from ascertain.errors import FetchError
from ascertain.evidence.exchange import Exchange, FetchTrace
from ascertain.evidence.freshness import Freshness
from ascertain.evidence.web_policy import WebPolicy
from ascertain.ports.answer_store import StoredAnswer
from ascertain.ports.fetcher import Fetched
from ascertain.sources.walls import NOT_RENDERED

URL = "https://a.example/app"
FINAL = "https://a.example/app/start"


class Browser:
    def __init__(self, *, broken: bool = False) -> None:
        self.pages = 0
        self._broken = broken

    async def fetch(self, url: str, trace: FetchTrace | None = None) -> Fetched:
        self.pages += 1
        if self._broken:
            raise FetchError("error", f"{url} did not settle")
        assert trace is not None
        trace.exchanges.append(
            Exchange(FINAL, 200, (), b"<p>made", "2026-01-01T00:00:00Z", kind="rendered")
        )
        return Fetched(data=b"<p>made", url=FINAL, media_type="text/html")


def kept(
    browser: Browser | None,
    store: MemoryAnswerStore,
    freshness: Freshness | None = None,
    policy: WebPolicy | None = None,
) -> KeptRenderings:
    return KeptRenderings(
        browser, policy or WebPolicy(), store, FixedClock(), freshness or Freshness()
    )


async def test_a_rendering_is_made_once_and_kept_for_the_next_run() -> None:
    store, browser = MemoryAnswerStore(), Browser()
    first = await kept(browser, store).fetch(URL)
    trace = FetchTrace()
    second = await kept(browser, store).fetch(URL, trace)
    assert browser.pages == 1
    assert (first.data, first.url) == (second.data, second.url)
    assert second.from_cache
    assert second.redirects == (URL,)
    assert [(e.url, e.kind, e.from_store) for e in trace.exchanges] == [(FINAL, "rendered", True)]


async def test_offline_only_what_is_kept_is_given() -> None:
    store, browser = MemoryAnswerStore(), Browser()
    offline = Freshness(timedelta(0), offline=True)
    with pytest.raises(FetchError, match="--offline") as caught:
        await kept(browser, store, offline).fetch(URL)
    assert caught.value.status == NOT_RENDERED
    await kept(browser, store).fetch(URL)
    assert (await kept(None, store, offline).fetch(URL)).data == b"<p>made"
    assert browser.pages == 1


async def test_without_a_browser_the_reason_says_where_to_look() -> None:
    with pytest.raises(FetchError, match="doctor") as caught:
        await kept(None, MemoryAnswerStore()).fetch(URL)
    assert caught.value.status == NOT_RENDERED


async def test_a_failure_is_kept_and_says_so() -> None:
    store, browser = MemoryAnswerStore(), Browser(broken=True)
    with pytest.raises(FetchError, match="did not settle"):
        await kept(browser, store).fetch(URL)
    with pytest.raises(FetchError, match="a kept answer"):
        await kept(browser, store).fetch(URL)
    assert browser.pages == 1


async def test_what_policy_refused_is_not_kept() -> None:
    class Refused(Browser):
        async def fetch(self, url: str, trace: FetchTrace | None = None) -> Fetched:
            del trace
            self.pages += 1
            raise FetchError("blocked", f"{url} leads to a private network")

    store, browser = MemoryAnswerStore(), Refused()
    for _ in range(2):
        with pytest.raises(FetchError, match="private network"):
            await kept(browser, store).fetch(URL)
    assert browser.pages == 2


async def test_a_page_of_a_host_that_policy_closed_since_is_not_given() -> None:
    store, browser = MemoryAnswerStore(), Browser()
    await kept(browser, store).fetch(URL)
    with pytest.raises(FetchError, match="denied") as caught:
        await kept(browser, store, policy=WebPolicy(deny=("a.example",))).fetch(URL)
    assert caught.value.status == NOT_RENDERED


async def test_a_failure_does_not_cost_the_page_that_is_kept() -> None:
    store = MemoryAnswerStore()
    await kept(Browser(), store).fetch(URL)
    with pytest.raises(FetchError):
        await kept(Browser(broken=True), store, Freshness(refresh=True)).fetch(URL)
    offline = Freshness(timedelta(0), offline=True)
    assert (await kept(None, store, offline).fetch(URL)).data == b"<p>made"


async def test_refresh_renders_anew() -> None:
    store, browser = MemoryAnswerStore(), Browser()
    await kept(browser, store).fetch(URL)
    await kept(browser, store, Freshness(refresh=True)).fetch(URL)
    assert browser.pages == 2


async def test_a_kept_entry_of_another_shape_is_no_answer() -> None:
    store, browser = MemoryAnswerStore(), Browser()
    now = FixedClock().now()
    from_elsewhere = StoredAnswer(datetime.fromisoformat(now), '{"other": 1}')
    store.put("rendered", URL, from_elsewhere)
    assert (await kept(browser, store).fetch(URL)).data == b"<p>made"
