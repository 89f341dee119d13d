"""Which claims of a run conflict, which changed over time, and which side stands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ascertain.evidence.claim import Claim, ConfidenceTerm, Conflict
from ascertain.evidence.kinds import Verdict
from ascertain.merging.confidence import confidence_of
from ascertain.merging.conflicts.assertion import assertion_of
from ascertain.merging.conflicts.pairing import candidate_pairs
from ascertain.merging.conflicts.relating import Comparing, Dated, Relation, relate

__all__ = ["FoundConflicts", "Weight", "find_conflicts", "weigh_conflicts"]

_OUTRANKS = 0.25
"""By how much a source must outrank another to stand against it, however many repeat that."""
_OUTNUMBERS = 2
"""By how many independent sources a side must be ahead, at the same rank."""
_LOST = -0.3


class Weight(NamedTuple):
    """What stands behind a claim: its best source's rank, and independent sources."""

    rank: float
    independent: int


@dataclass(frozen=True, slots=True)
class FoundConflicts:
    """Claims as conflicts leave them, and the conflicts, in the order of the claims."""

    claims: tuple[Claim, ...]
    conflicts: tuple[Conflict, ...]


def find_conflicts(claims: Sequence[Claim], comparing: Comparing) -> tuple[Conflict, ...]:
    """Find supported claims that cannot all hold, and those that changed over time.

    Args:
        claims: of a run, with ids.
        comparing: what tells values apart.

    Returns:
        Each with all of its claims; of several claims that differ in the same, one conflict.
    """
    looked = {claim.id: claim for claim in claims if claim.verdict == "supported"}
    dated = {
        name: Dated(assertion_of(claim.text), claim.text, _as_of(claim))
        for name, claim in looked.items()
    }
    found: list[tuple[str, str, Relation]] = []
    for one, other in candidate_pairs({name: item.assertion for name, item in dated.items()}):
        relation = relate(dated[one], dated[other], comparing)
        if relation.kind != "none":
            found.append((one, other, relation))
    order = {claim.id: at for at, claim in enumerate(claims)}
    return _joined(found, order)


def _as_of(claim: Claim) -> str | None:
    return claim.as_of.value if claim.as_of is not None else None


def _joined(
    found: Sequence[tuple[str, str, Relation]], order: Mapping[str, int]
) -> tuple[Conflict, ...]:
    """Put pairs that differ in the same into one conflict."""
    parent: dict[tuple[str, str], str] = {}

    def root(kind: str, name: str) -> str:
        while parent.setdefault((kind, name), name) != name:
            name = parent[kind, name]
        return name

    for one, other, relation in found:
        kind = f"{relation.kind} {relation.attribute}"
        first, last = sorted((root(kind, one), root(kind, other)), key=order.__getitem__)
        parent[kind, last] = first
    details: dict[tuple[str, str], str] = {}
    sides: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for one, other, relation in found:
        kind = f"{relation.kind} {relation.attribute}"
        key = (kind, root(kind, one))
        sides[key] |= {one, other}
        details.setdefault(key, relation.detail)
    conflicts = [
        Conflict(
            kind="change" if kind.startswith("change") else "conflict",
            attribute=kind.partition(" ")[2],
            claim_ids=tuple(sorted(names, key=order.__getitem__)),
            detail=details[kind, first],
        )
        for (kind, first), names in sides.items()
    ]
    conflicts.sort(key=lambda one: (order[one.claim_ids[0]], one.kind != "conflict", one.attribute))
    return tuple(conflicts)


def weigh_conflicts(
    claims: Sequence[Claim], conflicts: Sequence[Conflict], weights: Mapping[str, Weight]
) -> FoundConflicts:
    """Say which claim of each conflict stands, if one outweighs all others; never an average.

    A claim stands if its best source outranks theirs clearly (an official document against any
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
        standing = _standing(conflict.claim_ids, weights)
        for name in conflict.claim_ids:
            beside[name] |= set(conflict.claim_ids) - {name}
            if name != standing:
                lost[name] = f"{conflict.attribute}: {conflict.detail}"
        weighed.append(conflict.model_copy(update={"stands": standing}))
    order = {claim.id: at for at, claim in enumerate(claims)}
    return FoundConflicts(
        claims=tuple(
            _after(claim, sorted(beside[claim.id], key=order.__getitem__), lost.get(claim.id))
            if claim.id in beside
            else claim
            for claim in claims
        ),
        conflicts=tuple(weighed),
    )


def _standing(names: Sequence[str], weights: Mapping[str, Weight]) -> str | None:
    best = max(names, key=lambda name: weights[name])
    mine = weights[best]
    for name in names:
        if name == best:
            continue
        theirs = weights[name]
        outranks = mine.rank - theirs.rank >= _OUTRANKS
        outnumbers = (
            mine.rank >= theirs.rank and mine.independent - theirs.independent >= _OUTNUMBERS
        )
        if not outranks and not outnumbers:
            return None
    return best


def _after(claim: Claim, beside: Sequence[str], lost: str | None) -> Claim:
    if lost is None:
        return claim.model_copy(update={"conflicts_with": tuple(beside)})
    verdict: Verdict = "conflicting"
    term = ConfidenceTerm(name="conflict", value=_LOST, detail=lost)
    terms = (*claim.confidence_terms, term)
    return claim.model_copy(
        update={
            "conflicts_with": tuple(beside),
            "verdict": verdict,
            "confidence_terms": terms,
            "confidence": confidence_of(terms, verdict),
        }
    )
