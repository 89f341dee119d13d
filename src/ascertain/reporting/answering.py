"""Which claims a section's body holds, and which stand below as further quotes; pure."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ascertain.evidence.claim import Claim
from ascertain.evidence.plan import Subquestion
from ascertain.sources.bearing import words_of
from ascertain.sources.stems import stem

__all__ = ["Divided", "divide_claims"]

BODY = 6
"""Sentences in a section's body at most."""
NEAR_BEST = 0.6
"""A sentence of the body covers at least this share of what the best one covers."""
_DIGITS = re.compile(r"\d|[一二三四五六七八九十百千万亿]")
_NAME = re.compile(r"[^\W\d_a-z][\w'’-]*")
_NAME_WEIGHT = 0.5
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b|\d年")


class Divided(NamedTuple):
    """The claims of a section: what answers, and what bears on it further."""

    body: tuple[Claim, ...]
    further: tuple[Claim, ...]


def divide_claims(sub: Subquestion, claims: Sequence[Claim], titles: Mapping[str, str]) -> Divided:
    """Divide the claims of one subquestion; none is lost, their order is kept.

    A claim answers if it (or, at half weight, its source's title) covers nearly as much of the
    subquestion's words as the best claim does, and if it holds a number or a date where the
    subquestion asks for one and any claim does.

    A word weighs more the fewer of the claims hold it; names weigh half, since what a
    subquestion asks about them is what tells answers apart.

    Args:
        sub: the subquestion.
        claims: in the order of recording, best first.
        titles: claim id to the titles of its sources.
    """
    wanted = {stem(word) for word in words_of(sub.query)}
    held = {claim.id: wanted & {stem(w) for w in words_of(claim.text)} for claim in claims}
    named = {c.id: wanted & {stem(w) for w in words_of(titles.get(c.id, ""))} for c in claims}
    counts = Counter(word for words in held.values() for word in words)
    names = {stem(word) for name in _NAME.findall(sub.query) for word in words_of(name)}
    weight = {
        word: math.log(1 + len(claims) / count) * (_NAME_WEIGHT if word in names else 1.0)
        for word, count in counts.items()
    }

    def covered(claim: Claim) -> float:
        direct = sum(weight.get(word, 0.0) for word in held[claim.id])
        return direct + 0.5 * sum(
            weight.get(word, 0.0) for word in named[claim.id] - held[claim.id]
        )

    kind = {"number": _DIGITS, "date": _YEAR}.get(sub.answer_type)
    fitting = [c for c in claims if kind is None or kind.search(c.text)] or list(claims)
    best = max((covered(claim) for claim in fitting), default=0.0)
    chosen = [claim for claim in fitting if covered(claim) >= NEAR_BEST * best][:BODY]
    ids = {claim.id for claim in chosen}
    return Divided(tuple(chosen), tuple(claim for claim in claims if claim.id not in ids))
