"""What every artifact store promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from ascertain.adapters.memory.artifact_store import MemoryArtifacts
from ascertain.adapters.stores.file_artifacts import FileArtifacts
from ascertain.errors import InputError
from ascertain.ports.artifact_store import ArtifactStore


@pytest.fixture(params=["memory", "file"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> ArtifactStore:
    if request.param == "memory":
        return MemoryArtifacts()
    return FileArtifacts(tmp_path)


def test_what_was_written_comes_back(store: ArtifactStore) -> None:
    store.write("report.md", "# Brücke 🌉\r\n".encode())
    assert store.read("report.md") == "# Brücke 🌉\r\n".encode()


def test_writing_again_replaces(store: ArtifactStore) -> None:
    store.write("report.md", b"a long first version")
    store.write("report.md", b"second")
    assert store.read("report.md") == b"second"


def test_a_file_that_is_not_there_reads_as_none(store: ArtifactStore) -> None:
    assert store.read("report.md") is None


def test_an_empty_file_is_not_a_missing_one(store: ArtifactStore) -> None:
    store.write("report.md", b"")
    assert store.read("report.md") == b""


def test_lines_are_added_in_order(store: ArtifactStore) -> None:
    store.append_line("claims.jsonl", b'{"id":"C1"}')
    store.append_line("claims.jsonl", b'{"id":"C2"}')
    assert store.read("claims.jsonl") == b'{"id":"C1"}\n{"id":"C2"}\n'


def test_a_line_after_one_without_an_end_starts_its_own(store: ArtifactStore) -> None:
    store.write("claims.jsonl", b'{"id":"C')
    store.append_line("claims.jsonl", b'{"id":"C1"}')
    assert store.read("claims.jsonl") == b'{"id":"C\n{"id":"C1"}\n'


def test_a_line_with_a_line_end_in_it_is_refused(store: ArtifactStore) -> None:
    with pytest.raises(InputError, match="holds a line end"):
        store.append_line("claims.jsonl", b"one\ntwo")
    assert store.read("claims.jsonl") is None


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../x", "a/b", "a\\b", "/etc/passwd", "a\x00b", ".hidden", "C:x", "nul", "x "],
)
def test_a_name_that_is_not_a_plain_file_name_is_refused(store: ArtifactStore, name: str) -> None:
    with pytest.raises(InputError, match="not a plain file name"):
        store.write(name, b"")
    with pytest.raises(InputError, match="not a plain file name"):
        store.append_line(name, b"")
    with pytest.raises(InputError, match="not a plain file name"):
        store.read(name)


@pytest.mark.parametrize("name", ["events.jsonl", "EVENTS.jsonl", "run.lock", "snapshots"])
def test_what_belongs_to_another_store_is_not_written(store: ArtifactStore, name: str) -> None:
    with pytest.raises(InputError, match="belongs to the run's stores"):
        store.write(name, b"")
    with pytest.raises(InputError, match="belongs to the run's stores"):
        store.append_line(name, b"")
    assert store.read(name) is None


def test_names_in_any_script_are_accepted(store: ArtifactStore) -> None:
    for name in ("报告.md", "レポート.html", "تقرير.json", "résumé.md"):
        store.write(name, name.encode())
        assert store.read(name) == name.encode()


def test_the_location_is_said(store: ArtifactStore, tmp_path: Path) -> None:
    assert store.location in {"memory:", str(tmp_path)}
