"""The two ends of a quote: whole words, whole numbers, and the signs beside them."""

from __future__ import annotations

import re
import unicodedata

from ascertain.sources.anchoring.folding import INVISIBLE, VOWEL_POINTS, is_cjk
from ascertain.sources.anchoring.signs import OPERATORS, SCALE
from ascertain.sources.words import CHINESE_NEGATIONS, CHINESE_NUMERALS, NEGATIVE_PREFIXES

__all__ = ["outer_faults", "trimmed", "with_outer_signs"]

_LOOK = 16
_BEFORE_NUMBER = re.compile(
    r"(?:\d[.,:/'’^]|\d\s?[-‐‑–—−~～]\s?|(?:^|[\s(\[$€£¥])[-‐‑‒–−－﹣⁻➖]|(?<!\d)\s—"
    r"|[^\W\d_]\s[-‐‑−]\s)$|\d$"
)

_AFTER_NUMBER = re.compile(
    r"^(?:[.,:/'’^]?\d|\s?[-‐‑–—−~～]\s?\d|\s?[%％‰°]|[⁰²³⁴-⁹₀-₉⁺⁻]|¹|\s?"
    r"(?:hundred|thousand|million|billion|trillion|dozen|per ?cent|bn|mn|[百千万亿萬億]))",
    re.IGNORECASE,
)
_OPERATOR_BEFORE = re.compile(rf"(?:[{re.escape(OPERATORS)}](?<!\n>)\s?[$€£¥]?|¬)$")
_OPERATOR_AFTER = re.compile(
    r"^\s?[±×÷≤≥≠≈<>=](?!\w{1,12}>)|^[+−](?=[\s.,;:)]|$)|^\s?[→∈∉]|^[₀-₉⁺⁻]"
)
_CHARGED = re.compile(r"(?:^|[^\w])(?:[A-Z]|AB|[A-Z][a-z]?\d?)$")
_CHARGE = re.compile(r"^[-‐‑–−⁻+⁺](?=[\s.,;:)]|$)(?![-‐‑]\n)")
_LOSS = re.compile(rf"^\d[\d.,]*\)\s?{SCALE}|^\d+(?:[.,]\d+)+\)", re.IGNORECASE)
_LOSS_OPEN = re.compile(r"\([$€£¥]?\s?(\d[\d.,]*)$")
_LOSS_BEFORE = re.compile(r"\(\s?[$€£¥]?$")
_LOSS_AFTER = re.compile(rf"^\)\s?{SCALE}", re.IGNORECASE)
_ASKS = re.compile(
    r"^[\s\"'”’»」』)）]{0,3}[?？؟]|^か(?=[。、？?！!\s」』]|$)|^[吗嗎呢](?=[。？?！!\s”」』]|$)"
)
_SPACED_THOUSANDS = re.compile(r"^[ \u00a0\u202f]\d{3}(?!\d)")
_SHORT_NUMBER = re.compile(r"(?<![\d.,])\d{1,3}$")
_CJK_PART_BEFORE = re.compile(r"(?:[〇零一二三四五六七八九十百千万亿萬億两兩]点|分之|\d)$")
_CJK_PART_AFTER = re.compile(r"^(?:[点.][〇零一二三四五六七八九\d]|分之|[多余餘](?!\w{0,1}的)|\d)")
_CLOSERS = "\"'”’»」』)）"
_PREFIX = re.compile(r"([^\W\d_]{1,7})[-‐‑­](?:\s*\n\s*)?$")
_CONTRACTION = re.compile(r"^['’]t\b", re.IGNORECASE)
_QUESTION = "?？؟"
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
    if _cuts_number(text, start, end, before, after):
        faults.append("cut_number")
    if _cuts_sign(text, start, end, before, after):
        faults.append("cut_sign")
    if _asks_otherwise(quote, last, after):
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


def _cuts_number(text: str, start: int, end: int, before: str, after: str) -> bool:
    first, last = text[start], text[end - 1]
    digits = text[start : start + 4]
    if first.isdigit() and _BEFORE_NUMBER.search(before):
        return True
    if first.isdigit() and _spaced_before(before, digits):
        return True
    if last.isdigit() and (
        _AFTER_NUMBER.match(after)
        or (
            _SPACED_THOUSANDS.match(after)
            and _SHORT_NUMBER.search(text[max(start, end - _LOOK) : end])
        )
    ):
        return True
    return _cuts_numeral(first, last, before.rstrip("\n"), after.lstrip("\n"))


def _spaced_before(before: str, digits: str) -> bool:
    return bool(
        len(before) > 1
        and _SPACED_THOUSANDS.match(before[-1] + digits)
        and _SHORT_NUMBER.search(before[:-1])
    )


def _cuts_numeral(first: str, last: str, before: str, after: str) -> bool:
    """Say whether one of the Chinese numerals of a number stands outside."""
    if first in CHINESE_NUMERALS and (
        before[-1:] in CHINESE_NUMERALS or _CJK_PART_BEFORE.search(before)
    ):
        return True
    return last in CHINESE_NUMERALS and bool(
        after[:1] in CHINESE_NUMERALS or _CJK_PART_AFTER.match(after)
    )


def _cuts_sign(text: str, start: int, end: int, before: str, after: str) -> bool:
    """Say whether a sign that belongs to the first or last number or group stands outside."""
    first, last = text[start], text[end - 1]
    if first.isdigit() or first in "$€£¥":
        if _OPERATOR_BEFORE.search(before) or (
            text[start - 1 : start] == "\u00ad" and not text[max(0, start - 2) : start - 1].strip()
        ):
            return True
        if _LOSS_BEFORE.search(before) and _LOSS.match(text[start : start + 2 * _LOOK]):
            return True
    if before.endswith("¬") or (
        last.isdigit() and (_OPERATOR_AFTER.match(after) or _LOSS_AFTER.match(after))
    ):
        return True
    opened = _LOSS_OPEN.search(text[max(start, end - _LOOK) : end]) if after[:1] == ")" else None
    if opened and _LOSS.match(opened.group(1) + after):
        return True
    group = _CHARGED.search(text[max(start - 1, end - 4, 0) : end])
    return bool(group and _CHARGE.match(after)) and text[end + 1 : end + 2] != "\n"


def _asks_otherwise(quote: str, last: str, after: str) -> bool:
    """Say whether only one of a quote and its place ends as a question."""
    if last in _QUESTION:
        return False
    mark = quote.rstrip(_CLOSERS)[-1:]
    if mark and mark in _QUESTION:
        return after.lstrip(_CLOSERS + " \u00a0")[:1] not in {*_QUESTION}
    return last.isalnum() and bool(_ASKS.match(after))


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
