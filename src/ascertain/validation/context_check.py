"""Do the words around the evidence reverse it: a denial, a question, a condition?"""

from __future__ import annotations

import re
from typing import NamedTuple

from ascertain.validation.comparison import NEARLY_VERBATIM, Comparison
from ascertain.validation.denials import DENIAL_AFTER, DENIAL_BEFORE, HEDGED_LEAD
from ascertain.validation.slots import COMPARABLE
from ascertain.validation.tested import Tested

__all__ = ["Surroundings", "check_context"]

_LEAD = 200
_SENTENCE_END = re.compile(r"[.!?。！？؟]|\n")
_LAST_SENTENCE = re.compile(r"(?:[.!?。！？؟…][\"”’»)\]]*\s|[。！？\n])")


class Surroundings(NamedTuple):
    """What stands right before and right after the evidence in its source."""

    before: str = ""
    after: str = ""


def check_context(comparison: Comparison, around: Surroundings | None = None) -> Tested:
    """Look at what stands before and after the words that the claim repeats.

    Args:
        comparison: the claim and its evidence.
        around: the source's text around the evidence, where it is known.
    """
    if comparison.similarity < COMPARABLE or not comparison.blocks:
        return Tested("not_run", "no one sentence of the evidence says the claim")
    around = around or Surroundings()
    lead = _lead(comparison, around.before)
    claim = comparison.claim
    own = claim.text[: claim.spans[comparison.blocks[0][0]][0]]
    for pattern, what in ((DENIAL_BEFORE, "takes it back"), (HEDGED_LEAD, "does not vouch for it")):
        match = pattern.search(lead)
        if match and not pattern.search(own):
            return Tested("fail", f"the evidence {what}: {_words(match[0])!r}")
    for following in _followings(comparison, around.after):
        denied = DENIAL_AFTER.match(following)
        if denied:
            return Tested("fail", f"what follows takes it back: {_words(denied[0])!r}")
    if _asks(comparison, around.after) and not claim.is_question:
        sure = comparison.similarity >= NEARLY_VERBATIM
        return Tested("fail" if sure else "uncertain", "the evidence asks; the claim states")
    if claim.is_question and not comparison.best.is_question:
        return Tested("fail", "the claim is a question; the evidence states")
    return Tested("pass", "nothing around it takes it back")


def _lead(comparison: Comparison, before: str) -> str:
    """Return the part of the sentence before the first word that the claim repeats."""
    best = comparison.best
    lead = best.text[: best.spans[comparison.blocks[0][1]][0]]
    if comparison.best_index == 0:
        lead = before + lead
    parts = _LAST_SENTENCE.split(lead[-_LEAD:])
    return parts[-1]


def _followings(comparison: Comparison, after: str) -> tuple[str, str]:
    """Return what comes after the last word that the claim repeats, and after its sentence."""
    place = comparison.best_index + 1
    if place < len(comparison.sentences):
        after = f" {comparison.sentences[place].text}"
    _, start, size = comparison.blocks[-1]
    rest = comparison.best.text[comparison.best.spans[start + size - 1][1] :]
    return rest + after, after


def _asks(comparison: Comparison, after: str) -> bool:
    if comparison.best.is_question:
        return True
    if comparison.best_index + 1 < len(comparison.sentences):
        return False
    if _SENTENCE_END.search(comparison.best.text[-3:]):
        return False
    end = _SENTENCE_END.search(after)
    return end is not None and end[0] in "?？؟"


def _words(text: str) -> str:
    return " ".join(text.split()).strip(" \"'“”‘’.,:;")
