"""How good and how fast the page reader is, beside the bare extractor it builds on.

Main content: 4-gram shingle precision, recall and F1 against hand-made texts, the measure of
scrapinghub's article-extraction-benchmark (counts per page are normalised, then averaged).
Speed: CPU time of this process for one pass, the faster of ``--repeat`` passes.

Run: ``python bench/reading.py [--data DIR] [--limit N] [--repeat N]``
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from trafilatura import extract

from ascertain.adapters.readers.reading import read_document
from ascertain.errors import ReadError

_WORD = re.compile(r"\w+")
_GRAM = 4


class Page(NamedTuple):
    """A page and its hand-made main text."""

    data: bytes
    text: str
    expected: str


class Score(NamedTuple):
    """Precision, recall and F1 over all pages."""

    precision: float
    recall: float
    f1: float


def load(folder: Path, limit: int) -> list[Page]:
    """Read the pages of the articles data set."""
    truth = json.loads((folder / "ground-truth.json").read_text("utf-8"))
    pages: list[Page] = []
    for path in sorted((folder / "html").glob("*.html.gz"))[:limit]:
        data = gzip.decompress(path.read_bytes())
        expected = truth[path.name.removesuffix(".html.gz")]["articleBody"]
        pages.append(Page(data, data.decode("utf-8", "replace"), expected))
    return pages


def main_text(data: bytes) -> str:
    """Return the main content of a page as our reader marks it."""
    try:
        document = read_document(data, "page.html", "text/html")
    except ReadError as error:
        if error.status != "empty":
            raise
        return ""
    return "\n".join(document.text[r.start : r.end] for r in document.main)


def bare(text: str) -> str:
    """Return the extractor's own answer."""
    return extract(text, include_comments=False) or ""


def score(answers: Iterable[str], pages: list[Page]) -> Score:
    """Compare answers with the hand-made texts."""
    precisions: list[float] = []
    recalls: list[float] = []
    for answer, page in zip(answers, pages, strict=True):
        got, wanted = _shingles(answer), _shingles(page.expected)
        right = sum((got & wanted).values())
        if got:
            precisions.append(right / got.total())
        if wanted:
            recalls.append(right / wanted.total())
    precision, recall = (sum(v) / max(1, len(v)) for v in (precisions, recalls))
    return Score(precision, recall, 2 * precision * recall / max(1e-9, precision + recall))


def _shingles(text: str) -> Counter[tuple[str, ...]]:
    words = _WORD.findall(text)
    if len(words) < _GRAM:
        return Counter([tuple(words)] if words else [])
    return Counter(zip(*(words[i:] for i in range(_GRAM)), strict=False))


def _timed(work: Callable[[], list[str]], repeat: int) -> tuple[list[str], float]:
    best, answers = float("inf"), list[str]()
    for _ in range(repeat):
        start = time.process_time()
        answers = work()
        best = min(best, time.process_time() - start)
    return answers, best


def main() -> None:
    """Print the table."""
    root = Path(os.environ.get("ASCERTAIN_DATA", Path(__file__).parents[2] / "shared" / "data"))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=root / "articles")
    parser.add_argument("--limit", type=int, default=10_000)
    parser.add_argument("--repeat", type=int, default=2)
    options = parser.parse_args()
    if not (options.data / "ground-truth.json").exists():
        sys.exit(f"no data at {options.data}")
    pages = load(options.data, options.limit)
    print(f"{len(pages)} pages, {sum(len(p.data) for p in pages) / 1e6:.1f} MB")
    print(f"{'':24}{'F1':>7}{'prec.':>8}{'recall':>8}{'ms/page':>9}{'pages/s':>9}")
    runs: tuple[tuple[str, Callable[[], list[str]]], ...] = (
        ("trafilatura, bare", lambda: [bare(page.text) for page in pages]),
        ("this reader, main", lambda: [main_text(page.data) for page in pages]),
    )
    for name, work in runs:
        answers, seconds = _timed(work, options.repeat)
        found = score(answers, pages)
        each = seconds / len(pages)
        row = f"{found.f1:7.3f}{found.precision:8.3f}{found.recall:8.3f}"
        print(f"{name:24}{row}{each * 1e3:9.1f}{1 / each:9.0f}")


if __name__ == "__main__":
    main()
