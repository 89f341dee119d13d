"""What every store of kept answers promises."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from ascertain.adapters.memory.answer_store import MemoryAnswerStore
from ascertain.adapters.web.answer_store import FileAnswerStore
from ascertain.ports.answer_store import AnswerStore, StoredAnswer

AT = datetime(2026, 3, 1, 12, 30, 15, 250_000, tzinfo=UTC)
Make = Callable[[int], AnswerStore]


@pytest.fixture(params=["memory", "file"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[Make]:
    opened: list[AnswerStore] = []

    def build(max_bytes: int) -> AnswerStore:
        if request.param == "memory":
            opened.append(MemoryAnswerStore(max_bytes=max_bytes))
        else:
            opened.append(FileAnswerStore(tmp_path / "cache", max_bytes=max_bytes))
        return opened[-1]

    yield build
    for store in opened:
        store.close()


@pytest.fixture
def store(make: Make) -> AnswerStore:
    return make(50_000_000)


def noise(size: int, seed: int) -> bytes:
    """Bytes that no codec makes smaller."""
    state, parts = seed + 1, bytearray()
    while len(parts) < size:
        state = (state * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) % 2**64
        parts += state.to_bytes(8, "big")[:5]
    return bytes(parts[:size])


def test_what_was_put_comes_back(store: AnswerStore) -> None:
    answer = StoredAnswer(AT, '{"status": 200}', b"<p>The lamp.</p>")
    store.put("page", "https://example.org/", answer)
    assert store.get("page", "https://example.org/") == answer


@pytest.mark.parametrize(
    ("key", "head", "body"),
    [
        ("", "", b""),
        ("k\0ey", "{}", b"\0\xff\r\n"),
        ("https://例え.example/" + "x" * 8_000, '{"a": "\u2028灯台"}', b"a" * 1_000_000),
    ],
    ids=["empty", "binary", "long"],
)
def test_keys_heads_and_bodies_stay_untouched(
    store: AnswerStore, key: str, head: str, body: bytes
) -> None:
    store.put("page", key, StoredAnswer(AT, head, body))
    assert store.get("page", key) == StoredAnswer(AT, head, body)


def test_what_was_never_put_is_none(store: AnswerStore) -> None:
    store.put("page", "a", StoredAnswer(AT, "{}"))
    assert store.get("page", "b") is None
    assert store.get("robots", "a") is None


def test_a_later_answer_takes_the_place_of_an_earlier_one(store: AnswerStore) -> None:
    store.put("page", "a", StoredAnswer(AT, "one", b"first"))
    later = StoredAnswer(AT + timedelta(days=1), "two", b"second")
    store.put("page", "a", later)
    assert store.get("page", "a") == later


def test_times_come_back_in_utc(store: AnswerStore) -> None:
    east = timezone(timedelta(hours=9))
    store.put("page", "a", StoredAnswer(AT.astimezone(east), "{}"))
    store.put("page", "b", StoredAnswer(AT.replace(tzinfo=None), "{}"))
    for key in ("a", "b"):
        found = store.get("page", key)
        assert found is not None
        assert found.stored_at.isoformat() == AT.isoformat()


def test_what_was_longest_unused_goes_first(make: Make) -> None:
    store = make(400_000)
    store.put("page", "used", StoredAnswer(AT, "{}", noise(20_000, 1)))
    for number in range(40):
        assert store.get("page", "used") is not None
        store.put("page", str(number), StoredAnswer(AT, "{}", noise(20_000, number + 2)))
    assert store.get("page", "used") is not None
    assert store.get("page", "39") is not None
    assert store.get("page", "0") is None
    kept = sum(store.get("page", str(number)) is not None for number in range(40))
    assert 8 <= kept <= 20


def test_an_answer_too_large_for_the_store_is_not_kept_nor_the_one_before(make: Make) -> None:
    store = make(400_000)
    store.put("page", "other", StoredAnswer(AT, "{}", b"small"))
    store.put("page", "a", StoredAnswer(AT, "{}", b"small"))
    store.put("page", "a", StoredAnswer(AT, "{}", noise(150_000, 1)))
    assert store.get("page", "a") is None
    assert store.get("page", "other") is not None


def test_a_closed_store_keeps_nothing_and_gives_none(store: AnswerStore) -> None:
    store.put("page", "a", StoredAnswer(AT, "{}"))
    store.close()
    store.close()
    store.put("page", "b", StoredAnswer(AT, "{}"))
    assert store.get("page", "a") is None
    assert store.get("page", "b") is None


def test_threads_may_put_and_get_at_once(store: AnswerStore) -> None:
    wrong: list[str] = []

    def work(number: int) -> None:
        for turn in range(20):
            key = str(turn % 5)
            store.put("page", key, StoredAnswer(AT, key, key.encode() * 5_000))
            found = store.get("page", key)
            if found != StoredAnswer(AT, key, key.encode() * 5_000):
                wrong.append(f"{number}: {found}")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
