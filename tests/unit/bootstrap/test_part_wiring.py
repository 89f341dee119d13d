"""Reading one file: what was not found is named as it was understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from ascertain.bootstrap.part_wiring import read_target
from ascertain.bootstrap.settings import Settings, read_settings
from ascertain.errors import InputError


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return read_settings({"ASCERTAIN_CACHE_DIR": str(tmp_path / "cache")})


@pytest.mark.parametrize("target", ["", " ", "\t\n"])
async def test_a_target_without_a_word_is_refused(target: str, settings: Settings) -> None:
    with pytest.raises(InputError, match="no page or file is named"):
        await read_target(target, "", settings=settings)


async def test_a_file_that_is_not_there_is_named_with_its_whole_path(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    reply = await read_target("nosuch.pdf", "", settings=settings)
    assert reply.status == "error"
    assert reply.reason == f"there is no such file: {tmp_path / 'nosuch.pdf'}"


async def test_a_folder_is_named_too(settings: Settings, tmp_path: Path) -> None:
    reply = await read_target(str(tmp_path), "", settings=settings)
    assert reply.reason == f"it is a folder, not a file: {tmp_path}"


@pytest.mark.parametrize(
    "target", ["htp:/bad", "https:/example.org/x", "//example.org/x", "www.example.org", "h-t://x"]
)
async def test_what_looks_like_an_address_is_said_to_be_taken_as_a_path(
    target: str, settings: Settings
) -> None:
    reply = await read_target(target, "", settings=settings)
    assert "taken as a file's path; an address begins with https://" in (reply.reason or "")


async def test_a_file_address_and_a_plain_path_are_not_taken_for_a_slip(
    settings: Settings, tmp_path: Path
) -> None:
    for target in ((tmp_path / "no").as_uri(), str(tmp_path / "no"), "no: such.txt"):
        reply = await read_target(target, "", settings=settings)
        assert reply.reason is not None
        assert "taken as" not in reply.reason


async def test_a_file_that_is_there_is_read(settings: Settings, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("The harbour opened in 1931.\n", "utf-8")
    reply = await read_target(str(file), "", settings=settings)
    assert (reply.status, reply.reason) == ("ok", None)


@pytest.mark.parametrize("target", ["http://\udcff.example/", "https://a.example/\ud800"])
async def test_an_address_that_is_not_text_is_refused_in_a_sentence(
    target: str, settings: Settings
) -> None:
    with pytest.raises(InputError, match="is no address: it is not UTF-8 text"):
        await read_target(target, "", settings=settings)


async def test_a_file_whose_name_is_not_text_is_read(settings: Settings, tmp_path: Path) -> None:
    file = tmp_path / "a\udcff.txt"
    file.write_text("The harbour opened in 1931.\n", "utf-8")
    assert (await read_target(str(file), "", settings=settings)).status == "ok"
