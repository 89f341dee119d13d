"""Grouping near-equal claims without comparing all with all."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping
from typing import TypeVar

from ascertain.merging.wording import Wording, same_claim

__all__ = ["group_claims"]

Name = TypeVar("Name", bound=Hashable)

_BLOCKS = 3
"""Each claim is compared with those that share one of its rarest words."""
_BLOCK_SIZE = 50
"""A word in more claims than this proposes no pairs."""


def group_claims(wordings: Mapping[str, Wording]) -> list[tuple[str, ...]]:
    """Put ids whose wordings say the same into one group.

    The groups depend on the wordings only, not on the order of the mapping; each is sorted.
    Grouping is transitive: A with B and B with C puts all three together.
    """
    names = sorted(wordings, key=lambda name: (wordings[name].key, name))
    parent = {name: name for name in names}

    def root(name: str) -> str:
        while parent[name] != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    def join(one: str, other: str) -> None:
        low, high = sorted((root(one), root(other)))
        parent[high] = low

    by_key: dict[str, str] = {}
    for name in names:
        twin = by_key.setdefault(wordings[name].key, name)
        join(twin, name)
    for block in _blocks(wordings, list(by_key.values())):
        for at, one in enumerate(block):
            for other in block[at + 1 :]:
                if root(one) != root(other) and same_claim(wordings[one], wordings[other]):
                    join(one, other)
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for name in names:
        groups[root(name)].append(name)
    return sorted(tuple(sorted(group)) for group in groups.values())


def _blocks(wordings: Mapping[str, Wording], names: list[str]) -> list[list[str]]:
    held = Counter(word for name in names for word in wordings[name].words)
    blocks: defaultdict[str, list[str]] = defaultdict(list)
    for name in names:
        rarest = sorted(
            (word for word in wordings[name].words if held[word] > 1),
            key=lambda word: (held[word], word),
        )
        for word in rarest[:_BLOCKS]:
            blocks[word].append(name)
    return [blocks[word] for word in sorted(blocks) if len(blocks[word]) <= _BLOCK_SIZE]
