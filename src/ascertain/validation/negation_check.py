"""Do claim and evidence agree on what is denied?"""

from __future__ import annotations

from ascertain.sources.words import NEGATIONS
from ascertain.validation.comparison import NEARLY_VERBATIM, Comparison
from ascertain.validation.lexicon import NEGATION
from ascertain.validation.slots import SAME_OTHERWISE, bears_on, same_otherwise
from ascertain.validation.statement import Statement
from ascertain.validation.tested import Tested

__all__ = ["check_negation"]


def check_negation(comparison: Comparison) -> Tested:
    """Compare negations within the part of the best sentence that the claim repeats."""
    if comparison.tongue in {"en", "zh"}:
        mine = [first for first, _ in _places(comparison.claim)]
        theirs = [first for first, last in _places(comparison.best) if bears_on(comparison, last)]
    else:
        tongue = comparison.tongue
        mine, theirs = _first(comparison.claim, tongue), _first(comparison.best, tongue)
    if not mine and not theirs:
        return Tested("not_run", "neither side denies anything")
    if len(mine) % 2 == len(theirs) % 2 and bool(mine) == bool(theirs):
        return Tested("pass", "both sides deny the same number of times")
    who = "the claim denies" if len(mine) > len(theirs) else "the evidence denies"
    more, where = (comparison.claim, mine) if len(mine) > len(theirs) else (comparison.best, theirs)
    word = more.words[where[0]]
    detail = f"{who} ({word!r}) what the other side states"
    if comparison.similarity >= NEARLY_VERBATIM:
        contradicts = comparison.similarity >= SAME_OTHERWISE and same_otherwise(comparison)
        return Tested("fail", detail, contradicts)
    return Tested("uncertain", detail)


_MORE: dict[str, frozenset[str]] = {
    "it": frozenset("non mai nessuno nessuna né senza".split()),
    "pt": frozenset("não nunca nem sem nenhum nenhuma".split()),
    "nl": frozenset("niet geen nooit zonder niemand".split()),
}
"""Words that deny in one language and mean something else in others."""


def _first(statement: Statement, tongue: str) -> list[int]:
    """Return the place of the first denial in a language that often denies with two words."""
    denials = _MORE.get(tongue, NEGATIONS)
    return [place for place, word in enumerate(statement.words) if word in denials][:1]


def _places(statement: Statement) -> list[tuple[int, int]]:
    """Return the first and last word of each denial."""
    places: list[tuple[int, int]] = []
    neither = "neither" in statement.words
    for match in NEGATION.finditer(statement.text):
        if neither and match[0].lower() == "nor":
            continue  # "neither … nor" denies once
        first, last = statement.between(*match.span())
        places.append((min(first, last - 1), last - 1))
    return places
