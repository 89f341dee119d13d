"""Every benchmark in one run; `make bench`. Read ratios, not absolute times."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import anchoring
import checking
import conflicts
import corpus
import identity
import reading
import recall
import runs
import web

__all__ = ["main"]


def main() -> None:
    """Run them in order."""
    for name, part in (
        ("Anchoring", anchoring.main),
        ("Checking", checking.main),
        ("Conflicts", conflicts.main),
        ("Identity", identity.main),
        ("Reading", reading.main),
        ("Corpus", corpus.main),
        ("Evidence recall", recall.main),
        ("Whole runs", runs.main),
        ("Web", web.main),
    ):
        print(f"\n## {name}\n", flush=True)
        part()


if __name__ == "__main__":
    main()
