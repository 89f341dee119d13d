"""Do bracketed additions to the claim keep to what they may: names that the source knows?"""

from __future__ import annotations

from ascertain.sources.values.names import name_words
from ascertain.validation.comparison import Comparison
from ascertain.validation.lexicon import NEGATION
from ascertain.validation.tested import Tested

__all__ = ["check_addition"]


def check_addition(comparison: Comparison, text: str | None = None) -> Tested:
    """Look at the words in square brackets, which are ours and not the quote's.

    Args:
        comparison: the claim and its evidence.
        text: the whole source, in which bracketed names must stand; None if not known.
    """
    claim = comparison.claim
    if not claim.brackets:
        return Tested("not_run", "the claim has no bracketed addition")
    for start, end in claim.brackets:
        added = claim.text[start:end]
        if added in comparison.whole:
            continue
        denial = NEGATION.search(added)
        if denial:
            return Tested("fail", f"the addition {added} denies something")
        values = [*claim.quantities, *claim.dates]
        inside = [value for value in values if start <= value.start < end]
        given = {*comparison.passage.words}
        for value in inside:
            said = claim.text[value.start : value.end]
            words = claim.words[slice(*claim.between(value.start, value.end))]
            if not all(word in given for word in words):
                return Tested("fail", f"the addition {added} brings in {said}")
    return _names_stand(comparison, text)


def _names_stand(comparison: Comparison, text: str | None) -> Tested:
    claim = comparison.claim
    if text is None:
        return Tested("pass", "additions bring in no number, date or denial")
    lowered = text.casefold()
    for name in claim.names:
        if not claim.in_brackets(name.start):
            continue
        lacking = [word for word in name.words if word not in lowered]
        if lacking:
            said = claim.text[name.start : name.end]
            return Tested("uncertain", f"the source nowhere has {said} ({', '.join(lacking)})")
    for start, end in claim.brackets:
        lacking = [word for word in name_words(claim.text[start:end]) if word not in lowered]
        if lacking and not claim.names:
            return Tested("uncertain", f"the source nowhere has {', '.join(lacking)}")
    return Tested("pass", "additions bring in no number, date or denial; the source has the names")
