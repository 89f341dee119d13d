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
