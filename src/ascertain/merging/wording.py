"""When two claims say the same: the same words, and no difference in what matters.

Two wordings are one claim if, after folding, they are equal, or if they share nearly all of
their words and agree in every number, every capitalised name and every word that turns a
meaning round (negations, quantifiers, directions).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from ascertain.sources.bearing import words_of
from ascertain.sources.words import (
    CHINESE_DIRECTIONS,
    CHINESE_MODALS,
    CHINESE_NEGATIONS,
    CHINESE_NUMERALS,
    CHINESE_QUANTIFIERS,
    CRITICAL_WORDS,
)

__all__ = ["Wording", "same_claim", "wording_of"]

_NEAR = 0.85
"""Jaccard similarity of the words from which two claims may be one."""

_BRACKETS = re.compile(r"[\[\]]")
_APOSTROPHE = re.compile(r"['’ʼ]")
_CHINESE = (
    CHINESE_DIRECTIONS | CHINESE_MODALS | CHINESE_NEGATIONS | CHINESE_NUMERALS | CHINESE_QUANTIFIERS
)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_NAME = re.compile(r"(?<![\w])[A-ZÀ-ÖØ-ÞА-ЯΑ-Ω][\w'’-]*")


@dataclass(frozen=True, slots=True)
class Wording:
    """A claim's wording, folded.

    Attributes:
        key: equal keys are the same claim.
        words: for near matches and for blocking.
        fixed: what must be equal in near matches: numbers, names, words that turn a meaning.
    """

    key: str
    words: frozenset[str]
    fixed: frozenset[str]


def wording_of(claim: str) -> Wording:
    """Fold a claim; brackets that mark words of ours do not count."""
    plain = unicodedata.normalize("NFKC", _BRACKETS.sub("", claim))
    words = tuple(words_of(_APOSTROPHE.sub("", plain)))
    names = {found.casefold() for found in _NAME.findall(plain)}
    fixed = {
        *_NUMBER.findall(plain),
        *names,
        *(word for word in words if word in CRITICAL_WORDS),
        *(word for word in _CHINESE if word in plain),
    }
    return Wording(" ".join(words), frozenset(words), frozenset(fixed))


def same_claim(one: Wording, other: Wording) -> bool:
    """Tell whether two wordings are one claim; symmetric."""
    if one.key == other.key:
        return True
    if one.fixed != other.fixed:
        return False
    union = len(one.words | other.words)
    return union > 0 and len(one.words & other.words) >= _NEAR * union
