from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ascertain.adapters.web import answer_store
from ascertain.adapters.web.answer_store import FileAnswerStore
from ascertain.ports.answer_store import StoredAnswer

AT = datetime(2026, 3, 1, tzinfo=UTC)
PAGE = StoredAnswer(AT, "{}", b"<p>The lamp was lit by hand.</p>")

WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from ascertain.adapters.web.answer_store import FileAnswerStore
from ascertain.ports.answer_store import StoredAnswer
store = FileAnswerStore(Path(sys.argv[1]))
name, count = sys.argv[2], int(sys.argv[3])
for number in range(count):
    key = f"{name}-{number}"
    store.put("page", key, StoredAnswer(datetime(2026, 3, 1, tzinfo=UTC), key, key.encode() * 500))
    print(key, flush=True)
"""


def put_one(folder: Path) -> Path:
    store = FileAnswerStore(folder)
    store.put("page", "a", PAGE)
    store.close()
    return folder / "answers.sqlite3"


def reads(folder: Path, key: str = "a") -> StoredAnswer | None:
    store = FileAnswerStore(folder)
    try:
        return store.get("page", key)
    finally:
        store.close()


def test_answers_outlive_the_store_that_kept_them(tmp_path: Path) -> None:
    put_one(tmp_path / "not" / "there")
    assert reads(tmp_path / "not" / "there") == PAGE


def test_bodies_are_compressed(tmp_path: Path) -> None:
    store = FileAnswerStore(tmp_path)
    for number in range(20):
        store.put("page", str(number), StoredAnswer(AT, "{}", b"<p>The lamp.</p>" * 20_000))
    store.close()
    assert (tmp_path / "answers.sqlite3").stat().st_size < 200_000


def test_the_file_stays_within_its_bound(tmp_path: Path) -> None:
    store = FileAnswerStore(tmp_path, max_bytes=1_000_000)
    for number in range(100):
        store.put("page", str(number), StoredAnswer(AT, "{}", os.urandom(50_000)))
    assert store.get("page", "99") is not None
    store.close()
    assert (tmp_path / "answers.sqlite3").stat().st_size < 1_200_000


def order_of_use(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "answers.sqlite3")) as held:
        return [row[0] for row in held.execute("SELECT key FROM answers ORDER BY used")]


def test_use_is_written_down_on_closing(tmp_path: Path) -> None:
    store = FileAnswerStore(tmp_path)
    for key in ("a", "b", "c"):
        store.put("page", key, PAGE)
    assert store.get("page", "a") is not None
    store.close()
    assert order_of_use(tmp_path) == ["b", "c", "a"]


def test_many_uses_are_written_down_on_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer_store, "_TOUCHES_HELD", 2)
    store = FileAnswerStore(tmp_path)
    for key in ("a", "b", "c"):
        store.put("page", key, PAGE)
    assert store.get("page", "a") is not None
    assert store.get("page", "b") is not None
    assert order_of_use(tmp_path) == ["c", "a", "b"]
    store.close()


@pytest.mark.parametrize("content", [b"not a database at all", b"\0" * 5_000, b"SQLite format 3\0"])
def test_a_file_that_is_none_is_set_aside_and_begun_anew(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "answers.sqlite3").write_bytes(content)
    put_one(tmp_path)
    assert reads(tmp_path) == PAGE
    aside = tmp_path / "answers.set-aside.sqlite3"
    assert aside.read_bytes() == content


def test_a_file_damaged_within_is_set_aside_and_begun_anew(tmp_path: Path) -> None:
    store = FileAnswerStore(tmp_path)
    for number in range(200):
        store.put("page", str(number), StoredAnswer(AT, "{}" * 500, os.urandom(3_000)))
    store.close()
    path = tmp_path / "answers.sqlite3"
    held = bytearray(path.read_bytes())
    held[8192:] = os.urandom(len(held) - 8192)
    path.write_bytes(held)
    again = FileAnswerStore(tmp_path)
    found = [again.get("page", str(number)) for number in range(200)]
    assert found == [None] * 200
    again.put("page", "new", PAGE)
    assert again.get("page", "new") == PAGE
    again.close()
    assert (tmp_path / "answers.set-aside.sqlite3").exists()


def test_damage_that_another_process_mended_is_not_set_aside_again(tmp_path: Path) -> None:
    path = put_one(tmp_path)
    store = FileAnswerStore(tmp_path)
    assert store.get("page", "a") == PAGE
    mended = tmp_path / "mended"
    mended.mkdir()
    put_one(mended)
    for ending in ("", "-wal", "-shm"):
        Path(f"{path}{ending}").unlink(missing_ok=True)
    (mended / "answers.sqlite3").replace(path)
    fault = sqlite3.DatabaseError("malformed")
    fault.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    with pytest.raises(sqlite3.DatabaseError), store._connection():  # pyright: ignore[reportPrivateUsage] (no file can be damaged so on demand)
        raise fault
    assert not (tmp_path / "answers.set-aside.sqlite3").exists()
    assert store.get("page", "a") == PAGE
    store.close()


def test_a_body_with_a_flipped_bit_is_forgotten(tmp_path: Path) -> None:
    path = put_one(tmp_path)
    with closing(sqlite3.connect(path)) as held:
        body = bytearray(held.execute("SELECT body FROM answers").fetchone()[0])
        body[-1] ^= 1
        held.execute("UPDATE answers SET body = ?", (bytes(body),))
        held.commit()
    assert reads(tmp_path) is None
    with closing(sqlite3.connect(path)) as held:
        assert held.execute("SELECT count(*) FROM answers").fetchone() == (0,)


@pytest.mark.parametrize(
    ("column", "value"), [("stored_at", "yesterday"), ("body", b""), ("body", b"\x28\xb5\x2f\xfd")]
)
def test_a_row_that_makes_no_sense_is_forgotten(tmp_path: Path, column: str, value: object) -> None:
    path = put_one(tmp_path)
    with closing(sqlite3.connect(path)) as held:
        held.execute(f"UPDATE answers SET {column} = ?", (value,))  # noqa: S608 (a column of this table)
        held.commit()
    assert reads(tmp_path) is None


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE schema_version SET version = version + 1",
        "DELETE FROM schema_version",
        "DROP TABLE schema_version",
        "ALTER TABLE answers RENAME COLUMN head TO top",
    ],
)
def test_a_file_of_another_schema_is_set_aside(tmp_path: Path, change: str) -> None:
    path = put_one(tmp_path)
    with closing(sqlite3.connect(path)) as held:
        held.execute(change)
        held.commit()
    assert reads(tmp_path) is None
    put_one(tmp_path)
    assert reads(tmp_path) == PAGE
    assert (tmp_path / "answers.set-aside.sqlite3").exists()


def test_a_folder_that_cannot_be_made_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = FileAnswerStore(tmp_path / "file" / "cache")
    store.put("page", "a", PAGE)
    assert store.get("page", "a") is None
    store.close()


def test_a_file_locked_by_another_writer_gives_answers_but_keeps_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer_store, "_BUSY_S", 0.05)
    path = put_one(tmp_path)
    store = FileAnswerStore(tmp_path)
    assert store.get("page", "a") == PAGE
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        store.put("page", "b", PAGE)
        assert store.get("page", "a") == PAGE
        assert store.get("page", "b") is None
        other.execute("ROLLBACK")
    store.put("page", "b", PAGE)
    assert store.get("page", "b") == PAGE
    store.close()


def test_text_that_cannot_be_stored_is_not_kept(tmp_path: Path) -> None:
    store = FileAnswerStore(tmp_path)
    store.put("page", "half\ud800", PAGE)
    store.put("page", "a", StoredAnswer(AT, "half\ud800"))
    assert store.get("page", "half\ud800") is None
    assert store.get("page", "a") is None
    store.close()


def test_faults_of_the_program_are_not_swallowed(tmp_path: Path) -> None:
    store = FileAnswerStore(tmp_path)
    with pytest.raises(TypeError):
        store.put("page", "a", StoredAnswer(AT, "{}", "text"))  # pyright: ignore[reportArgumentType] (that is the fault)
    store.close()


def started(folder: Path, name: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder), name, str(count)],
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_killed_process_loses_nothing_that_it_had_put(tmp_path: Path) -> None:
    writer = started(tmp_path, "w", 100_000)
    assert writer.stdout is not None
    last = [writer.stdout.readline().strip() for _ in range(30)][-1]
    os.kill(writer.pid, signal.SIGKILL)
    writer.stdout.close()
    writer.wait()
    assert reads(tmp_path, last) == StoredAnswer(AT, last, last.encode() * 500)
    assert not (tmp_path / "answers.set-aside.sqlite3").exists()


def test_several_processes_keep_answers_in_one_file(tmp_path: Path) -> None:
    writers = [started(tmp_path, name, 30) for name in ("one", "two", "three")]
    for writer in writers:
        writer.communicate()
        assert writer.returncode == 0
    store = FileAnswerStore(tmp_path)
    for name in ("one", "two", "three"):
        for number in range(30):
            key = f"{name}-{number}"
            assert store.get("page", key) == StoredAnswer(AT, key, key.encode() * 500)
    store.close()
