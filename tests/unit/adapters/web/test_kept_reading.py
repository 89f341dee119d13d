from __future__ import annotations

import pytest

from ascertain.adapters.memory.answer_store import MemoryAnswerStore
from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.memory.document_reader import MemoryReader
from ascertain.adapters.web.kept_reading import KeptReader
from ascertain.errors import ReadError
from ascertain.evidence.document import Document
from ascertain.ports.answer_store import StoredAnswer

U = "https://a.example/"


class Counting(MemoryReader):
    def __init__(self) -> None:
        super().__init__()
        self.reads = 0
        self.closed = False

    async def read(self, data: bytes, *, name: str = "", declared: str | None = None) -> Document:
        self.reads += 1
        return await super().read(data, name=name, declared=declared)

    async def close(self) -> None:
        self.closed = True


async def test_the_same_bytes_are_read_once_in_all_runs() -> None:
    store, reader = MemoryAnswerStore(), Counting()
    first = await KeptReader(reader, store, FixedClock()).read(b"Text \xe6\x96\x87.", name=U)
    second = await KeptReader(reader, store, FixedClock()).read(b"Text \xe6\x96\x87.", name=U)
    assert first == second
    assert reader.reads == 1


@pytest.mark.parametrize(
    "other", [(b"Other.", U, None), (b"Text.", U, "text/html"), (b"Text.", U + "v", None)]
)
async def test_other_bytes_names_or_declarations_are_read(
    other: tuple[bytes, str, str | None],
) -> None:
    reader = Counting()
    kept = KeptReader(reader, MemoryAnswerStore(), FixedClock())
    await kept.read(b"Text.", name=U)
    data, name, declared = other
    await kept.read(data, name=name, declared=declared)
    assert reader.reads == 2


async def test_what_cannot_be_read_is_tried_again() -> None:
    reader = Counting()
    kept = KeptReader(reader, MemoryAnswerStore(), FixedClock())
    for _ in range(2):
        with pytest.raises(ReadError):
            await kept.read(b"", name=U)
    assert reader.reads == 2


async def test_a_kept_entry_of_another_shape_is_read_anew_and_closing_closes_the_reader() -> None:
    class Odd(MemoryAnswerStore):
        def put(self, kind: str, key: str, answer: StoredAnswer) -> None:
            super().put(kind, key, StoredAnswer(answer.stored_at, "", b"{}"))

    reader = Counting()
    kept = KeptReader(reader, Odd(), FixedClock())
    for _ in range(2):
        assert (await kept.read(b"Text.", name=U)).text.strip() == "Text."
    assert reader.reads == 2
    await kept.close()
    assert reader.closed


async def test_files_are_passed_on_and_the_version_is_the_readers() -> None:
    reader = Counting()
    kept = KeptReader(reader, MemoryAnswerStore(), FixedClock())
    for _ in range(2):
        await kept.read(b"Text.", name="file:///a.txt")
    assert reader.reads == 2
    assert kept.version == reader.version
