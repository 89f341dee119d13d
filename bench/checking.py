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

from ascertain.errors import InputError
from ascertain.evaluation.public_sets import find_sets, read_set, score_set
from ascertain.evaluation.reliability import calibration_error, reliability
from ascertain.validation.calibration import calibrated
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


def _by_threshold(rows: list[tuple[float, bool]], at: float) -> float:
    """Return the balanced accuracy of calling everything from a confidence on supported."""
    shares: list[float] = []
    for truth in (True, False):
        said = [(confidence >= at) == truth for confidence, label in rows if label == truth]
        shares.append(sum(said) / len(said) if said else 0.5)
    return sum(shares) / 2


def _labelled_pairs() -> None:
    named = os.environ.get("ASCERTAIN_DATA")
    folder = Path(named) if named else _ROOT.parent / "shared" / "data"
    try:
        paths = find_sets(folder)
    except InputError as error:
        print(f"labelled pairs: {error}; set ASCERTAIN_DATA")
        return
    print("balanced accuracy, supported against not; threshold from even rows, value on odd rows")
    heads = ("set", "pairs", "verdict", "threshold", "at", "floor", "refuted", "of supported", "/s")
    print(_COLUMNS.format(*heads))
    odd: list[tuple[float, bool]] = []
    for path in paths:
        score, rows = score_set(path.stem, read_set(path), time.process_time)
        at = max((step / 50 for step in range(51)), key=lambda at: _by_threshold(rows[::2], at))
        odd += rows[1::2]
        print(
            _COLUMNS.format(
                score.name,
                score.pairs,
                f"{score.balanced_accuracy or 0.0:.3f}",
                f"{_by_threshold(rows[1::2], at):.3f}",
                f"{at:.2f}",
                str(_FLOORS.get(path.stem, "")),
                score.refuted,
                score.refuted_wrongly,
                f"{score.pairs_per_s:.0f}",
            )
        )
    _reliability(odd)


def _reliability(odd: list[tuple[float, bool]]) -> None:
    """Print how much confidences are worth, on the rows that the table was not made from."""
    for what, rows in (
        ("as the checks give it", odd),
        ("by the table", [(calibrated(confidence), truth) for confidence, truth in odd]),
    ):
        bins = reliability(rows)
        print(f"\nconfidence {what}: expected calibration error {calibration_error(bins):.3f}")
        for one in bins:
            share = one.borne_out
            if share.value is not None:
                print(
                    f"  {one.low:.1f} to {one.high:.1f}{share.of:7} pairs, mean {one.mean:.3f}, "
                    f"borne out {share.value:.3f} ({share.low:.3f} to {share.high:.3f})"
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
