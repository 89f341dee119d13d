"""Do the participants stand around the same words in the same order: who does what to whom?

Claim and evidence are read as words in a row. Two participants have changed places if a word that
both sentences have stands between them in both, and what stands before it in the claim stands
after it in the evidence and the other way round. Moving one phrase alone (a date, a place, a
clause) never does that, and a voice that differs (hired, was hired by) explains it.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import NamedTuple

from ascertain.validation.comparison import Comparison
from ascertain.validation.opposites import ANTONYMS, HAN_ANTONYMS
from ascertain.validation.role_words import (
    AGENT_MARKS,
    AUXILIARIES,
    CASE_ARTICLES,
    HAN_AGENT_MARKS,
    HAN_PIVOTS,
    HAN_SYMMETRIC,
    MUTUAL,
    MUTUAL_PREPOSITIONS,
    PREPOSITIONS,
    ROLE_PREPOSITIONS,
    SEPARATOR,
)
from ascertain.validation.statement import CONTENT, Statement
from ascertain.validation.tested import Tested

__all__ = ["check_order"]

_SHARED = 0.85
"""Share of the claim's weight that must stand in the best sentence."""

_MOST_WORDS = 300
"""Words of a claim or a sentence past which order is not looked at."""

_REACH = 12
_HAN_REACH = 24
"""Words on each side of a pivot, and characters, among which its participants are looked for."""

_MOST_PIVOTS = 4
"""Places of a pivot in the evidence that are tried."""

_AUXILIARY_REACH = 8
"""Words between "was" and "by"."""

_LONGEST_SHOWN = 40
_LATIN_VERB = 3
"""Letters that a verb has at least."""

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
    if comparison.coverage < _SHARED or max(len(claim.stems), len(best.stems)) > _MOST_WORDS:
        return _APART
    if claim.is_question or best.is_question:
        return _QUESTION
    marks = _has_agent_mark(claim), _has_agent_mark(best)
    kept = _kept(comparison)
    if all(kept) and not any(marks):
        return _SAME
    sides = _Sides(comparison)
    if not sides.are_alike:
        return _APART
    voice = _voice(sides) if any(marks) else None
    if voice is not None or all(kept):
        return voice or _SAME
    return _crossed(sides) or _SAME


def _has_agent_mark(statement: Statement) -> bool:
    marks = AGENT_MARKS if statement.text.isascii() else AGENT_MARKS | HAN_AGENT_MARKS
    return not marks.isdisjoint(statement.words)


def _kept(comparison: Comparison) -> list[bool]:
    """Say of each word of weight whether it stands in order in the best sentence."""
    claim = comparison.claim
    inside = {place for at, _, size in comparison.blocks for place in range(at, at + size)}
    return [
        place in inside
        for place, weight in enumerate(claim.weights)
        if weight >= CONTENT or claim.words[place] in ROLE_PREPOSITIONS or _is_letter(claim, place)
    ]


def _is_letter(statement: Statement, place: int) -> bool:
    """Say whether a word is one capital that may be a name: Company A."""
    start, end = statement.spans[place]
    return end - start == 1 and statement.text[start].isupper()


def _is_capital(statement: Statement, place: int) -> bool:
    return statement.text[statement.spans[place][0]].isupper()


def _is_han(word: str) -> bool:
    return len(word) == 1 and word >= "\u2e80"


class _Sides:
    """Claim and best sentence with what is asked of both again and again.

    Args:
        comparison: the claim and its evidence.
    """

    def __init__(self, comparison: Comparison) -> None:
        self.claim, self.best = comparison.claim, comparison.best
        self.tongue = comparison.tongue
        self.reach = _HAN_REACH if self.tongue == "zh" else _REACH
        self.counts = Counter(self.claim.stems)
        self.places: dict[str, list[int]] = {}
        for place, stem in enumerate(self.best.stems):
            self.places.setdefault(stem, []).append(place)

    @cached_property
    def are_alike(self) -> bool:
        """Whether the best sentence alone has nearly all of the claim's weight."""
        weights = self.claim.weights
        there = sum(
            weight
            for weight, stem in zip(weights, self.claim.stems, strict=True)
            if stem in self.places
        )
        return there >= _SHARED * sum(weights)

    @cached_property
    def is_permuted(self) -> bool:
        """Whether both have exactly the same words."""
        return self.counts == Counter(self.best.stems)

    @cached_property
    def has_converse(self) -> bool:
        """Whether the evidence has the opposite of a word of the claim instead of it."""
        mine = self.counts.keys()
        for stem in mine:
            against = ANTONYMS.get(stem)
            if against and stem not in self.places and against & self.places.keys():
                return True
        if self.claim.text.isascii():
            return False
        text, other = self.claim.text, self.best.text
        return any(
            word in text and word not in other and any(against in other for against in opposites)
            for word, opposites in HAN_ANTONYMS.items()
        )

    def is_participant(self, statement: Statement, place: int) -> bool:
        """Say whether a word may be, or be part of, one who takes part."""
        word = statement.words[place]
        if _is_letter(statement, place):
            return True
        if statement.weights[place] < CONTENT or word in PREPOSITIONS or word in AUXILIARIES:
            return False
        if _is_han(word):
            return word not in HAN_PIVOTS
        return not word.endswith("ly") and (
            self.tongue in {"en", "zh"} or _is_capital(statement, place)
        )

    def is_pivot(self, statement: Statement, place: int) -> bool:
        """Say whether a word may tell its two sides apart: a verb, a comparative, "than"."""
        word = statement.words[place]
        if word in ROLE_PREPOSITIONS or word in HAN_PIVOTS:
            return True
        if statement.weights[place] < CONTENT or word in PREPOSITIONS or word.endswith("ly"):
            return False
        if _is_han(word):
            return True
        if len(word) < _LATIN_VERB or _is_capital(statement, place):
            return False
        start, end = statement.spans[place]
        text = statement.text
        return text[start - 1 : start] != "-" and text[end : end + 1] != "-"

    def run(self, place: int, there: int) -> int:
        """Return how many words in a row are the same around two places."""
        mine, theirs = self.claim.stems, self.best.stems
        low = 0
        while min(place, there) > low and mine[place - low - 1] == theirs[there - low - 1]:
            low += 1
        high = 1
        while (
            place + high < len(mine)
            and there + high < len(theirs)
            and mine[place + high] == theirs[there + high]
        ):
            high += 1
        return low + high


class _Governor(NamedTuple):
    """The preposition that a word hangs on, and whether a clause begins with it."""

    word: str
    is_first: bool


_FREE = _Governor("", is_first=False)


def _governor(statement: Statement, place: int, stop: int) -> _Governor:
    """Look back from a word, not past ``stop``, for its preposition."""
    for before in range(place - 1, max(-1, stop, place - 1 - _REACH), -1):
        if "," in statement.text[statement.spans[before][1] : statement.spans[before + 1][0]]:
            return _FREE
        if statement.weights[before] == 0:
            return _FREE
        word = statement.words[before]
        if word in PREPOSITIONS:
            opens = before == 0 or not statement.text[
                statement.spans[before - 1][1] : statement.spans[before][0]
            ].isspace()
            return _Governor(word, is_first=opens)
    return _FREE


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


def _crossed(sides: _Sides) -> _Outcome:
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


def _swap_around(sides: _Sides, place: int, there: int) -> _Swap | None:
    reach = sides.reach
    before = range(max(0, place - reach), place)
    after = range(place + 1, min(len(sides.claim.stems), place + 1 + reach))
    first = _moved(sides, before, there, 1)
    first = [pair for pair in first if not _governor(sides.claim, pair[0], -1).is_first]
    if not first:
        return None
    second = _moved(sides, after, there, -1)
    second = [pair for pair in second if not _governor(sides.best, pair[1], -1).is_first]
    return _Swap((place, there), first, second) if second else None


def _moved(sides: _Sides, places: range, pivot: int, side: int) -> list[tuple[int, int]]:
    """Return words of the claim that the best sentence has only on one side of the pivot.

    Args:
        sides: both sentences.
        places: of the claim's words.
        pivot: place in the best sentence.
        side: 1 for after the pivot, -1 for before it.
    """
    moved: list[tuple[int, int]] = []
    for place in places:
        stem = sides.claim.stems[place]
        if sides.counts[stem] > 1 or not sides.is_participant(sides.claim, place):
            continue
        there = [at for at in sides.places.get(stem, ()) if sides.is_participant(sides.best, at)]
        at = min(there, key=lambda at: abs(at - pivot), default=pivot)
        if not 0 < (at - pivot) * side <= sides.reach:
            continue
        if any((other - pivot) * side < 0 and _is_near(sides, other, pivot) for other in there):
            continue
        if _is_han(stem) and not sides.is_permuted and sides.run(place, at) < _PAIR:
            continue
        moved.append((place, at))
    return moved


def _is_near(sides: _Sides, place: int, pivot: int) -> bool:
    """Say whether a word of the best sentence stands in the pivot's own clause."""
    first, last = sorted((place, pivot))
    return not _is_parted(sides.best, first, last)


def _judged(sides: _Sides, swap: _Swap) -> _Outcome:
    claim, best = sides.claim, sides.best
    place, there = swap.pivot
    left, right = swap.first[-1][0], swap.second[0][0]
    far_left = max(pair[1] for pair in swap.second)
    far_right = min(pair[1] for pair in swap.first)
    if sides.has_converse or _is_mutual(claim, left, right):
        return _EXPLAINED
    if _is_marked(claim, place, right) != _is_marked(best, there, far_right):
        return _EXPLAINED
    governors = _governor(claim, right, place).word, _governor(best, far_right, there).word
    if governors[0] in MUTUAL_PREPOSITIONS or governors[0] != governors[1]:
        return _EXPLAINED
    what = _told(sides, swap)
    gaps = (
        _is_parted(claim, left, place, is_left=True),
        _is_parted(claim, place, right),
        _is_parted(best, far_left, there, is_left=True),
        _is_parted(best, there, far_right),
    )
    if all(gaps):
        return None
    cased = sides.tongue == "de" and not CASE_ARTICLES.isdisjoint((*claim.words, *best.words))
    if any(gaps) or cased:
        named = _is_capital(claim, left) and _is_capital(claim, right)
        return Tested("uncertain", f"it may be that {what}") if named else None
    is_compared = "than" in claim.words[left:right] or claim.words[left + 1] == "比"
    return Tested("fail", what, sides.is_permuted and is_compared)


def _is_mutual(claim: Statement, left: int, right: int) -> bool:
    if not MUTUAL.isdisjoint(claim.stems[left:right]):
        return True
    return not claim.text.isascii() and HAN_SYMMETRIC.search(claim.text) is not None


def _is_marked(statement: Statement, pivot: int, place: int) -> bool:
    """Say whether one who acts is marked as such (by, 被) after the pivot."""
    between = statement.words[pivot:place]
    return not AGENT_MARKS.isdisjoint(between) or not HAN_AGENT_MARKS.isdisjoint(between)


def _is_parted(statement: Statement, one: int, other: int, *, is_left: bool = False) -> bool:
    """Say whether a comma or an "and" stands between two words.

    Words between two commas right before the pivot ("Bob, the founder, hired") part nothing.
    """
    gap = statement.text[statement.spans[one][1] : statement.spans[other][0]]
    if is_left and gap.startswith(",") and gap.endswith(", ") and gap.count(",") == _PAIR:
        return False
    return SEPARATOR.search(gap) is not None


def _told(sides: _Sides, swap: _Swap) -> str:
    claim = sides.claim
    one, other = _span(sides, swap.first[-1]), _span(sides, swap.second[0])
    between = _ARTICLES.sub("", claim.text[one[1] : other[0]]).strip()
    if not between[:1].isalpha() or len(between) > _LONGEST_SHOWN:
        between = claim.text[slice(*claim.spans[swap.pivot[0]])]
    return (
        f"the claim has {claim.text[slice(*one)]} before {between!r} and "
        f"{claim.text[slice(*other)]} after it; the evidence the other way round"
    )


def _span(sides: _Sides, pair: tuple[int, int]) -> tuple[int, int]:
    """Return where the whole participant that a word belongs to stands in the claim."""
    claim, best = sides.claim, sides.best
    first = last = pair[0]
    shift = pair[1] - pair[0]

    def belongs(place: int) -> bool:
        if not 0 <= place < len(claim.stems) or not 0 <= place + shift < len(best.stems):
            return False
        if claim.stems[place] != best.stems[place + shift]:
            return False
        if _is_han(claim.words[pair[0]]):
            return claim.weights[place] >= CONTENT
        return _is_capital(claim, place) and _is_capital(claim, pair[0])

    while belongs(first - 1):
        first -= 1
    while belongs(last + 1):
        last += 1
    return claim.spans[first][0], claim.spans[last][1]


def _voice(sides: _Sides) -> _Outcome:
    """Look for one sentence in the passive and the other not, with participants in one order."""
    for passive, active in ((sides.claim, sides.best), (sides.best, sides.claim)):
        for mark, word in enumerate(passive.words):
            if word in AGENT_MARKS:
                roles = _passive(sides, passive, mark)
            elif word in HAN_AGENT_MARKS:
                roles = _han_passive(sides, passive, mark)
            else:
                continue
            if roles is not None and _is_active(passive, active, roles):
                return _turned(passive, roles, is_claim=passive is sides.claim)
    return None


class _Roles(NamedTuple):
    """Places of the one acted on, the verb and the one who acts, in a sentence in the passive."""

    patient: int
    verb: int
    agent: int


def _passive(sides: _Sides, statement: Statement, mark: int) -> _Roles | None:
    """Read "Bob was (lately) hired (in 2020) by Alice" around its "by"."""
    words = statement.words
    near = range(max(0, mark - _AUXILIARY_REACH), mark)
    auxiliary = max((place for place in near if words[place] in AUXILIARIES), default=None)
    if auxiliary is None:
        return None
    after = range(auxiliary + 1, mark)
    verb = next((place for place in after if sides.is_pivot(statement, place)), None)
    patient = _nearest(sides, statement, range(auxiliary - 1, -1, -1))
    agent = _nearest(sides, statement, range(mark + 1, len(words)))
    return None if None in (patient, verb, agent) else _Roles(patient, verb, agent)


def _han_passive(sides: _Sides, statement: Statement, mark: int) -> _Roles | None:
    """Read 乙被甲收购 around its 被: the verb is what follows the one who acts."""
    other = sides.best if statement is sides.claim else sides.claim
    patient = _nearest(sides, statement, range(mark - 1, -1, -1))
    agent = _nearest(sides, statement, range(mark + 1, len(statement.stems)))
    if patient is None or agent is None:
        return None
    at = _only(other, statement.stems[agent])
    verb = agent + 1
    while (
        at is not None
        and verb < len(statement.stems)
        and other.stems[at : at + 1 + verb - agent] == statement.stems[agent : verb + 1]
    ):
        verb += 1
    return _Roles(patient, verb, agent) if verb < len(statement.stems) else None


def _nearest(sides: _Sides, statement: Statement, places: range) -> int | None:
    """Return the first participant that both sentences have once, within a few words."""
    return next(
        (
            place
            for place in places[:_AUXILIARY_REACH]
            if sides.is_participant(statement, place)
            and sides.counts[statement.stems[place]] == 1
            and len(sides.places.get(statement.stems[place], ())) == 1
        ),
        None,
    )


def _only(statement: Statement, stem: str) -> int | None:
    return statement.stems.index(stem) if statement.stems.count(stem) == 1 else None


def _is_active(passive: Statement, active: Statement, roles: _Roles) -> bool:
    """Say whether the other sentence has the one acted on before the verb, nothing marked."""
    patient, verb, agent = (_only(active, passive.stems[place]) for place in roles)
    if patient is None or verb is None or agent is None or not patient < verb < agent:
        return False
    words = active.words[patient:agent]
    if not AGENT_MARKS.isdisjoint(words) or not HAN_AGENT_MARKS.isdisjoint(words):
        return False
    if passive.stems[roles.verb] in MUTUAL or _governor(active, agent, verb).word:
        return False
    return not _is_parted(active, patient, verb) and not _is_parted(active, verb, agent)


def _turned(passive: Statement, roles: _Roles, *, is_claim: bool) -> Tested:
    patient, verb, agent = (passive.text[slice(*passive.spans[place])] for place in roles)
    mine, theirs = (agent, patient) if is_claim else (patient, agent)
    detail = f"in the claim it is {mine} who acts ({verb!r}); in the evidence it is {theirs}"
    return Tested("fail", detail)
