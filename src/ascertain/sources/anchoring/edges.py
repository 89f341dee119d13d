"""The two ends of a quote: whole words, whole numbers, and the signs beside them."""

from __future__ import annotations

import re
import unicodedata

from ascertain.sources.anchoring.folding import INVISIBLE, VOWEL_POINTS, is_cjk
from ascertain.sources.words import CHINESE_NEGATIONS, NEGATIVE_PREFIXES

__all__ = ["outer_faults", "trimmed", "with_outer_signs"]

_LOOK = 16
_BEFORE_NUMBER = re.compile(r"(?:\d[.,:/'’^]|\d\s?[-‐‑–—−~～]\s?|(?:^|[\s(\[$€£¥])[-–−－])$|\d$")
_AFTER_NUMBER = re.compile(
    r"^(?:[.,:/'’^]?\d|\s?[-‐‑–—−~～]\s?\d|\s?[%％‰°]|[⁰²³⁴-⁹]|¹|\s?"
    r"(?:hundred|thousand|million|billion|trillion|dozen|per ?cent|bn|mn|[千万亿萬億]))",
    re.IGNORECASE,
)
_PREFIX = re.compile(r"([^\W\d_]{1,7})[-‐‑­](?:\s*\n\s*)?$")
_CONTRACTION = re.compile(r"^['’]t\b", re.IGNORECASE)
_QUESTION = "?？؟"
_STOPS = ".。!！"
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("“”„‟«»＂″〝〞「」『』‹›'’‘‚ʼ＇′`", '"'),
        **dict.fromkeys("‐‑‒–—―−－﹣", "-"),
        "，": ",",
        "。": ".",
        "！": "!",
        "？": "?",
        "：": ":",
        "；": ";",
        "（": "(",
        "）": ")",
        "．": ".",
    }
)


def trimmed(quote: str) -> str:
    """Return a quote without blanks and invisible characters at its ends."""
    left, right = 0, len(quote)
    while left < right and _is_blank(quote[left]):
        left += 1
    while right > left and _is_blank(quote[right - 1]):
        right -= 1
    return quote[left:right]


def outer_faults(quote: str, text: str, start: int, end: int) -> list[str]:
    """Say how a place cuts a word or a number in two, or changes what the end says.

    Args:
        quote: without blanks at its ends.
        text: the text.
        start: first code point of the place, in.
        end: last code point of the place, out.
    """
    before = INVISIBLE.sub("", text[max(0, start - _LOOK) : start])
    after = INVISIBLE.sub("", text[end : end + _LOOK])
    faults: list[str] = []
    first, last = text[start], text[end - 1]
    if _cuts_left(before, first) or _cuts_right(last, after, text[end : end + 1]):
        faults.append("cut_word")
    if (first.isdigit() and _BEFORE_NUMBER.search(before)) or (
        last.isdigit() and _AFTER_NUMBER.match(after)
    ):
        faults.append("cut_number")
    if quote[-1] in _STOPS and after[:1] and after[0] in _QUESTION:
        faults.append("question")
    return faults


def with_outer_signs(head: str, tail: str, text: str, start: int, end: int) -> tuple[int, int]:
    """Widen a place by the signs that the quote has at its ends, where the text has them too.

    Args:
        head: what the quote has before its first word.
        tail: what the quote has after its last word.
        text: the text.
        start: first code point of the place, in.
        end: last code point of the place, out.
    """
    while end < len(text) and VOWEL_POINTS.match(text[end]):
        end += 1
    first, last = start, end
    while head and first > 0 and _alike(head[-1], text[first - 1]):
        head = head[:-1]
        first -= 1
    while tail and last < len(text) and _alike(tail[0], text[last]):
        tail = tail[1:]
        last += 1
    while first < start and text[first].isspace():
        first += 1
    while last > end and text[last - 1].isspace():
        last -= 1
    return first, last


def _cuts_left(before: str, first: str) -> bool:
    if not before or not _is_letter(first):
        return False
    last = before[-1]
    if is_cjk(first):
        return last in CHINESE_NEGATIONS
    if is_cjk(last):
        return False
    if _is_letter(last) or unicodedata.category(last)[0] == "M":
        return True
    prefix = _PREFIX.search(before)
    return bool(prefix) and prefix.group(1).casefold() in NEGATIVE_PREFIXES


def _cuts_right(last: str, after: str, raw: str) -> bool:
    if raw and unicodedata.category(raw)[0] == "M" and not VOWEL_POINTS.match(raw):
        return True
    if not after or not _is_letter(last):
        return False
    if is_cjk(last) or is_cjk(after[0]):
        return False
    return _is_letter(after[0]) or bool(_CONTRACTION.match(after))


def _is_letter(character: str) -> bool:
    return character.isalnum() and character not in "⁰¹²³⁴⁵⁶⁷⁸⁹"


def _is_blank(character: str) -> bool:
    return character.isspace() or bool(INVISIBLE.match(character))


def _alike(one: str, other: str) -> bool:
    return one.translate(_SIGNS) == other.translate(_SIGNS) or (one.isspace() and other.isspace())
