"""What stands between words: which differences there carry no meaning, and which do."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from ascertain.evidence.selector import Difference
from ascertain.sources.anchoring.folding import FOOTNOTE_MARK, INVISIBLE, Folded, is_cjk
from ascertain.sources.anchoring.prepared import PreparedText
from ascertain.sources.words import CRITICAL_WORDS

__all__ = ["Verdicts", "compare_same", "is_breaking", "is_word_cut", "word_cuts"]

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
_WHOLE_WORDS_TOGETHER = frozenset(("cannot",))
_MAX_LISTED = 200


class Verdicts(NamedTuple):
    """Differences that do no harm, and those that do."""

    harmless: list[Difference]
    harmful: list[Difference]


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
    cuts = [low]
    for at in range(low + 1, high):
        if (at in gaps and is_breaking(gaps[at])) or is_cjk(skeleton[at]) or is_cjk(
            skeleton[at - 1]
        ):
            cuts.append(at)
    cuts.append(high)
    return cuts


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
        skeleton, gaps = self.quote.skeleton, self.quote.gaps(self.low, self.high)
        left, right = self.at - 1, self.at + 1
        while left > self.low and not is_breaking(gaps.get(left, "")):
            left -= 1
        while right < self.high and not is_breaking(gaps.get(right, "")):
            right += 1
        return skeleton[left : self.at], skeleton[self.at : right]


def _pieces(low: int, high: int, places: list[int]) -> Iterator[tuple[int, int]]:
    edges = [low, *places, high]
    for left, right in zip(edges, edges[1:], strict=False):
        if left < right:
            yield left, right


def _compare_forms(quote: str, source: str, verdicts: Verdicts) -> None:
    if quote == source or len(verdicts.harmless) >= _MAX_LISTED:
        return
    bare = INVISIBLE.sub("", source)
    if INVISIBLE.sub("", quote) == bare:
        kind = "invisible_character"
    elif quote.casefold() == source.casefold():
        kind = "case"
    else:
        kind = "unicode_form"
    verdicts.harmless.append(Difference(kind=kind, quote=quote, source=source))


def _compare_gaps(quote: str, source: str, place: _Place, verdicts: Verdicts) -> None:
    difference = Difference(kind="punctuation", quote=quote, source=source)
    marks = FOOTNOTE_MARK.findall(quote)
    rest = iter(FOOTNOTE_MARK.findall(source))
    if not all(mark in rest for mark in marks):
        verdicts.harmful.append(difference.model_copy(update={"kind": "footnote_mark"}))
        return
    signs = [c for c in quote if unicodedata.category(c) == "So"]
    others = iter(source)
    if not all(sign in others for sign in signs):
        verdicts.harmful.append(difference.model_copy(update={"kind": "symbol"}))
        return
    kind = _gap_kind(quote, source)
    if kind in ("white_space", "punctuation") and _misreads(quote, source, place):
        verdicts.harmful.append(difference.model_copy(update={"kind": "word_boundary"}))
        return
    verdicts.harmless.append(difference.model_copy(update={"kind": kind}))


def _gap_kind(quote: str, source: str) -> str:
    if FOOTNOTE_MARK.search(source) and not FOOTNOTE_MARK.search(quote):
        return "footnote_mark"
    seen, stored = INVISIBLE.sub("", quote), INVISIBLE.sub("", source)
    if seen == stored:
        return "invisible_character"
    if _HYPHEN_BREAK.search(source) and not is_breaking(seen):
        return "line_break_hyphen"
    if _spaced(seen) == _spaced(stored):
        return "white_space"
    folded = _spaced(seen).translate(_FOLDED_MARKS), _spaced(stored).translate(_FOLDED_MARKS)
    if folded[0] == folded[1]:
        is_dash = "-" in folded[0] and '"' not in folded[0]
        return "dash" if is_dash else "ellipsis" if "..." in folded[0] else "quotation_mark"
    if not seen.strip() and not stored.strip():
        return "white_space"
    return "punctuation"


def _spaced(gap: str) -> str:
    return " ".join(gap.split()) or (" " if gap else "")


def _misreads(quote: str, source: str, place: _Place) -> bool:
    """Say whether joining or parting words here makes other words of them."""
    if place.joins_cjk():
        return False
    seen, stored = INVISIBLE.sub("", quote), INVISIBLE.sub("", source)
    if bool(_APOSTROPHES.search(seen)) != bool(_APOSTROPHES.search(stored)):
        joined = "".join(place.words_around())
        if joined in _CONFUSED_BY_APOSTROPHE and not (is_breaking(seen) or is_breaking(stored)):
            return True
    if is_breaking(seen) == is_breaking(stored) or "\n" in stored:
        return False
    if seen.strip() or stored.strip():
        return False
    before, after = place.words_around()
    joined = before + after
    if joined in _WHOLE_WORDS_TOGETHER:
        return False
    if {before, after, joined} & CRITICAL_WORDS:
        return True
    words = place.prepared.vocabulary
    return words[joined] > 1 and words[before] > 1 and words[after] > 1
