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
    """What stands behind a claim: its best source's rank, and sources that speak for themselves."""

    rank: float
    voices: frozenset[str]


@dataclass(frozen=True, slots=True)
class Weighed:
    """Claims as conflicts leave them, and the conflicts with the side that stands."""

    claims: tuple[Claim, ...]
    conflicts: tuple[Conflict, ...]


def weigh_conflicts(
    claims: Sequence[Claim], conflicts: Sequence[Conflict], weights: Mapping[str, Weight]
) -> Weighed:
    """Say which side of each conflict stands, if one outweighs all others.

    A side stands if its best source outranks theirs by 0.25 (an official document against any
    number of blogs), or if it is ahead by two independent sources at no lower rank. The claims
    of the others are ``conflicting``, all of them where none stands. A change over time leaves
    each claim as it is.
    """
    lost: dict[str, str] = {}
    beside: defaultdict[str, set[str]] = defaultdict(set)
    weighed: list[Conflict] = []
    for conflict in conflicts:
        if conflict.kind == "change":
            weighed.append(conflict)
            continue
        standing, reason = _standing(conflict.sides, weights)
        for side in conflict.sides:
            for name in side:
                beside[name] |= set(conflict.claim_ids) - set(side)
                if side != standing:
                    lost.setdefault(name, f"{conflict.attribute}: {conflict.detail}")
        stands = standing[0] if standing else None
        weighed.append(conflict.model_copy(update={"stands": stands, "reason": reason}))
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


def _standing(
    sides: Sequence[Sequence[str]], weights: Mapping[str, Weight]
) -> tuple[Sequence[str], str]:
    """Return the side that outweighs each other one, and why; empty where there is none."""
    weighed = sorted(
        (
            (
                max(weights[name].rank for name in side),
                len(frozenset[str]().union(*(weights[name].voices for name in side))),
                at,
            )
            for at, side in enumerate(sides)
        ),
        key=lambda weight: (-weight[0], -weight[1], weight[2]),
    )
    (rank, voices, best), others = weighed[0], weighed[1:]
    highest = max(other[0] for other in others)
    most = max(other[1] for other in others)
    if rank - highest >= _OUTRANKS - _ROUNDING:
        return sides[best], f"its best source ranks {rank:.2f}, the others' {highest:.2f} at most"
    if voices - most >= _OUTNUMBERS:
        return sides[best], (
            f"{voices} independent sources say so, {most} at most say something else, "
            "and none of them ranks higher"
        )
    return (), "none has clearly better sources, or clearly more of them"


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
