"""Measures the rules of validation on labelled pairs.

Run with ``python bench/checking.py``; data sets are looked for as described in ``main``.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import NamedTuple

from ascertain.validation.checking import check_pair

__all__ = ["main"]

_FLOORS = {
    "wice_dev": 0.66,
    "factcheckgpt_stance": 0.67,
    "fever_sym_dev": 0.68,
    "attrbench_dev": 0.68,
    "begin_wow_dev": 0.85,
}


class _Row(NamedTuple):
    supported: bool
    verdict: str
    confidence: float


def _data() -> Path:
    named = os.environ.get("ASCERTAIN_DATA")
    return Path(named) if named else Path(__file__).parents[2] / "shared" / "data"


def _balanced(rows: list[tuple[bool, bool]]) -> float:
    shares: list[float] = []
    for truth in (True, False):
        said = [decision == truth for label, decision in rows if label == truth]
        shares.append(sum(said) / len(said) if said else 0.5)
    return sum(shares) / 2


def _best_threshold(rows: list[_Row]) -> float:
    steps = [step / 50 for step in range(51)]
    return max(
        steps, key=lambda at: _balanced([(row.supported, row.confidence >= at) for row in rows])
    )


def _measured(path: Path) -> tuple[list[_Row], float]:
    rows: list[_Row] = []
    begin = time.process_time()
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            pair = json.loads(line)
            checked = check_pair(pair["claim"], pair["evidence"])
            rows.append(_Row(pair["label"] == "S", checked.verdict, checked.confidence))
    return rows, len(rows) / (time.process_time() - begin)


def _public_sets() -> None:
    print(
        f"{'set':24}{'n':>6}{'verdict':>9}{'thresh':>8}{'at':>6}{'floor':>7}{'refuted':>9}{'of S':>6}{'/s':>8}"
    )
    for path in sorted((_data() / "entailment").glob("*.jsonl")):
        rows, speed = _measured(path)
        by_verdict = _balanced([(row.supported, row.verdict == "supported") for row in rows])
        at = _best_threshold(rows[::2])
        by_threshold = _balanced([(row.supported, row.confidence >= at) for row in rows[1::2]])
        refuted = [row.supported for row in rows if row.verdict == "refuted"]
        floor = _FLOORS.get(path.stem)
        print(
            f"{path.stem:24}{len(rows):6}{by_verdict:9.3f}{by_threshold:8.3f}{at:6.2f}"
            f"{floor if floor else '':>7}{len(refuted):9}{sum(refuted):6}{speed:8.0f}"
        )


def main() -> None:
    """Print all figures."""
    _public_sets()


if __name__ == "__main__":
    sys.exit(main())
