"""What stands between words: which differences there carry no meaning, and which do."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ascertain.evidence.selector import Difference
from ascertain.sources.anchoring.folding import (
    FOOTNOTE_MARK,
    INVISIBLE,
    VOWEL_POINTS,
    Folded,
    is_cjk,
)
from ascertain.sources.anchoring.prepared import PreparedText
from ascertain.sources.words import CRITICAL_WORDS

__all__ = ["Verdicts", "compare_same", "is_breaking", "is_word_cut", "missing_marks", "word_cuts"]

_BREAKING = re.compile(r"[\s,;:!?…—/()\[\]{}<>|\"“”„«»，。、；：！？（）【】《》「」·]|\.$|\.\s")
_APOSTROPHES = re.compile("['’‘ʼ＇′`]")
_HYPHEN_BREAK = re.compile(r"[-‐‑­¬]\s*\n\s*|­")
_FOLDED_MARKS = str.maketrans(
    {
        **dict.fromkeys("“”„‟«»＂″〝〞「」『』‹›'’‘‚ʼ＇′`", '"'),
        **dict.fromkeys("‐‑‒–—―−－﹣", "-"),
        "…": "...",
    }
)
_CONFUSED_BY_APOSTROPHE = frozenset(
    ("its", "were", "well", "ill", "shell", "hell", "id", "wed", "shed", "cant", "wont", "lets")
)
_HYPHEN = re.compile("[-‐‑]")
_PARTED_PREFIXES = frozenset(("re", "un", "in", "de", "dis"))
"""Prefixes that a hyphen keeps apart to make another word: re-signed and resigned."""

_WHOLE_WORDS_TOGETHER = frozenset(("cannot",))
_MAX_LISTED = 200
_LONGEST_WORD = 40


class Verdicts(NamedTuple):
    """Differences that do no harm, and those that do."""

    harmless: list[Difference]
    harmful: list[Difference]


@lru_cache(maxsize=4096)
def is_breaking(gap: str) -> bool:
    """Say whether what stands between two characters parts two words."""
    return bool(_BREAKING.search(_HYPHEN_BREAK.sub("", INVISIBLE.sub("", gap))))


def is_word_cut(folded: Folded, at: int) -> bool:
    """Say whether a word ends before the skeleton offset ``at`` or begins there."""
    skeleton = folded.skeleton
    if not 0 < at < len(skeleton) or is_cjk(skeleton[at]) or is_cjk(skeleton[at - 1]):
        return True
    return is_breaking(folded.gaps(at - 1, at + 1).get(at, ""))


def word_cuts(folded: Folded, low: int, high: int) -> list[int]:
    """Return the skeleton offsets where words begin, and ``high``; CJK characters are words."""
    skeleton = folded.skeleton
    gaps = folded.gaps(low, high)
    if skeleton[low:high].isascii() and skeleton.find(" ", low, high) < 0:
        return [low, *(at for at, gap in gaps.items() if is_breaking(gap)), high]
    inner = [
        at
        for at in range(low + 1, high)
        if _parts_itself(skeleton[at])
        or _parts_itself(skeleton[at - 1])
        or (at in gaps and is_breaking(gaps[at]))
    ]
    return [low, *inner, high]


def _parts_itself(character: str) -> bool:
    return character == " " or is_cjk(character)


def missing_marks(quote: str, source: str) -> list[Difference]:
    """Return reference marks and pictures that a quote has and its place in the text has not.

    Args:
        quote: the quote.
        source: the place, with what stands beside it up to the next words.
    """
    missing: list[Difference] = []
    rest = iter([_bare_mark(mark) for mark in FOOTNOTE_MARK.findall(source)])
    missing.extend(
        Difference(kind="footnote_mark", quote=mark)
        for mark in FOOTNOTE_MARK.findall(quote)
        if _bare_mark(mark) not in rest
    )
    others = iter(source)
    signs = [sign for sign in quote if not sign.isascii() and unicodedata.category(sign) == "So"]
    missing.extend(Difference(kind="symbol", quote=sign) for sign in signs if sign not in others)
    return missing


def compare_same(
    quote: Folded, low: int, high: int, prepared: PreparedText, source_low: int
) -> Verdicts:
    """Compare two stretches with the same skeleton, code point by code point.

    Args:
        quote: the folded quote.
        low: skeleton offset in the quote, in.
        high: skeleton offset in the quote, out.
        prepared: the text.
        source_low: skeleton offset in the text where the same skeleton begins.
    """
    source = prepared.folded
    verdicts = Verdicts([], [])
    shift = source_low - low
    if quote.surface(low, high) == source.surface(source_low, high + shift):
        return verdicts
    quote_gaps = quote.gaps(low, high)
    source_gaps = source.gaps(source_low, high + shift)
    places = sorted({*quote_gaps, *(at - shift for at in source_gaps)})
    for left, right in _pieces(low, high, places):
        _compare_forms(
            quote.surface(left, right), source.surface(left + shift, right + shift), verdicts
        )
    for at in places:
        pair = quote_gaps.get(at, ""), source_gaps.get(at + shift, "")
        if pair[0] != pair[1] and len(verdicts.harmless) < _MAX_LISTED:
            _compare_gaps(*pair, _Place(quote, at, low, high, prepared), verdicts)
    return verdicts


def _bare_mark(mark: str) -> str:
    return re.sub(r"[^\w,]", "", unicodedata.normalize("NFKC", mark))


class _Place(NamedTuple):
    quote: Folded
    at: int
    low: int
    high: int
    prepared: PreparedText

    def joins_cjk(self) -> bool:
        skeleton = self.quote.skeleton
        return is_cjk(skeleton[self.at - 1]) or is_cjk(skeleton[self.at])

    def words_around(self) -> tuple[str, str]:
        """Return the word before and the word after, by letters alone."""
        skeleton = self.quote.skeleton
        left, right = self.at - 1, self.at + 1
        first, last = (
            max(self.low, self.at - _LONGEST_WORD),
            min(self.high, self.at + _LONGEST_WORD),
        )
        gaps = self.quote.gaps(first, last)
        while left > first and not is_breaking(gaps.get(left, "")):
            left -= 1
        while right < last and not is_breaking(gaps.get(right, "")):
            right += 1
        return skeleton[left : self.at], skeleton[self.at : right]


def _pieces(low: int, high: int, places: list[int]) -> Iterator[tuple[int, int]]:
    for left, right in itertools.pairwise([low, *places, high]):
        if left < right:
            yield left, right


def _compare_forms(quote: str, source: str, verdicts: Verdicts) -> None:
    if quote == source or len(verdicts.harmless) >= _MAX_LISTED:
        return
    bare = INVISIBLE.sub("", quote), INVISIBLE.sub("", source)
    if bare[0] == bare[1]:
        kind = "invisible_character"
    elif _is_same_form(*bare):
        kind = "unicode_form"
    elif quote.casefold() == source.casefold():
        kind = "case"
    else:
        kind = "unicode_form"
    verdicts.harmless.append(Difference(kind=kind, quote=quote, source=source))


def _is_same_form(quote: str, source: str) -> bool:
    return unicodedata.normalize("NFKC", quote) == unicodedata.normalize("NFKC", source)


def _compare_gaps(quote: str, source: str, place: _Place, verdicts: Verdicts) -> None:
    difference = Difference(kind="punctuation", quote=quote, source=source)
    kind = _gap_kind(quote, source)
    if kind in ("white_space", "punctuation") and _misreads(quote, source, place):
        verdicts.harmful.append(difference.model_copy(update={"kind": "word_boundary"}))
        return
    verdicts.harmless.append(difference.model_copy(update={"kind": kind}))


def _gap_kind(quote: str, source: str) -> str:
    seen, stored = INVISIBLE.sub("", quote), INVISIBLE.sub("", source)
    if FOOTNOTE_MARK.search(source) and not FOOTNOTE_MARK.search(quote):
        kind = "footnote_mark"
    elif seen == stored:
        kind = "invisible_character"
    elif VOWEL_POINTS.sub("", seen) == VOWEL_POINTS.sub("", stored):
        kind = "vowel_point"
    elif _HYPHEN_BREAK.search(source) and not is_breaking(seen):
        kind = "line_break_hyphen"
    elif _spaced(seen) == _spaced(stored) or not (seen.strip() or stored.strip()):
        kind = "white_space"
    else:
        kind = _sign_kind(_spaced(seen), _spaced(stored))
    return kind


def _sign_kind(quote: str, source: str) -> str:
    folded = quote.translate(_FOLDED_MARKS)
    if folded != source.translate(_FOLDED_MARKS):
        return "punctuation"
    if "..." in folded:
        return "ellipsis"
    return "dash" if "-" in folded and '"' not in folded else "quotation_mark"


def _spaced(gap: str) -> str:
    return " ".join(gap.split()) or (" " if gap else "")


def _misreads(quote: str, source: str, place: _Place) -> bool:
    """Say whether joining or parting words here makes other words of them."""
    if place.joins_cjk():
        return False
    seen, stored = INVISIBLE.sub("", quote), INVISIBLE.sub("", source)
    parts = is_breaking(seen), is_breaking(stored)
    if not any(parts) and bool(_APOSTROPHES.search(seen)) != bool(_APOSTROPHES.search(stored)):
        return "".join(place.words_around()) in _CONFUSED_BY_APOSTROPHE
    if (
        not any(parts)
        and "\n" not in stored
        and bool(_HYPHEN.search(seen)) != bool(_HYPHEN.search(stored))
    ):
        before, after = place.words_around()
        return before in _PARTED_PREFIXES and before[-1] != after[:1]
    if parts[0] == parts[1] or "\n" in stored or seen.strip() or stored.strip():
        return False
    return _makes_other_words(*place.words_around(), place.prepared, joins=not parts[0])


def _makes_other_words(before: str, after: str, prepared: PreparedText, *, joins: bool) -> bool:
    """Ask the text: the word in one has to stand elsewhere, its two parts must not."""
    joined = before + after
    if joined in _WHOLE_WORDS_TOGETHER:
        return False
    words = prepared.vocabulary
    is_known = words[joined] > 1 and words[before] > 1 and words[after] > 1
    if before[-1:].isalpha() and after[:1].isalpha() and words[joined] <= (0 if joins else 1):
        return True
    return is_known or bool({before, after, joined} & CRITICAL_WORDS)
