"""What a fetch gives, where redirects lead, and what policy and hosts keep back."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from ascertain.adapters.memory.answer_store import MemoryAnswerStore
from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.web.fetching import WebFetcher
from ascertain.adapters.web.network import UnreachableError
from ascertain.errors import FetchError
from ascertain.evidence.exchange import FetchTrace
from ascertain.evidence.web_policy import WebPolicy
from fake_web import FakeWeb, Reply, reply

SITE = "https://example.org"
POLICY = WebPolicy(robots=False, deny=("*.denied.example",))


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock("2026-12-01T10:00:00.000Z")


@pytest.fixture
def web(clock: FixedClock) -> FakeWeb:
    return FakeWeb(clock)


@pytest.fixture
def fetcher(web: FakeWeb, clock: FixedClock) -> WebFetcher:
    return WebFetcher(web, POLICY, MemoryAnswerStore(), clock)


async def failing(fetcher: WebFetcher, url: str, trace: FetchTrace | None = None) -> FetchError:
    with pytest.raises(FetchError) as caught:
        await fetcher.fetch(url, trace)
    return caught.value


async def test_a_page_comes_with_what_the_host_said_of_it(
    web: FakeWeb, fetcher: WebFetcher
) -> None:
    web.pages[f"{SITE}/a"] = reply(
        b"<p>\xff",
        Content_Type="text/html; charset=latin-1",
        Last_Modified="Tue, 03 Mar 2026 04:05:06 GMT",
        ETag='"v1"',
    )
    trace = FetchTrace()
    fetched = await fetcher.fetch(f"{SITE}/a", trace)
    assert fetched.data == b"<p>\xff"
    assert fetched.url == f"{SITE}/a"
    assert fetched.media_type == "text/html; charset=latin-1"
    assert fetched.facts == {"last-modified": "2026-03-03T04:05:06Z", "etag": '"v1"'}
    assert fetched.fetched_at == datetime(2026, 12, 1, 10, tzinfo=UTC)
    assert (fetched.attempts, fetched.from_cache, fetched.redirects) == (1, False, ())
    assert [(e.url, e.from_store) for e in trace.exchanges] == [(f"{SITE}/a", False)]
    assert (trace.refused, trace.from_store) == ([], 0)


@pytest.mark.parametrize("date", ["", "yesterday", "Tue, 99 Mar 2026 04:05:06 GMT", "9" * 400])
async def test_what_is_no_date_is_no_fact(web: FakeWeb, fetcher: WebFetcher, date: str) -> None:
    web.pages[f"{SITE}/a"] = reply(b"x", Last_Modified=date)
    fetched = await fetcher.fetch(f"{SITE}/a")
    assert fetched.facts == {}
    assert fetched.media_type is None


async def test_a_url_is_asked_for_as_policy_writes_it(web: FakeWeb, fetcher: WebFetcher) -> None:
    web.pages[f"{SITE}/a"] = reply(b"x")
    fetched = await fetcher.fetch(" HTTPS://EXAMPLE.org:443/a#part ")
    assert fetched.url == f"{SITE}/a"
    assert web.urls == [f"{SITE}/a"]


async def test_redirects_are_followed_and_listed(web: FakeWeb, fetcher: WebFetcher) -> None:
    web.pages[f"{SITE}/a"] = reply(status=301, Location="/b#part")
    web.pages[f"{SITE}/b"] = reply(status=307, Location="https://example.net/c")
    web.pages["https://example.net/c"] = reply(b"x")
    trace = FetchTrace()
    fetched = await fetcher.fetch(f"{SITE}/a", trace)
    assert fetched.url == "https://example.net/c"
    assert fetched.redirects == (f"{SITE}/a", f"{SITE}/b")
    assert [e.status for e in trace.exchanges] == [301, 307, 200]


async def test_a_circle_of_redirects_ends(web: FakeWeb, fetcher: WebFetcher) -> None:
    web.pages[f"{SITE}/a"] = reply(status=302, Location="/b")
    web.pages[f"{SITE}/b"] = reply(status=302, Location="/a#again")
    fault = await failing(fetcher, f"{SITE}/a")
    assert (fault.status, fault.reason) == (
        "error",
        f"it redirects in a circle, back to {SITE}/a",
    )
    assert len(web.asked) == 2


async def test_a_chain_without_end_is_left(web: FakeWeb, fetcher: WebFetcher) -> None:
    for number in range(50):
        web.pages[f"{SITE}/{number}"] = reply(status=302, Location=f"/{number + 1}")
    fault = await failing(fetcher, f"{SITE}/0")
    assert fault.reason == "it redirects too often: 10 addresses were asked"
    assert len(web.asked) == 10


async def test_nine_redirects_are_followed(web: FakeWeb, fetcher: WebFetcher) -> None:
    for number in range(9):
        web.pages[f"{SITE}/{number}"] = reply(status=302, Location=f"/{number + 1}")
    web.pages[f"{SITE}/9"] = reply(b"x")
    assert len((await fetcher.fetch(f"{SITE}/0")).redirects) == 9


@pytest.mark.parametrize(
    ("location", "words"),
    [
        ("http://127.0.0.1/admin", "127.0.0.1"),
        ("http://169.254.169.254/latest", "169.254.169.254"),
        ("https://x.denied.example/", "denied"),
        ("http://[::1]/", "::1"),
        ("https://example.org:22/", "port 22"),
    ],
)
async def test_a_redirect_to_what_policy_forbids_is_refused_and_recorded(
    web: FakeWeb, fetcher: WebFetcher, location: str, words: str
) -> None:
    web.pages[f"{SITE}/a"] = reply(status=302, Location=location)
    trace = FetchTrace()
    fault = await failing(fetcher, f"{SITE}/a", trace)
    assert fault.status == "blocked"
    assert fault.reason.startswith(f"it redirects to {location}")
    assert words in fault.reason
    assert [refused.url for refused in trace.refused] == [location]
    assert web.urls == [f"{SITE}/a"]


async def test_a_redirect_off_the_web_is_refused_and_recorded_without_its_password(
    web: FakeWeb, fetcher: WebFetcher
) -> None:
    web.pages[f"{SITE}/a"] = reply(status=302, Location="https://u:secret@example.net/x")
    web.pages[f"{SITE}/b"] = reply(status=302)
    trace = FetchTrace()
    assert (await failing(fetcher, f"{SITE}/a", trace)).status == "blocked"
    assert [refused.url for refused in trace.refused] == ["https://example.net/x"]
    trace = FetchTrace()
    assert (await failing(fetcher, f"{SITE}/b", trace)).status == "error"
    assert trace.refused == []


async def test_what_policy_forbids_is_not_asked_and_recorded(
    web: FakeWeb, fetcher: WebFetcher
) -> None:
    trace = FetchTrace()
    fault = await failing(fetcher, "https://a.denied.example/", trace)
    assert fault.status == "blocked"
    assert [(r.url, r.reason) for r in trace.refused] == [
        ("https://a.denied.example/", fault.reason)
    ]
    assert web.asked == []


async def test_a_refusal_at_connecting_is_said_once_and_not_remembered(
    web: FakeWeb, fetcher: WebFetcher
) -> None:
    web.pages[f"{SITE}/a"] = FetchError("blocked", "example.org leads here: 10.0.0.8 is private")
    trace = FetchTrace()
    assert (await failing(fetcher, f"{SITE}/a", trace)).status == "blocked"
    assert len(trace.refused) == 1
    web.pages[f"{SITE}/a"] = reply(b"x")
    assert (await fetcher.fetch(f"{SITE}/a")).data == b"x"


@pytest.mark.parametrize(
    ("given", "status", "reason"),
    [
        (reply(b"no", 403), "blocked", "HTTP 403: the host refused it"),
        (reply(b"no", 404), "error", "HTTP 404: there is no such page"),
        (reply(b"no", 500), "error", "HTTP 500: the host failed"),
        (reply(b"", 200), "empty", "HTTP 200: the host sent an empty page"),
        (reply(b"", 204), "empty", "HTTP 204: the host sent an empty page"),
        (FetchError("too_large", "over 50 MB"), "too_large", "over 50 MB"),
        (FetchError("error", "no answer within 45 s"), "error", "no answer within 45 s"),
        (UnreachableError("refused", is_passing=False), "error", "refused"),
    ],
)
async def test_a_failure_says_what_it_was(
    web: FakeWeb, fetcher: WebFetcher, given: Reply | FetchError, status: str, reason: str
) -> None:
    web.pages[f"{SITE}/a"] = given
    for _ in range(2):  # the same when it is asked for again in this run
        fault = await failing(fetcher, f"{SITE}/a")
        assert (fault.status, fault.reason) == (status, reason)
    assert len(web.asked) == 1


async def test_a_url_is_asked_once_however_many_want_it(web: FakeWeb, fetcher: WebFetcher) -> None:
    web.pages[f"{SITE}/a"] = reply(b"x")
    web.gate = asyncio.Event()
    traces = [FetchTrace() for _ in range(20)]
    calls = [asyncio.create_task(fetcher.fetch(f"{SITE}/a", trace)) for trace in traces]
    await web.reached.wait()
    web.gate.set()
    fetched = await asyncio.gather(*calls)
    assert {page.data for page in fetched} == {b"x"}
    assert len(web.asked) == 1
    assert sorted(page.attempts for page in fetched) == [0] * 19 + [1]
    assert [len(trace.exchanges) for trace in traces] == [1] * 20
    assert sum(trace.from_store for trace in traces) == 19


async def test_a_shared_refusal_is_recorded_for_each(web: FakeWeb, fetcher: WebFetcher) -> None:
    web.pages[f"{SITE}/a"] = FetchError("blocked", "it is private")
    web.gate = asyncio.Event()
    traces = [FetchTrace() for _ in range(3)]
    calls = [asyncio.create_task(failing(fetcher, f"{SITE}/a", trace)) for trace in traces]
    await web.reached.wait()
    web.gate.set()
    faults = await asyncio.gather(*calls)
    assert [fault.reason for fault in faults] == ["it is private"] * 3
    assert [len(trace.refused) for trace in traces] == [1, 1, 1]
    assert len(web.asked) == 1


async def test_one_who_leaves_does_not_end_it_for_others(web: FakeWeb, fetcher: WebFetcher) -> None:
    web.pages[f"{SITE}/a"] = reply(b"x")
    web.gate = asyncio.Event()
    first, second = (asyncio.create_task(fetcher.fetch(f"{SITE}/a")) for _ in range(2))
    await web.reached.wait()
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    web.gate.set()
    assert (await second).data == b"x"
    assert web.cancelled == []


async def test_the_transfer_ends_when_the_last_one_leaves(
    web: FakeWeb, fetcher: WebFetcher
) -> None:
    web.gate = asyncio.Event()
    calls = [asyncio.create_task(fetcher.fetch(f"{SITE}/a")) for _ in range(2)]
    await web.reached.wait()
    for call in calls:
        call.cancel()
    await asyncio.gather(*calls, return_exceptions=True)
    assert web.cancelled == [f"{SITE}/a"]
    web.gate = None
    web.pages[f"{SITE}/a"] = reply(b"x")
    assert (await fetcher.fetch(f"{SITE}/a")).data == b"x"


async def test_closing_ends_what_is_left_with_a_sentence(web: FakeWeb, fetcher: WebFetcher) -> None:
    web.gate = asyncio.Event()
    call = asyncio.create_task(failing(fetcher, f"{SITE}/a"))
    await web.reached.wait()
    await fetcher.close()
    await fetcher.close()
    assert "the run is over" in (await call).reason
    assert web.cancelled == [f"{SITE}/a"]
    assert "the run is over" in (await failing(fetcher, f"{SITE}/b")).reason


async def test_a_fetch_that_takes_too_long_ends(web: FakeWeb, clock: FixedClock) -> None:
    web.gate = asyncio.Event()
    fetcher = WebFetcher(web, POLICY, MemoryAnswerStore(), clock, total_s=0.02)
    fault = await failing(fetcher, f"{SITE}/a")
    assert fault.reason == "no page within 0.02 s, redirects and waiting included"
    assert web.cancelled == [f"{SITE}/a"]


async def test_a_fault_of_the_program_is_not_taken_for_a_page(
    web: FakeWeb, fetcher: WebFetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(web, "exchange", broken)
    with pytest.raises(ZeroDivisionError):
        await fetcher.fetch(f"{SITE}/a")
