"""Texts that repeat one another: mirrors, reprints, syndicated copies.

Each text is sketched by those of its word shingles whose hash falls in a fixed residue class
(Broder, "On the resemblance and containment of documents", 1997, the mod-m sketch); candidate
pairs come from an inverted index over the sketches, so that time grows with the number of
shared shingles and not with the number of pairs.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Mapping
from hashlib import blake2b

__all__ = ["CONTAINMENT", "repeated_texts", "sketch"]

CONTAINMENT = 0.6
"""Share of the smaller sketch found in the other from which two texts count as one source."""

_SHINGLE = 6
_MODULUS = 4
_COMMON = 40
"""A shingle in more texts than this is boilerplate and proposes no pair."""
_WORD = re.compile(r"[぀-ヿ㐀-鿿가-힯]|[^\W_]+")


def sketch(text: str) -> frozenset[int]:
    """Return the hashes that stand for a text; all of its shingles where it is short."""
    words = _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
    hashes = {
        int.from_bytes(
            blake2b(
                " ".join(words[at : at + _SHINGLE]).encode(errors="replace"), digest_size=8
            ).digest()
        )
        for at in range(max(1, len(words) - _SHINGLE + 1))
    }
    sampled = frozenset(value for value in hashes if value % _MODULUS == 0)
    enough = 24
    return sampled if len(sampled) >= enough else frozenset(hashes)


def repeated_texts(texts: Mapping[str, str]) -> dict[str, str]:
    """Say which texts repeat an earlier one.

    Args:
        texts: id to text; "earlier" is the order of this mapping.

    Returns:
        id of each repeating text to the id of the first text of its group.
    """
    sketches = {name: sketch(text) for name, text in texts.items() if text.strip()}
    order = {name: at for at, name in enumerate(sketches)}
    holders: defaultdict[int, list[str]] = defaultdict(list)
    first: dict[str, str] = {}
    for name, hashes in sketches.items():
        shared = Counter(
            other for value in hashes for other in holders[value] if len(holders[value]) <= _COMMON
        )
        originals = [
            first.get(other, other)
            for other, count in shared.items()
            if count >= CONTAINMENT * min(len(hashes), len(sketches[other]))
            and _similar_length(len(hashes), len(sketches[other]))
        ]
        if originals:
            first[name] = min(originals, key=order.__getitem__)
        for value in hashes:
            holders[value].append(name)
    return first


def _similar_length(one: int, other: int) -> bool:
    # A short notice inside a long report is a quotation, not a mirror of the report.
    return min(one, other) >= max(one, other) / 4
