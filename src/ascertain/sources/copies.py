"""Where a copy says something else than what it copies: a number, a date, a name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

from ascertain.sources.sentences import sentence_spans
from ascertain.sources.values.names import find_names

__all__ = ["CopyDifference", "copy_differences", "differing_pairs"]

_MAX_TEXT = 200_000
_MAX_SENTENCE = 600
_FEWEST_WORDS = 5
_MOST = 5
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_WORD = re.compile(r"[\u3400-\u9fff]|[^\W\d_]+")


class CopyDifference(NamedTuple):
    """Two sentences of the same words that differ in a value.

    Attributes:
        copy: the sentence in the text that repeats the other; ``original`` the other's.
    """

    copy: str
    original: str


class _Sentence(NamedTuple):
    text: str
    numbers: tuple[str, ...]
    names: tuple[str, ...]


def copy_differences(
    copy: str, original: str, language: str | None = None
) -> tuple[CopyDifference, ...]:
    """Find sentences of two texts that are the same but for numbers, dates or names.

    Args:
        copy: a text that repeats another.
        original: the other.
        language: BCP 47 primary tag for sentence rules, or None.

    Returns:
        Five at most, in the order of the copy. Time is proportional to the texts' lengths;
        of each, 200,000 characters are looked at.
    """
    known: dict[str, list[_Sentence]] = {}
    for key, sentence in _sentences(original, language):
        known.setdefault(key, []).append(sentence)
    found: list[CopyDifference] = []
    for key, sentence in _sentences(copy, language):
        alike = known.get(key, [])
        if alike and all(_differs(sentence, other) for other in alike):
            found.append(CopyDifference(sentence.text, alike[0].text))
        if len(found) == _MOST:
            break
    return tuple(found)


def _differs(one: _Sentence, other: _Sentence) -> bool:
    return one.numbers != other.numbers or one.names != other.names


def _sentences(text: str, language: str | None) -> list[tuple[str, _Sentence]]:
    """Return each sentence under its words without numbers and names."""
    found: list[tuple[str, _Sentence]] = []
    shown = text[:_MAX_TEXT]
    for start, end in sentence_spans(shown, language):
        sentence = " ".join(shown[start:end].split())
        if len(sentence) > _MAX_SENTENCE:
            continue
        folded = unicodedata.normalize("NFKC", sentence)
        names = [name for mention in find_names(folded) for name in mention.words]
        words = _WORD.findall(folded.casefold())
        kept = [word for word in words if word not in names]
        # The place of a name is kept, so that only another name in the same place differs.
        key = " ".join("#" if word in names else word for word in words)
        key = re.sub(r"#(?: #)*", "#", key)
        if len(kept) >= _FEWEST_WORDS:
            numbers = tuple(_NUMBER.findall(folded))
            found.append((key, _Sentence(sentence, numbers, tuple(names))))
    return found


def differing_pairs(
    texts: Mapping[str, str], repeats: Mapping[str, str]
) -> dict[str, tuple[CopyDifference, ...]]:
    """Return what copies say otherwise.

    Args:
        texts: source id to text.
        repeats: source id to the id of the source whose text it repeats.
    """
    found = {
        name: copy_differences(texts.get(name, ""), texts.get(first, ""))
        for name, first in repeats.items()
        if name != first
    }
    return {name: differences for name, differences in found.items() if differences}
