from __future__ import annotations

import os
from pathlib import Path

import pytest

from ascertain.adapters.corpus.walking import WalkNotes, shown, suffix_of, walk
from unit.adapters.corpus.corpus_material import written


def paths(folder: Path, notes: WalkNotes | None = None) -> set[str]:
    found = walk(os.fsencode(folder.resolve()), notes or WalkNotes())
    return {os.fsdecode(file.path) for file in found}


def test_regular_files_are_found_at_any_depth(tmp_path: Path) -> None:
    written(tmp_path, {"a.txt": "1", "b/c/d.md": "2", "b/e": "3"})
    assert paths(tmp_path) == {"a.txt", "b/c/d.md", "b/e"}


def test_hidden_names_and_caches_of_tools_are_passed_by(tmp_path: Path) -> None:
    written(
        tmp_path,
        {".a": "", ".git/x": "", "b/.c/d": "", "__pycache__/e": "", "node_modules/f": "", "g": ""},
    )
    assert paths(tmp_path) == {"g"}


def test_media_and_programs_are_counted_by_suffix(tmp_path: Path) -> None:
    written(tmp_path, {"a.png": "", "b.PNG": "", "c.mp4": "", "d.txt": ""})
    notes = WalkNotes()
    assert paths(tmp_path, notes) == {"d.txt"}
    assert notes.binary == {b"png": 2, b"mp4": 1}


def test_links_are_not_followed_and_those_that_lead_out_are_named(tmp_path: Path) -> None:
    inside = written(tmp_path / "in", {"a.txt": "1"})
    outside = written(tmp_path / "out", {"secret.txt": "2"})
    (inside / "loop").symlink_to(inside)
    (inside / "same").symlink_to(inside / "a.txt")
    (inside / "away").symlink_to(outside)
    (inside / "away.txt").symlink_to(outside / "secret.txt")
    (inside / "self").symlink_to(inside / "self")
    notes = WalkNotes()
    assert paths(inside, notes) == {"a.txt"}
    assert sorted(notes.leading_out) == [b"away", b"away.txt"]
    assert notes.leading_out_total == 2


def test_pipes_are_passed_by(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    assert paths(tmp_path) == set()


def test_a_folder_that_cannot_be_listed_is_named(tmp_path: Path) -> None:
    notes = WalkNotes()
    assert paths(tmp_path / "gone", notes) == set()
    assert notes.closed_total == 1
    assert notes.closed[0][1] == "No such file or directory"


@pytest.mark.parametrize(
    ("path", "suffix"),
    [(b"a/b.TXT", b"txt"), (b"a.d/b", b""), (b"x.tar.gz", b"gz"), (b"b", b"")],
)
def test_a_suffix_is_what_follows_the_last_dot_of_the_name(path: bytes, suffix: bytes) -> None:
    assert suffix_of(path) == suffix


def test_a_shown_path_can_be_printed(tmp_path: Path) -> None:
    assert shown("图/é.txt".encode()) == "图/é.txt"
    assert shown(b"a\nb\x1b\xff") == "a�b��"
