"""Does every name of the claim stand in the evidence?"""

from __future__ import annotations

from os.path import commonprefix

from ascertain.evidence.kinds import CheckOutcome
from ascertain.sources.values.names import NameMention, name_words
from ascertain.validation.comparison import Comparison
from ascertain.validation.lexicon import FUNCTION_WORDS
from ascertain.validation.slots import slot_of_word
from ascertain.validation.tested import Tested

__all__ = ["check_names"]

_DERIVED = frozenset(
    frozenset(pair.split("/"))
    for pair in (
        "/n /ns /an /ans /ian /ians /ish /ese /ic /y /er /ers n/ns o/an o/ans a/an a/ans y/ian y/ians"
        " e/ian e/ians y/ies"
    ).split(" ")
)
"""Endings that turn the name of a place into that of its people, and back."""

_PRONOUNS = frozenset("he she it they his her its their this these him them who".split())
_SIMILAR = 0.5
_SLOT = 3
_MIN_SHARED = 4
"""Letters that a form must share with a longer one (German, Germany) to count as the same."""


def check_names(comparison: Comparison) -> Tested:
    """Compare the claim's names, word by word, with the words of the passage."""
    claim = comparison.claim
    dates = [(date.start, date.end) for date in claim.dates]
    names = [
        name
        for name in claim.names
        if not claim.in_brackets(name.start)
        and not any(start < name.end and name.start < end for start, end in dates)
    ]
    if not names:
        return Tested("not_run", "the claim has no name that capitals show")
    there = set(name_words(comparison.passage.text))
    there.update(part for word in tuple(there) if "-" in word for part in word.split("-"))
    partly: str | None = None
    for name in names:
        outcome, lacking = _one(name, there)
        said = claim.text[name.start : name.end]
        if lacking and (other := _other_name(comparison, name, lacking)):
            return Tested("fail", f"the claim names {said}; the evidence has {other} there")
        if outcome == "fail" and all(word in comparison.whole.casefold() for word in lacking):
            outcome = "uncertain"
        if outcome == "fail" and name is names[0] and _opens_with_pronoun(comparison):
            outcome = "uncertain"
        if outcome == "fail":
            return Tested("fail", f"the evidence does not name {said} ({', '.join(lacking)})")
        if outcome == "uncertain":
            partly = partly or f"the evidence names only part of {said}: not {', '.join(lacking)}"
    if partly is not None:
        return Tested("uncertain", partly)
    said = ", ".join(claim.text[name.start : name.end] for name in names[:5])
    return Tested("pass", f"the evidence names {said}")


def _other_name(comparison: Comparison, name: NameMention, lacking: list[str]) -> str | None:
    """Return the capitalised word that the evidence has in the place of a missing one."""
    if comparison.similarity < _SIMILAR:
        return None
    claim, best = comparison.claim, comparison.best
    for place in range(*claim.between(name.start, name.end)):
        if claim.words[place] not in lacking:
            continue
        slot = slot_of_word(comparison, place)
        if slot is None or slot.evidence_to - slot.evidence_from > _SLOT:
            continue
        for there in range(slot.evidence_from, slot.evidence_to):
            start, end = best.spans[there]
            word = best.words[there]
            if not best.text[start].isupper() or word in FUNCTION_WORDS or word in name.words:
                continue
            if not _abbreviates(claim.words[place], word):
                return best.text[start:end]
    return None


def _abbreviates(one: str, other: str) -> bool:
    """Say whether one is the other's initial or first letters (Tim, Timothy)."""
    short, long = sorted((one, other), key=len)
    return len(short) != 2 and long.startswith(short)


def _opens_with_pronoun(comparison: Comparison) -> bool:
    """Say whether the best sentence leaves its subject to the sentences before it."""
    return comparison.best.words[:1] != [] and comparison.best.words[0] in _PRONOUNS


def _one(name: NameMention, there: set[str]) -> tuple[CheckOutcome, list[str]]:
    lacking = [word for word in name.words if not _stands(word, there)]
    if not lacking:
        return "pass", lacking
    last_there = name.words[-1] not in lacking and len(name.words) > 1
    initials = all(
        len(word) <= 2 and any(other.startswith(word[0]) for other in there) for word in lacking
    )
    if _as_initials(name, there):
        return "uncertain", lacking
    if last_there and (initials or len(lacking) < len(name.words)):
        return "uncertain", lacking
    return "fail", lacking


def _as_initials(name: NameMention, there: set[str]) -> bool:
    letters = "".join(word[0] for word in name.words)
    return len(letters) >= 3 and letters in there


def _stands(word: str, there: set[str]) -> bool:
    if word in there:
        return True
    if "-" in word and all(part in there for part in word.split("-") if len(part) > 2):
        return True
    if len(word) < _MIN_SHARED:
        return False
    start = word[:_MIN_SHARED]
    return any(_same_root(word, other) for other in there if other.startswith(start))


def _same_root(one: str, other: str) -> bool:
    """Say whether two words differ as a country's name and its people's do."""
    shared = len(commonprefix((one, other)))
    return frozenset((one[shared:], other[shared:])) in _DERIVED
