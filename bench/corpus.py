"""How fast folders become searchable, and whether searching stays fast as they grow.

Documents are generated: words with the frequencies of a natural language (Zipf), each document
about an invented person whose name stands in its title. Every query names a person and five words
of one of that document's passages; "found" is the share whose document comes first.

Run: ``python bench/corpus.py [--sizes 100 1000 10000]``
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import NamedTuple

from ascertain.adapters.corpus.index import CorpusIndex
from ascertain.adapters.readers.pool import PooledReader
from ascertain.ports.document_reader import DocumentReader

_VOCABULARY = 60_000
_PARAGRAPHS = 3
_SENTENCES = 5
_WORDS = 12
_QUERIES = 100
_SAMPLE = 200


class Paper(NamedTuple):
    """A generated document; ``name`` is in its title."""

    name: str
    paragraphs: list[str]


class Measured(NamedTuple):
    """What one size gave."""

    documents: int
    build_s: float
    again_s: float
    p50_ms: float
    p95_ms: float
    cpu_ms: float
    found: float
    index_mb: float


def papers(count: int, seed: int) -> Iterator[Paper]:
    """Generate documents."""
    rng = Random(seed)
    words = ["".join(_syllables(rng)) for _ in range(_VOCABULARY)]
    weights = list(accumulate(1 / (rank + 3) for rank in range(_VOCABULARY)))
    for number in range(count):
        first, last = words[number * 7 % _VOCABULARY], words[(number * 13 + 5) % _VOCABULARY]
        yield Paper(
            f"{first} {last}".title(),
            [
                " ".join(
                    " ".join(rng.choices(words, cum_weights=weights, k=_WORDS)).capitalize() + "."
                    for _ in range(_SENTENCES)
                )
                for _ in range(_PARAGRAPHS)
            ],
        )


def _syllables(rng: Random) -> Iterator[str]:
    for _ in range(rng.randint(1, 4)):
        yield rng.choice("bcdfghklmnprstvw") + rng.choice("aeiou")


async def measure(size: int, reader: DocumentReader, root: Path) -> Measured:
    """Write ``size`` documents, index them, and search."""
    folder = root / f"papers-{size}"
    folder.mkdir()
    rng = Random(size)
    chosen = set(rng.sample(range(size), min(_SAMPLE, size)))
    queries: list[tuple[str, str]] = []
    for number, paper in enumerate(papers(size, size)):
        text = f"# {paper.name}\n\n" + "\n\n".join(paper.paragraphs) + "\n"
        (folder / f"{number}.md").write_text(text)
        if number in chosen:
            told = rng.sample(rng.choice(paper.paragraphs).rstrip(".").split(), 5)
            queries.append((f"What is the {' '.join(told)} of {paper.name}?", f"/{number}.md"))
    cache = root / f"cache-{size}"
    index = CorpusIndex([folder], cache, reader)
    build_s = await _refresh_s(index)
    again_s = await _refresh_s(index)
    cpu_began = time.process_time()
    times, found = await _search(index, queries[:_QUERIES])
    cpu_ms = (time.process_time() - cpu_began) * 1e3 / len(times)
    index.close()
    index_mb = sum(file.stat().st_size for file in cache.iterdir()) / 1e6
    p95 = statistics.quantiles(times, n=20)[-1]
    return Measured(size, build_s, again_s, statistics.median(times), p95, cpu_ms, found, index_mb)


async def _refresh_s(index: CorpusIndex) -> float:
    began = time.perf_counter()
    report = await index.refresh()
    if report.unreadable_total:
        raise RuntimeError(report.unreadable[0].reason)
    return time.perf_counter() - began


async def _search(
    index: CorpusIndex, queries: Sequence[tuple[str, str]]
) -> tuple[list[float], float]:
    times: list[float] = []
    found = 0
    for query, ending in queries:
        began = time.perf_counter()
        leads = (await index.search(query)).leads
        times.append((time.perf_counter() - began) * 1e3)
        found += bool(leads) and leads[0].url.endswith(ending)
    return times, found / len(queries)


async def _reader_rate(reader: DocumentReader) -> float:
    """Documents a second that the reader manages by itself, two at once."""
    data = [
        f"# {paper.name}\n\n{' '.join(paper.paragraphs)}\n".encode() for paper in papers(300, 1)
    ]
    await reader.read(data[0], name="x.md")
    began = time.perf_counter()
    for at in range(0, len(data), 8):
        await asyncio.gather(*(reader.read(one, name="x.md") for one in data[at : at + 8]))
    return len(data) / (time.perf_counter() - began)


async def run(sizes: Sequence[int]) -> None:
    """Measure every size and print one line each."""
    reader = PooledReader()
    print(f"the reader alone: {await _reader_rate(reader):,.0f} documents/s")
    print(
        "documents  documents/s  unchanged s  search p50 ms  p95 ms  CPU ms  found first  index MB"
    )
    with tempfile.TemporaryDirectory() as root:
        for size in sizes:
            got = await measure(size, reader, Path(root))
            print(
                f"{got.documents:9,}  {got.documents / got.build_s:11,.0f}  {got.again_s:11.2f}"
                f"  {got.p50_ms:13.1f}  {got.p95_ms:6.1f}  {got.cpu_ms:6.1f}"
                f"  {got.found:11.2f}  {got.index_mb:8.1f}",
                flush=True,
            )
    await reader.close()
    unit = 1024 if sys.platform == "linux" else 1024 * 1024
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    print(f"peak memory of this process, workers not counted: {peak_mb:,.0f} MB")


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 1_000, 10_000])
    options, _ = parser.parse_known_args()
    asyncio.run(run(options.sizes))


if __name__ == "__main__":
    main()
