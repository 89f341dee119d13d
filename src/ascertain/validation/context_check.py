"""Do the words around the evidence reverse it: a denial, a question, a condition?"""

from __future__ import annotations

import re
from typing import NamedTuple

from ascertain.validation.comparison import NEARLY_VERBATIM, Comparison
from ascertain.validation.denials import (
    DENIAL_ABOVE,
    DENIAL_AFTER,
    DENIAL_BEFORE,
    DENIED_NEXT,
    HEDGED_LEAD,
)
from ascertain.validation.lexicon import FUNCTION_WORDS
from ascertain.validation.participants import is_han
from ascertain.validation.slots import COMPARABLE
from ascertain.validation.statement import CONTENT, Statement
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
_COLON = re.compile(r"[:：\n](?=[^:：\n]{0,40}$)")


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
    first = _first_word(comparison)
    if first is None:
        return Tested("not_run", "no one sentence of the evidence says the claim")
    around = around or Surroundings()
    return (
        _taken_back_before(comparison, around, first)
        or _taken_back_after(comparison, around)
        or _question(comparison, around)
        or Tested("pass", "nothing around it takes it back")
    )


def _first_word(comparison: Comparison) -> int | None:
    """Return the place in the best sentence of the first word of weight that the claim has.

    None where that sentence does not say most of the claim.
    """
    if not comparison.blocks or comparison.borne < COMPARABLE:
        return None
    best, mine = comparison.best, set(comparison.claim.stems)
    places = (
        place
        for place, (stem, weight) in enumerate(zip(best.stems, best.weights, strict=True))
        if (weight >= CONTENT or weight == 0.0) and stem in mine and _goes_on(best, place, mine)
    )
    return next(places, comparison.blocks[0][1])


def _goes_on(best: Statement, place: int, mine: set[str]) -> bool:
    """Whether the claim has the next sign as well, as one Chinese sign alone says little."""
    if not is_han(best.stems[place]):
        return True
    return place + 1 < len(best.stems) and best.stems[place + 1] in mine


def _taken_back_before(comparison: Comparison, around: Surroundings, first: int) -> Tested | None:
    lead = _lead(comparison, around.before, first)
    claim = comparison.claim
    for pattern, what in ((DENIAL_BEFORE, "takes it back"), (HEDGED_LEAD, "does not vouch for it")):
        match = pattern.search(lead.text)
        if match and not _is_in_claim(match, claim) and not _of_heading(match, lead):
            return Tested("fail", f"the evidence {what}: {_words(match[0])!r}")
    above = DENIAL_ABOVE.search(_above(comparison, around.before, first))
    if above and above[0] not in claim.text:
        return Tested("fail", f"what stands before takes it back: {_words(above[0])!r}")
    return None


def _is_in_claim(match: re.Match[str], claim: Statement) -> bool:
    """Whether the claim says the same: its own denial, condition or attribution."""
    if _HEARSAY.search(match[0]) and _HEARSAY.search(claim.text):
        return True
    said = Statement(match[0])
    words = [
        stem
        for stem, word in zip(said.stems, said.words, strict=True)
        if word not in FUNCTION_WORDS or word in _TELLING
    ]
    mine = set(claim.stems)
    return bool(words) and all(word in mine for word in words)


_HEARSAY = re.compile(
    r"\b(?:reportedly|allegedly|alleged|supposedly|rumou?red)\b|据[称说传闻]|传闻|据报道",
    re.IGNORECASE,
)
_TELLING = frozenset(("if", "whether"))


def _taken_back_after(comparison: Comparison, around: Surroundings) -> Tested | None:
    for following in _followings(comparison, around.after):
        denied = DENIAL_AFTER.match(following)
        if denied:
            return Tested("fail", f"what follows takes it back: {_words(denied[0])!r}")
    coming = DENIED_NEXT.search(_next_sentence(comparison, around.after))
    if coming and not DENIED_NEXT.search(comparison.claim.text):
        return Tested("fail", f"the next sentence takes it back: {_words(coming[0])!r}")
    return None


def _question(comparison: Comparison, around: Surroundings) -> Tested | None:
    claim = comparison.claim
    if claim.is_question:
        if comparison.best.is_question:
            return None
        return Tested("fail", "the claim is a question; the evidence states")
    if _asks(comparison, around.after):
        return Tested("fail" if comparison.borne >= NEARLY_VERBATIM else "uncertain", _ASKS)
    return None


_ASKS = "the evidence asks; the claim states"


class _Lead(NamedTuple):
    """The part of a sentence before a word, on one line; ``line_at``: where its last line began."""

    text: str
    line_at: int


def _lead(comparison: Comparison, before: str, first: int) -> _Lead:
    """Return the part of the sentence before the first word that the claim repeats.

    A line break is no end of a sentence; an empty line is.
    """
    best = comparison.best
    lead = best.text[: best.spans[first][0]]
    place = comparison.best_index
    lead = (f"{comparison.sentences[place - 1].text}\n" if place else before) + lead
    last = _LAST_SENTENCE.split(lead[-_LEAD:])[-1]
    upto, broken, line = last.rpartition("\n")
    upto = " ".join(upto.split()) + " " if broken else ""
    return _Lead(upto + line.lstrip() if broken else line, len(upto))


def _above(comparison: Comparison, before: str, first: int) -> str:
    """Return the end of what stands before: of the sentence's beginning, and of the one before."""
    best, place = comparison.best, comparison.best_index
    lead = best.text[: best.spans[first][0]]
    parted = _COLON.search(lead)
    if parted is not None:
        return lead[: parted.end()][-_LEAD:]
    previous = comparison.sentences[place - 1].text if place else before
    return previous.rstrip()[-_LEAD:]


def _next_sentence(comparison: Comparison, after: str) -> str:
    """Return the sentence after the best one."""
    place = comparison.best_index + 1
    if place < len(comparison.sentences):
        return _SOFT_BREAK.sub(" ", comparison.sentences[place].text)[:_LEAD]
    if _SENTENCE_END.search(comparison.best.text[-3:]):
        rest = after.lstrip()
    else:
        end = _SENTENCE_END.search(after)
        rest = after[end.end() :].lstrip() if end else ""
    stop = _SENTENCE_END.search(rest)
    return _SOFT_BREAK.sub(" ", rest[: stop.end()] if stop else rest)[:_LEAD]


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
    hedge = match[0][: len(above) - match.start()]
    return len(above.split()) < _HEADING_WORDS and _BARE_HEDGE.fullmatch(hedge) is not None


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
