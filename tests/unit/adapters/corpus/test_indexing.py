from __future__ import annotations

import asyncio
import os
import sqlite3
from pathlib import Path

import pytest

from ascertain.adapters.corpus.index import CorpusIndex
from ascertain.errors import InputError, SearchError
from ascertain.evidence.chain import digest
from ascertain.evidence.index_report import IndexProgress
from unit.adapters.corpus.corpus_material import PAPERS, Corpus, CountingReader, written


async def urls(index: CorpusIndex, query: str) -> list[str]:
    return [lead.url.rsplit("/", 1)[1] for lead in (await index.search(query)).leads]


async def test_a_first_refresh_reads_every_file(corpus: Corpus) -> None:
    written(corpus.folder, PAPERS)
    report = await corpus.index().refresh()
    assert (report.documents, report.read_now) == (len(PAPERS), len(PAPERS))
    assert (report.unchanged, report.moved, report.removed) == (0, 0, 0)
    assert report.unreadable == ()
    assert sorted(corpus.reader.names) == sorted(PAPERS)


async def test_unchanged_files_are_not_opened_again(corpus: Corpus) -> None:
    written(corpus.folder, PAPERS)
    await corpus.index().refresh()
    corpus.reader.names.clear()
    told: list[IndexProgress] = []
    report = await corpus.index().refresh(told.append)
    assert (report.unchanged, report.read_now) == (len(PAPERS), 0)
    assert corpus.reader.names == []
    assert told == []


async def test_a_changed_file_is_read_again_and_its_old_words_are_gone(corpus: Corpus) -> None:
    written(corpus.folder, {"a.txt": "Alpha\nThe zebra sleeps.\n", "b.txt": "Beta\nNothing.\n"})
    index = corpus.index()
    await index.refresh()
    written(corpus.folder, {"a.txt": "Alpha\nThe giraffe sleeps now.\n"})
    report = await index.refresh()
    assert (report.read_now, report.unchanged, report.documents) == (1, 1, 2)
    assert await urls(index, "zebra") == []
    assert await urls(index, "giraffe") == ["a.txt"]


async def test_a_touched_file_with_the_same_bytes_is_not_read_again(corpus: Corpus) -> None:
    path = written(corpus.folder, {"a.txt": "Alpha\nThe zebra.\n"}) / "a.txt"
    index = corpus.index()
    await index.refresh()
    os.utime(path, ns=(1, 1))
    report = await index.refresh()
    assert (report.read_now, report.unchanged, report.moved) == (0, 1, 0)
    assert len(corpus.reader.names) == 1


async def test_a_moved_file_is_not_read_again_and_is_found_at_its_new_place(
    corpus: Corpus,
) -> None:
    written(corpus.folder, {"a.txt": "Alpha\nThe zebra.\n"})
    index = corpus.index()
    await index.refresh()
    (corpus.folder / "a.txt").rename(corpus.folder / "z.txt")
    report = await index.refresh()
    assert (report.read_now, report.moved, report.removed, report.documents) == (0, 1, 1, 1)
    assert await urls(index, "zebra") == ["z.txt"]
    assert len(corpus.reader.names) == 1


async def test_a_deleted_file_leaves_the_index(corpus: Corpus) -> None:
    written(corpus.folder, {"a.txt": "Alpha\nThe zebra.\n", "b.txt": "Beta\nA giraffe.\n"})
    index = corpus.index()
    await index.refresh()
    (corpus.folder / "a.txt").unlink()
    report = await index.refresh()
    assert (report.removed, report.documents) == (1, 1)
    assert await urls(index, "zebra") == []
    with sqlite3.connect(corpus.database) as held:
        for table in ("passage_words", "document_words"):
            held.execute(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")  # noqa: S608  fixed names
        assert held.execute("SELECT doc FROM document_terms WHERE term = 'zebra'").fetchall() == []
    held.close()


async def test_copies_are_one_document(corpus: Corpus) -> None:
    written(corpus.folder, {"a.txt": "Alpha\nThe zebra.\n", "b.txt": "Alpha\nThe zebra.\n"})
    index = corpus.index()
    report = await index.refresh()
    assert report.documents == 1
    assert await urls(index, "zebra") == ["a.txt"]
    (corpus.folder / "a.txt").unlink()
    await index.refresh()
    assert await urls(index, "zebra") == ["b.txt"]


async def test_a_failed_file_is_named_and_tried_again_only_when_something_changed(
    corpus: Corpus,
) -> None:
    written(corpus.folder, {"bad.txt": " \n", "good.txt": "Alpha\nThe zebra.\n"})
    index = corpus.index()
    report = await index.refresh()
    assert report.unreadable_total == 1
    assert report.unreadable[0].url == (corpus.folder / "bad.txt").as_uri()
    assert report.unreadable[0].status == "empty"
    corpus.reader.names.clear()
    assert (await index.refresh()).unreadable_total == 1
    assert corpus.reader.names == []
    written(corpus.folder, {"bad.txt": "Beta\nNow there is text.\n"})
    report = await index.refresh()
    assert (report.read_now, report.unreadable_total) == (1, 0)


async def test_another_version_of_the_reader_reads_everything_again(corpus: Corpus) -> None:
    written(corpus.folder, {"a.txt": "Alpha\nThe zebra.\n", "bad.txt": "\n"})
    await corpus.index().refresh()
    corpus.reader = CountingReader("2")
    index = corpus.index()
    report = await index.refresh()
    assert sorted(corpus.reader.names) == ["a.txt", "bad.txt"]
    assert (report.documents, report.read_now) == (1, 1)
    assert await urls(index, "zebra") == ["a.txt"]


async def test_a_fault_inside_the_reader_ends_one_file_only(corpus: Corpus) -> None:
    written(corpus.folder, {"a.txt": "!crash!", "b.txt": "Beta\nA giraffe.\n"})
    report = await corpus.index().refresh()
    assert report.documents == 1
    assert report.unreadable[0].reason == (
        "reading failed: ZeroDivisionError: the reader has a fault"
    )


async def test_many_files_of_a_kind_that_is_not_read_are_one_entry(corpus: Corpus) -> None:
    for n in range(30):
        (corpus.folder / f"{n}.dat").write_bytes(b"\xff\xfe\xff")
        (corpus.folder / f"{n}.jpg").write_bytes(b"\xff\xd8")
    report = await corpus.index().refresh()
    assert report.unreadable_total == 60
    assert sorted(entry.reason for entry in report.unreadable) == [
        "30 files named .dat are not read",
        "30 files named .jpg are not read",
    ]
    assert {entry.status for entry in report.unreadable} == {"unsupported"}


async def test_only_the_first_200_unreadable_files_are_named(corpus: Corpus) -> None:
    for n in range(230):
        (corpus.folder / f"{n}.txt").write_text(" " * (n + 1))
    report = await corpus.index().refresh()
    assert (len(report.unreadable), report.unreadable_total) == (200, 230)


async def test_progress_counts_up_to_the_total(corpus: Corpus) -> None:
    written(corpus.folder, PAPERS)
    told: list[IndexProgress] = []
    await corpus.index().refresh(told.append)
    assert [one.done for one in told] == list(range(1, len(PAPERS) + 1))
    assert {one.total for one in told} == {len(PAPERS)}
    assert {one.path for one in told} == set(PAPERS)
    assert all(one.seconds >= 0 for one in told)


async def test_readings_at_once_are_bounded(corpus: Corpus) -> None:
    written(corpus.folder, {f"{n}.txt": f"Paper {n}\nText.\n" for n in range(100)})
    await corpus.index().refresh()
    assert 1 < corpus.reader.most_at_once <= 8


async def test_a_cancelled_refresh_leaves_a_valid_index_and_the_next_goes_on(
    corpus: Corpus,
) -> None:
    written(corpus.folder, {f"{n:03}.txt": f"Paper {n}\nThe zebra.\n" for n in range(200)})
    reached = asyncio.Event()

    async def stop_late(name: str) -> None:
        if name == "150.txt":
            reached.set()
            await asyncio.Event().wait()

    corpus.reader.before = stop_late
    index = corpus.index()
    refreshing = asyncio.create_task(index.refresh())
    await reached.wait()
    refreshing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await refreshing
    kept = (await index.search("zebra")).documents
    assert kept is not None
    assert 96 <= kept < 200
    corpus.reader.before = None
    report = await index.refresh()
    assert (report.documents, report.read_now) == (200, 200 - kept)


async def test_two_indexes_may_refresh_the_same_folder_at_once(corpus: Corpus) -> None:
    written(corpus.folder, {f"{n:03}.txt": f"Paper {n}\nThe zebra.\n" for n in range(150)})
    first, second = corpus.index(), corpus.index()
    reports = await asyncio.gather(first.refresh(), second.refresh())
    assert [report.documents for report in reports] == [150, 150]
    assert (await first.refresh()).unchanged == 150


async def test_an_index_of_another_schema_is_rebuilt_with_a_note(corpus: Corpus) -> None:
    written(corpus.folder, PAPERS)
    index = corpus.index()
    await index.refresh()
    index.close()
    with sqlite3.connect(corpus.database) as held:
        held.execute("PRAGMA user_version = 99")
    held.close()
    report = await corpus.index().refresh()
    assert report.read_now == len(PAPERS)
    assert report.notes == ("The index of papers was rebuilt: it has schema version 99, not 1.",)


@pytest.mark.parametrize(
    "rubbish", [b"", b"this is no database" * 400, b"SQLite format 3\0" + b"\7" * 9_000]
)
async def test_a_file_that_is_no_database_is_replaced(corpus: Corpus, rubbish: bytes) -> None:
    written(corpus.folder, PAPERS)
    index = corpus.index()
    await index.refresh()
    index.close()
    corpus.database.write_bytes(rubbish)
    index = corpus.index()
    report = await index.refresh()
    assert report.read_now == len(PAPERS)
    assert await urls(index, "ferry") == ["ferry.txt"]


@pytest.mark.parametrize("share", [0.0, 0.5])
async def test_an_index_that_is_damaged_inside_is_rebuilt_by_the_next_refresh(
    corpus: Corpus, share: float
) -> None:
    written(corpus.folder, {f"{n}.txt": f"Paper {n}\nThe zebra {n}.\n" * 9 for n in range(60)})
    index = corpus.index()
    await index.refresh()
    index.close()
    data = bytearray(corpus.database.read_bytes())
    for at in range(max(4096, int(share * len(data))), len(data)):
        data[at] = 0xA5
    corpus.database.write_bytes(bytes(data))
    index = corpus.index()
    with pytest.raises(SearchError, match=r"(?i)refresh"):
        await index.search("zebra")
    report = await index.refresh()
    assert (report.documents, report.read_now) == (60, 60)
    assert "rebuilt" in report.notes[0]
    assert len((await index.search("zebra")).leads) == 10


async def test_a_folder_that_went_away_is_an_error_and_keeps_the_index(corpus: Corpus) -> None:
    written(corpus.folder, PAPERS)
    index = corpus.index()
    await index.refresh()
    corpus.folder.rename(corpus.folder.parent / "elsewhere")
    with pytest.raises(InputError, match="does not exist"):
        await index.refresh()
    assert (await index.search("ferry")).leads


async def test_a_cache_that_cannot_be_written_is_bad_input(corpus: Corpus, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file stands where the folder belongs")
    with pytest.raises(InputError, match="index files cannot be kept"):
        await corpus.index().refresh()


def test_a_folder_that_does_not_exist_is_refused_by_name(corpus: Corpus, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"corpus\[1\]: there is no folder"):
        corpus.index(corpus.folder, tmp_path / "gone")
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match="is not a folder"):
        corpus.index(tmp_path / "file")


async def test_a_stored_document_comes_back_whole_for_the_same_reader_only(
    corpus: Corpus,
) -> None:
    written(corpus.folder, PAPERS)
    index = corpus.index()
    await index.refresh()
    sha256 = digest(PAPERS["zh.txt"].encode())
    document = index.document(sha256)
    assert document is not None
    assert document.text == PAPERS["zh.txt"]
    assert index.document("0" * 64) is None
    corpus.reader = CountingReader("2")
    assert corpus.index().document(sha256) is None


async def test_a_closed_index_says_so(corpus: Corpus) -> None:
    index = corpus.index()
    await index.refresh()
    index.close()
    index.close()
    with pytest.raises(SearchError, match="closed"):
        await index.search("ferry")


async def test_a_file_that_is_over_the_cap_is_named_and_not_read(corpus: Corpus) -> None:
    with (corpus.folder / "huge.txt").open("wb") as file:
        file.truncate(50_000_001)
    report = await corpus.index().refresh()
    assert report.unreadable[0].status == "too_large"
    assert corpus.reader.names == []
