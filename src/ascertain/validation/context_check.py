"""Do the words around the evidence reverse it: a denial, a question, a condition?"""

from __future__ import annotations

from ascertain.validation.comparison import NEARLY_VERBATIM, Comparison
from ascertain.validation.lexicon import DENIAL_AFTER, DENIAL_BEFORE
from ascertain.validation.tested import Tested

__all__ = ["check_context"]

_REPEATED = 0.5
"""Share of the claim that must stand in one sentence for its surroundings to matter."""


def check_context(comparison: Comparison, before: str = "", after: str = "") -> Tested:
    """Look at what stands before and after the words that the claim repeats.

    Args:
        comparison: the claim and its evidence.
        before: the text right before the evidence, in the same sentence or the one before.
        after: the text right after it.
    """
    if comparison.similarity < _REPEATED or not comparison.blocks:
        return Tested("not_run", "no one sentence of the evidence says the claim")
    claim, best = comparison.claim, comparison.best
    start = best.spans[comparison.blocks[0][1]][0]
    lead = before + best.text[:start] if comparison.best_index == 0 else best.text[:start]
    taken_back = DENIAL_BEFORE.search(lead[-160:])
    if taken_back and not DENIAL_BEFORE.search(claim.text[: claim.spans[comparison.blocks[0][0]][0]]):
        return Tested("fail", f"the evidence takes it back: {taken_back[0].strip()!r}")
    following = _following(comparison, after)
    denied = DENIAL_AFTER.match(following)
    if denied:
        return Tested("fail", f"the next sentence takes it back: {denied[0].strip()!r}")
    if best.is_question and not claim.is_question:
        sure = comparison.similarity >= NEARLY_VERBATIM
        return Tested("fail" if sure else "uncertain", "the evidence asks; the claim states")
    return Tested("pass", "nothing around it takes it back")


def _following(comparison: Comparison, after: str) -> str:
    place = comparison.best_index + 1
    if place < len(comparison.sentences):
        return comparison.sentences[place].text
    return after.lstrip()
