"""Claims for tests of merging, and the labelled pairs."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from ascertain.controller.comparing import COMPARING
from ascertain.evidence.claim import Claim, ClaimEvidence, Conflict
from ascertain.evidence.kinds import Verdict
from ascertain.merging.conflicts.finding import find_conflicts
from builders import dated

__all__ = ["PAIRS", "LabelledPair", "Scores", "claim", "conflicts_of", "kind_of", "score"]

_HERE = Path(__file__).parent / "unit" / "merging"


class LabelledPair(NamedTuple):
    """Two claims, the dates of their sources, and how they stand to one another."""

    id: str
    label: str
    a: str
    b: str
    a_as_of: str | None
    b_as_of: str | None
    held_out: bool
    lang: str


class Scores(NamedTuple):
    """Counts for the label ``conflict``."""

    found: int
    invented: int
    missed: int

    @property
    def f1(self) -> float:
        return 2 * self.found / (2 * self.found + self.invented + self.missed)


def _read(name: str) -> list[LabelledPair]:
    lines = (_HERE / name).read_text("utf-8").splitlines()
    return [LabelledPair(**json.loads(line)) for line in lines]


PAIRS = {name: _read(f"conflict_{name}.jsonl") for name in ("pairs", "wordings", "later")}
"""``pairs``: sentences of one build; ``wordings`` and ``later``: the same said in other words.

Held-out pairs were written before the rules that find them. Of ``wordings`` 10 of 11 conflicts
were found at first sight, of ``later``, held out as well, 10 of 13; none was invented.
"""


def claim(name: str, text: str, as_of: str | None = None, verdict: Verdict = "supported") -> Claim:
    return Claim(
        id=name,
        text=text,
        claim_type="other",
        sub_question_ids=("q1",),
        evidence=(ClaimEvidence(id=f"E{name[1:]}"),),
        independent_sources=1,
        verdict=verdict,
        confidence=0.8,
        as_of=dated(as_of) if as_of else None,
    )


def conflicts_of(*claims: Claim) -> tuple[Conflict, ...]:
    return find_conflicts(claims, COMPARING)


def kind_of(one: str, other: str, a: str | None = None, b: str | None = None) -> str:
    """Return ``conflict``, ``change`` or ``none`` for two claims, in either order."""
    kinds = [
        conflicts_of(*pair)
        for pair in (
            (claim("C1", one, a), claim("C2", other, b)),
            (claim("C1", other, b), claim("C2", one, a)),
        )
    ]
    first, second = ([found.kind for found in both] or ["none"] for both in kinds)
    assert first == second, "the order of claims decides"
    return first[0]


def score(pairs: list[LabelledPair]) -> Scores:
    counts: Counter[str] = Counter()
    for pair in pairs:
        got = kind_of(pair.a, pair.b, pair.a_as_of, pair.b_as_of) == "conflict"
        wanted = pair.label == "conflict"
        counts["found"] += got and wanted
        counts["invented"] += got and not wanted
        counts["missed"] += wanted and not got
    return Scores(counts["found"], counts["invented"], counts["missed"])
