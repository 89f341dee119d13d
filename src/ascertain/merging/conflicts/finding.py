"""Which claims of a run conflict, and which changed over time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ascertain.evidence.claim import Claim, Conflict
from ascertain.merging.conflicts.pairing import candidate_pairs
from ascertain.merging.conflicts.relating import (
    NONE,
    Comparing,
    Dated,
    Relation,
    assertions_of,
    relate,
)

__all__ = ["find_conflicts"]


_Part = tuple[str, int]
_Node = tuple[str, str, _Part]


class _Found(NamedTuple):
    """Two statements, each of a claim, and how they stand."""

    one: _Part
    other: _Part
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
    dated = {
        (name, at): Dated(assertion, _day(claim))
        for name, claim in looked.items()
        for at, assertion in enumerate(assertions_of(claim.text))
    }
    found: list[_Found] = []
    for one, other in candidate_pairs({part: item.assertion for part, item in dated.items()}):
        relation = relate(dated[one], dated[other], comparing) if one[0] != other[0] else NONE
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
    """Put pairs of statements that differ in the same into one group."""
    parent: dict[_Node, _Node] = {}

    def root(node: _Node) -> _Node:
        parent.setdefault(node, node)
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    def nodes(pair: _Found) -> tuple[_Node, _Node]:
        kind, attribute = pair.relation.kind, pair.relation.attribute
        return (kind, attribute, pair.one), (kind, attribute, pair.other)

    for pair in found:
        first, last = sorted(root(node) for node in nodes(pair))
        parent[last] = first
    groups: defaultdict[_Node, list[_Found]] = defaultdict(list)
    for pair in found:
        groups[root(nodes(pair)[0])].append(pair)
    return [groups[key] for key in sorted(groups)]


def _conflict(
    group: Sequence[_Found], claims: Mapping[str, Claim], order: Mapping[str, int]
) -> Conflict:
    names = {name for pair in group for name, _ in (pair.one, pair.other)}
    kind, attribute = group[0].relation.kind, group[0].relation.attribute
    if kind == "change":
        ids = sorted(names, key=lambda name: (_day(claims[name]) or "", order[name]))
        return Conflict(
            kind="change",
            attribute=attribute,
            claim_ids=tuple(ids),
            detail=_then_and_now(group, claims),
        )
    ids = sorted(names, key=order.__getitem__)
    first = min(group, key=lambda pair: sorted((order[pair.one[0]], order[pair.other[0]])))
    said = first.relation.mine, first.relation.theirs
    if order[first.other[0]] < order[first.one[0]]:
        said = said[::-1]
    return Conflict(
        attribute=attribute,
        claim_ids=tuple(ids),
        sides=_sides(ids, group),
        detail=" and ".join(said) if any(said) else "one says what the other denies",
    )


def _sides(ids: Sequence[str], group: Sequence[_Found]) -> tuple[tuple[str, ...], ...]:
    """Put claims that none of the pairs sets against one another on one side."""
    against: defaultdict[str, set[str]] = defaultdict(set)
    for pair in group:
        against[pair.one[0]].add(pair.other[0])
        against[pair.other[0]].add(pair.one[0])
    sides: list[list[str]] = []
    for name in ids:
        for side in sides:
            if against[name].isdisjoint(side):
                side.append(name)
                break
        else:
            sides.append([name])
    return tuple(tuple(side) for side in sides)


def _then_and_now(group: Sequence[_Found], claims: Mapping[str, Claim]) -> str:
    """Say what the oldest claim says and what the newest that differs from it."""

    def turned(pair: _Found) -> tuple[str, str, str, str]:
        one, other = (_day(claims[name]) or "" for name, _ in (pair.one, pair.other))
        mine, theirs = pair.relation.mine, pair.relation.theirs
        return (one, mine, other, theirs) if one <= other else (other, theirs, one, mine)

    oldest = min(turned(pair)[0] for pair in group)
    first, was, last, now = max(
        (turned(pair) for pair in group if turned(pair)[0] == oldest), key=lambda said: said[2:]
    )
    then = f"{was or 'said or denied'} (source of {first or 'unknown date'})"
    return f"{then}, later {now or 'the opposite'} (source of {last or 'unknown date'})"
