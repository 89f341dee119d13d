"""How fast and how surely quotes are found, beside rapidfuzz's own alignment.

Run ``python bench/anchoring.py`` in the checkout: milliseconds a quote on texts of 100 kB and
1 MB, the share of harmless changes found at the right place, and altered quotes accepted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

from rapidfuzz.fuzz import partial_ratio_alignment

from ascertain.sources.anchoring.finding import find_quote, prepare
from ascertain.sources.anchoring.prepared import PreparedText

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from quote_alterations import altered
from quote_damage import (
    HARMLESS,
    Damaged,
    footnoted,
    pdf_like,
    scanned,
    unharmed,
)
from quote_texts import chinese_text, english_text, pick_passages

_QUOTES = 60
_COMPARED = 15
_TEXT = 100_000


def main() -> None:
    """Print both tables."""
    print("speed, CPU milliseconds a quote; ratio = find_quote / partial_ratio_alignment")
    print(
        f"{'text':>8} {'size':>9} {'quotes':>8} {'prepare':>8} {'find':>7} {'rapidfuzz':>9} ratio"
    )
    for chinese in (False, True):
        for size in (100_000, 1_000_000):
            _print_speed(size, chinese=chinese)
    print()
    print("share of harmless changes found at the right place; altered quotes accepted")
    for chinese in (False, True):
        _print_shares(chinese=chinese)


def _print_speed(size: int, *, chinese: bool) -> None:
    text = _text(size, chinese=chinese)
    passages = pick_passages(text[:_TEXT], _QUOTES, 2, chinese=chinese)
    quotes = [text[p.start : p.end] for p in passages]
    changed = [quote for _, quote in altered(text[:_TEXT], passages[:12], 3, chinese=chinese)]
    cases: list[tuple[str, str, list[str]]] = [
        ("clean", text, quotes),
        ("pdf", pdf_like(text, 3, chinese=chinese).text, quotes),
        ("scanned", scanned(text, 3).text, quotes),
        ("altered", text, changed),
        ("absent", text, [quote[::-1] for quote in quotes]),
    ]
    for name, stored, wanted in cases:
        start = process_time()
        prepared = prepare(stored)
        spent = (process_time() - start) * 1000
        find_quote(quotes[0] + " x", prepared)
        ours = _each(wanted, lambda quote, p=prepared: find_quote(quote, p))
        theirs = _each(
            wanted[:_COMPARED], lambda quote, t=stored: partial_ratio_alignment(quote, t)
        )
        label = "chinese" if chinese else "english"
        print(
            f"{label:>8} {size:>9,} {name:>8} {spent:>8.0f} {ours:>7.2f} {theirs:>9.2f}"
            f" {ours / theirs:.2f}"
        )


def _each(quotes: list[str], find: Callable[[str], object]) -> float:
    start = process_time()
    for quote in quotes:
        find(quote)
    return (process_time() - start) * 1000 / len(quotes)


def _print_shares(*, chinese: bool) -> None:
    text = _text(_TEXT, chinese=chinese)
    passages = pick_passages(text, _QUOTES, 2, chinese=chinese)
    sources = {
        "clean": Damaged(text, list(range(len(text) + 1))),
        "pdf": pdf_like(text, 3, chinese=chinese),
        "footnotes": footnoted(text, 3),
        "scanned 2%": scanned(text, 3),
    }
    if chinese:
        sources["with lost"] = scanned(text, 3, dropped_cjk=True)
    print(
        f"{'chinese' if chinese else 'english':>10} "
        + " ".join(f"{k:>10}" for k in HARMLESS[chinese])
    )
    for name, stored in sources.items():
        prepared = prepare(stored.text)
        rng = Random(5)
        shares: list[float] = []
        for change in HARMLESS[chinese].values():
            found = 0
            for passage in passages:
                quote = change(text[passage.start : passage.end], rng)
                anchor = find_quote(quote, prepared).anchor
                found += anchor is not None and unharmed(
                    (anchor.selector.start, anchor.selector.end), stored.place(passage), stored.text
                )
            shares.append(found / len(passages))
        tried, taken = _accepted(text, prepared, chinese=chinese)
        row = " ".join(f"{share:>10.3f}" for share in shares)
        print(f"{name:>10} {row}   altered accepted: {taken} of {tried}")


def _accepted(text: str, prepared: PreparedText, *, chinese: bool) -> tuple[int, int]:
    passages = pick_passages(text, _QUOTES, 4, chinese=chinese)
    quotes = [quote for _, quote in altered(text, passages, 7, chinese=chinese)]
    return len(quotes), sum(find_quote(quote, prepared).anchor is not None for quote in quotes)


def _text(size: int, *, chinese: bool) -> str:
    return chinese_text(size, 1) if chinese else english_text(size, 1)


if __name__ == "__main__":
    main()
