from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from ascertain.adapters.memory.answer_store import MemoryAnswerStore
from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.web import robots
from ascertain.adapters.web.fetching import WebFetcher
from ascertain.adapters.web.hops import Exchanging
from ascertain.adapters.web.network import UnreachableError
from ascertain.errors import FetchError
from ascertain.evidence.exchange import Exchange, FetchTrace
from ascertain.evidence.freshness import Freshness
from ascertain.evidence.web_policy import WebPolicy
from fake_web import FakeWeb, Reply, reply

SITE = "https://example.org"
ROBOTS = f"{SITE}/robots.txt"
PAGE = f"{SITE}/open/a"
CLOSED = f"{SITE}/closed/a"
RULES = reply(b"User-agent: *\nDisallow: /closed/\n")
DAY_S = 24 * 3_600.0


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock("2026-12-01T10:00:00.000Z")


@pytest.fixture
def web(clock: FixedClock) -> FakeWeb:
    made = FakeWeb(clock)
    made.pages[PAGE] = made.pages[CLOSED] = reply(b"x")
    return made


@pytest.fixture
def store() -> MemoryAnswerStore:
    return MemoryAnswerStore()


@pytest.fixture
def fetcher(web: FakeWeb, clock: FixedClock, store: MemoryAnswerStore) -> WebFetcher:
    return WebFetcher(web, WebPolicy(), store, clock)


async def failing(fetcher: WebFetcher, url: str, trace: FetchTrace | None = None) -> FetchError:
    with pytest.raises(FetchError) as caught:
        await fetcher.fetch(url, trace)
    return caught.value


def asked(web: FakeWeb) -> list[str]:
    return [request.url for request in web.asked]


async def test_what_robots_txt_closes_is_not_asked_for(web: FakeWeb, fetcher: WebFetcher) -> None:
    web.pages[ROBOTS] = RULES
    trace = FetchTrace()
    fault = await failing(fetcher, CLOSED, trace)
    assert (fault.status, fault.reason) == (
        "robots",
        "robots.txt of example.org asks programs to leave it alone",
    )
    assert (await fetcher.fetch(PAGE)).data == b"x"
    assert asked(web) == [ROBOTS, PAGE]
    assert [exchange.url for exchange in trace.exchanges] == [ROBOTS]


async def test_every_origin_has_its_own(web: FakeWeb, fetcher: WebFetcher) -> None:
    web.pages[ROBOTS] = RULES
    web.pages["http://example.org/closed/a"] = reply(b"y")
    web.pages["https://example.org:8443/closed/a"] = reply(b"z")
    assert (await fetcher.fetch("http://example.org/closed/a")).data == b"y"
    assert (await fetcher.fetch("https://example.org:8443/closed/a")).data == b"z"
    assert (await failing(fetcher, CLOSED)).status == "robots"
    assert "https://example.org:8443/robots.txt" in asked(web)


async def test_a_redirect_into_what_is_closed_is_not_followed(
    web: FakeWeb, fetcher: WebFetcher
) -> None:
    web.pages[ROBOTS] = RULES
    web.pages[PAGE] = reply(status=302, Location="/closed/a")
    assert (await failing(fetcher, PAGE)).status == "robots"
    assert CLOSED not in asked(web)


@pytest.mark.parametrize(
    ("text", "is_open"),
    [
        (b"User-agent: ascertain\nDisallow: /\n", False),
        (b"User-agent: Ascertain\nDisallow: /\n", False),
        (b"User-agent: other\nDisallow: /\n", True),
        (b"User-agent: *\nDisallow: /\nUser-agent: ascertain\nAllow: /\n", True),
        (b"\xef\xbb\xbfUser-agent: *\nDisallow: /open\n", False),
        (b"User-agent: *\nDisallow: /open\nAllow: /open/a\n", True),
        (b"User-agent: *\nDisallow: /*/a$\n", False),
        (b"<html>\xff not found</html>", True),
        (b"Disallow: /\n", True),
        (b"", True),
    ],
)
async def test_the_rules_are_those_of_rfc_9309(
    web: FakeWeb, fetcher: WebFetcher, text: bytes, is_open: bool
) -> None:
    web.pages[ROBOTS] = reply(text)
    if is_open:
        assert (await fetcher.fetch(PAGE)).data == b"x"
    else:
        assert (await failing(fetcher, PAGE)).status == "robots"


async def test_only_the_first_500_kib_are_heeded_and_no_rule_is_cut_in_two(
    web: FakeWeb, fetcher: WebFetcher
) -> None:
    start = b"User-agent: *\n"
    filler = b"#" * (500 * 1024 - len(start) - 12) + b"\n"
    # The limit falls inside this rule, behind "/open": cut there it would close the page.
    web.pages[ROBOTS] = reply(start + filler + b"Disallow: /open/elsewhere\nDisallow: /\n")
    assert (await fetcher.fetch(PAGE)).data == b"x"


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 451, 300, 304])
async def test_no_robots_txt_means_that_everything_is_open(
    web: FakeWeb, fetcher: WebFetcher, status: int
) -> None:
    web.pages[ROBOTS] = reply(b"User-agent: *\nDisallow: /\n", status)
    assert (await fetcher.fetch(PAGE)).data == b"x"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (reply(b"", 500), "HTTP 500: the host failed"),
        (reply(b"", 503), "HTTP 503"),
        (reply(b"", 429), "HTTP 429"),
        (FetchError("error", "no answer within 45 s"), "no answer within 45 s"),
        (UnreachableError("the connection failed", is_passing=True), "the connection failed"),
        (FetchError("too_large", "over 5 MB"), "over 5 MB"),
    ],
)
async def test_a_robots_txt_that_cannot_be_read_closes_the_host(
    web: FakeWeb, fetcher: WebFetcher, given: Reply | FetchError, words: str
) -> None:
    web.pages[ROBOTS] = given
    for _ in range(2):
        fault = await failing(fetcher, PAGE)
        assert fault.status == "robots"
        assert f"could not be read ({words}" in fault.reason
        assert "RFC 9309" in fault.reason
        assert "robots = false" in fault.reason
    assert asked(web) == [ROBOTS]


async def test_a_host_that_is_not_there_is_an_error_of_its_own(
    web: FakeWeb, fetcher: WebFetcher, clock: FixedClock, store: MemoryAnswerStore
) -> None:
    reason = "the host name example.org does not exist"
    web.pages[ROBOTS] = UnreachableError(reason, is_passing=False)
    fault = await failing(fetcher, PAGE)
    assert (fault.status, fault.reason) == ("error", reason)
    later = WebFetcher(web, WebPolicy(), store, clock)
    fault = await failing(later, PAGE)
    assert (fault.status, fault.reason) == ("error", reason)
    assert asked(web) == [ROBOTS]


async def test_a_host_that_policy_refuses_at_connecting_is_blocked(
    web: FakeWeb, fetcher: WebFetcher
) -> None:
    web.pages[ROBOTS] = FetchError("blocked", "example.org leads here: 10.0.0.8 is private")
    trace = FetchTrace()
    assert (await failing(fetcher, PAGE, trace)).status == "blocked"
    assert [refused.url for refused in trace.refused] == [ROBOTS]
    assert asked(web) == [ROBOTS]


async def test_redirects_of_robots_txt_are_followed(web: FakeWeb, fetcher: WebFetcher) -> None:
    web.pages[ROBOTS] = reply(status=301, Location="https://www.example.net/rules")
    web.pages["https://www.example.net/rules"] = RULES
    assert (await failing(fetcher, CLOSED)).status == "robots"


async def test_five_redirects_are_followed_and_no_more(web: FakeWeb, fetcher: WebFetcher) -> None:
    web.pages[ROBOTS] = reply(status=301, Location="/1")
    for number in range(1, 20):
        web.pages[f"{SITE}/{number}"] = reply(status=301, Location=f"/{number + 1}")
    web.pages[f"{SITE}/5"] = RULES
    assert (await failing(fetcher, CLOSED)).status == "robots"
    web.pages["http://example.org/robots.txt"] = reply(status=301, Location="/0")
    for number in range(20):
        web.pages[f"http://example.org/{number}"] = reply(status=301, Location=f"/{number + 1}")
    web.pages["http://example.org/open/a"] = reply(b"y")
    web.asked.clear()
    assert (await fetcher.fetch("http://example.org/open/a")).data == b"y"
    assert len(web.asked) == 7  # robots.txt, five redirects, the page


@pytest.mark.parametrize("location", ["/robots.txt", "", "http://[::1"])
async def test_redirects_of_robots_txt_that_lead_nowhere_close_nothing(
    web: FakeWeb, fetcher: WebFetcher, location: str
) -> None:
    web.pages[ROBOTS] = reply(status=301, Location=location)
    assert (await fetcher.fetch(PAGE)).data == b"x"


@pytest.mark.parametrize("location", ["http://10.0.0.8/robots.txt", "file:///robots.txt"])
async def test_redirects_of_robots_txt_are_checked_against_policy(
    web: FakeWeb, fetcher: WebFetcher, location: str
) -> None:
    web.pages[ROBOTS] = reply(status=301, Location=location)
    trace = FetchTrace()
    fault = await failing(fetcher, PAGE, trace)
    assert fault.status == "robots"
    assert asked(web) == [ROBOTS]
    assert [refused.url for refused in trace.refused] == [location]


async def test_a_redirect_of_robots_txt_that_is_refused_at_connecting_closes_the_host(
    web: FakeWeb, fetcher: WebFetcher
) -> None:
    web.pages[ROBOTS] = reply(status=301, Location="https://example.net/robots.txt")
    web.pages["https://example.net/robots.txt"] = FetchError("blocked", "it is private")
    fault = await failing(fetcher, PAGE)
    assert fault.status == "robots"
    assert "it is private" in fault.reason


@pytest.mark.parametrize(
    ("delay", "told"),
    [("2", [2.0]), ("900", [10.0]), ("0", []), ("-1", []), ("soon", []), ("nan", [])],
)
async def test_a_crawl_delay_is_passed_on_within_reason(
    web: FakeWeb, fetcher: WebFetcher, delay: str, told: list[float]
) -> None:
    web.pages[ROBOTS] = reply(f"User-agent: *\nCrawl-delay: {delay}\n".encode())
    await fetcher.fetch(PAGE)
    assert list(web.delays.items()) == [("example.org", seconds) for seconds in told]


async def test_a_client_without_delays_is_left_in_peace(web: FakeWeb, clock: FixedClock) -> None:
    class Plain:
        async def exchange(self, request: object, trace: FetchTrace | None = None) -> Exchange:
            return await web.exchange(request, trace)  # pyright: ignore[reportArgumentType] (handed through)

    client: Exchanging = Plain()
    web.pages[ROBOTS] = reply(b"User-agent: *\nCrawl-delay: 2\n")
    await WebFetcher(client, WebPolicy(), MemoryAnswerStore(), clock).fetch(PAGE)
    assert web.delays == {}


async def test_one_reading_serves_many_pages(web: FakeWeb, fetcher: WebFetcher) -> None:
    web.pages[ROBOTS] = RULES
    pages = [f"{SITE}/open/{number}" for number in range(20)]
    web.pages.update(dict.fromkeys(pages, reply(b"x")))
    await asyncio.gather(*(fetcher.fetch(page) for page in pages))
    assert asked(web).count(ROBOTS) == 1


async def test_a_run_with_everything_kept_asks_nothing(
    web: FakeWeb, fetcher: WebFetcher, clock: FixedClock, store: MemoryAnswerStore
) -> None:
    web.pages[ROBOTS] = RULES
    await fetcher.fetch(PAGE)
    web.asked.clear()
    clock.advance(DAY_S - 1)
    trace = FetchTrace()
    later = WebFetcher(web, WebPolicy(), store, clock)
    assert (await later.fetch(PAGE, trace)).from_cache
    assert [(e.url, e.from_store) for e in trace.exchanges] == [(ROBOTS, True), (PAGE, True)]
    assert trace.from_store == 2
    assert (await failing(later, CLOSED)).status == "robots"
    assert web.asked == []


@pytest.mark.parametrize(
    ("max_age_days", "age_days", "is_asked"),
    [(0, 0.9, False), (0, 1, True), (3, 2.9, False), (3, 3, True), (30, 6.9, False), (30, 7, True)],
)
async def test_robots_txt_is_kept_for_a_day_at_least_and_a_week_at_most(
    web: FakeWeb,
    fetcher: WebFetcher,
    clock: FixedClock,
    store: MemoryAnswerStore,
    max_age_days: float,
    age_days: float,
    is_asked: bool,
) -> None:
    web.pages[ROBOTS] = RULES
    await fetcher.fetch(PAGE)
    web.asked.clear()
    clock.advance(age_days * DAY_S)
    freshness = Freshness(max_age=timedelta(days=max_age_days))
    later = WebFetcher(web, WebPolicy(), store, clock, freshness)
    assert (await failing(later, CLOSED)).status == "robots"
    assert (asked(web) == [ROBOTS]) is is_asked


async def test_a_kept_page_asks_for_no_robots_txt_but_heeds_a_kept_one(
    web: FakeWeb, clock: FixedClock, store: MemoryAnswerStore
) -> None:
    free = WebFetcher(web, WebPolicy(robots=False), store, clock)
    await free.fetch(CLOSED)
    web.pages[ROBOTS] = RULES
    assert (await WebFetcher(web, WebPolicy(), store, clock).fetch(CLOSED)).from_cache
    assert asked(web) == [CLOSED]
    obeying = WebFetcher(web, WebPolicy(), store, clock)
    await obeying.fetch(PAGE)
    assert (await failing(obeying, CLOSED)).status == "robots"


async def test_a_policy_without_robots_asks_for_none(web: FakeWeb, clock: FixedClock) -> None:
    web.pages[ROBOTS] = RULES
    free = WebFetcher(web, WebPolicy(robots=False), MemoryAnswerStore(), clock)
    assert (await free.fetch(CLOSED)).data == b"x"
    assert asked(web) == [CLOSED]


async def test_the_rules_held_are_bounded(
    web: FakeWeb, fetcher: WebFetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robots, "_HELD_BYTES", 2_500)
    for number in range(5):
        site = f"https://host{number}.example"
        web.pages[f"{site}/robots.txt"] = RULES
        web.pages[f"{site}/a"] = web.pages[f"{site}/b"] = reply(b"x")
        await fetcher.fetch(f"{site}/a")
    web.asked.clear()
    trace = FetchTrace()
    await fetcher.fetch("https://host0.example/b", trace)  # read again, but not asked again
    assert asked(web) == ["https://host0.example/b"]
    assert [e.from_store for e in trace.exchanges] == [True, False]


async def test_a_closed_fetcher_says_so_when_robots_txt_is_due(
    web: FakeWeb, fetcher: WebFetcher
) -> None:
    web.gate = asyncio.Event()
    call = asyncio.create_task(failing(fetcher, PAGE))
    await web.reached.wait()
    await fetcher.close()
    assert "the run is over" in (await call).reason
    assert web.cancelled == [ROBOTS]
