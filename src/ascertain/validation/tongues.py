"""Which language a claim is in, as far as the word lists of the checks need to know."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["tongue_of"]

_KANA = re.compile("[\u3041-\u30ff]")
_HAN = re.compile("[\u4e00-\u9fff]")
_OTHER = re.compile("[\u0370-\u1fff\uac00-\ud7af]")
_FEWEST = 2
"""Words of a language that must be there; name particles (de, la, von) are in no list."""

_ENGLISH = frozenset("the of and in to was is are were for by with on at from that it its".split())
_WORDS: dict[str, frozenset[str]] = {
    "de": frozenset(
        "und ist wurde wurden nicht mit für auf ein eine einen einer im dem zu der das hat sich "
        "als auch bei nach kein keine sind war".split()
    ),
    "fr": frozenset(
        "le les des une est dans pour par sur que qui et avec été au aux ne pas sont en a n'a "
        "n'est".split()
    ),
    "es": frozenset(
        "el los las una fue por con para que del se es son en no su y ha al como más".split()
    ),
    "it": frozenset("il gli una è per con che nel nella del della non sono stato stata e".split()),
    "pt": frozenset("os as uma foi por com para que em não é são no na do dos ao mais".split()),
    "nl": frozenset("het een en van is niet werd voor met op zijn werden aan ook bij geen".split()),
}


def tongue_of(text: str, words: Sequence[str]) -> str:
    """Return ``en``, ``zh``, ``ja``, another language by its small words, or ``other``.

    Args:
        text: the claim.
        words: its words, case-folded.
    """
    if not text.isascii():
        if _KANA.search(text):
            return "ja"
        if _HAN.search(text):
            return "zh"
        if _OTHER.search(text):
            return "other"
    said = set(words)
    english = len(said & _ENGLISH)
    hits = {tongue: len(said & listed) for tongue, listed in _WORDS.items()}
    tongue = max(hits, key=lambda name: hits[name])
    return tongue if hits[tongue] >= _FEWEST and hits[tongue] > english else "en"
