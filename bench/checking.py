"""Measures the rules that check claims: on labelled pairs, on altered claims, and their speed.

Run ``python bench/checking.py``. The labelled pairs are looked for in the folder that
``ASCERTAIN_DATA`` names, or ``../shared/data`` beside the checkout; without them that part is
left out. The altered claims are those of the adversarial tests.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
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
"""Balanced accuracy that rules reached on these sets before."""

_ROOT = Path(__file__).parents[1]
_COLUMNS = "{:24}{:>6}{:>9}{:>11}{:>6}{:>7}{:>9}{:>13}{:>9}"


class _Row(NamedTuple):
    supported: bool
    verdict: str
    confidence: float


def _balanced(decisions: list[tuple[bool, bool]]) -> float:
    """Return the mean of the shares decided rightly among supported and among other pairs."""
    shares: list[float] = []
    for truth in (True, False):
        said = [decision == truth for label, decision in decisions if label == truth]
        shares.append(sum(said) / len(said) if said else 0.5)
    return sum(shares) / 2


def _by_threshold(rows: list[_Row], at: float) -> float:
    return _balanced([(row.supported, row.confidence >= at) for row in rows])


def _measured(path: Path) -> tuple[list[_Row], float]:
    pairs = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows: list[_Row] = []
    begin = time.process_time()
    for pair in pairs:
        checked = check_pair(pair["claim"], pair["evidence"])
        rows.append(_Row(pair["label"] == "S", checked.verdict, checked.confidence))
    return rows, len(rows) / (time.process_time() - begin)


def _labelled_pairs() -> None:
    named = os.environ.get("ASCERTAIN_DATA")
    folder = (Path(named) if named else _ROOT.parent / "shared" / "data") / "entailment"
    paths = sorted(folder.glob("*.jsonl"))
    if not paths:
        print("labelled pairs: none found; set ASCERTAIN_DATA")
        return
    print("balanced accuracy, supported against not; threshold from even rows, value on odd rows")
    heads = ("set", "pairs", "verdict", "threshold", "at", "floor", "refuted", "of supported", "/s")
    print(_COLUMNS.format(*heads))
    for path in paths:
        rows, speed = _measured(path)
        verdict = _balanced([(row.supported, row.verdict == "supported") for row in rows])
        at = max((step / 50 for step in range(51)), key=lambda at: _by_threshold(rows[::2], at))
        refuted = [row.supported for row in rows if row.verdict == "refuted"]
        print(
            _COLUMNS.format(
                path.stem,
                len(rows),
                f"{verdict:.3f}",
                f"{_by_threshold(rows[1::2], at):.3f}",
                f"{at:.2f}",
                str(_FLOORS.get(path.stem, "")),
                len(refuted),
                sum(refuted),
                f"{speed:.0f}",
            )
        )


def _altered_claims() -> None:
    path = _ROOT / "tests" / "adversarial" / "altered_claims.jsonl"
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    all_of: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    true = alarms = verbatim = 0
    for case in cases:
        evidence = str(case["evidence"])
        for claim in case["true"]:
            true += 1
            alarms += check_pair(claim, evidence).verdict != "supported"
        for kind, claim in case["altered"]:
            key = f"{case['language']} {kind}"
            all_of[key] += 1
            caught[key] += check_pair(claim, evidence).verdict != "supported"
        same = check_pair(evidence, evidence)
        good = all(check.outcome in {"pass", "not_run"} for check in same.checks)
        verbatim += same.verdict == "supported" and good
    print("\naltered claims that were not called supported")
    for key in sorted(all_of):
        print(f"  {key:16}{caught[key]:4} of {all_of[key]}")
    print(f"  {'all':16}{caught.total():4} of {all_of.total()}")
    print(f"false alarms on true claims: {alarms} of {true}")
    print(f"claim equal to quote, supported with every check that applies: {verbatim}/{len(cases)}")


def _speed() -> None:
    path = _ROOT / "tests" / "adversarial" / "altered_claims.jsonl"
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    pairs = [(claim, case["evidence"]) for case in cases for _, claim in case["altered"]]
    begin = time.process_time()
    for _ in range(10):
        for claim, evidence in pairs:
            check_pair(claim, evidence)
    took = time.process_time() - begin
    print(f"\nspeed: {10 * len(pairs) / took:.0f} sentence-length pairs a CPU second")


def main() -> None:
    """Print all figures."""
    _labelled_pairs()
    _altered_claims()
    _speed()


if __name__ == "__main__":
    sys.exit(main())
