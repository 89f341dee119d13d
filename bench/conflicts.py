"""Measures how contradictions are found: on labelled pairs, on real passages, and the speed.

Run ``python bench/conflicts.py``. The real passages are looked for in the folder that
``ASCERTAIN_DATA`` names, or ``../shared/data`` beside the checkout; without them that part is
left out. Of each question all sentences of true passages are held against all sentences of
passages altered to give another answer, and against one another.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from ascertain.controller.comparing import COMPARING
from ascertain.merging.conflicts.finding import find_conflicts
from ascertain.sources.sentences import sentence_spans

__all__ = ["main"]

_ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(_ROOT / "tests"))

from conflict_claims import PAIRS, claim, score  # noqa: E402 (the tests' own labelled pairs)

_CLAIMS = 5_000
_MOST_SENTENCES = 40


def _labelled() -> None:
    for name, pairs in PAIRS.items():
        for held_out in (True, False):
            mine = [pair for pair in pairs if pair.held_out is held_out]
            if not mine:
                continue
            found = score(mine)
            print(
                f"{name:10}{'held out' if held_out else 'for rules':12}{len(mine):4} pairs  "
                f"conflicts: {found.found} found, {found.missed} missed, {found.invented} "
                f"invented, F1 {found.f1:.3f}"
            )


def _sentences(passages: list[str], language: str) -> list[str]:
    found = [
        passage[start:end].strip()
        for passage in passages
        for start, end in sentence_spans(passage, language)
    ]
    return [sentence for sentence in dict.fromkeys(found) if sentence][:_MOST_SENTENCES]


def _has_conflict(one: list[str], other: list[str]) -> bool:
    """Whether any sentence of one side is held to contradict any of the other."""
    claims = [claim(f"C{at}", text) for at, text in enumerate([*one, *other], start=1)]
    first = {item.id for item in claims[: len(one)]}
    return any(
        conflict.kind == "conflict"
        and 0 < len(first & set(conflict.claim_ids)) < len(conflict.claim_ids)
        for conflict in find_conflicts(claims, COMPARING)
    )


def _real() -> None:
    named = os.environ.get("ASCERTAIN_DATA")
    folder = (Path(named) if named else _ROOT.parent / "shared" / "data") / "conflicts"
    path = folder / "pairs.jsonl"
    if not path.exists():
        print("real passages: none found; set ASCERTAIN_DATA")
        return
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for language in ("en", "zh"):
        mine = [row for row in rows if row["lang"] == language]
        found = alarms = halves = 0
        for row in mine:
            true = _sentences(row["true_passages"], language)
            altered = _sentences(row["altered_passages"], language)
            found += _has_conflict(true, [text for text in altered if text not in true])
            if len(row["true_passages"]) > 1:
                halves += 1
                alarms += _has_conflict(
                    _sentences(row["true_passages"][:1], language),
                    _sentences(row["true_passages"][1:], language),
                )
        print(
            f"real passages, {language}: a contradiction found in {found} of {len(mine)} "
            "questions; "
            f"among true passages alone in {alarms} of {halves}"
        )


def _speed() -> None:
    subjects = [
        f"{a}{b}"
        for a in "Kel Vor Tam Sul Brin Dal Mer Ost".split()
        for b in "var dan holm".split()
    ]
    claims = [
        claim(
            f"C{at}",
            f"{subjects[at % 24]} {('Works', 'Group', 'Labs', 'Lines')[at % 4]} "
            f"{('employs', 'sold', 'opened', 'owns')[at // 4 % 4]} {at % 97 + 1950} "
            f"{('people', 'gauges', 'shops', 'ships')[at // 4 % 4]}.",
        )
        for at in range(_CLAIMS)
    ]
    begin = time.process_time()
    found = find_conflicts(claims, COMPARING)
    took = time.process_time() - begin
    print(f"speed: {_CLAIMS} claims in {took:.1f} CPU seconds, {len(found)} disagreements")


def main() -> None:
    """Print all figures."""
    _labelled()
    _real()
    _speed()


if __name__ == "__main__":
    sys.exit(main())
