"""The web side: fetching against its bound and a bare client, and a first run against a second.

Two hundred pages lie on twenty loopback hosts that answer after 50 ms; four requests to a host
at the same time, 100 ms between their starts: the pace that holds if nobody sets another. The
bound is what these three numbers allow a client that costs nothing. Each row is a process of
its own, so that its peak memory is its own; "longest block" is how late a task that wants to
run every 5 ms was at worst.

Run: ``python bench/web.py [--repeat N]``. The quality of reading is measured in ``reading.py``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import httpcore2
from trafilatura import extract

from ascertain.adapters.readers.pool import PooledReader
from ascertain.adapters.system.clock import SystemClock
from ascertain.adapters.web.answer_store import FileAnswerStore
from ascertain.adapters.web.client import WebClient
from ascertain.adapters.web.fetching import WebFetcher
from ascertain.evidence.freshness import Freshness
from ascertain.evidence.web_policy import WebPolicy
from web_hosts import HOSTS, PAGES, urls

__all__ = ["main"]

_LATENCY_S = 0.05
_PER_HOST = 4
_DELAY_S = 0.1
_TICK_S = 0.005
_HERE = Path(__file__).resolve().parent
_SITE = _HERE.parent / "demo" / "web_site.py"
_START_S = 30.0


class Measured(NamedTuple):
    """What one way of getting the pages gave; ``cpu_s`` is without the reader's workers."""

    wall_s: float
    cpu_s: float
    block_ms: float
    peak_mb: float


def bound_s(*, with_robots: bool) -> float:
    """Return the least time for one host's pages; all hosts are asked side by side."""
    free = [0.0] * _PER_HOST
    start = -_DELAY_S
    for _ in range(PAGES):
        slot = min(range(_PER_HOST), key=lambda at: free[at])
        start = max(start + _DELAY_S, free[slot])
        free[slot] = start + _LATENCY_S
    return max(free) + (_LATENCY_S if with_robots else 0.0)


class _BareClient:
    """A connection pool, a semaphore and a clock for each host, and nothing else."""

    def __init__(self) -> None:
        self._pool = httpcore2.AsyncConnectionPool(max_connections=len(HOSTS) * _PER_HOST)
        self._gates = {host: asyncio.Semaphore(_PER_HOST) for host in HOSTS}
        self._next = dict.fromkeys(HOSTS, 0.0)

    async def get(self, url: str) -> bytes:
        """Return the page's bytes."""
        host = urlsplit(url).hostname or ""
        loop = asyncio.get_running_loop()
        async with self._gates[host]:
            now = loop.time()
            start = max(now, self._next[host])
            self._next[host] = start + _DELAY_S
            if start > now:
                await asyncio.sleep(start - now)
            answer = await self._pool.request("GET", url, headers={"Accept-Encoding": "gzip"})
        return zlib.decompress(answer.content, 16 + zlib.MAX_WBITS)

    async def close(self) -> None:
        """Close the pool."""
        await self._pool.aclose()


async def _bare(pages: list[str]) -> None:
    client = _BareClient()
    await asyncio.gather(*map(client.get, pages))
    await client.close()


async def _bare_and_extract(pages: list[str]) -> None:
    client = _BareClient()

    async def one(url: str) -> None:
        data = await client.get(url)
        if not extract(data.decode()):
            raise RuntimeError(url)

    await asyncio.gather(*map(one, pages))
    await client.close()


async def _ours(
    pages: list[str], store: FileAnswerStore, *, robots: bool, reader: PooledReader | None = None
) -> None:
    port = urlsplit(pages[0]).port
    policy = WebPolicy(
        open=tuple(f"{host}:{port}" for host in HOSTS),
        robots=robots,
        per_host=_PER_HOST,
        delay_s=_DELAY_S,
    )
    client = WebClient(policy)
    fetcher = WebFetcher(client, policy, store, SystemClock(), Freshness())

    async def one(url: str) -> None:
        got = await fetcher.fetch(url)
        if reader is not None:
            await reader.read(got.data, name=got.url, declared=got.media_type)

    await asyncio.gather(*map(one, pages))
    await fetcher.close()
    await client.close()


@contextmanager
def _new_store() -> Generator[FileAnswerStore]:
    with tempfile.TemporaryDirectory() as folder:
        store = FileAnswerStore(Path(folder))
        try:
            yield store
        finally:
            store.close()


async def _measured(work: Callable[[], Awaitable[None]]) -> Measured:
    loop = asyncio.get_running_loop()
    worst = 0.0

    async def tick() -> None:
        nonlocal worst
        while True:
            due = loop.time() + _TICK_S
            await asyncio.sleep(_TICK_S)
            worst = max(worst, loop.time() - due)

    ticker = asyncio.ensure_future(tick())
    began, cpu_began = time.perf_counter(), time.process_time()
    await work()
    wall_s, cpu_s = time.perf_counter() - began, time.process_time() - cpu_began
    ticker.cancel()
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Measured(wall_s, cpu_s, worst * 1e3, peak_mb)


async def _part(name: str, pages: list[str]) -> Measured:
    if name == "bare":
        return await _measured(lambda: _bare(pages))
    if name == "bare+extract":
        return await _measured(lambda: _bare_and_extract(pages))
    with _new_store() as store:
        if name == "kept":
            await _ours(pages, store, robots=False)
        reader = PooledReader() if name == "ours+reader" else None
        if reader is not None:
            await reader.read(b"<p>Workers start at the first read.</p>", name="x.html")
        try:
            return await _measured(
                lambda: _ours(pages, store, robots=name == "robots", reader=reader)
            )
        finally:
            if reader is not None:
                await reader.close()


def _in_process(name: str, port: int, repeat: int) -> Measured:
    """Measure one part ``repeat`` times, each in a new process; return the fastest."""
    found: list[Measured] = []
    for _ in range(repeat):
        done = subprocess.run(
            [sys.executable, str(_HERE / "web.py"), "--part", name, "--port", str(port)],
            stdout=subprocess.PIPE,
            check=True,
            timeout=300,
        )
        found.append(Measured(*json.loads(done.stdout)))
    return min(found)


_ROWS = (
    ("bare", "bare client, bytes only", "bare", False),
    ("ours", "this fetcher, bytes only", "bare", False),
    ("robots", "  and robots.txt of each host", "bare", True),
    ("kept", "  everything kept from before", "bare", False),
    ("bare+extract", "bare client, then trafilatura", "bare+extract", False),
    ("ours+reader", "this fetcher, then its reader", "bare+extract", False),
)
"""Part, what it is, the row that it is compared with, whether robots.txt is asked for."""


def _fetching(repeat: int) -> None:
    server = subprocess.Popen(
        [sys.executable, str(_HERE / "web_hosts.py"), "--latency", str(_LATENCY_S)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with server:
        if server.stdin is None or server.stdout is None:
            raise RuntimeError("the hosts have no pipes")
        port = int(server.stdout.readline())
        print(
            f"{len(HOSTS) * PAGES} pages on {len(HOSTS)} hosts; latency {_LATENCY_S * 1e3:.0f} ms, "
            f"{_PER_HOST} at once to a host, {_DELAY_S * 1e3:.0f} ms between starts"
        )
        print(
            f"{'':32}{'wall s':>8}{'x bound':>9}{'x bare':>8}{'pages/s':>9}{'CPU ms/page':>13}"
            f"{'longest block ms':>18}{'peak MB':>9}"
        )
        walls: dict[str, float] = {}
        pages = len(HOSTS) * PAGES
        for name, said, against, robots in _ROWS:
            got = _in_process(name, port, repeat)
            walls[name] = got.wall_s
            print(
                f"{said:32}{got.wall_s:8.2f}{got.wall_s / bound_s(with_robots=robots):9.2f}"
                f"{got.wall_s / walls[against]:8.2f}{pages / got.wall_s:9.0f}"
                f"{got.cpu_s * 1e3 / pages:13.1f}{got.block_ms:18.0f}{got.peak_mb:9.0f}",
                flush=True,
            )
        server.stdin.close()


class _WholeRun(NamedTuple):
    wall_s: float
    cpu_s: float
    requests: int
    sources: int


def _whole_runs() -> None:
    """Print a first and a second run over the demo's small web."""
    with tempfile.TemporaryDirectory() as root:
        folder = Path(root)
        with _demo_site(folder) as site:
            first = _run(folder, site, 0)
            second = _run(folder, site, first.requests)
    print(f"\n{'whole run':16}{'wall s':>8}{'CPU s':>8}{'requests':>10}{'sources':>9}")
    for name, got in (("first", first), ("second", second)):
        print(f"{name:16}{got.wall_s:8.2f}{got.cpu_s:8.2f}{got.requests:10}{got.sources:9}")
    print(f"second against first: {second.wall_s / first.wall_s:.2f} of the wall time")


@contextmanager
def _demo_site(folder: Path) -> Generator[dict[str, str]]:
    file = folder / "site.json"
    process = subprocess.Popen(
        [sys.executable, str(_SITE), "--port-file", str(file), "--latency", str(_LATENCY_S)],
        stdout=subprocess.DEVNULL,
    )
    try:
        until = time.monotonic() + _START_S
        while not file.exists():
            if process.poll() is not None or time.monotonic() > until:
                raise SystemExit("the demo's site did not start")
            time.sleep(0.02)
        told = json.loads(file.read_text("utf-8"))
        yield {
            "question": told["question"],
            "ASCERTAIN_SEARCH": "searxng",
            "ASCERTAIN_SEARXNG_URL": told["search_url"],
            "ASCERTAIN_OPEN_HOSTS": ",".join(told["open_hosts"]),
            "ASCERTAIN_FETCH_TIMEOUT_S": "2",
            "ASCERTAIN_BROWSER": "off",
            "ASCERTAIN_CACHE_DIR": str(folder / "cache"),
        }
    finally:
        process.terminate()
        process.wait(timeout=10)


def _run(folder: Path, site: dict[str, str], before: int) -> _WholeRun:
    began = time.perf_counter()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "ascertain", "research", site["question"], "--web"),
            *("--out", str(folder / "runs"), "--json"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **site},
    )
    if process.stdout is None:
        raise RuntimeError("the run has no output")
    manifest = json.loads(process.stdout.read())
    process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"the run ended with {process.returncode}")
    requests = len(_log(site["ASCERTAIN_SEARXNG_URL"])) - before
    wall_s = time.perf_counter() - began
    return _WholeRun(
        wall_s, usage.ru_utime + usage.ru_stime, requests, len(manifest["urls_attempted"])
    )


def _log(origin: str) -> list[object]:
    with httpcore2.ConnectionPool() as pool:
        return json.loads(pool.request("GET", f"{origin}/__log").content)


def main(arguments: Sequence[str] = ()) -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--part", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.part:
        print(json.dumps(asyncio.run(_part(given.part, urls(given.port)))))
        return
    _fetching(given.repeat)
    _whole_runs()


if __name__ == "__main__":
    main(sys.argv[1:])
