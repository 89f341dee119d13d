"""Which claims of a run conflict, and which changed over time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ascertain.evidence.claim import Claim, Conflict
from ascertain.merging.conflicts.pairing import candidate_pairs
from ascertain.merging.conflicts.relating import Comparing, Dated, Relation, assertion_of, relate

__all__ = ["find_conflicts"]


class _Found(NamedTuple):
    one: str
    other: str
    relation: Relation


def find_conflicts(claims: Sequence[Claim], comparing: Comparing) -> tuple[Conflict, ...]:
    """Find supported claims that cannot all hold, and those that changed over time.

    Args:
        claims: of a run, with ids.
        comparing: what tells values apart.

    Returns:
        Each with all of its claims; of several claims that differ in the same, one conflict.
    """
    looked = {claim.id: claim for claim in claims if claim.verdict == "supported"}
    dated = {name: Dated(assertion_of(claim.text), _day(claim)) for name, claim in looked.items()}
    found: list[_Found] = []
    for one, other in candidate_pairs({name: item.assertion for name, item in dated.items()}):
        relation = relate(dated[one], dated[other], comparing)
        if relation.kind != "none":
            found.append(_Found(one, other, relation))
    order = {claim.id: at for at, claim in enumerate(claims)}
    return tuple(
        sorted(
            (_conflict(group, looked, order) for group in _groups(found)),
            key=lambda conflict: (
                conflict.kind,
                min(order[name] for name in conflict.claim_ids),
                conflict.attribute,
            ),
        )
    )


def _day(claim: Claim) -> str | None:
    return claim.as_of.value if claim.as_of is not None else None


def _groups(found: Sequence[_Found]) -> list[list[_Found]]:
    """Put pairs of claims that differ in the same into one group."""
    parent: dict[tuple[str, str, str], tuple[str, str, str]] = {}

    def root(node: tuple[str, str, str]) -> tuple[str, str, str]:
        parent.setdefault(node, node)
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    def nodes(pair: _Found) -> tuple[tuple[str, str, str], tuple[str, str, str]]:
        kind, attribute = pair.relation.kind, pair.relation.attribute
        return (kind, attribute, pair.one), (kind, attribute, pair.other)

    for pair in found:
        first, last = sorted(root(node) for node in nodes(pair))
        parent[last] = first
    groups: defaultdict[tuple[str, str, str], list[_Found]] = defaultdict(list)
    for pair in found:
        groups[root(nodes(pair)[0])].append(pair)
    return [groups[key] for key in sorted(groups)]


def _conflict(
    group: Sequence[_Found], claims: Mapping[str, Claim], order: Mapping[str, int]
) -> Conflict:
    names = {name for pair in group for name in (pair.one, pair.other)}
    first = min(
        group, key=lambda pair: tuple(sorted((order[pair.one], order[pair.other])))
    ).relation
    if first.kind == "conflict":
        ids = sorted(names, key=order.__getitem__)
        return Conflict(attribute=first.attribute, claim_ids=tuple(ids), detail=first.detail)
    ids = sorted(names, key=lambda name: (_day(claims[name]) or "", order[name]))
    return Conflict(
        kind="change",
        attribute=first.attribute,
        claim_ids=tuple(ids),
        detail=f"{first.detail}: {_days(claims[ids[0]], claims[ids[-1]])}",
    )


def _days(one: Claim, other: Claim) -> str:
    """Return the dates of the oldest and the newest claim in words."""
    first, last = (_day(claim) or "undated" for claim in (one, other))
    return f"the sources are of {first} and {last}" if first != last else "of different times"
