"""Sources are read once, kept, and known by one id."""

from __future__ import annotations

import asyncio

import pytest

from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.memory.document_reader import MemoryReader
from ascertain.adapters.memory.fetcher import MemoryFetcher
from ascertain.adapters.memory.snapshot_store import MemorySnapshots
from ascertain.errors import FetchError, SnapshotError
from ascertain.evidence.document import Document
from ascertain.evidence.events import EventBody
from ascertain.evidence.program import ProcessedPage
from ascertain.evidence.snapshot import Snapshot
from ascertain.ports.fetcher import Fetched
from ascertain.ports.snapshot_store import SnapshotStore
from ascertain.sources.registry import SourceRegistry
from ascertain.sources.source_reading import ReadingPorts

TEXT = b"Title\n\nThe first sentence of it. " + b"Another one follows here. " * 40


def _registry(
    pages: dict[str, bytes | Fetched | FetchError], snapshots: SnapshotStore | None = None
) -> tuple[SourceRegistry, list[EventBody]]:
    recorded: list[EventBody] = []
    return (
        SourceRegistry(
            ReadingPorts(
                fetcher=MemoryFetcher(pages),
                reader=MemoryReader(),
                snapshots=snapshots or MemorySnapshots(),
                clock=FixedClock(),
            ),
            recorded.append,
        ),
        recorded,
    )


async def test_many_who_ask_at_once_share_one_reading() -> None:
    registry, recorded = _registry({"file:///a.txt": TEXT})
    got = await asyncio.gather(*(registry.read("file:///a.txt", f"q{n}") for n in range(5)))
    assert {read.source.id for read in got} == {"S1"}
    assert [body.kind for body in recorded] == ["source_asked", "source_read"]
    assert got[0].source.summary is not None
    assert len(got[0].source.summary) <= 600


async def test_a_source_is_known_by_its_final_address_too() -> None:
    registry, _ = _registry(
        {"https://a.example/": Fetched(data=TEXT, url="https://b.example/page")}
    )
    assert registry.known("https://a.example/") is None
    read = await registry.read("https://a.example/", "q1")
    assert registry.known("https://B.example/page#top") is read
    assert registry.known("https://a.example") is read


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (FetchError("blocked", "outside the given folders"), "blocked"),
        (FetchError("too_large", "over 50 MB"), "too_large"),
        (FetchError("nonsense", "who knows"), "error"),
    ],
)
async def test_a_failure_is_a_source_with_its_reason(error: FetchError, status: str) -> None:
    registry, _ = _registry({"file:///a.txt": error})
    read = await registry.read("file:///a.txt", "q1")
    assert (read.source.status, read.source.error) == (status, error.reason)
    assert read.snapshot is None


async def test_an_unreadable_document_is_a_source_with_its_reason() -> None:
    registry, _ = _registry({"file:///a.txt": b"   "})
    assert (await registry.read("file:///a.txt", "q1")).source.status == "empty"


class _Full:
    """A store whose disk is full."""

    def put(self, data: bytes, text: str, snapshot: Snapshot) -> Snapshot:
        raise SnapshotError(snapshot.sha256, f"no space left for {len(data) + len(text)} bytes")

    def describe(self, sha256: str) -> Snapshot:
        raise SnapshotError(sha256, "missing")

    def text(self, sha256: str) -> str:
        raise SnapshotError(sha256, "missing")

    def data(self, sha256: str) -> bytes:
        raise SnapshotError(sha256, "missing")

    def digests(self) -> tuple[str, ...]:
        return ()


async def test_a_copy_that_cannot_be_saved_makes_the_source_unusable() -> None:
    registry, _ = _registry({"file:///a.txt": TEXT}, _Full())
    read = await registry.read("file:///a.txt", "q1")
    assert read.source.status == "error"
    assert read.source.error is not None
    assert "not saved" in read.source.error


async def test_a_cancelled_researcher_does_not_take_the_page_from_others() -> None:
    registry, _ = _registry({"file:///a.txt": TEXT})
    first = asyncio.create_task(registry.read("file:///a.txt", "q1"))
    second = asyncio.create_task(registry.read("file:///a.txt", "q2"))
    await asyncio.sleep(0)
    first.cancel()
    assert (await second).source.status == "ok"
    await registry.close()


async def test_an_unexpected_fault_is_a_status_too() -> None:
    class Broken(MemoryReader):
        async def read(
            self, data: bytes, *, name: str = "", declared: str | None = None
        ) -> Document:
            raise OSError(f"cannot start a worker for {name} {declared} {len(data)}")

    recorded: list[EventBody] = []
    registry = SourceRegistry(
        ReadingPorts(
            fetcher=MemoryFetcher({"file:///a.txt": TEXT}),
            reader=Broken(),
            snapshots=MemorySnapshots(),
            clock=FixedClock(),
        ),
        recorded.append,
    )
    read = await registry.read("file:///a.txt", "q1")
    assert read.source.status == "error"
    assert [body.kind for body in recorded] == ["source_asked", "source_read"]


URL = "https://a.example/page"


def _said(text: str = "", **more: str) -> ProcessedPage:
    return ProcessedPage(url=URL, status=200, text=text, raw=f"{{{text!r}}}", **more)


async def test_what_a_program_said_of_a_page_is_one_source_whose_text_grows() -> None:
    registry, recorded = _registry({})
    first = await registry.keep(_said("It was founded in 2014."), "q1")
    second, third = await asyncio.gather(
        registry.keep(_said("Ailsa founded it."), "q1"),
        registry.keep(_said(reason="it timed out"), "q1"),
    )
    assert {read.source.id for read in (first, second, third)} == {"S1"}
    assert second.text == "It was founded in 2014.\n\nAilsa founded it."
    assert third is second
    assert second.source.observed_text == "processed"
    assert "not the page" in second.source.notes[0]
    assert registry.known(URL) is second
    assert [body.kind for body in recorded] == ["source_asked", "source_read", "source_read"]


async def test_a_page_that_a_program_could_not_read_says_why() -> None:
    registry, _ = _registry({})
    read = await registry.keep(_said(reason="status 403").model_copy(update={"status": 403}), "q1")
    assert (read.source.status, read.source.error) == ("blocked", "status 403")
    assert (await registry.keep(_said(reason="again"), "q1")).source.status == "error"
    assert (await registry.keep(_said("At last."), "q1")).source.status == "ok"


async def test_a_page_that_this_run_has_read_stays_as_it_is() -> None:
    registry, recorded = _registry({URL: TEXT})
    read = await registry.read(URL, "q1")
    assert await registry.keep(_said("Something else."), "q1") is read
    assert len(recorded) == 2


async def test_a_page_of_which_a_program_told_is_read_again_as_a_source_of_its_own() -> None:
    registry, recorded = _registry({URL: TEXT})
    told = await registry.keep(_said("The first sentence of it."), "q1")
    pages = await asyncio.gather(*(registry.reread(told.source, "checking") for _ in range(2)))
    assert {page.source.id for page in pages} == {"S2"}
    assert pages[0].source.observed_text == "page"
    assert registry.known(URL) is told
    assert [body.kind for body in recorded].count("source_read") == 2
    assert recorded[-1].kind == "page_reread"


async def test_a_copy_that_cannot_be_saved_is_the_sources_fault() -> None:
    class Full(MemorySnapshots):
        def put(self, data: bytes, text: str, snapshot: Snapshot) -> Snapshot:
            del data, text
            raise SnapshotError(snapshot.sha256, "the disk is full")

    registry, _ = _registry({}, Full())
    read = await registry.keep(_said("Something."), "q1")
    assert read.source.status == "error"
    assert "the disk is full" in (read.source.error or "")
