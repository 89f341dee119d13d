from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.memory.snapshot_store import MemorySnapshots
from ascertain.errors import FetchError, ReadError, SnapshotError
from ascertain.evidence.document import Document
from ascertain.evidence.events import EventBody, RequestRefused
from ascertain.evidence.exchange import Exchange, FetchTrace, RefusedRequest
from ascertain.ports.fetcher import Fetched, Fetcher
from ascertain.sources.registry import SourceRegistry
from ascertain.sources.source_reading import ReadingPorts, ReadSource
from ascertain.sources.walls import NOT_RENDERED

URL = "https://site.example/page"
ARTICLE = (
    "The harbour of Skerrion was rebuilt in 2014 after a storm. Its new quay is 310 metres long. "
    "The council paid for the work out of the regional fund, and the ferry company rents it. "
) * 4


@dataclass
class Web:
    """Answers with fixed pages and says what went over the wire."""

    pages: dict[str, Fetched | FetchError]
    refused: tuple[RefusedRequest, ...] = ()
    asked: list[str] = field(default_factory=list[str])

    async def fetch(self, url: str, trace: FetchTrace | None = None) -> Fetched:
        assert trace is not None
        self.asked.append(url)
        trace.refused.extend(self.refused)
        page = self.pages[url]
        body = b"" if isinstance(page, FetchError) else page.data
        trace.exchanges.append(Exchange(url, 200, (), body, "2026-01-01T00:00:00Z"))
        if isinstance(page, FetchError):
            raise page
        return page


class Texts:
    """Reads the bytes as the text that they are; ``empty`` for none."""

    version = "texts/1"

    def __init__(self, *, canonical_url: str | None = None) -> None:
        self._canonical_url = canonical_url

    async def read(self, data: bytes, *, name: str = "", declared: str | None = None) -> Document:
        del name, declared
        text = data.decode()
        if not text:
            raise ReadError("empty", "there is no text in it")
        return Document(
            text=text,
            media_type="text/html",
            reader="texts",
            reader_version="1",
            canonical_url=self._canonical_url,
        )

    async def close(self) -> None: ...


class Thin(Texts):
    """Finds one word in every page."""

    async def read(self, data: bytes, *, name: str = "", declared: str | None = None) -> Document:
        del name, declared, data
        return Document(text="Harbour\n", media_type="text/html", reader="t", reader_version="1")


class Log:
    """An archive, full from the start if told so."""

    def __init__(self, *, full: bool = False) -> None:
        self.urls: list[str] = []
        self.full = full

    def append(self, exchanges: Sequence[Exchange]) -> None:
        if self.full:
            raise SnapshotError("0" * 64, "no space left on device")
        self.urls.extend(exchange.url for exchange in exchanges)


def registry(
    web: Fetcher,
    *,
    renderer: Fetcher | None = None,
    archive: Log | None = None,
    reader: Texts | None = None,
) -> tuple[SourceRegistry, list[EventBody]]:
    recorded: list[EventBody] = []
    ports = ReadingPorts(
        fetcher=web,
        reader=reader or Texts(),
        snapshots=MemorySnapshots(),
        clock=FixedClock(),
        archive=archive,
        renderer=renderer,
    )
    return SourceRegistry(ports, recorded.append), recorded


def html(text: str, url: str = URL, **more: object) -> Fetched:
    return Fetched(data=text.encode(), url=url, media_type="text/html", **more)  # pyright: ignore[reportArgumentType] - each test names its own fields


async def read(web: Fetcher, **more: object) -> ReadSource:
    made, _ = registry(web, **more)  # pyright: ignore[reportArgumentType] - as above
    return await made.read(URL, "q1")


async def test_what_went_over_the_wire_is_archived_before_the_source_is_recorded() -> None:
    log = Log()
    made, recorded = registry(Web({URL: html(ARTICLE)}), archive=log)
    got = await made.read(URL, "q1")
    assert got.source.status == "ok"
    assert log.urls == [URL]
    assert recorded[-1].kind == "source_read"


async def test_a_failed_fetch_is_archived_too() -> None:
    log = Log()
    got = await read(
        Web({URL: FetchError("error", "HTTP 404: there is no such page")}), archive=log
    )
    assert (got.source.status, got.source.error) == ("error", "HTTP 404: there is no such page")
    assert log.urls == [URL]


async def test_an_archive_that_cannot_be_written_is_said_and_costs_no_source() -> None:
    got = await read(Web({URL: html(ARTICLE)}), archive=Log(full=True))
    assert got.source.status == "ok"
    assert got.source.notes == ("not in the archive: no space left on device",)


async def test_each_refused_request_is_an_event_with_its_reason() -> None:
    refused = RefusedRequest("http://10.0.0.1/", "10.0.0.1 is in a private network")
    web = Web({URL: FetchError("blocked", "a redirect led to 10.0.0.1")}, refused=(refused,))
    made, recorded = registry(web)
    got = await made.read(URL, "q1")
    assert got.source.status == "blocked"
    events = [body for body in recorded if isinstance(body, RequestRefused)]
    assert [(event.source_id, event.url, event.reason) for event in events] == [
        ("S1", refused.url, refused.reason)
    ]


async def test_the_time_of_a_source_is_when_its_bytes_came_not_when_they_were_used() -> None:
    came = datetime(2025, 3, 1, 12, tzinfo=UTC)
    got = await read(Web({URL: html(ARTICLE, fetched_at=came, from_cache=True, attempts=0)}))
    assert got.source.fetched_at == "2025-03-01T12:00:00Z"
    assert got.source.from_cache
    assert got.snapshot is not None
    assert got.snapshot.fetched_at == "2025-03-01T12:00:00Z"


async def test_facts_of_a_work_stand_on_its_source_and_a_retraction_lowers_its_rank() -> None:
    facts = {"doi": "10.5555/abc", "retraction": "Crossref lists a notice", "open-copy": URL}
    got = await read(Web({URL: html(ARTICLE, facts=facts)}))
    assert (got.source.doi, got.source.open_copy) == ("10.5555/abc", URL)
    assert got.source.retraction == "Crossref lists a notice"
    assert got.source.rank <= 0.1


async def test_a_page_that_yields_too_little_is_read_as_a_browser_makes_it() -> None:
    browser = Web({URL: html(ARTICLE)})
    got = await read(Web({URL: html("")}), renderer=browser)
    assert got.source.status == "ok"
    assert got.source.notes == ("the text is that of the page as a browser made it",)


async def test_a_page_that_reads_well_needs_no_browser() -> None:
    browser = Web({})
    got = await read(Web({URL: html(ARTICLE)}), renderer=browser)
    assert got.source.status == "ok"
    assert browser.asked == []


async def test_without_a_browser_such_a_page_is_empty() -> None:
    got = await read(Web({URL: html("")}))
    assert (got.source.status, got.source.error) == ("empty", "there is no text in it")


async def test_a_browser_that_fails_is_named_beside_the_reason() -> None:
    browser = Web({URL: FetchError("error", "the page did not settle within 20 s")})
    got = await read(Web({URL: html("")}), renderer=browser)
    assert got.source.status == "empty"
    assert got.source.error is not None
    assert "there is no text in it" in got.source.error
    assert "did not settle" in got.source.error


SHELL = "<script>" + "x" * 30_000 + "</script><noscript>Please enable JavaScript</noscript>"


@pytest.mark.parametrize(
    ("fault", "tried"),
    [
        (FetchError(NOT_RENDERED, "none is installed"), False),
        (FetchError("error", "it crashed"), True),
        (FetchError("blocked", "it led to a private network"), True),
        (ReadError("empty", "there is no text in it either"), True),
    ],
)
@pytest.mark.parametrize("page", ["", SHELL])
async def test_a_browser_is_said_to_be_tried_only_where_one_was(
    page: str, fault: FetchError | ReadError, *, tried: bool
) -> None:
    class Browser(Web):
        async def fetch(self, url: str, trace: FetchTrace | None = None) -> Fetched:
            del url, trace
            raise fault

    reader = Thin() if page else None
    got = await read(Web({URL: html(page)}), renderer=Browser({}), reader=reader)
    said = " ".join((got.source.error or "", *got.source.notes))
    assert fault.reason in said
    assert ("was tried" in said) is tried


async def test_a_file_that_is_no_page_is_not_given_to_a_browser() -> None:
    browser = Web({})
    page = Fetched(data=b"", url=URL, media_type="application/pdf")
    got = await read(Web({URL: page}), renderer=browser)
    assert got.source.status == "empty"
    assert browser.asked == []


async def test_a_thin_page_that_needs_scripts_keeps_its_own_text_if_the_browser_fails() -> None:
    browser = Web({URL: FetchError("error", "it crashed")})
    got = await read(Web({URL: html(SHELL)}), renderer=browser, reader=Thin())
    said = " ".join((got.source.error or "", *got.source.notes))
    assert browser.asked == [URL]
    assert "it crashed" in said


async def test_a_wall_is_empty_and_never_quoted() -> None:
    wall = "We value your privacy. Accept all cookies to continue. Manage your cookie preferences."
    got = await read(Web({URL: html(wall)}))
    assert got.source.status == "empty"
    assert got.text == ""
    assert "cookie" in (got.source.error or "").lower()


async def test_a_page_may_name_its_own_address_but_not_that_of_another_site() -> None:
    own = "https://site.example/own"
    mine = await read(Web({URL: html(ARTICLE)}), reader=Texts(canonical_url=own))
    assert mine.source.canonical_url == own
    other = await read(
        Web({URL: html(ARTICLE)}), reader=Texts(canonical_url="https://else.example/x")
    )
    assert other.source.canonical_url == URL


async def test_an_address_that_led_to_a_page_is_the_same_source() -> None:
    web = Web({URL: html(ARTICLE, "https://site.example/final", redirects=(URL,))})
    made, _ = registry(web, reader=Texts(canonical_url="https://site.example/own"))
    first = await made.read(URL, "q1")
    for address in ("https://site.example/final", URL):
        assert (await made.read(address, "q2")).source.id == first.source.id
    assert web.asked == [URL]
    assert made.known("https://site.example/own") is first


async def test_what_a_page_calls_its_own_is_not_given_in_place_of_that_address() -> None:
    own = "https://site.example/own"
    web = Web({URL: html(ARTICLE), own: html("Another text. " * 50, own)})
    made, _ = registry(web, reader=Texts(canonical_url=own))
    await made.read(URL, "q1")
    assert (await made.read(own, "q1")).text.startswith("Another text.")


async def test_what_went_over_the_wire_is_kept_when_the_reading_is_stopped() -> None:
    class Endless(Web):
        async def fetch(self, url: str, trace: FetchTrace | None = None) -> Fetched:
            assert trace is not None
            trace.exchanges.append(Exchange(url, 302, (), b"", "2026-01-01T00:00:00Z"))
            trace.refused.append(RefusedRequest("http://10.0.0.1/", "a private network"))
            await asyncio.Event().wait()
            raise AssertionError

    for log in (Log(), Log(full=True), None):
        made, recorded = registry(Endless({}), archive=log)
        reading = asyncio.create_task(made.read(URL, "q1"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await made.close()
        with pytest.raises(asyncio.CancelledError):
            await reading
        assert [body.kind for body in recorded] == ["source_asked", "request_refused"]
        if log is not None and not log.full:
            assert log.urls == [URL]


@pytest.mark.parametrize("full", [False, True])
async def test_a_reading_that_is_stopped_ends_after_the_archive_is_at_rest(*, full: bool) -> None:
    begun, go_on = threading.Event(), threading.Event()

    class Slow(Log):
        def append(self, exchanges: Sequence[Exchange]) -> None:
            begun.set()
            assert go_on.wait(5)
            super().append(exchanges)

    log = Slow(full=full)
    made, _ = registry(Web({URL: html(ARTICLE)}), archive=log)
    reading = asyncio.create_task(made.read(URL, "q1"))
    assert await asyncio.to_thread(begun.wait, 5)
    closing = asyncio.create_task(made.close())
    await asyncio.sleep(0.01)
    assert not closing.done()
    go_on.set()
    await closing
    assert log.urls == ([] if full else [URL])
    with pytest.raises(asyncio.CancelledError):
        await reading


async def test_an_unexpected_fault_of_the_browser_costs_no_plain_page() -> None:
    class Broken(Web):
        async def fetch(self, url: str, trace: FetchTrace | None = None) -> Fetched:
            raise ZeroDivisionError(url, trace)

    got = await read(Web({URL: html("")}), renderer=Broken({}))
    assert got.source.status == "empty"
    assert "ZeroDivisionError" in (got.source.error or "")


async def test_what_a_failure_from_the_store_cost_is_said() -> None:
    class Kept(Web):
        async def fetch(self, url: str, trace: FetchTrace | None = None) -> Fetched:
            assert trace is not None
            trace.from_store += 1
            raise FetchError("error", f"HTTP 404 (kept answer): {url}")

    got = await read(Kept({}))
    assert got.source.from_cache
    assert got.source.attempts == 0


@pytest.mark.parametrize("status", ["robots", "too_large", "unsupported", "nonsense"])
async def test_statuses_are_those_of_the_contract(status: str) -> None:
    got = await read(Web({URL: FetchError(status, "why")}))
    assert got.source.status == (status if status != "nonsense" else "error")
