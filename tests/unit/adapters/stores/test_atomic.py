"""Files are written whole or not at all, and read without surprises."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from ascertain.adapters.stores.atomic import (
    read_plain,
    remove_leftovers,
    sync_folder,
    why,
    write_all,
    write_atomically,
)

LINKS = pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")


def test_a_file_is_made_and_replaced_and_nothing_is_left_over(tmp_path: Path) -> None:
    path = tmp_path / "report.md"
    write_atomically(path, b"one")
    write_atomically(path, b"two", durable_name=False)
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failing_write_leaves_the_old_file_and_no_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.md"
    path.write_bytes(b"old")

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_part_taken_by_the_system_is_followed_by_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write

    def three(descriptor: int, data: bytes) -> int:
        return real(descriptor, bytes(data)[:3])

    monkeypatch.setattr(os, "write", three)
    write_atomically(tmp_path / "a", b"0123456789")
    assert (tmp_path / "a").read_bytes() == b"0123456789"


def test_a_system_that_takes_nothing_more_is_an_error_not_a_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nothing(descriptor: int, data: bytes) -> int:
        return 0

    monkeypatch.setattr(os, "write", nothing)
    with pytest.raises(OSError, match="takes no more bytes"):
        write_all(1, b"x")


def test_leftovers_of_dead_writers_are_removed_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / ".report.md.0123456789abcdef.tmp").write_bytes(b"half")
    kept = [tmp_path / name for name in (".hidden", "report.md", "x.tmp", ".a.tmp", ".a.b.tmp")]
    for path in kept:
        path.write_bytes(b"")
    folder = tmp_path / ".folder.0123456789abcdef.tmp"
    folder.mkdir()
    remove_leftovers(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted([*kept, folder])


@LINKS
def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"secret")
    (tmp_path / "report.md").symlink_to(tmp_path / "secret")
    with pytest.raises(OSError, match=r"symbolic links|Too many"):
        read_plain(tmp_path / "report.md", limit=100)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a plain file"):
        read_plain(tmp_path / "pipe", limit=100)


def test_a_file_over_the_limit_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 11)
    with pytest.raises(OSError, match="larger than 10 bytes"):
        read_plain(tmp_path / "a", limit=10)
    assert read_plain(tmp_path / "a", limit=11) == b"x" * 11


def test_a_folder_that_cannot_be_synced_is_no_error(tmp_path: Path) -> None:
    sync_folder(tmp_path / "missing")


def test_the_reason_is_in_the_systems_words() -> None:
    assert why(OSError(errno.ENOSPC, "No space left on device", "/x")) == "No space left on device"
    assert why(OSError("odd")) == "odd"
    assert why(OSError()) == "OSError"
