"""What every exchange log promises."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from archive_files import exchange, responses
from ascertain.adapters.archive.commit_list import WARC_FILE
from ascertain.adapters.archive.warc_log import WarcLog
from ascertain.adapters.memory.exchange_log import MemoryExchangeLog
from ascertain.ports.exchange_log import ExchangeLog

Kept = Callable[[], list[tuple[str, int, bytes]]]


@pytest.fixture(params=["memory", "warc"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[ExchangeLog, Kept]]:
    if request.param == "memory":
        memory = MemoryExchangeLog()
        yield memory, lambda: [(e.url, e.status, e.body) for e in memory.exchanges]
        return
    warc = WarcLog(tmp_path)
    path = tmp_path / WARC_FILE
    yield (
        warc,
        lambda: [(r.url, r.status or 0, r.body) for r in responses(path)] if path.exists() else [],
    )
    warc.close()


def test_exchanges_are_kept_in_order(log: tuple[ExchangeLog, Kept]) -> None:
    keeper, kept = log
    keeper.append([exchange("https://a.example/", b"1"), exchange("https://b.example/", b"2")])
    keeper.append([exchange("https://a.example/gone", b"", status=404)])
    assert kept() == [
        ("https://a.example/", 200, b"1"),
        ("https://b.example/", 200, b"2"),
        ("https://a.example/gone", 404, b""),
    ]


def test_the_same_exchange_may_come_twice(log: tuple[ExchangeLog, Kept]) -> None:
    keeper, kept = log
    for _ in range(2):
        keeper.append([exchange(body=b"same")])
    assert [body for _, _, body in kept()] == [b"same", b"same"]


def test_nothing_given_is_nothing_kept(log: tuple[ExchangeLog, Kept]) -> None:
    keeper, kept = log
    keeper.append([])
    assert kept() == []


def test_calls_from_many_threads_lose_nothing(log: tuple[ExchangeLog, Kept]) -> None:
    keeper, kept = log

    def work(number: int) -> None:
        keeper.append([exchange(f"https://example.org/{number}/{part}") for part in range(3)])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    urls = [url for url, _, _ in kept()]
    assert len(urls) == 24
    # What came in one call stands together and in its order.
    assert [url[-1] for url in urls] == ["0", "1", "2"] * 8
