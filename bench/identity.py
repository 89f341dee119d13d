"""Measure how namesakes are told apart, on the project's own groups of pages.

Run ``python bench/identity.py [--pages] [--part development|held_back]``.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from namesake_groups import figures_of, judged_pages

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> None:
    """Print the figures of both parts, or of one."""
    parser = argparse.ArgumentParser(description="Measure identity.")
    parser.add_argument("--pages", action="store_true", help="every page with its signals")
    parser.add_argument("--part", choices=("development", "held_back"), default=None)
    given = parser.parse_args([] if arguments is None else arguments)
    for part in (given.part,) if given.part else ("development", "held_back"):
        began = time.perf_counter()
        labelled = list(judged_pages(part))
        each_ms = 1000 * (time.perf_counter() - began) / len(labelled)
        for one in labelled if given.pages else ():
            print(f"{one.group} ({one.kind}) {one.label} -> {one.judgement.outcome} {one.url}")
            for signal in one.judgement.signals:
                print(f"    {signal.direction} {signal.weight} {signal.name}: {signal.detail}")
        figures = figures_of(labelled)
        print(
            f"{part}: {figures.groups} groups, {figures.pages} pages; match: precision "
            f"{figures.precision:.3f}, recall {figures.recall:.3f}; pages about the subject called "
            f"mismatch {figures.wronged:.3f}; namesakes turned away {figures.turned_away:.3f}; "
            f"{each_ms:.1f} ms a page"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
