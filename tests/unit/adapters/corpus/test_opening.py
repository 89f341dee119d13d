from __future__ import annotations

import os
from pathlib import Path

import pytest

from ascertain.adapters.corpus.opening import read_regular
from ascertain.errors import FetchError


def status(path: Path | str, max_bytes: int = 100) -> str:
    with pytest.raises(FetchError) as caught:
        read_regular(str(path), max_bytes)
    assert caught.value.reason
    return caught.value.status


def test_a_file_comes_with_the_state_that_it_was_read_in(tmp_path: Path) -> None:
    path = tmp_path.resolve() / "a"
    path.write_bytes(b"12345")
    read = read_regular(str(path), 5)
    assert read.data == b"12345"
    assert (read.size, read.mtime_ns) == (5, path.stat().st_mtime_ns)


def test_links_and_files_below_linked_folders_are_blocked(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    (root / "in").mkdir()
    (root / "in" / "a").write_bytes(b"1")
    (root / "link").symlink_to(root / "in" / "a")
    (root / "dir").symlink_to(root / "in")
    assert status(root / "link") == "blocked"
    assert status(root / "dir" / "a") == "blocked"
    assert status(root / "in") == "blocked"


def test_a_file_that_grows_while_it_is_read_is_held_to_the_cap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path.resolve() / "a"
    path.write_bytes(b"1234")
    real = os.read

    def growing(handle: int, size: int) -> bytes:
        if path.stat().st_size < size_at_end:
            with path.open("ab") as file:
                file.write(b"5678")
        return real(handle, size)

    monkeypatch.setattr(os, "read", growing)
    size_at_end = 16
    assert read_regular(str(path), 100)[:2] == (b"1234" + b"5678" * 3, 16)
    path.write_bytes(b"1234")
    assert read_regular(str(path), 100).mtime_ns == -1
    path.write_bytes(b"1234")
    assert status(path, 15) == "too_large"


@pytest.mark.parametrize("name", ["gone", "a/below", "x" * 300, "nul\0"])
def test_what_cannot_be_opened_is_an_error(tmp_path: Path, name: str) -> None:
    (tmp_path / "a").write_bytes(b"1")
    assert status(f"{tmp_path.resolve()}/{name}") == "error"
