"""How kept answers are used, confirmed and replaced, within a run and across runs."""

from __future__ import annotations

from collections.abc import Callable, Generator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from ascertain.adapters.memory.answer_store import MemoryAnswerStore
from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.web import kept
from ascertain.adapters.web.answer_store import FileAnswerStore
from ascertain.adapters.web.fetching import WebFetcher
from ascertain.errors import FetchError
from ascertain.evidence.exchange import FetchTrace
from ascertain.evidence.freshness import Freshness
from ascertain.evidence.web_policy import WebPolicy
from ascertain.ports.answer_store import AnswerStore, StoredAnswer
from fake_web import FakeWeb, Reply, reply

SITE = "https://example.org"
PAGE = f"{SITE}/a"
POLICY = WebPolicy(robots=False)
DAY_S = 24 * 3_600.0
Run = Callable[..., WebFetcher]


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock("2026-12-01T10:00:00.000Z")


@pytest.fixture
def web(clock: FixedClock) -> FakeWeb:
    return FakeWeb(clock)


@pytest.fixture(params=["memory", "file"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[AnswerStore]:
    made = MemoryAnswerStore() if request.param == "memory" else FileAnswerStore(tmp_path)
    yield made
    made.close()


@pytest.fixture
def run(web: FakeWeb, clock: FixedClock, store: AnswerStore) -> Run:
    """Begin a run: a fetcher over the same store."""

    def begin(freshness: Freshness = Freshness(), policy: WebPolicy = POLICY) -> WebFetcher:  # noqa: B008 (frozen)
        return WebFetcher(web, policy, store, clock, freshness)

    return begin


async def failing(fetcher: WebFetcher, url: str, trace: FetchTrace | None = None) -> FetchError:
    with pytest.raises(FetchError) as caught:
        await fetcher.fetch(url, trace)
    return caught.value


async def test_a_later_run_asks_nothing_and_shows_everything(
    web: FakeWeb, clock: FixedClock, run: Run
) -> None:
    web.pages[PAGE] = reply(status=302, Location="/b")
    web.pages[f"{SITE}/b"] = reply(b"x", Content_Type="text/plain", ETag='"1"')
    first, later = FetchTrace(), FetchTrace()
    fresh = await run().fetch(PAGE, first)
    clock.advance(DAY_S - 1)
    again = await run().fetch(PAGE, later)
    assert len(web.asked) == 2
    assert (again.attempts, again.from_cache) == (0, True)
    assert (again.data, again.media_type, again.facts) == (b"x", "text/plain", {"etag": '"1"'})
    assert (again.url, again.redirects) == (fresh.url, fresh.redirects)
    assert again.fetched_at == fresh.fetched_at
    assert later.from_store == 2
    assert [e.from_store for e in later.exchanges] == [True, True]
    for old, new in zip(first.exchanges, later.exchanges, strict=True):
        assert (old.url, old.status, old.body, old.response_headers) == (
            new.url,
            new.status,
            new.body,
            new.response_headers,
        )
        assert (old.sent_at, old.address) == (new.sent_at, new.address)


async def test_a_page_past_its_age_is_asked_for_anew(
    web: FakeWeb, clock: FixedClock, run: Run
) -> None:
    web.pages[PAGE] = reply(b"old")
    await run().fetch(PAGE)
    web.pages[PAGE] = reply(b"new")
    clock.advance(DAY_S)
    fetched = await run().fetch(PAGE)
    assert (fetched.data, fetched.from_cache) == (b"new", False)
    assert web.asked[-1].headers == ()


@pytest.mark.parametrize(
    "freshness", [Freshness(refresh=True), Freshness(max_age=timedelta(0))], ids=["refresh", "0"]
)
async def test_an_answer_of_this_run_is_fresh_whatever_the_terms(
    web: FakeWeb, clock: FixedClock, run: Run, freshness: Freshness
) -> None:
    web.pages[PAGE] = reply(b"old")
    await run().fetch(PAGE)
    web.pages[PAGE] = reply(b"new")
    fetcher = run(freshness)
    assert (await fetcher.fetch(PAGE)).data == b"new"
    clock.advance(30 * DAY_S)
    trace = FetchTrace()
    again = await fetcher.fetch(PAGE, trace)
    assert (again.data, again.attempts) == (b"new", 0)
    assert [e.from_store for e in trace.exchanges] == [True]
    assert len(web.asked) == 2


async def test_what_this_run_took_from_the_store_it_keeps_using(
    web: FakeWeb, clock: FixedClock, run: Run
) -> None:
    web.pages[PAGE] = reply(b"old")
    await run().fetch(PAGE)
    fetcher = run()
    await fetcher.fetch(PAGE)
    clock.advance(2 * DAY_S)
    assert (await fetcher.fetch(PAGE)).data == b"old"
    assert len(web.asked) == 1


async def test_a_page_that_did_not_change_is_confirmed(
    web: FakeWeb, clock: FixedClock, run: Run
) -> None:
    web.pages[PAGE] = Reply(
        b"x", headers={"Last-Modified": "Tue, 03 Mar 2026 04:05:06 GMT"}, etag='"1"'
    )
    first = await run().fetch(PAGE)
    clock.advance(2 * DAY_S)
    trace = FetchTrace()
    again = await run().fetch(PAGE, trace)
    assert web.asked[-1].headers == (
        ("If-None-Match", '"1"'),
        ("If-Modified-Since", "Tue, 03 Mar 2026 04:05:06 GMT"),
    )
    assert (again.data, again.from_cache, again.attempts) == (b"x", True, 1)
    assert again.fetched_at == first.fetched_at
    assert [(e.status, e.from_store) for e in trace.exchanges] == [(304, False), (200, True)]
    assert trace.from_store == 0
    clock.advance(DAY_S - 1)  # confirmed, so fresh again
    assert (await run().fetch(PAGE)).data == b"x"
    assert len(web.asked) == 2


async def test_a_refresh_confirms_too_and_takes_what_changed(web: FakeWeb, run: Run) -> None:
    web.pages[PAGE] = Reply(b"one", etag='"1"')
    await run().fetch(PAGE)
    assert (await run(Freshness(refresh=True)).fetch(PAGE)).from_cache
    web.pages[PAGE] = Reply(b"two", etag='"2"')
    fetched = await run(Freshness(refresh=True)).fetch(PAGE)
    assert (fetched.data, fetched.from_cache) == (b"two", False)


async def test_an_unasked_304_is_an_error(web: FakeWeb, run: Run) -> None:
    web.pages[PAGE] = reply(status=304)
    assert (await failing(run(), PAGE)).reason.startswith("HTTP 304")


@pytest.mark.parametrize("etag", ["", "x" * 2_000, '"caf\u00e9"', '"\x01"'])
async def test_an_etag_that_cannot_be_sent_is_not(
    web: FakeWeb, clock: FixedClock, run: Run, etag: str
) -> None:
    web.pages[PAGE] = reply(b"x", ETag=etag)
    await run().fetch(PAGE)
    clock.advance(2 * DAY_S)
    await run().fetch(PAGE)
    assert web.asked[-1].headers == ()


@pytest.mark.parametrize(
    "given",
    [
        *(reply(b"no", status) for status in (404, 410, 403, 401)),
        reply(b""),
        FetchError("too_large", "over 50 MB"),
    ],
    ids=["404", "410", "403", "401", "empty", "large"],
)
async def test_a_failure_that_will_not_pass_is_kept_as_long_as_a_page(
    web: FakeWeb, clock: FixedClock, run: Run, given: Reply | FetchError
) -> None:
    web.pages[PAGE] = given
    first = await failing(run(), PAGE)
    clock.advance(DAY_S - 1)
    trace = FetchTrace()
    again = await failing(run(), PAGE, trace)
    assert again.status == first.status
    assert again.reason == f"{first.reason} (kept answer of 2026-12-01T10:00Z)"
    assert trace.from_store == 1
    assert len(web.asked) == 1
    clock.advance(1)
    web.pages[PAGE] = reply(b"x")
    assert (await run().fetch(PAGE)).data == b"x"


@pytest.mark.parametrize(
    "given",
    [reply(b"no", 500), reply(b"no", 429), FetchError("error", "no answer within 45 s")],
    ids=["500", "429", "time-out"],
)
async def test_a_failure_that_may_pass_is_kept_for_an_hour(
    web: FakeWeb, clock: FixedClock, run: Run, given: Reply | FetchError
) -> None:
    web.pages[PAGE] = given
    await failing(run(), PAGE)
    clock.advance(3_599)
    again = await failing(run(), PAGE)
    assert again.reason.endswith(" (kept answer of 2026-12-01T10:00Z)")
    assert len(web.asked) == 1
    clock.advance(1)
    web.pages[PAGE] = reply(b"x")
    assert (await run().fetch(PAGE)).data == b"x"
    assert (await run().fetch(PAGE)).data == b"x"
    assert len(web.asked) == 2


async def test_a_passing_failure_costs_nobody_the_page_that_was_there(
    web: FakeWeb, clock: FixedClock, run: Run
) -> None:
    web.pages[PAGE] = Reply(b"x", etag='"1"')
    await run().fetch(PAGE)
    clock.advance(2 * DAY_S)
    web.pages[PAGE] = reply(b"", 503)
    fetcher = run()
    for _ in range(2):
        assert (await failing(fetcher, PAGE)).reason.startswith("HTTP 503")
    assert (await failing(run(), PAGE)).reason.startswith("HTTP 503")
    assert (await run(Freshness(offline=True)).fetch(PAGE)).data == b"x"
    clock.advance(3_600)
    web.pages[PAGE] = Reply(b"x", etag='"1"')
    assert (await run().fetch(PAGE)).from_cache
    assert len(web.asked) == 3


async def test_policy_is_asked_before_what_is_kept(web: FakeWeb, run: Run) -> None:
    web.pages[PAGE] = reply(b"x")
    await run().fetch(PAGE)
    strict = run(policy=WebPolicy(robots=False, deny=("example.org",)))
    assert (await failing(strict, PAGE)).status == "blocked"
    assert (await run().fetch(PAGE)).data == b"x"


async def test_offline_uses_what_is_kept_however_old_and_asks_nothing(
    web: FakeWeb, clock: FixedClock, run: Run
) -> None:
    web.pages[PAGE] = reply(b"x")
    web.pages[f"{SITE}/gone"] = reply(b"", 404)
    await run().fetch(PAGE)
    await failing(run(), f"{SITE}/gone")
    clock.advance(4_000 * DAY_S)
    web.asked.clear()
    offline = run(Freshness(offline=True), WebPolicy())
    assert (await offline.fetch(PAGE)).data == b"x"
    assert "HTTP 404" in (await failing(offline, f"{SITE}/gone")).reason
    missing = await failing(offline, f"{SITE}/missing")
    assert (missing.status, missing.reason) == (
        "error",
        "it is not among the kept pages, and --offline forbids asking for it",
    )
    assert web.asked == []


class Forgetful:
    """A store that keeps nothing."""

    def get(self, kind: str, key: str) -> StoredAnswer | None:
        del kind, key
        return None

    def put(self, kind: str, key: str, answer: StoredAnswer) -> None:
        del kind, key, answer

    def close(self) -> None:
        pass


async def test_a_run_remembers_what_the_store_did_not_take(web: FakeWeb, clock: FixedClock) -> None:
    web.pages[PAGE] = reply(b"x")
    fetcher = WebFetcher(web, POLICY, Forgetful(), clock)
    for _ in range(3):
        assert (await fetcher.fetch(PAGE)).data == b"x"
        assert (await failing(fetcher, f"{SITE}/gone")).reason == "HTTP 404: there is no such page"
    assert len(web.asked) == 2


async def test_what_a_run_remembers_is_bounded(
    web: FakeWeb, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "_HELD_BYTES", 50_000)
    monkeypatch.setattr(kept, "_SETTLED", 5)
    fetcher = WebFetcher(web, POLICY, Forgetful(), clock)
    for number in range(10):
        web.pages[f"{SITE}/{number}"] = reply(b"x" * 9_000)
        await fetcher.fetch(f"{SITE}/{number}")
    await fetcher.fetch(f"{SITE}/9")
    assert len(web.asked) == 10
    assert (await fetcher.fetch(f"{SITE}/0")).data == b"x" * 9_000  # forgotten: asked again
    assert len(web.asked) == 11


@pytest.mark.parametrize(
    "head",
    ["", "[]", "{}", '{"version": 2}', '{"exchange": {"url": "x"}}', '{"failure": {"status": 1}}'],
)
async def test_an_entry_that_makes_no_sense_costs_one_request(
    web: FakeWeb, clock: FixedClock, head: str
) -> None:
    store = MemoryAnswerStore()
    store.put("page", PAGE, StoredAnswer(clock_time(clock), head, b"<p>"))
    web.pages[PAGE] = reply(b"x")
    assert (await WebFetcher(web, POLICY, store, clock).fetch(PAGE)).data == b"x"
    assert len(web.asked) == 1


async def test_a_response_that_json_cannot_hold_is_remembered_for_the_run(
    web: FakeWeb, run: Run
) -> None:
    web.pages[PAGE] = reply(b"x", X_Odd="half \ud800")
    fetcher = run()
    for _ in range(2):
        assert (await fetcher.fetch(PAGE)).data == b"x"
    assert len(web.asked) == 1
    assert (await run().fetch(PAGE)).data == b"x"
    assert len(web.asked) == 2


def clock_time(clock: FixedClock) -> datetime:
    return datetime.fromisoformat(clock.now())


async def test_a_kept_page_of_a_place_that_policy_closed_since_is_refused(
    web: FakeWeb, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fake_web.ADDRESS", "10.0.0.5")
    web.pages[PAGE] = reply(b"of the intranet", Content_Type="text/plain")
    opened = WebPolicy(robots=False, open=("example.org:443",))
    assert (await run(policy=opened).fetch(PAGE)).data == b"of the intranet"
    trace = FetchTrace()
    fault = await failing(run(), PAGE, trace)
    assert fault.status == "blocked"
    assert "10.0.0.5" in fault.reason
    assert trace.exchanges == []
    assert [refused.url for refused in trace.refused] == [PAGE]
    assert (await run(policy=opened).fetch(PAGE)).from_cache
    assert len(web.asked) == 1
