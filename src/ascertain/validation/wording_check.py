"""Does the claim bring in words that the evidence does not have, where it repeats the rest?"""

from __future__ import annotations

from typing import NamedTuple

from ascertain.validation.comparison import Comparison
from ascertain.validation.participants import is_han
from ascertain.validation.statement import CONTENT
from ascertain.validation.synonyms import HAN_SYNONYMS, LIGHT_HAN, LIGHT_WORDS, are_kin
from ascertain.validation.tested import Tested

__all__ = ["Foreign", "check_wording", "foreign_words"]

_LATIN = 3
_ROW = 2
_SHORT = 60
_VERY_SHORT = 25
"""Words of a passage under which a foreign word is told; measured on labelled pairs."""


class Foreign(NamedTuple):
    """Words of the claim that nothing in the evidence bears out.

    Attributes:
        places: of the words in the claim.
        longest: how many words of weight stand there in a row without one that is borne out.
        replaced: whether one stands in the very place of another word of the evidence.
    """

    places: list[int]
    longest: int
    replaced: bool


def foreign_words(comparison: Comparison) -> Foreign:
    """Find the claim's words that neither stand in the passage nor have kin there."""
    claim, passage = comparison.claim, comparison.passage
    weights = claim.weights
    if not comparison.missing:
        return Foreign([], 0, replaced=False)
    spared = _han_spared(comparison)
    for name in claim.names:  # names have a check of their own
        spared.update(range(*claim.between(name.start, name.end)))
    there = {
        word
        for word, weight in zip(passage.stems, passage.weights, strict=True)
        if weight >= CONTENT and not is_han(word)
    }
    places: list[int] = []
    for place in comparison.missing:
        word = claim.stems[place]
        if weights[place] < CONTENT or place in spared:
            continue
        if is_han(word):
            if word not in LIGHT_HAN:
                places.append(place)
        elif not _is_light(word, claim.words[place]) and not any(
            are_kin(word, other) for other in there
        ):
            places.append(place)
    return Foreign(places, _longest(comparison, places), _replaced(comparison, places))


def _is_light(stem: str, word: str) -> bool:
    return len(word) < _LATIN or stem in LIGHT_WORDS or word.endswith("ly")


def _han_spared(comparison: Comparison) -> set[int]:
    """Return places of Chinese words for which a synonym stands in the passage."""
    text = comparison.claim.text
    if text.isascii():
        return set()
    spared: set[int] = set()
    for word, others in HAN_SYNONYMS.items():
        at = text.find(word)
        if at >= 0 and any(other in comparison.passage.text for other in others):
            spared.update(range(*comparison.claim.between(at, at + len(word))))
    return spared


def _longest(comparison: Comparison, places: list[int]) -> int:
    if not places:
        return 0
    foreign, weights = set(places), comparison.claim.weights
    run = longest = 0
    for place, weight in enumerate(weights):
        if weight >= CONTENT:
            run = run + 1 if place in foreign else 0
            longest = max(longest, run)
    return longest


def _replaced(comparison: Comparison, places: list[int]) -> bool:
    if not places:
        return False
    foreign, mine = set(places), set(comparison.claim.stems)
    best = comparison.best
    for slot in comparison.slots:
        if foreign.isdisjoint(range(slot.claim_from, slot.claim_to)):
            continue
        for there in range(slot.evidence_from, slot.evidence_to):
            if best.weights[there] >= CONTENT and best.stems[there] not in mine:
                return True
    return False


def check_wording(comparison: Comparison) -> Tested:
    """Look for words of the claim that the evidence does not bear out.

    ``uncertain`` where a short passage leaves no room for them: two of weight in a row, or one in
    the very place of another word. In a longer passage they are named, and count as missing words.
    """
    foreign = foreign_words(comparison)
    if not foreign.places:
        return Tested("pass", "the claim brings in no word that the evidence lacks")
    claim = comparison.claim
    said = ", ".join(dict.fromkeys(claim.words[place] for place in foreign.places[:8]))
    detail = f"the evidence has nothing for: {said}"
    size = _size(comparison)
    if foreign.longest >= _ROW and size < _SHORT:
        return Tested("uncertain", detail)
    signs = any(is_han(claim.words[place]) for place in foreign.places)
    if (foreign.replaced or signs) and size < _VERY_SHORT:
        return Tested("uncertain", detail)
    return Tested("pass", detail)


def _size(comparison: Comparison) -> float:
    """Return the passage's words; two Chinese characters count as one."""
    words = comparison.passage.words
    return len(words) - sum(map(is_han, words)) / 2
