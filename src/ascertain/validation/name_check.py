"""Does every name of the claim stand in the evidence?"""

from __future__ import annotations

from ascertain.sources.values.names import NameMention, name_words
from ascertain.validation.comparison import Comparison, Slot
from ascertain.validation.lexicon import FUNCTION_WORDS
from ascertain.validation.role_words import MUTUAL, PRONOUNS, TITLES
from ascertain.validation.slots import COMPARABLE, slot_of_word
from ascertain.validation.statement import CONTENT, Statement
from ascertain.validation.tested import Tested, worst_of

__all__ = ["check_names"]

_DERIVED = frozenset(
    frozenset(pair.split("/"))
    for pair in (
        "/n /ns /an /ans /ian /ians /ish /ese /ic /y /er /ers n/ns o/an o/ans a/an a/ans y/ian "
        "y/ians e/ian e/ians y/ies"
    ).split(" ")
)
"""Endings that turn the name of a place into that of its people, and back."""

_MIN_SHARED = 4
_INITIAL = 2
"""Letters up to which a word of a name may be an initial; ``Jr`` and ``II`` are no longer."""

_ACRONYM = 3
_LONGEST_ACRONYM = 6
_SMALL = frozenset("of the and for in on".split())
_NARROW = 3
"""Words of evidence at most in a place that holds another name."""


def check_names(comparison: Comparison) -> Tested:
    """Compare the claim's names, word by word, with the words of the passage."""
    claim = comparison.claim
    names = _names_of(claim)
    if not names:
        return Tested("not_run", "the claim has no name that capitals show")
    there = set(name_words(comparison.passage.text))
    there.update(part for word in tuple(there) if "-" in word for part in word.split("-"))
    worst = worst_of(_one(comparison, name, there, is_first=name is names[0]) for name in names)
    if worst.outcome != "pass":
        return worst
    said = ", ".join(claim.text[name.start : name.end] for name in names[:5])
    return Tested("pass", f"the evidence names {said}")


def _names_of(claim: Statement) -> list[NameMention]:
    """Return the names outside brackets that are no part of a date (Q3 2021)."""
    return [
        name
        for name in claim.names
        if not claim.in_brackets(name.start)
        and not any(
            value.start < name.end and name.start < value.end
            for value in (*claim.dates, *claim.quantities)
        )
    ]


def _one(comparison: Comparison, name: NameMention, there: set[str], *, is_first: bool) -> Tested:
    lacking = [word for word in name.words if not _stands(word, there)]
    said = comparison.claim.text[name.start : name.end]
    if not lacking:
        rival = _in_its_place(comparison, name)
        if rival is None:
            return Tested("pass")
        return Tested("fail", f"where the claim has {said}, the evidence has {rival}")
    listed = ", ".join(lacking)
    other = _other_name(comparison, name, lacking)
    other = other or _namesake(comparison.passage, name, lacking)
    if other is not None:
        return Tested("fail", f"the claim names {said}; the evidence has {other} there")
    source = comparison.source_folded
    if source is not None and any(word not in source for word in lacking):
        return Tested("fail", f"the source nowhere names {said} ({listed})")
    if _is_partly_there(name, lacking, there):
        return Tested("uncertain", f"the evidence names only part of {said}: not {listed}")
    return _not_in_passage(comparison, said, lacking, is_first=is_first)


def _not_in_passage(
    comparison: Comparison, said: str, lacking: list[str], *, is_first: bool
) -> Tested:
    if _is_spelt_out(comparison, lacking):
        return Tested("uncertain", f"{said} may be short for words of the evidence")
    if all(word in comparison.whole_folded for word in lacking):
        return Tested("uncertain", f"{said} stands only elsewhere in the evidence")
    if is_first and comparison.best.words and comparison.best.words[0] in PRONOUNS:
        pronoun = comparison.best.words[0]
        return Tested("uncertain", f"the claim names {said}; the evidence says only {pronoun!r}")
    return Tested("fail", f"the evidence does not name {said} ({', '.join(lacking)})")


def _is_spelt_out(comparison: Comparison, lacking: list[str]) -> bool:
    """Say whether the first letters of words in a row, here or in the claim, spell a name."""
    if len(lacking) != 1 or not 1 < len(lacking[0]) <= _LONGEST_ACRONYM:
        return False
    short = lacking[0].rstrip("s") if len(lacking[0]) > _ACRONYM else lacking[0]
    for statement in (comparison.passage, comparison.claim):
        letters = "".join(word[0] for word in statement.words if word not in _SMALL)
        if short in letters:
            return True
    return False


def _in_its_place(comparison: Comparison, name: NameMention) -> str | None:
    """Return the name right before the word of weight that follows this one in the claim.

    Only where no mention of the name itself stands there, and both have as many words: so that
    "Vera Holt wrote it" is not borne out by "Rima Holt wrote what Vera Holt staged".
    """
    passage = comparison.passage
    verb = _next_word(comparison.claim, name)
    if verb is None or verb in MUTUAL or len(passage.names) <= 1:
        return None
    if comparison.similarity < COMPARABLE:
        return None
    before = [other for other in passage.names if _next_word(passage, other) == verb]
    wanted = set(name.words)
    if any(wanted.issuperset(other.words) or wanted.issubset(other.words) for other in before):
        return None
    said = comparison.claim.text[name.start : name.end]
    for other in before:
        if _are_listed(passage.text, said, other):
            return None
        if len(other.words) == len(name.words):
            return passage.text[other.start : other.end]
    return None


def _are_listed(text: str, name: str, other: NameMention) -> bool:
    """Say whether only names, commas and "and" stand from one name to another: both do it."""
    at = text.rfind(name, 0, other.start)
    words = text[at + len(name) : other.start].replace(",", " , ").split()
    return at >= 0 and all(word[0].isupper() or word in {"and", "or", "&", ","} for word in words)


def _next_word(statement: Statement, name: NameMention) -> str | None:
    place = statement.between(name.start, name.end)[1]
    if place < len(statement.stems) and statement.weights[place] >= CONTENT:
        gap = statement.text[name.end : statement.spans[place][0]]
        return statement.stems[place] if gap.isspace() else None
    return None


def _is_partly_there(name: NameMention, lacking: list[str], there: set[str]) -> bool:
    """Say whether the surname stands alone, or initials stand for the name or its first words."""
    letters = "".join(word[0] for word in name.words)
    if len(letters) >= _ACRONYM and letters in there:
        return True
    return len(name.words) > 1 and name.words[-1] not in lacking


def _other_name(comparison: Comparison, name: NameMention, lacking: list[str]) -> str | None:
    """Return the capitalised word that the evidence has in the place of a missing one."""
    if comparison.similarity < COMPARABLE:
        return None
    claim = comparison.claim
    for place in range(*claim.between(name.start, name.end)):
        slot = slot_of_word(comparison, place) if claim.words[place] in lacking else None
        if slot is not None and slot.evidence_to - slot.evidence_from <= _NARROW:
            other = _capital_in(comparison.best, slot, name, claim.words[place])
            if other is not None:
                return other
    return None


def _namesake(passage: Statement, name: NameMention, lacking: list[str]) -> str | None:
    """Return a name of the evidence that shares a word with this one and has others beside it.

    Both are of one length and end alike: "Mira Holt" for "Rima Holt", not "Holt" alone, nor a
    title in the place of a first name.
    """
    mine = set(name.words)
    for other in passage.names:
        if name.words[-1] != other.words[-1] or len(other.words) != len(name.words):
            continue
        for word, rival in zip(name.words, other.words, strict=True):
            if word not in lacking or word in TITLES:
                continue
            if rival in TITLES or rival in mine or _abbreviates(word, rival):
                continue
            return passage.text[other.start : other.end]
    return None


def _capital_in(best: Statement, slot: Slot, name: NameMention, wanted: str) -> str | None:
    for place in range(slot.evidence_from, slot.evidence_to):
        start, end = best.spans[place]
        word = best.words[place]
        if not best.text[start].isupper() or word in FUNCTION_WORDS or word in name.words:
            continue
        if not _abbreviates(wanted, word):
            return best.text[start:end]
    return None


def _abbreviates(one: str, other: str) -> bool:
    """Say whether one is the other's initial or first letters (Tim, Timothy)."""
    short, long = sorted((one, other), key=len)
    return len(short) != _INITIAL and long.startswith(short)


def _stands(word: str, there: set[str]) -> bool:
    if word in there:
        return True
    if "-" in word and all(part in there for part in word.split("-") if len(part) > _INITIAL):
        return True
    if len(word) < _MIN_SHARED:
        return False
    start = word[:_MIN_SHARED]
    return any(_same_root(word, other) for other in there if other.startswith(start))


def _same_root(one: str, other: str) -> bool:
    """Say whether two words differ as a country's name and its people's do."""
    shared = min(len(one), len(other))
    while one[:shared] != other[:shared]:
        shared -= 1
    return frozenset((one[shared:], other[shared:])) in _DERIVED
