"""Whole runs: wall time, CPU and peak memory, and how they grow from 100 to 10,000 documents."""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["main"]

QUESTION = "Who leads the harbour survey of Morvane, and since when?"
ANSWER = "Ilse Tarnow has led the harbour survey of Morvane since 12 May 2019."
SYLLABLES = "ka lo mi tra ven dor pel su rin mak tol bre nia gor fel ost".split()


@dataclass(frozen=True)
class Measured:
    """One run of the command line.

    Attributes:
        wall_s: and ``cpu_s``: of the process and its readers.
        peak_mb: the largest resident set of any one of them.
    """

    wall_s: float
    cpu_s: float
    peak_mb: float


def main(arguments: Sequence[str] = ()) -> None:
    """Print one table; the last column is relative to the smallest corpus."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 1_000, 10_000])
    given = parser.parse_args(arguments)
    print("Whole runs (generated texts of about 250 words; second run: index up to date)")
    print(
        f"{'documents':>10} {'first wall':>11} {'docs/s':>7} {'run wall':>9} {'run CPU':>8} "
        f"{'peak MB':>8} {'run wall, relative':>19}"
    )
    base = 0.0
    for size in given.sizes:
        with tempfile.TemporaryDirectory() as folder:
            corpus = Path(folder) / "corpus"
            write_corpus(corpus, size)
            first = _run(Path(folder), corpus)
            again = min((_run(Path(folder), corpus) for _ in range(3)), key=lambda m: m.wall_s)
            base = base or again.wall_s
            peak = max(first.peak_mb, again.peak_mb)
            print(
                f"{size:>10,} {first.wall_s:>10.1f}s {size / first.wall_s:>7.0f} "
                f"{again.wall_s:>8.2f}s {again.cpu_s:>7.2f}s {peak:>8.0f} "
                f"{again.wall_s / base:>18.2f}x"
            )


def write_corpus(folder: Path, size: int) -> None:
    """Write ``size`` small texts; one in a hundred speaks of the question's subject."""
    chance = random.Random(size)
    vocabulary = ["".join(chance.choices(SYLLABLES, k=chance.randint(2, 4))) for _ in range(6_000)]
    for at in range(size):
        place = folder / f"{at // 1000:03}"
        place.mkdir(parents=True, exist_ok=True)
        sentences = [
            " ".join(chance.choices(vocabulary, k=chance.randint(8, 18))).capitalize() + "."
            for _ in range(18)
        ]
        if at % 100 == 7:
            sentences.insert(9, ANSWER if at == 7 else "The harbour survey of Morvane met again.")
        (place / f"{at}.txt").write_text(f"Note {at}\n\n" + " ".join(sentences) + "\n", "utf-8")


def _run(folder: Path, corpus: Path) -> Measured:
    started = time.perf_counter()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "ascertain", "research", QUESTION),
            *("--corpus", str(corpus), "--out", str(folder / "runs")),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "ASCERTAIN_CACHE_DIR": str(folder / "cache")},
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"the run ended with {process.returncode}")
    return Measured(
        time.perf_counter() - started,
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss / 1024,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
