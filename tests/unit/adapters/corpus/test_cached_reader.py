from __future__ import annotations

import pytest

from ascertain.adapters.corpus.cached_reader import CachedReader
from ascertain.errors import ReadError
from unit.adapters.corpus.corpus_material import PAPERS, Corpus, CountingReader, written


async def test_bytes_that_the_index_holds_are_not_read_again(corpus: Corpus) -> None:
    written(corpus.folder, PAPERS)
    index = corpus.index()
    await index.refresh()
    inner = CountingReader()
    reader = CachedReader(inner, index)
    data = PAPERS["ja.txt"].encode()
    assert await reader.read(data, name="x") == await CountingReader().read(data)
    assert inner.names == []


async def test_other_bytes_are_read_and_their_errors_leave(corpus: Corpus) -> None:
    index = corpus.index()
    await index.refresh()
    inner = CountingReader()
    reader = CachedReader(inner, index)
    assert (await reader.read(b"New\nWords.", name="new.txt")).title == "New"
    assert inner.names == ["new.txt"]
    with pytest.raises(ReadError):
        await reader.read(b" ")


async def test_with_a_closed_index_everything_is_read(corpus: Corpus) -> None:
    written(corpus.folder, PAPERS)
    index = corpus.index()
    await index.refresh()
    index.close()
    reader = CachedReader(CountingReader(), index)
    assert (await reader.read(PAPERS["ja.txt"].encode())).title == "港町の灯台"
    await reader.close()
