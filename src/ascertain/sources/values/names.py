"""Name-like word sequences, by their capitals, in scripts that have capitals."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["NameMention", "find_names", "name_words"]


class NameMention(NamedTuple):
    """A sequence of capitalised words.

    Attributes:
        start: first code point.
        end: code point after the last.
        words: its capitalised words and initials, case-folded, possessives and stops taken off.
    """

    start: int
    end: int
    words: tuple[str, ...]


_LETTER = r"[^\W_\u2e80-\u9fff\uac00-\ud7af]"
_WORD = re.compile(rf"{_LETTER}+(?:[.&'’‑-]{_LETTER}+)*\.?")
_PARTICLES = frozenset(
    "of de la le du des van von der den di da del della dos bin ibn al el ben y & the for".split()
)
_SENTENCE_END = re.compile(r"[.!?:;。！？：；\n\"“”«»‘—–•(]\s*[\"“‘'(\[]*\s*$")
_NOT_NAMES = frozenset(
    (
        "i a an the this that these those he she it they we you his her its their our my your and "
        "or but if in on at by for from to of as with after before since when while where who what "
        "how why which there here not no yes is are was were be been has have had do does did will "
        "would can could may might must shall should so then than also however although though "
        "because according during some many most all each every both one two three four five six "
        "seven eight nine ten first second third new more mr mrs ms dr prof sir st mr. mrs. ms. "
        "dr. prof. st. "
        "january february march april may june july august september october november december "
        "jan feb mar apr jun jul aug sept sep oct nov dec monday tuesday wednesday thursday friday "
        "saturday sunday ad bc bce ce am pm us$"
    ).split()
)
_POSSESSIVE = re.compile(r"['’]s?$")
_HEADLINE = 5
"""Words from which a text is long enough to be told for a headline."""

_MOSTLY = 0.7
_SMALL_WORDS = frozenset("a an the of in on at by for from to with as and or but is are".split())
"""Words that stay small in headlines."""

_ABBREVIATION = 3
"""Letters with their stop up to which a word such as ``Mr.`` does not end a sentence."""

_LOOK_BACK = 8


def find_names(text: str) -> list[NameMention]:
    """Find the name-like sequences of a text, in order.

    A capital at the beginning of a sentence makes no name by itself. A text whose words are
    mostly capitalised (a headline) has no names that could be told from other words.

    Args:
        text: any text; time is proportional to its length.

    Returns:
        Mentions that do not overlap. Scripts without capitals give only what stands in
        their Latin words.
    """
    words = [match for match in _WORD.finditer(text) if match[0][0].isalpha()]
    if len(words) >= _HEADLINE and _is_headline([match[0] for match in words]):
        return []
    found: list[NameMention] = []
    run: list[re.Match[str]] = []
    for match in words:
        if run and not _continues(text, run[-1], match):
            _close(text, run, found)
            run = []
        if _is_capital(match[0]) or (run and match[0] in _PARTICLES):
            run.append(match)
        elif run:
            _close(text, run, found)
            run = []
    _close(text, run, found)
    return found


def _is_headline(words: list[str]) -> bool:
    """Say whether most words have a capital and only small ones have none."""
    capitals = sum(word[0].isupper() for word in words)
    small = sum(word in _SMALL_WORDS for word in words)
    return capitals > _MOSTLY * len(words) and capitals + small == len(words)


def name_words(words: str) -> list[str]:
    """Return the words of a string, case-folded, without possessives and stops."""
    return [_plain(match[0]) for match in _WORD.finditer(words)]


def _plain(word: str) -> str:
    word = _POSSESSIVE.sub("", word.casefold())
    return word.rstrip(".") if not word[:-1].count(".") else word.replace(".", "")


def _is_capital(word: str) -> bool:
    return word[0].isupper() or any(char.isupper() for char in word[1:])


def _continues(text: str, last: re.Match[str], match: re.Match[str]) -> bool:
    between = text[last.end() : match.start()]
    if between not in {" ", "\u00a0", " & ", "  "}:
        return False
    word = last[0]
    return not word.endswith(".") or len(word) <= _ABBREVIATION or "." in word[:-1]


def _close(text: str, run: list[re.Match[str]], found: list[NameMention]) -> None:
    """Turn a run of words into a mention, if it is one."""
    first, last = 0, len(run)
    while last and not _names(run[last - 1][0]):
        last -= 1
    while first < last and not _names(run[first][0]):
        first += 1
    run = run[first:last]
    if not run:
        return
    alone = len(run) == 1 and first == 0 and _opens_sentence(text, run[0].start())
    if alone and not _unusual(run[0][0]) and not _among_han(text, run[0]):
        return
    words = tuple(_plain(match[0]) for match in run if _names(match[0]))
    if any(len(word) > 1 for word in words):
        end = run[-1].end() - run[-1][0].endswith(".")
        found.append(NameMention(run[0].start(), end, words))


def _names(word: str) -> bool:
    return word not in _PARTICLES and _plain(word) not in _NOT_NAMES


def _unusual(word: str) -> bool:
    """Say whether capitals or digits stand where an ordinary first word has none."""
    return any(char.isupper() or char.isdigit() for char in word[1:])


def _among_han(text: str, word: re.Match[str]) -> bool:
    """Say whether a Latin word stands beside Chinese or Japanese signs."""
    beside = text[word.end() : word.end() + 1] + text[max(0, word.start() - 1) : word.start()]
    return any("\u3040" <= char <= "\u9fff" for char in beside)


def _opens_sentence(text: str, start: int) -> bool:
    before = text[max(0, start - _LOOK_BACK) : start]
    return start == len(before) - len(before.lstrip()) or bool(_SENTENCE_END.search(before))
