"""Do the participants stand around the same words in the same order: who does what to whom?

Claim and evidence are read as words in a row. Two participants have changed places if a word that
both sentences have stands between them in both, and what stands before it in the claim stands
after it in the evidence and the other way round. Moving one phrase alone (a date, a place, a
clause) never does that, and a voice that differs (hired, was hired by) explains it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ascertain.validation.comparison import Comparison
from ascertain.validation.lexicon import FUNCTION_WORDS
from ascertain.validation.participants import (
    NEARLY_ALL,
    Sides,
    governor,
    is_capital,
    is_han,
    is_letter,
    is_parted,
)
from ascertain.validation.role_words import (
    AGENT_MARKS,
    CASE_ARTICLES,
    HAN_AGENT_MARKS,
    HAN_SYMMETRIC,
    MUTUAL,
    MUTUAL_PREPOSITIONS,
    ROLE_PREPOSITIONS,
)
from ascertain.validation.statement import CONTENT, Statement
from ascertain.validation.tested import Tested
from ascertain.validation.transposition import transposed
from ascertain.validation.voice import has_agent_mark, turned_voice

__all__ = ["check_order"]

_MOST_WORDS = 300
"""Words of a claim or a sentence past which order is not looked at."""

_BESIDE = 3
"""Words on each side of a preposition."""

_MOST_PIVOTS = 4
"""Places of a pivot in the evidence that are tried."""

_LONGEST_SHOWN = 40
_LONGEST_TAIL = 6
"""Characters of a name after those that two names do not share (公司)."""

_PAIR = 2
_ARTICLES = re.compile(r"\s(?:the|an?|its|their|his|her)\s*$")
_Outcome = Tested | None

_SAME = Tested("pass", "claim and evidence name those who take part in the same order")
_EXPLAINED = Tested("pass", "the order differs, and the wording accounts for it")
_APART = Tested("not_run", "no one sentence of the evidence has nearly the claim's words")
_QUESTION = Tested("not_run", "a question does not say who does what")


def check_order(comparison: Comparison) -> Tested:
    """Look for two participants that changed places around a word that both sentences have.

    Fails for a swap that nothing explains; ``uncertain`` where commas or coordination leave open
    what belongs together. A comparison turned round, all else equal, contradicts the claim.
    """
    claim, best = comparison.claim, comparison.best
    if comparison.coverage < NEARLY_ALL or max(len(claim.stems), len(best.stems)) > _MOST_WORDS:
        return _APART
    if claim.is_question or best.is_question:
        return _QUESTION
    marks = has_agent_mark(claim), has_agent_mark(best)
    in_order = _is_in_order(comparison)
    if in_order and not any(marks):
        return _SAME
    sides = Sides(comparison)
    if not sides.are_alike:
        return _APART
    voice = turned_voice(sides) if any(marks) else None
    if voice is not None or in_order:
        return voice or _SAME
    return _crossed(sides) or _exchanged(sides, comparison) or _SAME


def _exchanged(sides: Sides, comparison: Comparison) -> _Outcome:
    if sides.has_converse or has_agent_mark(sides.claim) != has_agent_mark(sides.best):
        return None
    exchanged = transposed(comparison)
    if exchanged is None:
        return None
    one, other = exchanged
    return Tested("fail", f"{one!r} and {other!r} stand in each other's place in the evidence")


def _is_in_order(comparison: Comparison) -> bool:
    """Say whether no word of weight of the claim stands elsewhere in the best sentence."""
    claim, there = comparison.claim, comparison.best.stems
    weights = claim.weights
    return not any(
        claim.stems[place] in there
        for slot in comparison.slots
        for place in range(slot.claim_from, slot.claim_to)
        if weights[place] >= CONTENT
        or claim.words[place] in ROLE_PREPOSITIONS
        or is_letter(claim, place)
    )


class _Swap(NamedTuple):
    """Words that changed sides around a pivot.

    Attributes:
        pivot: place in the claim, and in the best sentence.
        first: places in both of words that the claim has before the pivot.
        second: places in both of words that the claim has after it.
    """

    pivot: tuple[int, int]
    first: list[tuple[int, int]]
    second: list[tuple[int, int]]


def _crossed(sides: Sides) -> _Outcome:
    """Try each word that may tell its sides apart; one that explains all ends the search."""
    found: _Outcome = None
    for place, stem in enumerate(sides.claim.stems):
        if stem not in sides.places or stem in MUTUAL or not sides.is_pivot(sides.claim, place):
            continue
        for there in sides.places[stem][:_MOST_PIVOTS]:
            if not sides.is_pivot(sides.best, there):
                continue
            swap = _swap_around(sides, place, there)
            judged = None if swap is None else _judged(sides, swap)
            if judged is _EXPLAINED:
                return judged
            if judged is not None and (found is None or judged.outcome == "fail"):
                found = judged if found is None or found.outcome != "fail" else found
    return found


def _swap_around(sides: Sides, place: int, there: int) -> _Swap | None:
    near = sides.claim.words[place] in ROLE_PREPOSITIONS
    reach = _BESIDE if near else sides.reach
    before = range(max(0, place - reach), place)
    after = range(place + 1, min(len(sides.claim.stems), place + 1 + reach))
    first = _moved(sides, before, (there, reach), 1)
    first = [pair for pair in first if not governor(sides.claim, pair[0], -1).is_first]
    if not first:
        return None
    second = _moved(sides, after, (there, reach), -1)
    second = [pair for pair in second if not governor(sides.best, pair[1], -1).is_first]
    return _Swap((place, there), first, second) if second else None


def _moved(
    sides: Sides, places: range, around: tuple[int, int], side: int
) -> list[tuple[int, int]]:
    """Return words of the claim that the best sentence has (nearest) on one side of the pivot.

    Args:
        sides: both sentences.
        places: of the claim's words.
        around: the pivot's place in the best sentence, and how many words beside it count.
        side: 1 for after the pivot, -1 for before it.
    """
    pivot, reach = around
    moved: list[tuple[int, int]] = []
    for place in places:
        stem = sides.claim.stems[place]
        if sides.counts[stem] > 1 or not sides.is_participant(sides.claim, place):
            continue
        there = [at for at in sides.places.get(stem, ()) if sides.is_participant(sides.best, at)]
        at = min(there, key=lambda at: abs(at - pivot), default=pivot)
        if not 0 < (at - pivot) * side <= reach:
            continue
        if is_han(stem) and not sides.is_permuted and sides.run(place, at) < _PAIR:
            continue
        moved.append((place, at))
    return moved


def _judged(sides: Sides, swap: _Swap) -> _Outcome:
    """Say what a swap is; None if it shows nothing."""
    claim, best = sides.claim, sides.best
    place, there = swap.pivot
    left, right = swap.first[-1][0], swap.second[0][0]
    far_left = max(pair[1] for pair in swap.second)
    far_right = min(pair[1] for pair in swap.first)
    if _is_explained(sides, (left, place, right), (there, far_right)):
        return _EXPLAINED
    named = is_capital(claim, left) + is_capital(claim, right)
    gaps = (
        is_parted(claim, left, place, is_left=True),
        is_parted(claim, place, right),
        is_parted(best, far_left, there, is_left=True),
        is_parted(best, there, far_right),
    )
    if all(gaps) or (named == 1 and claim.words[place] in ROLE_PREPOSITIONS):
        return None
    if claim.words[place] == "是" and not _are_genitives(sides, swap):
        return None
    what = _told(sides, swap)
    cased = sides.tongue == "de" and not CASE_ARTICLES.isdisjoint((*claim.words, *best.words))
    if any(gaps) or cased:
        return Tested("uncertain", f"it may be that {what}") if named == _PAIR else None
    is_compared = "than" in claim.words[left:right] or claim.words[left + 1] == "比"
    return Tested("fail", what, sides.is_permuted and is_compared)


def _is_explained(sides: Sides, mine: tuple[int, int, int], theirs: tuple[int, int]) -> bool:
    """Say whether the wording accounts for another order.

    Args:
        sides: both sentences.
        mine: places in the claim of the word before the pivot, the pivot and the word after it.
        theirs: places in the best sentence of the pivot and the word after it.
    """
    claim, best = sides.claim, sides.best
    if sides.has_converse or _is_mutual(claim, mine[0], mine[2]):
        return True
    if _is_marked(claim, *mine[1:]) != _is_marked(best, *theirs):
        return True
    one, other = governor(claim, mine[2], mine[1]).word, governor(best, theirs[1], theirs[0]).word
    return one in MUTUAL_PREPOSITIONS or one != other


def _are_genitives(sides: Sides, swap: _Swap) -> bool:
    """Say whether in both what follows 是 goes on with 的: not 首都是甲 against 甲是首都."""
    ends = max(pair[0] for pair in swap.second), max(pair[1] for pair in swap.first)
    return all(
        _is_followed_by_de(statement, end)
        for statement, end in zip((sides.claim, sides.best), ends, strict=True)
    )


def _is_followed_by_de(statement: Statement, place: int) -> bool:
    after = statement.words[place + 1 : place + 1 + _LONGEST_TAIL]
    light = (word for word in after if word in FUNCTION_WORDS)
    return next(light, "") == "的"


def _is_mutual(claim: Statement, left: int, right: int) -> bool:
    for place in range(left, right):
        if claim.stems[place] in MUTUAL and claim.words[place : place + 2] != ["agreed", "to"]:
            return True
    return not claim.text.isascii() and HAN_SYMMETRIC.search(claim.text) is not None


def _is_marked(statement: Statement, pivot: int, place: int) -> bool:
    """Say whether one who acts is marked as such (by, 被) after the pivot."""
    between = statement.words[pivot:place]
    return not AGENT_MARKS.isdisjoint(between) or not HAN_AGENT_MARKS.isdisjoint(between)


def _told(sides: Sides, swap: _Swap) -> str:
    claim = sides.claim
    one, other = _span(sides, swap.first[-1]), _span(sides, swap.second[0])
    between = _ARTICLES.sub("", claim.text[one[1] : other[0]]).strip()
    if not between[:1].isalpha() or len(between) > _LONGEST_SHOWN:
        between = claim.text[slice(*claim.spans[swap.pivot[0]])]
    return (
        f"the claim has {claim.text[slice(*one)]} before {between!r} and "
        f"{claim.text[slice(*other)]} after it; the evidence the other way round"
    )


def _span(sides: Sides, pair: tuple[int, int]) -> tuple[int, int]:
    """Return where the whole participant that a word belongs to stands in the claim."""
    claim, best = sides.claim, sides.best
    first = last = pair[0]
    shift = pair[1] - pair[0]

    def belongs(place: int) -> bool:
        if not 0 <= place < len(claim.stems) or not 0 <= place + shift < len(best.stems):
            return False
        if claim.stems[place] != best.stems[place + shift]:
            return False
        if is_han(claim.words[pair[0]]):
            return claim.weights[place] >= CONTENT
        return is_capital(claim, place) and is_capital(claim, pair[0])

    while belongs(first - 1):
        first -= 1
    while belongs(last + 1):
        last += 1
    return claim.spans[first][0], claim.spans[last][1]
