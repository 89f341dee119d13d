"""Light stemming, so that "employs" and "employed" meet."""

from __future__ import annotations

from functools import lru_cache

__all__ = ["stem"]

_MIN_STEM = 3
_VOWELS = frozenset("aeiouy")


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """Take the commonest English endings off a folded word; other scripts stay as they are.

    A light stemmer after Harman's S-stemmer (1991), with ``-ed``, ``-ing``, ``-er`` and ``-ly``.
    """
    word = word.removesuffix("'s").removesuffix("\u2019s")
    if not word.isascii() or len(word) <= _MIN_STEM or word[0].isdigit():
        return word
    if word.endswith("ies") and len(word) > _MIN_STEM + 1:
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed", "er", "or", "ly"):
        bare = word.removesuffix(ending)
        if bare != word and len(bare) >= _MIN_STEM and not _VOWELS.isdisjoint(bare):
            word = bare
            break
    if len(word) > _MIN_STEM and word[-1] == word[-2] and word[-1] not in "aeiousl":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > _MIN_STEM else word
