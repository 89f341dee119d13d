"""Is the claim as sure, and does it speak of as much, as the evidence?"""

from __future__ import annotations

import re

from ascertain.validation.comparison import NEARLY_VERBATIM, Comparison
from ascertain.validation.lexicon import HEDGE, QUANTIFIERS
from ascertain.validation.slots import SAME_OTHERWISE, bears_on
from ascertain.validation.statement import Statement
from ascertain.validation.tested import Tested

__all__ = ["check_modality", "check_quantifier"]


_LEAD = 8
_TAIL = 2
"""Words before and after what the claim repeats where a hedge may still be about it."""

_REORDERED = 0.85
"""Share of the claim's words in one sentence from which their order does not matter."""

_STRONG = 4
"""From "most" on, a quantifier that the evidence lacks says more than the evidence."""


def _is_same(comparison: Comparison) -> bool:
    """Say whether the best sentence says the claim: in its order, or nearly all of its words."""
    return comparison.similarity >= NEARLY_VERBATIM or comparison.borne >= _REORDERED


def check_modality(comparison: Comparison) -> Tested:
    """Compare words that make a statement less than a fact (may, reportedly, 预计)."""
    mine = {match[0].lower() for match in HEDGE.finditer(comparison.claim.text)}
    theirs = _hedges_near(comparison)
    if not mine and not theirs:
        return Tested("not_run", "neither side is hedged")
    if not theirs or (mine and not _lost_condition(mine, theirs)):
        return Tested("pass", "the claim is no surer than the evidence")
    detail = f"the evidence says {theirs[0]!r}; the claim states it as a fact"
    if _is_same(comparison):
        return Tested("fail", detail)
    return Tested("uncertain", detail)


_CONDITIONS = frozenset(("if", "unless", "如果"))


def _lost_condition(mine: set[str], theirs: list[str]) -> bool:
    """Say whether the evidence sets a condition that the claim leaves out."""
    return not _CONDITIONS.isdisjoint(theirs) and _CONDITIONS.isdisjoint(mine)


def _hedges_near(comparison: Comparison) -> list[str]:
    """Return the hedges of the best sentence within or right before what the claim repeats."""
    best = comparison.best
    if not comparison.blocks:
        return []
    first = comparison.blocks[0][1]
    last = comparison.blocks[-1][1] + comparison.blocks[-1][2]
    return [
        match[0].lower()
        for match in HEDGE.finditer(best.text)
        if first - _LEAD <= (words := best.between(*match.span()))[0] < last + _TAIL
        and (match[0].lower() in _CONDITIONS or bears_on(comparison, words[1] - 1))
    ]


_WHOLE = (4, 5)
_ONLY = 6
_EACH = re.compile(
    r"\b(?:each|every) (?:day|week|month|year|hour|minute|night|time)", re.IGNORECASE
)
_EACH_HAN = re.compile("每[一个]?(?:天|日|周|星|月|年|小|分|秒|晚|吨|公|千|人|户)")
"""Rates, not quantities of a whole."""


def check_quantifier(comparison: Comparison) -> Tested:
    """Compare words that say how much of a whole is meant (some, most, all, only)."""
    mine, theirs = _quantifiers(comparison.claim), _quantifiers(comparison.best)
    if not mine:
        return Tested("not_run", "the claim has no quantifier")
    for word, level in mine.items():
        if word in theirs or level in theirs.values() or word in comparison.passage.words:
            continue
        if level in _WHOLE and _ONLY in theirs.values():
            return Tested("fail", f"the claim says {word!r}; the evidence only some")
        weaker = [other for other, rank in theirs.items() if rank < level]
        if not _is_same(comparison):
            if weaker:
                return Tested("uncertain", f"the claim says {word!r}; the evidence {weaker[0]!r}")
            continue
        if weaker:
            return Tested("fail", f"the claim says {word!r}; the evidence {weaker[0]!r}")
        if level >= _STRONG and not theirs:
            sure = comparison.similarity >= SAME_OTHERWISE
            detail = f"the claim says {word!r}; the evidence does not"
            return Tested("fail" if sure else "uncertain", detail)
    return Tested("pass", "the claim speaks of no more than the evidence")


def _quantifiers(statement: Statement) -> dict[str, int]:
    rate = _EACH.search(statement.text) is not None
    found = {
        word: QUANTIFIERS[word]
        for word in statement.words
        if word in QUANTIFIERS and not (rate and word in {"each", "every"})
    }
    if not statement.text.isascii():
        rate_han = _EACH_HAN.search(statement.text) is not None
        found.update(
            (word, level)
            for word, level in QUANTIFIERS.items()
            if not word.isascii() and word in statement.text and not (word == "每" and rate_han)
        )
    return found
