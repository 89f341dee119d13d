"""Who says it: does the claim name the speaker whom the evidence names?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ascertain.validation.comparison import Comparison
from ascertain.validation.lexicon import FUNCTION_WORDS
from ascertain.validation.role_words import PRONOUNS
from ascertain.validation.statement import Statement
from ascertain.validation.tested import Tested

__all__ = ["check_attribution"]

_VERB = (
    r"(?:said|says|stated|announced|argued|argues|believes|believed|thinks|ruled|insisted|insists"
    r"|(?:told|warned|warns|predicted|predicts|estimated|estimates|confirmed|added)"
    r"(?: \w+){0,3} that)"
)
_BY_SOURCE = re.compile(
    r"\b(?:according to|in the (?:view|opinion|words) of) (?P<who>[^,;:.!?]{1,80})",
    re.IGNORECASE,
)
_SAYS = re.compile(rf" {_VERB}\b")
_BREAK = re.compile(r"[;:.!?“”\"]")
_REACH = 100
"""Characters before a verb among which its subject stands."""

_AFTER_VERB = re.compile(rf"[,”\"] {_VERB} (?P<who>[^;:.!?“”\"]{{1,80}})")
_HAN_SOURCE = re.compile(r"据(?P<who>[^，。；：,]{1,20}?)(?:称|表示|说|报道|透露|介绍|统计)")
_HAN_BEFORE = re.compile(
    r"(?:^|[，。；：,])(?P<who>[^，。；：,据]{1,20}?)(?:表示|称(?!为|作|呼)|说(?!法|明|服)|指出|认为|透露|强调|警告)"
)
_CLAUSE = re.compile(r", ")
_HALF = 0.5
_MOST_SPEAKERS = 20


def check_attribution(comparison: Comparison) -> Tested:
    """Compare the one who says it in the claim with the one who says it in the evidence."""
    claim, best = comparison.claim, comparison.best
    mine = next(_speakers(claim), None)
    if mine is None:
        return Tested("not_run", "the claim names nobody who says it")
    there = list(_speakers(best))[:_MOST_SPEAKERS]
    if any(_is_same(mine, other) for other in there):
        return Tested("pass", f"the evidence has it from {mine} as well")
    if there:
        return Tested("fail", f"the claim has it from {mine}; the evidence from {there[0]}")
    if _is_same(mine, best.text):
        return Tested("pass", f"the sentence of the evidence names {mine}")
    return Tested("uncertain", f"the claim has it from {mine}; the evidence says of nobody that")


def _speakers(statement: Statement) -> Iterator[str]:
    """Yield those whom a statement names as saying something; pronouns are nobody."""
    text = statement.text
    for who in (*_named_after(text), *_named_before(text)):
        words = _telling(who)
        if words and not words <= PRONOUNS:
            yield who


def _named_after(text: str) -> Iterator[str]:
    patterns = (_BY_SOURCE, _AFTER_VERB)
    if not text.isascii():
        patterns = (*patterns, _HAN_SOURCE, _HAN_BEFORE)
    for pattern in patterns:
        for match in pattern.finditer(text):
            yield match["who"].strip(" ，,")


def _named_before(text: str) -> Iterator[str]:
    """Yield what stands before each verb of saying, up to the next sign."""
    for match in _SAYS.finditer(text):
        before = text[max(0, match.start() - _REACH) : match.start()].rstrip(" ,")
        yield _subject(_BREAK.split(before)[-1].strip())


def _subject(text: str) -> str:
    """Return the last clause before a verb, with the name that an apposition belongs to."""
    clauses = _CLAUSE.split(text)
    return ", ".join(clauses[-2:]) if len(clauses[-1].split()) <= len(clauses) else clauses[-1]


def _telling(text: str) -> frozenset[str]:
    words = Statement(text)
    return frozenset(
        stem
        for stem, word in zip(words.stems, words.words, strict=True)
        if word not in FUNCTION_WORDS
    )


def _is_same(one: str, other: str) -> bool:
    mine, theirs = _telling(one), _telling(other)
    if one.isascii() and other.isascii():
        return not mine.isdisjoint(theirs)
    return len(mine & theirs) >= _HALF * min(len(mine), len(theirs))
