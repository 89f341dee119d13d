"""What a writer may do to a quote and mark: leave words out (…) and put words in [brackets]."""

from __future__ import annotations

import re
from typing import NamedTuple

from ascertain.sources.anchoring.folding import FOOTNOTE_MARK, fold, is_cjk
from ascertain.sources.words import (
    CHINESE_DIRECTIONS,
    CHINESE_MODALS,
    CHINESE_NEGATIONS,
    CHINESE_NUMERALS,
    CHINESE_QUANTIFIERS,
    CHINESE_REVERSALS,
    CRITICAL_WORDS,
    NEGATIONS,
    POINTING_WORDS,
    REVERSALS,
)

__all__ = [
    "LONGEST_GAP",
    "Insertion",
    "insertion_fault",
    "omission_fault",
    "split_omissions",
    "without_insertions",
]

LONGEST_GAP = 400
"""Code points an ellipsis may stand for; half of it in scripts without blanks."""

_OMISSION = re.compile(
    r"[\[(（［]\s?(?:…+|⋯+|\.\s?\.\s?\.)\s?[\])）］]|[…⋯]+|(?<!\.)\.{3,6}(?!\.)|\.\s\.\s\.(?:\s\.)?"
    r"|。{3,6}"
)
_INSERTION = re.compile(r"[\[［]([^\[\]［］]{0,80})[\]］]")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_CLAUSE_END = re.compile(r"[,;:—–()，；：（）、.!?。！？\n]+")
_SENTENCE_END = re.compile(r"[.!?][\"'”’)]*\s+(?=[\"'“‘(]?[A-Z0-9])|[。！？]|\n\s*\n")
_PARAGRAPH = re.compile(r"\n\s*\n")
_CONTRACTED = re.compile(r"n['’]t\b", re.IGNORECASE)
_ENDINGS = ("s", "es", "ed", "d", "ing", "'s", "’s")
_MOST_SENTENCES = 2
_LONGEST_CROSSING = 60
"""Code points an ellipsis may stand for if it ends in the midst of another sentence."""
_MOST_INSERTED_WORDS = 4
_MOST_INSERTED_CJK = 8
_CJK_POINTERS = (
    "该",
    "該",
    "这",
    "這",
    "那",
    "此",
    "本",
    "其",
    "他",
    "她",
    "它",
    "我",
    "公司",
    "政府",
    "作者",
    "编者",
)
_CRITICAL_CJK = (
    CHINESE_NEGATIONS | CHINESE_NUMERALS | CHINESE_QUANTIFIERS | CHINESE_MODALS | CHINESE_DIRECTIONS
)
_SAFE_CJK = frozenset("该該他她多")


class Insertion(NamedTuple):
    """Bracketed words taken out of a quote, and the code point where they stood."""

    at: int
    content: str


def split_omissions(quote: str) -> list[str]:
    """Split a quote at its ellipses; parts without letters or digits are left out."""
    parts = _OMISSION.split(quote)
    return [part for part in parts if any(c.isalnum() for c in part)]


def without_insertions(quote: str) -> tuple[str, list[Insertion]]:
    """Take the bracketed words out of a quote, reference marks and ellipses excepted."""
    kept: list[str] = []
    taken: list[Insertion] = []
    length = at = 0
    for match in _INSERTION.finditer(quote):
        is_mark = FOOTNOTE_MARK.fullmatch(match.group()) or _OMISSION.fullmatch(match.group())
        if is_mark or not any(c.isalnum() for c in match.group(1)):
            continue
        kept.append(quote[at : match.start()])
        length += match.start() - at
        at = match.end()
        taken.append(Insertion(length, match.group(1)))
    kept.append(quote[at:])
    return "".join(kept), taken


def insertion_fault(insertion: Insertion, quote: str) -> str:
    """Say what forbids bracketed words that the source does not have, or nothing.

    Args:
        insertion: the words and their place.
        quote: the quote without its insertions.
    """
    content = insertion.content
    if any(c.isdigit() or c.isnumeric() for c in content):
        return "number"
    if any(is_cjk(c) for c in content):
        return _cjk_fault(content)
    if _is_attached(insertion, quote):
        return "" if content in _ENDINGS else "word"
    words = _WORD.findall(content)
    if len(words) > _MOST_INSERTED_WORDS:
        return "too_long"
    if content.strip().endswith(("-", "‐", "‑")):
        return "negation"
    faults = (_word_fault(word) for word in words)
    return next((fault for fault in faults if fault), "")


def _word_fault(word: str) -> str:
    folded = fold(word).skeleton
    fault = ""
    if folded in POINTING_WORDS:
        fault = ""
    elif folded in NEGATIONS or _CONTRACTED.search(word):
        fault = "negation"
    elif folded in CRITICAL_WORDS:
        fault = "meaning_word"
    elif word[0].isupper():
        fault = "name"
    elif not word[0].islower():
        fault = "word"
    return fault


def omission_fault(gap: str) -> str:
    """Say what forbids to leave out ``gap`` between two parts of a quote, or nothing."""
    dense = sum(is_cjk(c) for c in gap)
    if len(gap) + dense > LONGEST_GAP or _PARAGRAPH.search(gap.strip()):
        return "gap_too_long"
    sentences = _SENTENCE_END.split(gap)
    if len(sentences) - 1 > _MOST_SENTENCES:
        return "gap_too_long"
    if len(sentences) > 1 and sentences[-1].strip() and len(gap) + dense > _LONGEST_CROSSING:
        return "gap_splices"
    edges = (_CLAUSE_END.split(gap)[0], _CLAUSE_END.split(gap)[-1])
    if any(_turns_round(edge) for edge in edges):
        return "gap_reverses"
    return "gap_reverses" if any(_denies(sentence) for sentence in sentences[1:-1]) else ""


def _is_attached(insertion: Insertion, quote: str) -> bool:
    before, after = quote[: insertion.at][-1:], quote[insertion.at :][:1]
    return any(c.isalnum() and not is_cjk(c) for c in (before, after) if c)


def _cjk_fault(content: str) -> str:
    bare = content.strip()
    if len(bare) > _MOST_INSERTED_CJK:
        return "too_long"
    if not bare.startswith(_CJK_POINTERS):
        return "name"
    return "meaning_word" if {*bare} & (_CRITICAL_CJK - _SAFE_CJK) else ""


def _turns_round(clause: str) -> bool:
    words = {fold(word).skeleton for word in _WORD.findall(clause)}
    if words & (NEGATIONS | REVERSALS) or any(
        word.endswith("nt") and "'" in word for word in words
    ):
        return True
    return any(c in clause for c in CHINESE_NEGATIONS) or _denies_cjk(clause)


def _denies(sentence: str) -> bool:
    words = {fold(word).skeleton for word in _WORD.findall(sentence)}
    return bool(words & REVERSALS) or _denies_cjk(sentence)


def _denies_cjk(clause: str) -> bool:
    return any(word in clause for word in CHINESE_REVERSALS)
