"""What an archive has lost is counted, whichever way it was lost."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from archive_files import exchange
from ascertain.adapters.archive.commit_list import COMMIT_LIST, WARC_FILE
from ascertain.adapters.archive.examining import ArchiveFound, examine_archive
from ascertain.adapters.archive.warc_log import WarcLog

Harm = Callable[[Path], object]
COUNT = 4


@pytest.fixture
def run(tmp_path: Path) -> Path:
    log = WarcLog(tmp_path)
    for number in range(COUNT):
        log.append([exchange(f"https://example.org/{number}", os.urandom(900))])
    log.close()
    return tmp_path


def _cut(name: str, count: int) -> Harm:
    def harm(run: Path) -> None:
        os.truncate(run / name, (run / name).stat().st_size - count)

    return harm


def _altered(run: Path, at: int) -> None:
    content = bytearray((run / WARC_FILE).read_bytes())
    content[at] ^= 1
    (run / WARC_FILE).write_bytes(content)


def _one_bit(at: int) -> Harm:
    return lambda run: _altered(run, at)


def _gone(name: str) -> Harm:
    return lambda run: (run / name).unlink()


def _replaced(name: str, content: bytes) -> Harm:
    return lambda run: (run / name).write_bytes(content)


def _longer(name: str, content: bytes) -> Harm:
    return lambda run: (run / name).write_bytes((run / name).read_bytes() + content)


def _folder_instead(name: str) -> Harm:
    def harm(run: Path) -> None:
        (run / name).unlink()
        (run / name).mkdir()

    return harm


def test_an_untouched_archive_is_whole(run: Path) -> None:
    assert examine_archive(run) == ArchiveFound(listed=COUNT)


def test_a_run_without_an_archive_lists_nothing(tmp_path: Path) -> None:
    assert examine_archive(tmp_path) == ArchiveFound()


@pytest.mark.parametrize(
    ("harm", "found"),
    [
        (_gone(WARC_FILE), ArchiveFound(listed=COUNT, missing=COUNT)),
        (_cut(WARC_FILE, 50), ArchiveFound(listed=COUNT, missing=1)),
        (_cut(WARC_FILE, 2_500), ArchiveFound(listed=COUNT, missing=2)),
        (_one_bit(5), ArchiveFound(listed=COUNT, altered=1)),
        (_one_bit(-5), ArchiveFound(listed=COUNT, altered=1)),
        (
            _longer(WARC_FILE, b"torn"),
            ArchiveFound(listed=COUNT, surplus=4),
        ),
    ],
)
def test_every_loss_of_bytes_is_counted(run: Path, harm: Harm, found: ArchiveFound) -> None:
    harm(run)
    assert examine_archive(run) == found


def test_each_byte_of_an_archive_is_looked_at(run: Path) -> None:
    for at in range(0, (run / WARC_FILE).stat().st_size, 211):
        _altered(run, at)
        assert examine_archive(run).altered == 1
        _altered(run, at)
    assert examine_archive(run).altered == 0


def test_a_shortened_list_leaves_bytes_that_nothing_speaks_of(run: Path) -> None:
    lines = (run / COMMIT_LIST).read_bytes().splitlines(keepends=True)
    (run / COMMIT_LIST).write_bytes(b"".join(lines[:-1]))
    found = examine_archive(run)
    assert (found.listed, found.surplus) == (COUNT - 1, json.loads(lines[-1])["length"])


@pytest.mark.parametrize(
    ("harm", "listed", "missing", "said"),
    [
        (_folder_instead(WARC_FILE), COUNT, COUNT, "not a plain file"),
        (_folder_instead(COMMIT_LIST), 0, 0, "not a plain file"),
        (_gone(COMMIT_LIST), 0, 0, "is missing"),
        (_replaced(COMMIT_LIST, b"{}\n"), 0, 0, "line 1, is damaged"),
    ],
)
def test_a_file_that_cannot_be_read_is_said(
    run: Path, harm: Harm, listed: int, missing: int, said: str
) -> None:
    harm(run)
    found = examine_archive(run)
    assert (found.listed, found.missing) == (listed, missing)
    assert said in found.fault


def test_a_list_that_is_a_folder_beside_no_archive_is_said(run: Path) -> None:
    (run / WARC_FILE).unlink()
    _folder_instead(COMMIT_LIST)(run)
    assert "not a plain file" in examine_archive(run).fault


def test_a_list_of_an_earlier_release_fixes_no_bytes(run: Path) -> None:
    lines = [json.loads(line) for line in (run / COMMIT_LIST).read_bytes().splitlines()]
    for line in lines:
        del line["stored"]
    (run / COMMIT_LIST).write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    assert examine_archive(run) == ArchiveFound(listed=COUNT, unsealed=COUNT)
