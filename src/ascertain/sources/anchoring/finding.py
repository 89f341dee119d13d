"""Find a quote in a stored text: its exact code points, or what stands there instead."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ascertain.evidence.document import TextRange
from ascertain.evidence.kinds import AnchorMethod
from ascertain.evidence.selector import Anchor, Difference, QuoteSelector
from ascertain.sources.anchoring.edges import outer_faults, trimmed
from ascertain.sources.anchoring.placing import Placement, places
from ascertain.sources.anchoring.prepared import PreparedText
from ascertain.sources.anchoring.reasons import reason_for

__all__ = [
    "CONTEXT",
    "LONGEST_QUOTE",
    "Finding",
    "Nearest",
    "find_quote",
    "prepare",
    "selector_at",
]

CONTEXT = 32
"""Code points of prefix and suffix."""

LONGEST_QUOTE = 4_000
"""Code points of a quote that is looked for; evidence allows 500."""

_MOST_PLACES = 200
_NEAR = 0.5
_LONGEST_SHOWN = 1_000


class Nearest(NamedTuple):
    """The place most like a quote that was not found.

    Attributes:
        start: first code point, in.
        end: last code point, out.
        text: what stands there.
        differences: what forbids to take one for the other first.
        reason: one sentence for the researcher.
    """

    start: int
    end: int
    text: str
    differences: tuple[Difference, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Where a quote stands, or the nearest place if it stands nowhere and one is near."""

    anchor: Anchor | None
    nearest: Nearest | None = None


def prepare(text: str) -> PreparedText:
    """Fold and index a text once for many quotes; time and memory grow with its length."""
    return PreparedText(text)


def find_quote(
    quote: str, prepared: PreparedText, *, preferred: Sequence[TextRange] = ()
) -> Finding:
    """Find where a quote stands in a text.

    Args:
        quote: what a researcher says the text says; longer than ``LONGEST_QUOTE`` is not found.
        prepared: the text, from ``prepare``.
        preferred: ranges of the text that win when the quote stands several times.

    Returns:
        An anchor whose selector covers the quoted words in the text as stored; or none, and the
        nearest place with the differences that forbid to take it for the quote.
    """
    wanted = trimmed(quote)
    if len(wanted) > LONGEST_QUOTE or not any(c.isalnum() for c in wanted):
        return Finding(None)
    ranges = sorted((part.start, part.end) for part in preferred)
    exact = _exact(wanted, prepared, ranges)
    if exact is not None:
        return Finding(_anchor(prepared.text, *exact, "exact", ()))
    best: Placement | None = None
    for place in places(wanted, prepared, ranges):
        if not place.harmful:
            return Finding(_anchored(prepared.text, place))
        if best is None or place.similarity > best.similarity:
            best = place
    if best is None or best.similarity < _NEAR:
        return Finding(None)
    return Finding(None, _nearest(prepared.text, best))


def selector_at(text: str, start: int, end: int) -> QuoteSelector:
    """Describe the code points ``start`` (in) to ``end`` (out) as a W3C quote selector.

    Prefix and suffix have up to 32 code points and never begin or end inside a character that
    its reader sees as one (a letter with its marks, an emoji sequence).
    """
    left = max(0, start - CONTEXT)
    while left < start and _continues(text, left):
        left += 1
    right = min(len(text), end + CONTEXT)
    while right > end and right < len(text) and _continues(text, right):
        right -= 1
    return QuoteSelector(
        exact=text[start:end], prefix=text[left:start], suffix=text[end:right], start=start, end=end
    )


def _exact(
    quote: str, prepared: PreparedText, ranges: list[tuple[int, int]]
) -> tuple[int, int] | None:
    text = prepared.text
    for low, high in [*ranges, (0, len(text))]:
        at = text.find(quote, low, high)
        for _ in range(_MOST_PLACES):
            if at < 0:
                break
            if not outer_faults(quote, text, at, at + len(quote)):
                return at, at + len(quote)
            at = text.find(quote, at + 1, high)
    return None


def _anchored(text: str, place: Placement) -> Anchor:
    method: AnchorMethod = "fuzzy" if place.is_fuzzy else "normalized"
    return _anchor(text, place.start, place.end, method, tuple(place.harmless))


def _anchor(
    text: str, start: int, end: int, method: AnchorMethod, differences: tuple[Difference, ...]
) -> Anchor:
    return Anchor(selector=selector_at(text, start, end), method=method, differences=differences)


def _nearest(text: str, place: Placement) -> Nearest:
    differences = (*place.harmful, *place.harmless)
    return Nearest(
        place.start,
        place.end,
        text[place.start : min(place.end, place.start + _LONGEST_SHOWN)],
        differences,
        reason_for(place.harmful),
    )


def _continues(text: str, at: int) -> bool:
    """Say whether a cut before ``at`` would split what a reader sees as one character."""
    here, before = text[at], text[at - 1] if at else ""
    if before == "\u200d" or here == "\u200d" or (before, here) == ("\r", "\n"):
        return True
    if "\U0001f3fb" <= here <= "\U0001f3ff":
        return True
    if "\U0001f1e6" <= here <= "\U0001f1ff":
        run = at
        while run > 0 and at - run < CONTEXT and "\U0001f1e6" <= text[run - 1] <= "\U0001f1ff":
            run -= 1
        return (at - run) % 2 == 1
    if "\u1160" <= here <= "\u11ff" and before >= "\u1100":
        return True
    return unicodedata.category(here)[0] == "M" or "\U000e0020" <= here <= "\U000e007f"
