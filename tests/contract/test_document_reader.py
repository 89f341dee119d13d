"""What every document reader promises."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from ascertain.adapters.memory.document_reader import MemoryReader
from ascertain.adapters.readers.pool import PooledReader
from ascertain.errors import ReadError
from ascertain.ports.document_reader import DocumentReader

TEXT = "The lighthouse was lit in 1887.\n\n灯台は1887年に点灯された。 🗼 أُضيئت المنارة"
MAX_BYTES = 10_000


@pytest.fixture(params=["memory", "pooled"])
async def reader(request: pytest.FixtureRequest) -> AsyncIterator[DocumentReader]:
    made: DocumentReader = (
        MemoryReader(max_bytes=MAX_BYTES)
        if request.param == "memory"
        else PooledReader(workers=1, max_bytes=MAX_BYTES)
    )
    yield made
    await made.close()


async def test_text_comes_back_as_it_was_written(reader: DocumentReader) -> None:
    document = await reader.read(TEXT.encode(), name="lighthouse.txt")
    assert document.text == TEXT
    assert document.media_type == "text/plain"
    assert [(r.start, r.end) for r in document.main] == [(0, len(TEXT))]
    assert document.reader
    assert document.reader_version


async def test_the_version_is_one_stable_line(reader: DocumentReader) -> None:
    assert reader.version == reader.version
    assert reader.version.strip()
    assert "\n" not in reader.version


async def test_line_ends_are_newlines_and_a_byte_order_mark_is_no_text(
    reader: DocumentReader,
) -> None:
    document = await reader.read(b"\xef\xbb\xbfone\r\ntwo\rthree", name="a.txt")
    assert document.text == "one\ntwo\nthree"


async def test_the_same_bytes_give_the_same_document(reader: DocumentReader) -> None:
    first = await reader.read(TEXT.encode(), name="a.txt")
    assert await reader.read(TEXT.encode(), name="a.txt") == first


async def test_many_reads_at_once_each_get_their_own_text(reader: DocumentReader) -> None:
    texts = [f"Boat number {i} left the harbour." for i in range(20)]
    documents = await asyncio.gather(*(reader.read(text.encode()) for text in texts))
    assert [document.text for document in documents] == texts


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"", "empty"),
        (b"\n \n\t\n", "empty"),
        (b"x" * (MAX_BYTES + 1), "too_large"),
        (b"\x00\x01\x02\xff" * 200, "unsupported"),
    ],
    ids=["no_bytes", "white_space", "over_the_cap", "binary"],
)
async def test_what_gives_no_text_has_a_status_and_a_reason(
    reader: DocumentReader, data: bytes, status: str
) -> None:
    with pytest.raises(ReadError) as caught:
        await reader.read(data, name="a.txt")
    assert caught.value.status == status
    assert len(caught.value.reason.split()) > 2


async def test_closing_twice_is_harmless_and_a_closed_reader_says_so(
    reader: DocumentReader,
) -> None:
    await reader.read(b"words")
    await reader.close()
    await reader.close()
    with pytest.raises(ReadError, match="closed"):
        await reader.read(b"words")


async def test_closing_an_unused_reader_is_harmless(reader: DocumentReader) -> None:
    await reader.close()
