"""One character for each character, so that places in the folded text are those in the text."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = ["fold", "is_han", "script_of", "stem_of", "words_of"]

_WORD = re.compile(r"[^\W\d_]+")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_STEM = 6
"""Letters by which words of one field mostly agree: glaciology, glaciologist."""


@lru_cache(maxsize=8192)
def _one(char: str) -> str:
    for part in unicodedata.normalize("NFKD", char):
        if not unicodedata.combining(part):
            return part.lower()[:1] or part
    return char


def fold(text: str) -> str:
    """Return the text in lower case without accents; as many code points as before."""
    return text.lower() if text.isascii() else "".join(map(_one, text))


def is_han(text: str) -> bool:
    """Whether a name is written in Chinese characters."""
    return bool(_HAN.search(text))


def script_of(text: str) -> str:
    """Return the script of the first letter, such as ``LATIN``; empty where there is none."""
    for char in text[:100]:
        if char.isalpha():
            return unicodedata.name(char, "").split(" ", 1)[0]
    return ""


def words_of(folded: str) -> list[str]:
    """Return the words of a folded text."""
    return _WORD.findall(folded)


def stem_of(word: str) -> str:
    """Return what words of one field share, such as ``glacio``."""
    return word[:_STEM]
