"""Do bracketed additions to the claim keep to what they may: names that the source knows?"""

from __future__ import annotations

from ascertain.sources.values.names import name_words
from ascertain.validation.comparison import Comparison
from ascertain.validation.lexicon import NEGATION
from ascertain.validation.statement import Statement
from ascertain.validation.tested import Tested

__all__ = ["check_addition"]


def check_addition(comparison: Comparison) -> Tested:
    """Look at the words in square brackets, which are ours and not the quote's.

    They may bring in no number, date or denial, and only names that the source has.
    """
    claim = comparison.claim
    if not claim.brackets:
        return Tested("not_run", "the claim has no bracketed addition")
    said = set(comparison.passage.words)
    for start, end in claim.brackets:
        if claim.text[start:end] not in comparison.whole:
            brought = _brought_in(claim, start, end, said)
            if brought:
                return Tested("fail", f"the addition {claim.text[start:end]} brings in {brought}")
    return _names_stand(comparison)


def _brought_in(claim: Statement, start: int, end: int, said: set[str]) -> str | None:
    """Return what an addition must not bring in and the evidence does not say."""
    denial = NEGATION.search(claim.text, start, end)
    if denial:
        return f"a denial ({denial[0]!r})"
    for value in (*claim.quantities, *claim.dates):
        if start <= value.start < end:
            words = claim.words[slice(*claim.between(value.start, value.end))]
            if not said.issuperset(words):
                return claim.text[value.start : value.end]
    return None


def _names_stand(comparison: Comparison) -> Tested:
    claim, source = comparison.claim, comparison.source_folded
    if source is None:
        return Tested("pass", "additions bring in no number, date or denial")
    for start, end in claim.brackets:
        lacking = [word for word in name_words(claim.text[start:end]) if word not in source]
        if lacking:
            return Tested("uncertain", f"the source nowhere says {', '.join(lacking)}")
    return Tested("pass", "additions bring in no number, date or denial; the source has the names")
