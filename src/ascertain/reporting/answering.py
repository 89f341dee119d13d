"""Which claims a section's body holds, and which stand below as further quotes; pure."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ascertain.evidence.claim import Claim
from ascertain.evidence.kinds import AnswerType
from ascertain.evidence.plan import Subquestion
from ascertain.sources.bearing import words_of
from ascertain.sources.stems import stem

__all__ = ["Divided", "divide_claims"]

_BODY = 6
"""Sentences in a section's body at most."""
_NEAR_BEST = 0.6
_NEAR_BEST_WITH_SIGN = 0.3
_NAMES_NEAR_BEST = 0.5
_SIGNS: dict[AnswerType, re.Pattern[str]] = {
    "number": re.compile(r"\d|[一二三四五六七八九十百千万亿]"),
    "date": re.compile(r"\b(?:1[5-9]|20)\d\d\b|\d年"),
    "reason": re.compile(
        r"\b(?:because|since|due to|owing to|in order to|so that|reasons?|therefore)\b"
        r"|因为|由于|为了|原因|所以|ため",
        re.IGNORECASE,
    ),
}
_NAME = re.compile(r"[^\W\d_a-z][\w'’-]*")


class Divided(NamedTuple):
    """The claims of a section: what answers, and what bears on it further."""

    body: tuple[Claim, ...]
    further: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class _Cover:
    """How much of the subquestion a claim covers: what is asked, and about whom."""

    asked: float
    names: float


def divide_claims(sub: Subquestion, claims: Sequence[Claim], titles: Mapping[str, str]) -> Divided:
    """Divide the claims of one subquestion; none is lost, their order is kept.

    A claim answers if it covers nearly as much of what is asked as the best claim does, and
    speaks of the same names (which may stand in its source's title). A word weighs more the
    fewer of the claims hold it. Where the subquestion asks for a number, a date or a reason and
    any claim shows a sign of one, claims without the sign stand below; for reasons, the sign
    makes up for words. With a subject, a claim answers if it names the subject.

    Args:
        sub: the subquestion.
        claims: in the order of recording, best first.
        titles: claim id to the titles of its sources.
    """
    sign = _SIGNS.get(sub.answer_type)
    fitting = [claim for claim in claims if sign is None or sign.search(claim.text)]
    fitting = fitting or list(claims)
    if sub.subject is not None:
        chosen = [claim for claim in fitting if _names(claim, sub.subject)]
    else:
        near = _NEAR_BEST_WITH_SIGN if sub.answer_type == "reason" else _NEAR_BEST
        covers = _covers(sub, claims, titles)
        asked = max((covers[claim.id].asked for claim in fitting), default=0.0)
        names = max((covers[claim.id].names for claim in fitting), default=0.0)
        chosen = [
            claim
            for claim in fitting
            if covers[claim.id].asked >= near * asked
            and covers[claim.id].names >= _NAMES_NEAR_BEST * names
        ]
    ids = {claim.id for claim in chosen[:_BODY]}
    return Divided(tuple(chosen[:_BODY]), tuple(claim for claim in claims if claim.id not in ids))


def _names(claim: Claim, subject: str) -> bool:
    words = set(words_of(claim.text))
    return any(word in words for word in words_of(subject))


def _covers(
    sub: Subquestion, claims: Sequence[Claim], titles: Mapping[str, str]
) -> dict[str, _Cover]:
    named = {stem(word) for name in _NAME.findall(sub.query) for word in words_of(name)}
    wanted = {stem(word) for word in words_of(sub.query)}
    # A year alone asks nothing; it says of when, as a name says of whom.
    asked = {word for word in wanted - named if not word.isdecimal()} or wanted
    held = {claim.id: {stem(word) for word in words_of(claim.text)} for claim in claims}
    counts = Counter(word for words in held.values() for word in words & wanted)
    weight = {word: math.log(1 + len(claims) / count) for word, count in counts.items()}

    def total(words: set[str]) -> float:
        return sum(weight.get(word, 0.0) for word in sorted(words))

    return {
        claim.id: _Cover(
            total(held[claim.id] & asked),
            total(
                (held[claim.id] | {stem(w) for w in words_of(titles.get(claim.id, ""))})
                & (wanted - asked)
            ),
        )
        for claim in claims
    }
