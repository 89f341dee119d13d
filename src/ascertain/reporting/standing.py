"""How a sentence stands: the weakest of the claims that it rests on decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from ascertain.evidence.claim import Claim, Conflict
from ascertain.evidence.kinds import Verdict
from ascertain.reporting.wording import one_line

__all__ = ["CONFLICT_HEADINGS", "Mark", "Standing", "standing_of", "standing_side"]

Mark = Literal["several", "single", "conflicting", "unsupported"]

_WEIGHT: dict[Verdict, int] = {
    "supported": 0,
    "conflicting": 1,
    "not_enough_evidence": 2,
    "refuted": 3,
}
_VERDICT_WORDS: dict[Verdict, str] = {
    "refuted": "Refuted",
    "not_enough_evidence": "Not enough evidence",
    "conflicting": "Sources conflict",
    "supported": "Supported",
}


class Standing(NamedTuple):
    """What a reader should know about a sentence at a glance.

    Attributes:
        mark: the form of the mark in the margin.
        dated: whether each claim has a date.
        verdict: in words.
        support: how many independent sources, in words.
        date: ``as of 2021`` or ``undated``.
        confidence: the lowest of the claims', 0 to 1, two decimals, in words.
        terms: how that confidence came about, one term each.
    """

    mark: Mark
    dated: bool
    verdict: str
    support: str
    date: str
    confidence: str
    terms: tuple[str, ...]


def standing_of(claims: Sequence[Claim]) -> Standing:
    """Return the standing of a sentence that rests on these claims (at least one)."""
    verdict = max(claims, key=lambda claim: _WEIGHT[claim.verdict]).verdict
    if verdict == "supported" and any(claim.conflicts_with for claim in claims):
        verdict = "conflicting"
    independent = min(claim.independent_sources for claim in claims)
    dates = [claim.as_of.value for claim in claims if claim.as_of is not None]
    dated = len(dates) == len(claims)
    weakest = min(claims, key=lambda claim: claim.confidence)
    return Standing(
        mark=_mark(verdict, independent),
        dated=dated,
        verdict=_VERDICT_WORDS[verdict],
        support=_support(independent),
        date=f"as of {min(dates)}" if dated else "undated",
        confidence=f"confidence {weakest.confidence:.2f}",
        terms=tuple(
            f"{term.value:+.2f} {one_line(term.name)}"
            + (f": {one_line(term.detail)}" if term.detail.strip() else "")
            for term in weakest.confidence_terms
        ),
    )


def _mark(verdict: Verdict, independent: int) -> Mark:
    if verdict == "conflicting":
        return "conflicting"
    if verdict != "supported":
        return "unsupported"
    return "several" if independent > 1 else "single"


def _support(independent: int) -> str:
    if independent == 0:
        return "no supporting source"
    return "one source" if independent == 1 else f"{independent} independent sources"


CONFLICT_HEADINGS: tuple[tuple[str, Literal["conflict", "change"]], ...] = (
    ("Where sources disagree", "conflict"),
    ("What changed over time", "change"),
)
"""Headings of conflicts by their kind, in the order of the report."""


def standing_side(conflict: Conflict, claims: Mapping[str, Claim]) -> str:
    """Say which side of a conflict stands, and why; empty where nothing is known of that."""
    if conflict.kind == "change":
        return ""
    if conflict.stands is None or conflict.stands not in claims:
        return f"Neither side stands: {one_line(conflict.reason)}." if conflict.reason else ""
    said = one_line(claims[conflict.stands].text, 200)
    reason = conflict.reason or "what it rests on outranks or outnumbers the others"
    return f"«{said}» stands: {one_line(reason)}."
