"""How many of a claim's sources speak for themselves."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from ascertain.evidence.admitted import Evidence
from ascertain.evidence.source import Source
from ascertain.sources.bearing import words_of

__all__ = ["Borrowing", "is_withdrawn", "voices"]

_COPIED_WORDS = 12
"""A sentence of so many words that stands word for word in two places was copied."""
_SHORTEST_NAME = 4
_MOST_NAMED = 40
"""Sources of one claim that are looked at for naming one another; no claim has more that matter."""
_ACCORDING = re.compile(
    r"\b(?:according to|as reported (?:by|in)|reported by|reports?|told|citing|cited by|quoting"
    r"|first published (?:by|in)|via)\b|据|援引|引述|转自|来源",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Borrowing:
    """Which sources have their words from which.

    Attributes:
        duplicate_of: source id to the id of the source whose text it repeats.
        held_by: evidence id to sources that hold its quote word for word, too.
    """

    duplicate_of: Mapping[str, str] = field(default_factory=dict[str, str])
    held_by: Mapping[str, Collection[str]] = field(default_factory=dict[str, Collection[str]])


def is_withdrawn(source: Source) -> bool:
    """Whether a source was retracted or superseded: it supports nothing by itself."""
    return source.retraction is not None or source.superseded is not None


def voices(
    evidence: Sequence[Evidence],
    backing: Collection[str],
    sources: Mapping[str, Source],
    borrowing: Borrowing,
) -> dict[str, str]:
    """Return for each backing source whose voice it is: the oldest of those that count once.

    Sources count once if one repeats the other's text, holds the other's quote or says the same
    long sentence, or names the other as where it has it from.

    Args:
        evidence: of the claim, in the order of recording.
        backing: ids of the sources that count.
        sources: by id.
        borrowing: what is known of copies.
    """
    groups = _Groups(
        sorted(
            backing, key=lambda name: (name in borrowing.duplicate_of, _day(sources[name]), name)
        )
    )
    originals: dict[str, str] = {}
    for name in sorted(backing):
        groups.join(originals.setdefault(borrowing.duplicate_of.get(name, name), name), name)
    sentences: dict[str, str] = {}
    mine = [item for item in evidence if item.source_id in backing]
    for item in mine:
        words = tuple(words_of(item.quote))
        if len(words) >= _COPIED_WORDS:
            groups.join(sentences.setdefault(" ".join(words), item.source_id), item.source_id)
        for other in borrowing.held_by.get(item.id, ()):
            groups.join(item.source_id, other)
    for one, other in _named(mine, sorted(backing)[:_MOST_NAMED], sources):
        groups.join(one, other)
    return {name: groups.first(name) for name in sorted(backing)}


class _Groups:
    """Sources that count once, joined pair by pair; of each group the one that was given first."""

    def __init__(self, names: Sequence[str]) -> None:
        self._parent = {name: name for name in names}
        self._order = {name: at for at, name in enumerate(names)}

    def first(self, name: str) -> str:
        while self._parent[name] != name:
            self._parent[name] = self._parent[self._parent[name]]
            name = self._parent[name]
        return name

    def join(self, one: str, other: str) -> None:
        """Let two sources count once; one that backs nothing joins nothing."""
        if one in self._parent and other in self._parent:
            low, high = sorted((self.first(one), self.first(other)), key=self._order.__getitem__)
            self._parent[high] = low


def _day(source: Source) -> str:
    """Return when a source was published, for ordering; undated ones come last."""
    return source.published.value if source.published else "~"


def _named(
    evidence: Sequence[Evidence], names: Sequence[str], sources: Mapping[str, Source]
) -> list[tuple[str, str]]:
    """Return which sources name another of them as theirs."""
    publishers = {name: _publisher(sources[name]) for name in names}
    found: list[tuple[str, str]] = []
    for item in evidence:
        if item.source_id not in publishers or not _ACCORDING.search(item.quote):
            continue
        said = set(words_of(item.quote))
        found.extend(
            (item.source_id, name)
            for name, publisher in publishers.items()
            if name != item.source_id and publisher in said
        )
    return found


def _publisher(source: Source) -> str:
    """Return the word by which others name a source: its domain's own label."""
    host = urlsplit(source.resolved_url or source.canonical_url).hostname or ""
    labels = host.removeprefix("www.").split(".")
    own = max(labels[:-1], key=len, default="")
    return own if len(own) >= _SHORTEST_NAME else ""
