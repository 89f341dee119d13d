"""Do the words around the evidence reverse it: a denial, a question, a condition?"""

from __future__ import annotations

import re
from typing import NamedTuple

from ascertain.validation.comparison import NEARLY_VERBATIM, Comparison
from ascertain.validation.denials import DENIAL_AFTER, DENIAL_BEFORE, HEDGED_LEAD
from ascertain.validation.lexicon import FUNCTION_WORDS
from ascertain.validation.slots import COMPARABLE
from ascertain.validation.tested import Tested

__all__ = ["Surroundings", "check_context"]

_LEAD = 200
_ASKED = re.compile(r"[.!?。！？؟]|\n")
_SENTENCE_END = re.compile(r"[.!?。！？؟]")
_LAST_SENTENCE = re.compile(r"(?:[.!?。！？؟…][\"”’»)\]]*\s|[。！？]|\n[^\S\n]*\n)")
_SOFT_BREAK = re.compile(r"(?<!\n)[^\S\n]*\n(?!\s*\n)\s*")
_BARE_HEDGE = re.compile(r"[a-z]+(?<!if)(?<!unless)(?<!whether)(?<!ly)\W*", re.IGNORECASE)
"""One word that, alone on a line, is as well a heading: ``Claims``, ``Hopes``."""
_HEADING_WORDS = 4


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
        match = pattern.search(lead.text)
        if match and not pattern.search(own) and not _of_heading(match, lead):
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


class _Lead(NamedTuple):
    """The part of a sentence before a word, on one line; ``line_at``: where its last line began."""

    text: str
    line_at: int


def _lead(comparison: Comparison, before: str) -> _Lead:
    """Return the part of the sentence before the first word that the claim repeats.

    A line break is no end of a sentence; an empty line is.
    """
    best = comparison.best
    lead = best.text[: best.spans[comparison.blocks[0][1]][0]]
    place = comparison.best_index
    lead = (f"{comparison.sentences[place - 1].text}\n" if place else before) + lead
    last = _LAST_SENTENCE.split(lead[-_LEAD:])[-1]
    upto, broken, line = last.rpartition("\n")
    upto = " ".join(upto.split()) + " " if broken else ""
    return _Lead(upto + line.lstrip() if broken else line, len(upto))


def _of_heading(match: re.Match[str], lead: _Lead) -> bool:
    """Whether what was found stands on a line before, and that line may be a heading.

    Then it does not lead up to the statement: ``No evidence of fraud``, ``Claims``.
    """
    above = lead.text[: lead.line_at]
    if match.start() >= len(above):
        return False
    if match.re is DENIAL_BEFORE:
        between = lead.text[match.start("words") : len(above)].lower().split()
        return not FUNCTION_WORDS.issuperset(between)
    return len(above.split()) < _HEADING_WORDS and _BARE_HEDGE.fullmatch(match[0]) is not None


def _followings(comparison: Comparison, after: str) -> tuple[str, str]:
    """Return what comes after the last word that the claim repeats, and after its sentence."""
    place = comparison.best_index + 1
    if place < len(comparison.sentences):
        after = f" {comparison.sentences[place].text}"
    _, start, size = comparison.blocks[-1]
    rest = comparison.best.text[comparison.best.spans[start + size - 1][1] :]
    after = _SOFT_BREAK.sub(" ", after)
    return _SOFT_BREAK.sub(" ", rest) + after, after


def _asks(comparison: Comparison, after: str) -> bool:
    if comparison.best.is_question:
        return True
    if comparison.best_index + 1 < len(comparison.sentences):
        return False
    if _SENTENCE_END.search(comparison.best.text[-3:]):
        return False
    end = _ASKED.search(after)
    return end is not None and end[0] in "?？؟"


def _words(text: str) -> str:
    return " ".join(text.split()).strip(" \"'“”‘’.,:;")
