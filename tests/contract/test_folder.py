"""What every folder promises."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from ascertain.adapters.folders.local import LocalFolder
from ascertain.adapters.memory.folder import MemoryFolder
from ascertain.errors import ToolError
from ascertain.ports.folder import Folder, FolderEntry

FILES: Mapping[str, bytes] = {
    "plan.md": "Übersicht\nzwei".encode(),
    "marked.txt": "\ufeffmarked".encode("utf-16-le"),
    "damaged.txt": b"caf\xe9 and forty more letters of plain text",
    "empty.txt": b"",
    "picture.png": b"\x89PNG\r\n\x1a\n\x00\x00",
    "noise.bin": bytes(range(128, 256)) * 4,
    "large.txt": b"x" * 10_000_001,
    ".env": b"KEY=1",
    "server.pem": b"-----",
    "odd\x1b[2Jname.txt": b"x",
    "turned\u202etxt.exe": b"x",
    "deep/er/inner.txt": b"inner",
    "deep/.git/config": b"x",
}


@pytest.fixture(params=["memory", "local"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Folder:
    if request.param == "memory":
        return MemoryFolder(FILES)
    for name, content in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return LocalFolder(tmp_path)


async def test_a_folder_lists_what_may_be_read_in_order(folder: Folder) -> None:
    reply = await folder.list()
    assert [entry.name for entry in reply.entries] == [
        "damaged.txt",
        "deep",
        "empty.txt",
        "large.txt",
        "marked.txt",
        "noise.bin",
        "picture.png",
        "plan.md",
    ]
    assert reply.entries[1] == FolderEntry(name="deep", kind="folder")
    assert reply.entries[7] == FolderEntry(name="plan.md", kind="file", size_bytes=15)
    assert (reply.path, reply.left_out, reply.more) == ("", 4, False)


async def test_a_folder_inside_is_listed_by_its_path(folder: Folder) -> None:
    reply = await folder.list("./deep//")
    assert [entry.name for entry in reply.entries] == ["er"]
    assert (reply.path, reply.left_out) == ("deep", 1)


async def test_a_file_is_read_in_windows_of_characters(folder: Folder) -> None:
    reply = await folder.read("plan.md", 0, 9)
    assert (reply.text, reply.total, reply.more) == ("Übersicht", 14, True)
    rest = await folder.read("plan.md", 9, 50)
    assert (rest.text, rest.start, rest.more) == ("\nzwei", 9, False)
    assert (await folder.read("plan.md", 500)).text == ""


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("marked.txt", "marked"),
        ("damaged.txt", "caf\ufffd and forty more letters of plain text"),
        ("empty.txt", ""),
        ("deep/er/inner.txt", "inner"),
    ],
)
async def test_bytes_become_text_as_they_say(folder: Folder, path: str, text: str) -> None:
    assert (await folder.read(path)).text == text


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("../plan.md", "bad_path"),
        ("deep/../../plan.md", "bad_path"),
        ("deep/../plan.md", "bad_path"),
        ("/etc/passwd", "bad_path"),
        ("~/plan.md", "bad_path"),
        ("C:plan.md", "bad_path"),
        ("\\\\server\\share", "bad_path"),
        ("plan.md\x00", "bad_path"),
        ("plan\n.md", "bad_path"),
        ("\ud800", "bad_path"),
        ("odd\x1b[2Jname.txt", "bad_path"),
        ("turned\u202etxt.exe", "bad_path"),
        ("a/" * 60 + "b", "bad_path"),
        ("x" * 3_000, "bad_path"),
        (".env", "private"),
        ("deep/.git/config", "private"),
        ("SERVER.PEM", "private"),
        ("id_rsa.old", "private"),
        ("missing.txt", "not_found"),
        ("deep/missing/x.txt", "not_found"),
        ("x" * 500, "not_found"),
        ("", "not_a_file"),
        ("deep", "not_a_file"),
        ("picture.png", "not_text"),
        ("noise.bin", "not_text"),
        ("large.txt", "too_large"),
    ],
)
async def test_what_is_not_to_be_read_is_refused(folder: Folder, path: str, code: str) -> None:
    with pytest.raises(ToolError) as caught:
        await folder.read(path)
    assert (caught.value.tool, caught.value.code) == ("files.read", code)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("..", "bad_path"),
        ("/", "bad_path"),
        (".git", "private"),
        ("missing", "not_found"),
        ("plan.md", "not_a_folder"),
    ],
)
async def test_what_is_not_to_be_listed_is_refused(folder: Folder, path: str, code: str) -> None:
    with pytest.raises(ToolError) as caught:
        await folder.list(path)
    assert (caught.value.tool, caught.value.code) == ("files.list", code)
