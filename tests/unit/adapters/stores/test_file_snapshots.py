"""Saved copies as files: what was altered on disk is never given out."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from ascertain.adapters.stores import file_snapshots
from ascertain.adapters.stores.file_snapshots import FileSnapshots
from ascertain.errors import SnapshotError
from ascertain.evidence.chain import digest
from ascertain.evidence.snapshot import Snapshot

PAGE = b"<p>The bridge opened in 1931.</p>"
TEXT = "The bridge opened in 1931.\r\n"


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
    )


SHA = digest(PAGE)


@pytest.fixture
def store(tmp_path: Path) -> FileSnapshots:
    store = FileSnapshots(tmp_path / "snapshots")
    store.put(PAGE, TEXT, described())
    return store


def test_a_copy_is_three_files_with_the_very_bytes(store: FileSnapshots, tmp_path: Path) -> None:
    folder = tmp_path / "snapshots"
    names = sorted(path.name for path in folder.iterdir())
    assert names == [SHA, f"{SHA}.json", f"{SHA}.txt"]
    assert (folder / SHA).read_bytes() == PAGE
    assert (folder / f"{SHA}.txt").read_bytes() == TEXT.encode()


@pytest.mark.parametrize("suffix", ["", ".txt", ".json"])
def test_any_altered_file_of_a_copy_is_an_error(
    store: FileSnapshots, tmp_path: Path, suffix: str
) -> None:
    assert store.text(SHA) == TEXT
    path = tmp_path / "snapshots" / f"{SHA}{suffix}"
    path.write_bytes(path.read_bytes().replace(b"1", b"7"))
    asks = {"": store.data, ".txt": store.text, ".json": store.data}
    with pytest.raises(SnapshotError):
        asks[suffix](SHA)


@pytest.mark.parametrize(
    ("suffix", "part"), [("", "bytes"), (".txt", "text"), (".json", "description")]
)
def test_any_missing_file_of_a_copy_is_named(
    store: FileSnapshots, tmp_path: Path, suffix: str, part: str
) -> None:
    (tmp_path / "snapshots" / f"{SHA}{suffix}").unlink()
    with pytest.raises(SnapshotError, match=f"its {part} is missing"):
        (store.text if suffix == ".txt" else store.data)(SHA)


def test_a_text_altered_without_a_change_of_size_is_found_although_it_was_read_before(
    store: FileSnapshots, tmp_path: Path
) -> None:
    assert store.text(SHA) == TEXT
    (tmp_path / "snapshots" / f"{SHA}.txt").write_bytes(TEXT.replace("1931", "1951").encode())
    with pytest.raises(SnapshotError, match="the text is not the one"):
        store.text(SHA)


def test_the_description_of_another_copy_is_refused(store: FileSnapshots, tmp_path: Path) -> None:
    other = digest(b"other")
    folder = tmp_path / "snapshots"
    (folder / f"{other}.json").write_bytes((folder / f"{SHA}.json").read_bytes())
    with pytest.raises(SnapshotError, match="that of another copy"):
        store.describe(other)


def test_a_damaged_description_is_an_error_and_is_never_rewritten(
    store: FileSnapshots, tmp_path: Path
) -> None:
    path = tmp_path / "snapshots" / f"{SHA}.json"
    path.write_bytes(b"{")
    with pytest.raises(SnapshotError, match="description cannot be read"):
        store.put(PAGE, TEXT, described())
    assert path.read_bytes() == b"{"


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_crash_while_putting_leaves_nothing_that_would_be_given_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    store = FileSnapshots(tmp_path / "snapshots")
    calls: list[str] = []
    real = file_snapshots.write_atomically

    def until(path: Path, content: bytes, *, durable_name: bool = True) -> None:
        calls.append(path.name)
        if len(calls) == step:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(path, content, durable_name=durable_name)

    monkeypatch.setattr(file_snapshots, "write_atomically", until)
    with pytest.raises(SnapshotError, match="could not be written: No space left"):
        store.put(PAGE, TEXT, described())
    assert store.digests() == ()
    with pytest.raises(SnapshotError, match="missing"):
        store.text(SHA)
    monkeypatch.undo()
    other = "read in another way"
    store.put(PAGE, other, described(text=other))
    assert store.text(SHA) == other


def test_a_description_that_json_cannot_say_is_refused(tmp_path: Path) -> None:
    store = FileSnapshots(tmp_path / "snapshots")
    with pytest.raises(SnapshotError, match="description cannot be written as JSON"):
        store.put(PAGE, TEXT, described(title="half \ud83d"))
    assert store.digests() == ()


def test_a_store_for_reading_only_makes_nothing(tmp_path: Path) -> None:
    store = FileSnapshots(tmp_path / "snapshots", writable=False)
    with pytest.raises(SnapshotError, match="reading only"):
        store.put(PAGE, TEXT, described())
    assert store.digests() == ()
    assert list(tmp_path.iterdir()) == []


def test_other_files_in_the_folder_are_not_listed(store: FileSnapshots, tmp_path: Path) -> None:
    for name in ("notes.json", f"{'0' * 63}.json", f".{SHA}.json.0123456789abcdef.tmp"):
        (tmp_path / "snapshots" / name).write_bytes(b"{}")
    assert store.digests() == (SHA,)


def test_a_file_where_the_folder_should_be_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "snapshots").write_bytes(b"")
    store = FileSnapshots(tmp_path / "snapshots")
    with pytest.raises(SnapshotError, match="cannot be listed"):
        store.digests()
    with pytest.raises(SnapshotError, match=r"could not be written|cannot be read"):
        store.put(PAGE, TEXT, described())


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_link_in_place_of_a_copy_is_not_followed(store: FileSnapshots, tmp_path: Path) -> None:
    path = tmp_path / "snapshots" / f"{SHA}.txt"
    (tmp_path / "elsewhere").write_bytes(path.read_bytes())
    path.unlink()
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(SnapshotError, match="its text cannot be read"):
        store.text(SHA)


def test_texts_kept_in_memory_are_bounded_by_number_and_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_snapshots, "_CACHED_TEXTS", 2)
    monkeypatch.setattr(file_snapshots, "_CACHED_CHARACTERS", 100)
    store = FileSnapshots(tmp_path / "snapshots")
    texts = {"a": "a" * 10, "b": "b" * 20, "c": "c" * 30, "d": "d" * 101, "e": "e" * 95}
    for name, text in texts.items():
        store.put(name.encode(), text, described(name.encode(), text))
    for _ in range(2):
        for name, text in texts.items():
            assert store.text(digest(name.encode())) == text


def test_a_text_read_again_comes_from_memory(
    store: FileSnapshots, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = store.text(SHA)

    def forbidden(path: Path, *, limit: int) -> bytes:
        raise AssertionError(path, limit)

    monkeypatch.setattr(file_snapshots, "read_plain", forbidden)
    assert store.text(SHA) is first
