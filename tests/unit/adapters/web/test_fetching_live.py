"""The fetcher with the real client, a real store, and servers that keep their own account."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ascertain.adapters.system.clock import SystemClock
from ascertain.adapters.web.answer_store import FileAnswerStore
from ascertain.adapters.web.client import ClientLimits, WebClient
from ascertain.adapters.web.fetching import WebFetcher
from ascertain.errors import FetchError
from ascertain.evidence.exchange import FetchTrace
from ascertain.evidence.freshness import Freshness
from ascertain.evidence.web_policy import WebPolicy
from live_servers import Answering, Asked, LiveServer, answer, drip, live_server

PAGE = b"<p>The lamp was lit by hand.</p>" * 200
Handler = Callable[[Asked], bytes]


def serving(pages: dict[str, bytes | Handler]) -> Answering:
    async def give(asked: Asked, writer: asyncio.StreamWriter) -> None:
        page = pages.get(asked.path, answer(b"gone", status="404 Not Found"))
        writer.write(page if isinstance(page, bytes) else page(asked))

    return give


@pytest.fixture
def store(tmp_path: Path) -> Generator[FileAnswerStore]:
    made = FileAnswerStore(tmp_path)
    yield made
    made.close()


@asynccontextmanager
async def run(
    server: LiveServer,
    store: FileAnswerStore,
    freshness: Freshness = Freshness(),  # noqa: B008 (frozen)
) -> AsyncGenerator[WebFetcher]:
    policy = WebPolicy(open=(server.host,), delay_s=0)
    client = WebClient(policy, limits=ClientLimits(retries=0))
    fetcher = WebFetcher(client, policy, store, SystemClock(), freshness)
    try:
        yield fetcher
    finally:
        await fetcher.close()
        await client.close()


async def test_a_second_run_over_the_same_store_makes_no_request(store: FileAnswerStore) -> None:
    packed = answer(gzip.compress(PAGE), headers=[("Content-Encoding", "gzip")])
    moved = answer(status="301 Moved Permanently", headers=[("Location", "/page#part")])
    async with live_server(serving({"/old": moved, "/page": packed})) as server:
        async with run(server, store) as first:
            fresh = await first.fetch(f"{server.url}old")
        assert server.paths == ["/robots.txt", "/old", "/page"]
        trace = FetchTrace()
        async with run(server, store) as second:
            kept = await second.fetch(f"{server.url}old", trace)
        assert len(server.asked) == 3
        assert kept.data == fresh.data == PAGE
        assert (kept.url, kept.redirects) == (fresh.url, fresh.redirects)
        assert kept.fetched_at == fresh.fetched_at
        assert [exchange.status for exchange in trace.exchanges] == [404, 301, 200]


async def test_a_page_that_did_not_change_is_not_sent_again(store: FileAnswerStore) -> None:
    def page(asked: Asked) -> bytes:
        if asked.headers.get("if-none-match") == '"1"':
            return b'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n'
        return answer(PAGE, headers=[("ETag", '"1"')])

    async with live_server(serving({"/page": page})) as server:
        async with run(server, store) as first:
            await first.fetch(f"{server.url}page")
        trace = FetchTrace()
        async with run(server, store, Freshness(refresh=True)) as second:
            again = await second.fetch(f"{server.url}page", trace)
        assert (again.data, again.from_cache, again.attempts) == (PAGE, True, 1)
        assert [(e.status, e.from_store) for e in trace.exchanges] == [
            (404, False),
            (304, False),
            (200, True),
        ]


async def test_a_redirect_to_a_closed_place_never_reaches_it(store: FileAnswerStore) -> None:
    async with live_server(serving({"/": answer(b"secret")})) as canary:
        moved = answer(status="302 Found", headers=[("Location", canary.url)])
        async with live_server(serving({"/page": moved})) as server, run(server, store) as fetcher:
            with pytest.raises(FetchError, match=r"it redirects to .*127\.0\.0\.1") as caught:
                await fetcher.fetch(f"{server.url}page")
        assert caught.value.status == "blocked"
        assert canary.connections == []


async def test_cancelling_the_only_call_ends_the_transfer(store: FileAnswerStore) -> None:
    async with live_server(drip(0.01)) as server, run(server, store) as fetcher:
        call = asyncio.create_task(fetcher.fetch(f"{server.url}page"))
        async with asyncio.timeout(5):
            while not server.asked:  # noqa: ASYNC110 (the server keeps a list, not an event)
                await asyncio.sleep(0.01)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await server.until_unconnected()


async def test_many_pages_are_fetched_at_once_with_one_reading_of_robots_txt(
    store: FileAnswerStore,
) -> None:
    rules = answer(b"User-agent: *\nDisallow: /7\n")
    pages: dict[str, bytes | Handler] = {f"/{number}": answer(PAGE) for number in range(20)}
    async with live_server(serving({**pages, "/robots.txt": rules})) as server:
        async with run(server, store) as fetcher:
            urls = [f"{server.url}{number % 20}" for number in range(60)]
            ended = await asyncio.gather(
                *(fetcher.fetch(url) for url in urls), return_exceptions=True
            )
        assert sorted(server.paths) == sorted(
            ["/robots.txt", *(f"/{number}" for number in range(20) if number != 7)]
        )
        assert sum(isinstance(page, FetchError) for page in ended) == 3
