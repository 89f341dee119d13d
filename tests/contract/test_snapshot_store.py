"""What every snapshot store promises."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from ascertain.adapters.memory.snapshot_store import MemorySnapshots
from ascertain.adapters.stores.file_snapshots import FileSnapshots
from ascertain.errors import SnapshotError
from ascertain.evidence.chain import digest
from ascertain.evidence.document import TextRange
from ascertain.evidence.snapshot import Snapshot
from ascertain.ports.snapshot_store import SnapshotStore

PAGE = b"<p>The bridge opened in 1931.</p>"
TEXT = "The bridge opened in 1931.\n"


@pytest.fixture(params=["memory", "file"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> SnapshotStore:
    if request.param == "memory":
        return MemorySnapshots()
    return FileSnapshots(tmp_path / "snapshots")


def described(data: bytes = PAGE, text: str = TEXT, title: str | None = None) -> Snapshot:
    return Snapshot(
        sha256=digest(data),
        text_sha256=digest(text.encode()),
        size_bytes=len(data),
        url="https://example.org/bridge",
        fetched_at="2026-01-01T00:00:00Z",
        media_type="text/html",
        reader="html",
        reader_version="1",
        title=title,
        main=(TextRange(start=0, end=len(text)),),
    )


def test_what_was_put_comes_back(store: SnapshotStore) -> None:
    snapshot = described()
    assert store.put(PAGE, TEXT, snapshot) == snapshot
    assert store.describe(snapshot.sha256) == snapshot
    assert store.text(snapshot.sha256) == TEXT
    assert store.data(snapshot.sha256) == PAGE


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"\x00\xff\r\n", "a\r\nb\rc\n\u2028d\x00e"),
        ("\u6a4b\u306f".encode(), "\u6a4b\u306f1931\u5e74\u306b\u958b\u901a\u3057\u305f\u3002"),
        (b"\xef\xbb\xbfx", "\ufeffx \U0001f309 \u0627\u0644\u062c\u0633\u0631"),
    ],
    ids=["empty", "line_ends", "japanese", "bom_emoji_arabic"],
)
def test_bytes_and_text_stay_untouched(store: SnapshotStore, data: bytes, text: str) -> None:
    sha256 = store.put(data, text, described(data, text)).sha256
    assert store.data(sha256) == data
    assert store.text(sha256) == text


def test_putting_the_same_bytes_again_keeps_the_first_copy(store: SnapshotStore) -> None:
    first = store.put(PAGE, TEXT, described(title="First"))
    again = store.put(PAGE, "another reading", described(text="another reading", title="Second"))
    assert again == first
    assert store.text(first.sha256) == TEXT
    assert store.describe(first.sha256).title == "First"


def test_digests_are_listed_sorted(store: SnapshotStore) -> None:
    assert store.digests() == ()
    pages = [b"one", b"two", b"three"]
    for page in pages:
        store.put(page, TEXT, described(page))
    assert store.digests() == tuple(sorted(digest(page) for page in pages))


def test_a_description_of_other_bytes_is_refused(store: SnapshotStore) -> None:
    with pytest.raises(SnapshotError, match="the bytes are not those"):
        store.put(PAGE + b" ", TEXT, described())
    assert store.digests() == ()


def test_a_wrong_size_is_refused(store: SnapshotStore) -> None:
    wrong = described().model_copy(update={"size_bytes": 1})
    with pytest.raises(SnapshotError, match="the bytes are not those"):
        store.put(PAGE, TEXT, wrong)


def test_a_description_of_another_text_is_refused(store: SnapshotStore) -> None:
    with pytest.raises(SnapshotError, match="the text is not the one"):
        store.put(PAGE, TEXT + " ", described())
    assert store.digests() == ()


def test_half_a_surrogate_pair_in_a_text_is_refused_with_its_place(store: SnapshotStore) -> None:
    with pytest.raises(SnapshotError, match="surrogate pair at code point 2"):
        store.put(PAGE, "ab\udc00", described())


def test_a_copy_that_was_never_put_is_missing(store: SnapshotStore) -> None:
    for ask in (store.describe, store.text, store.data):
        with pytest.raises(SnapshotError, match=r"missing|no such copy"):
            ask("0" * 64)


@pytest.mark.parametrize("name", ["", "../" * 21 + "x", "A" * 64, "0" * 63, "0" * 64 + "\n"])
def test_what_is_no_digest_is_refused(store: SnapshotStore, name: str) -> None:
    for ask in (store.describe, store.text, store.data):
        with pytest.raises(SnapshotError, match="not a SHA-256 digest"):
            ask(name)


def test_many_threads_may_put_the_same_copy(store: SnapshotStore) -> None:
    answers: list[Snapshot] = []

    def work(number: int) -> None:
        text = f"reading {number}"
        answers.append(store.put(PAGE, text, described(text=text)))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({answer.text_sha256 for answer in answers}) == 1
    assert digest(store.text(digest(PAGE)).encode()) == answers[0].text_sha256
