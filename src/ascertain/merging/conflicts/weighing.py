"""Which side of a conflict stands, by a rule that never averages and never counts heads alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ascertain.evidence.claim import Claim, ConfidenceTerm, Conflict
from ascertain.evidence.kinds import Verdict
from ascertain.merging.confidence import confidence_of

__all__ = ["Weighed", "Weight", "weigh_conflicts"]

_OUTRANKS = 0.25
"""By how much a source must outrank another to stand against it, however many repeat that."""
_OUTNUMBERS = 2
"""By how many independent sources a side must be ahead, at no lower rank."""
_LOST = -0.3
_DISPUTED = -0.1
_ROUNDING = 1e-9


class Weight(NamedTuple):
    """What stands behind a claim: its best source's rank, and independent sources."""

    rank: float
    independent: int


@dataclass(frozen=True, slots=True)
class Weighed:
    """Claims as conflicts leave them, and the conflicts with the side that stands."""

    claims: tuple[Claim, ...]
    conflicts: tuple[Conflict, ...]


def weigh_conflicts(
    claims: Sequence[Claim], conflicts: Sequence[Conflict], weights: Mapping[str, Weight]
) -> Weighed:
    """Say which claim of each conflict stands, if one outweighs all others.

    A claim stands if its best source outranks theirs by 0.25 (an official document against any
    number of blogs), or if it is ahead by two independent sources at no lower rank. The others
    are ``conflicting``, all of them where none stands. A change over time leaves each claim as
    it is.
    """
    lost: dict[str, str] = {}
    beside: defaultdict[str, set[str]] = defaultdict(set)
    weighed: list[Conflict] = []
    for conflict in conflicts:
        if conflict.kind == "change":
            weighed.append(conflict)
            continue
        standing, reason = _standing(conflict.claim_ids, weights)
        for name in conflict.claim_ids:
            beside[name] |= set(conflict.claim_ids) - {name}
            if name != standing:
                lost.setdefault(name, f"{conflict.attribute}: {conflict.detail}")
        weighed.append(conflict.model_copy(update={"stands": standing, "reason": reason}))
    order = {claim.id: at for at, claim in enumerate(claims)}
    return Weighed(
        claims=tuple(
            _after(claim, sorted(beside[claim.id], key=order.__getitem__), lost.get(claim.id))
            if claim.id in beside
            else claim
            for claim in claims
        ),
        conflicts=tuple(weighed),
    )


def _standing(names: Sequence[str], weights: Mapping[str, Weight]) -> tuple[str | None, str]:
    """Return the claim that outweighs each other one, and why; None where there is none."""
    best = max(names, key=lambda name: weights[name])
    mine = weights[best]
    others = [weights[name] for name in names if name != best]
    highest = max(other.rank for other in others)
    most = max(other.independent for other in others)
    if mine.rank - highest >= _OUTRANKS - _ROUNDING:
        return best, f"its best source ranks {mine.rank:.2f}, the others' {highest:.2f} at most"
    if mine.rank >= highest and mine.independent - most >= _OUTNUMBERS:
        return best, (
            f"{mine.independent} independent sources say so, {most} at most say something else, "
            "and none of them ranks higher"
        )
    return None, "neither side has clearly better sources or clearly more of them"


def _after(claim: Claim, beside: Sequence[str], lost: str | None) -> Claim:
    verdict: Verdict = claim.verdict if lost is None else "conflicting"
    term = ConfidenceTerm(
        name="conflict",
        value=_DISPUTED if lost is None else _LOST,
        detail=lost or "lower sources say something else",
    )
    terms = (*claim.confidence_terms, term)
    return claim.model_copy(
        update={
            "conflicts_with": tuple(beside),
            "verdict": verdict,
            "confidence_terms": terms,
            "confidence": confidence_of(terms, verdict),
        }
    )
