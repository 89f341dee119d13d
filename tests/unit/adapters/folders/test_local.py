"""A folder of this machine: nothing leads out of it, nothing in it is waited for."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from ascertain.adapters.folders import local
from ascertain.adapters.folders.local import LocalFolder
from ascertain.errors import InputError, NotAvailableError, ToolError


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_text("outside")
    root = tmp_path / "project"
    (root / "sub").mkdir(parents=True)
    (root / "plain.txt").write_text("inside")
    (root / "sub" / "plain.txt").write_text("inside")
    return root


def _move(root: Path, *, leave_link: bool = False) -> None:
    root.rename(root.parent / "moved")
    if leave_link:
        root.symlink_to(root.parent)


def _nothing(*_given: object) -> None:
    return None


def _open_descriptors() -> int:
    listed = Path("/proc/self/fd")
    return len(list(listed.iterdir())) if listed.is_dir() else 0


async def _code(folder: LocalFolder, path: str) -> str:
    with pytest.raises(ToolError) as caught:
        await folder.read(path)
    return caught.value.code


async def test_links_are_not_followed_wherever_they_lead(root: Path) -> None:
    (root / "out.txt").symlink_to(root.parent / "secret.txt")
    (root / "up").symlink_to(root.parent)
    (root / "within.txt").symlink_to(root / "plain.txt")
    (root / "loop").symlink_to(root / "loop")
    folder = LocalFolder(root)
    for path in ("out.txt", "within.txt", "loop"):
        assert await _code(folder, path) == "bad_path"
    assert await _code(folder, "up/secret.txt") in {"bad_path", "not_a_folder"}
    reply = await folder.list()
    assert [entry.name for entry in reply.entries] == ["plain.txt", "sub"]
    assert reply.left_out == 4


async def test_a_file_that_becomes_a_link_between_look_and_opening_stays_shut(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def swap(_facts: os.stat_result, path: str) -> None:
        (root / path).unlink()
        (root / path).symlink_to(root.parent / "secret.txt")

    monkeypatch.setattr(local, "_demand_regular", swap)
    assert await _code(LocalFolder(root), "plain.txt") == "bad_path"


async def test_pipes_sockets_and_devices_are_neither_opened_nor_listed(root: Path) -> None:
    os.mkfifo(root / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(root / "socket"))
    folder = LocalFolder(root)
    assert await _code(folder, "pipe") == "not_a_file"
    assert await _code(folder, "socket") == "not_a_file"
    assert await _code(folder, "pipe/x") == "not_a_folder"
    assert (await folder.list()).left_out == 2


async def test_the_devices_of_the_system_are_no_files() -> None:
    assert await _code(LocalFolder(Path("/dev")), "zero") == "not_a_file"


async def test_a_file_that_grows_while_it_is_read_is_still_bounded(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "plain.txt").write_bytes(b"x" * 50)
    monkeypatch.setattr(local, "MAX_FILE_BYTES", 20)
    monkeypatch.setattr(local, "_demand_regular", _nothing)
    assert await _code(LocalFolder(root), "plain.txt") == "too_large"


async def test_what_the_system_refuses_is_said_with_its_reason(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_given: object) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(local, "_bounded", broken)
    with pytest.raises(ToolError, match=r"plain\.txt: the system says: Input/output error") as told:
        await LocalFolder(root).read("plain.txt")
    assert told.value.code == "not_available"


async def test_a_folder_that_goes_is_said(root: Path) -> None:
    folder = LocalFolder(root)
    _move(root)
    assert await _code(folder, "plain.txt") == "not_found"


async def test_a_root_that_is_swapped_for_a_link_is_not_followed(root: Path) -> None:
    folder = LocalFolder(root)
    _move(root, leave_link=True)
    assert await _code(folder, "secret.txt") in {"bad_path", "not_a_folder"}


async def test_more_names_than_are_shown_are_said(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "_MAX_ENTRIES", 1)
    reply = await LocalFolder(root).list()
    assert (len(reply.entries), reply.more) == (1, True)
    monkeypatch.setattr(local, "_MAX_ENTRIES", 100)
    monkeypatch.setattr(local, "_MAX_SEEN", 1)
    reply = await LocalFolder(root).list()
    assert (len(reply.entries), reply.more) == (1, True)


async def test_a_file_that_goes_while_the_folder_is_listed_is_left_out(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "brief.txt").write_text("x")

    def looked_at(name: str) -> bool:
        return _gone(root, name)

    monkeypatch.setattr(local, "is_readable", looked_at)
    reply = await LocalFolder(root).list()
    assert [entry.name for entry in reply.entries] == ["plain.txt", "sub"]


def _gone(root: Path, name: str) -> bool:
    if name == "brief.txt":
        (root / name).unlink()
    return True


def test_a_root_may_be_a_link_but_must_be_a_folder_of_files(root: Path) -> None:
    (root.parent / "link").symlink_to(root)
    LocalFolder(root.parent / "link")
    for wrong in (root / "plain.txt", root / "missing", Path("/"), Path("a\x00b")):
        with pytest.raises(InputError):
            LocalFolder(wrong)


def test_a_system_without_safe_opening_is_not_served(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "supports_dir_fd", set[object]())
    with pytest.raises(NotAvailableError):
        LocalFolder(root)


async def test_no_descriptors_are_left_open(root: Path) -> None:
    folder = LocalFolder(root)
    await folder.read("sub/plain.txt")
    before = _open_descriptors()
    for path in ("sub/plain.txt", "sub/missing", "missing/x", "sub"):
        try:
            await folder.read(path)
        except ToolError:
            continue
    await folder.list("sub")
    after = _open_descriptors()
    assert after == before
