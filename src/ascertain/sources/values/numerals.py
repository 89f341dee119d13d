"""Numerals in words: English and Chinese."""

from __future__ import annotations

import re

__all__ = [
    "ENGLISH_NUMERAL",
    "HAN_NUMERAL",
    "ORDINAL_WORDS",
    "english_value",
    "han_value",
    "scale_after",
]

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()

_SMALL = {word: value for value, word in enumerate(_ONES)} | {
    word: 20 + 10 * place for place, word in enumerate(_TENS)
}

_SCALE_WORDS: dict[str, float] = {
    "dozen": 12,
    "hundred": 1e2,
    "thousand": 1e3,
    "lakh": 1e5,
    "million": 1e6,
    "millions": 1e6,
    "crore": 1e7,
    "billion": 1e9,
    "milliard": 1e9,
    "milliards": 1e9,
    "trillion": 1e12,
    "mio": 1e6,
    "mrd": 1e9,
    "millionen": 1e6,
    "milliarden": 1e9,
    "millones": 1e6,
    "mn": 1e6,
    "mln": 1e6,
    "bn": 1e9,
    "tn": 1e12,
    "млн": 1e6,
    "млрд": 1e9,
    "十": 1e1,
    "百": 1e2,
    "千": 1e3,
    "万": 1e4,
    "百万": 1e6,
    "千万": 1e7,
    "亿": 1e8,
    "百亿": 1e10,
    "千亿": 1e11,
    "万亿": 1e12,
    "兆": 1e12,
}
"""Words that multiply the number before them."""

ORDINAL_WORDS: dict[str, int] = {
    word: value
    for value, word in enumerate(
        (
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
            "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
        ).split(),
        start=1,
    )
}

_WORD_ALTERNATIVES = "|".join(
    sorted(
        (*_SMALL, "hundred", "thousand", "million", "billion", "trillion", "dozen"), reverse=True
    )
)
ENGLISH_NUMERAL = re.compile(
    rf"\b(?:(?:a|an)[ -](?=hundred|thousand|million|billion|trillion|dozen))?"
    rf"(?:{_WORD_ALTERNATIVES})(?:[ -](?:and )?(?:{_WORD_ALTERNATIVES}))*\b",
    re.IGNORECASE,
)
"""A run of number words, such as ``twenty-one`` or ``a hundred and five thousand``."""

_SCALES = {"hundred", "thousand", "million", "billion", "trillion", "dozen"}


def english_value(numeral: str) -> float | None:
    """Return the value of English number words, or None for a run that is not one number.

    ``two three`` and ``twenty thirty`` are lists, not numbers.
    """
    total = current = 0.0
    last = 0.0
    words = re.split(r"[\s-]+", numeral.lower())
    if len(words) > _MOST_WORDS:
        return None
    for word in words:
        if word in {"a", "an"}:
            current = 1
        elif word in _SMALL:
            value = _SMALL[word]
            if last and not _joins(last, value):
                return None
            current += value
            last = value or 1
        elif word in _SCALES:
            scale = _SCALE_WORDS[word]
            if scale <= _HUNDRED:
                current = (current or 1) * scale
            else:
                total, current = total + (current or 1) * scale, 0
            last = scale
    return total + current


_HUNDRED = 100
_MOST_WORDS = 20
_MOST_SIGNS = 30


def _joins(last: float, value: float) -> bool:
    """Say whether a small number may follow: twenty one, hundred five, but not two three."""
    tens = {20, 30, 40, 50, 60, 70, 80, 90}
    return last >= _HUNDRED or (last in tens and value in range(1, 10))


_HAN_DIGITS = {
    char: value
    for value, chars in enumerate(
        ("零〇", "一壹", "二两贰兩", "三叁", "四肆", "五伍", "六陆", "七柒", "八捌", "九玖")
    )
    for char in chars
}
_HAN_PLACES = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_HAN_MYRIADS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}

HAN_NUMERAL = re.compile(r"[零〇一二两三四五六七八九十百千][零〇一二两三四五六七八九十百千万亿点]*")
"""A run of Chinese number signs; whether it is a number is for the caller to say."""


def han_value(numeral: str) -> float | None:
    """Return the value of Chinese number signs, or None for a run that is not one number.

    Both ways of writing are read: by place (三百二十万) and digit by digit (二〇二一).
    """
    if len(numeral) > _MOST_SIGNS:
        return None
    whole, point, decimals = numeral.partition("点")
    if point and not (decimals and all(char in _HAN_DIGITS for char in decimals.rstrip("万亿"))):
        return None
    if point:
        scale = decimals[len(decimals.rstrip("万亿")) :]
        digits = "".join(str(_HAN_DIGITS[char]) for char in decimals.rstrip("万亿"))
        head = han_value(whole)
        return None if head is None else float(f"{head:.0f}.{digits}") * _scale(scale)
    if all(char in _HAN_DIGITS for char in whole):
        return float("".join(str(_HAN_DIGITS[char]) for char in whole)) if whole else None
    return _placed(whole)


def _scale(signs: str) -> int:
    product = 1
    for sign in signs[:3]:
        product *= _HAN_MYRIADS[sign]
    return product


def _placed(numeral: str) -> float | None:
    total = section = digit = 0
    for char in numeral:
        if char in _HAN_DIGITS:
            if digit:
                return None
            digit = _HAN_DIGITS[char]
        elif char in _HAN_PLACES:
            section += (digit or 1) * _HAN_PLACES[char]
            digit = 0
        else:
            scale = _HAN_MYRIADS[char]
            total = (
                (total + section + digit) * scale
                if scale > 10**4
                else total + (section + digit) * scale
            )
            section = digit = 0
    return float(total + section + digit * _spoken_place(numeral))


def _spoken_place(numeral: str) -> int:
    """Return the place of a last digit that is spoken without one: 三万五 is 35,000."""
    before = numeral[-2:-1]
    place = _HAN_PLACES.get(before, _HAN_MYRIADS.get(before, 1))
    return place // 10 if place >= _HUNDRED else 1


_SCALE_AFTER = re.compile(
    r"[ \u00a0-]?(hundred|thousand|lakh|million|crore|billion|milliards?|trillion|dozen|millions"
    r"|Mio|Mrd|Millionen|Milliarden|millones|mn|mln|bn|tn|млн|млрд"
    r"|百万|千万|百亿|千亿|万亿|[十百千万亿兆])(?![A-Za-z])",
    re.IGNORECASE,
)
_MONEY_SCALE = re.compile(r"([kKmMbBtT])\b")
_MONEY_SCALES = {"k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12}


def scale_after(text: str, end: int, *, money: bool) -> tuple[int, float]:
    """Read the scale words right after a number.

    Args:
        text: the text.
        end: code point after the number.
        money: whether a currency stands before it, so that ``m`` is a million, not a metre.

    Returns:
        The code point after them, and what they multiply the number by.
    """
    scale = 1.0
    for _ in range(2):
        match = _SCALE_AFTER.match(text, end)
        if match is None:
            break
        word = match[1]
        scale *= _SCALE_WORDS[word.lower()]
        end = match.end()
        if word in {"Mio", "Mrd"} and text[end : end + 1] == ".":
            end += 1
    if scale == 1 and money:
        letter = _MONEY_SCALE.match(text, end)
        if letter:
            return letter.end(), _MONEY_SCALES[letter[1].lower()]
    return end, scale
