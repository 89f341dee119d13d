"""Changes that carry no meaning: what pages, scanners and typists do to a text or a quote."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from quote_texts import Passage

__all__ = ["HARMLESS", "Damaged", "footnoted", "pdf_like", "scanned", "unharmed"]


class Damaged(NamedTuple):
    """A text after damage, and where each code point of the text before it begins now."""

    text: str
    moved: list[int]

    def place(self, passage: Passage) -> Passage:
        return Passage(self.moved[passage.start], self.moved[passage.end - 1] + 1)


def pdf_like(text: str, seed: int, *, chinese: bool = False) -> Damaged:
    """Break lines hard, hyphenate words, set ligatures and soft hyphens."""
    rng = Random(seed)
    parts = list(text)
    column = 0
    width = 38 if chinese else 72
    for at, character in enumerate(text):
        column += 1
        if character == "\n":
            column = 0
        elif character == " " and not chinese and column > width:
            parts[at] = "\n"
            column = 0
        elif chinese and column > width and character > "\u3000":
            parts[at] = character + "\n"
            column = 0
        elif _is_inside_word(text, at) and column > width - 3 and rng.random() < 0.5:
            parts[at] = character + "-\n"
            column = 0
        elif _is_inside_word(text, at) and rng.random() < 0.01:
            parts[at] = character + "\u00ad"
    _set_ligatures(text, parts)
    return _damaged(parts)


def footnoted(text: str, seed: int) -> Damaged:
    """Set reference marks after words and sentences."""
    rng = Random(seed)
    parts = list(text)
    number = 0
    for at in range(1, len(text)):
        if (
            text[at - 1].isalpha()
            and text[at] in ",.，。"
            and rng.random() < 0.4
            and text[at + 1 : at + 2] not in ('"', "”", "’", "'", "」")
        ):
            number = number % 98 + 1
            mark = f"[{number}]"
            if number % 3 == 0:
                mark = str(number).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
            parts[at] = text[at] + mark
    return _damaged(parts)


_LETTER_NOISE = {
    "m": ("rn",),
    "l": ("1", "i", "I"),
    "i": ("l", "1"),
    "o": ("0",),
    "e": ("c",),
    "c": ("e",),
    "h": ("b",),
    "u": ("ii", "n"),
    "n": ("u",),
    "w": ("vv",),
    "d": ("cl",),
    "t": ("f",),
    "s": ("5",),
}
_CJK_NOISE = dict(
    zip(
        "日土贷侯折拔准晴栗密优徒治历广住具体刺师待持析清论活浅渴很环球管籍织识绿聚脑航蓝袖谋账员费跟较迸部问陈院",
        "曰士货候拆拨淮睛粟蜜忧徙冶厉厂往其休剌帅侍特折请沦话线喝狠坏求菅藉识织缘骤胸般篮抽课帐贡贵根校进郎间阵完",
        strict=True,
    )
)


def scanned(text: str, seed: int, rate: float = 0.02, *, dropped_cjk: bool = False) -> Damaged:
    """Damage letters as scanners do, outside numbers; digits are left alone."""
    rng = Random(seed)
    parts = list(text)
    for at, character in enumerate(text):
        if not character.isalpha() or rng.random() >= rate:
            continue
        if character > "\u2e80":
            if character in _CJK_NOISE:
                parts[at] = _CJK_NOISE[character]
            elif character not in "不没未无一二三四五六七八九十百千万亿":
                parts[at] = "" if dropped_cjk and rng.random() < 0.5 else character * 2
        elif character in _LETTER_NOISE and rng.random() < 0.6:
            parts[at] = rng.choice(_LETTER_NOISE[character])
        elif _is_inside_word(text, at):
            parts[at] = rng.choice(("", character * 2))
    return _damaged(parts)


def _upper(quote: str, _: Random) -> str:
    return quote.upper()


def _lower(quote: str, _: Random) -> str:
    return quote.lower()


def _spaced(quote: str, rng: Random) -> str:
    return re.sub(" ", lambda _: rng.choice((" ", "  ", "\n", "\u00a0", "\t ", "\u2009")), quote)


def _cjk_spaced(quote: str, rng: Random) -> str:
    cut = rng.sample(range(1, len(quote)), min(4, len(quote) - 1))
    digits = {i for i in cut if quote[i - 1].isascii() and quote[i].isascii()}
    return "".join(
        (rng.choice((" ", "\n")) if i in cut and i not in digits else "") + c
        for i, c in enumerate(quote)
    )


def _wide(quote: str, _: Random) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if c.isalnum() and c.isascii() else c for c in quote)


def _curly(quote: str, _: Random) -> str:
    return "“" + quote.replace("'", "’").replace('"', "”").replace("-", "‐") + "”"


def _decomposed(quote: str, _: Random) -> str:
    return unicodedata.normalize("NFD", quote)


def _compatible(quote: str, _: Random) -> str:
    return unicodedata.normalize("NFKC", quote)


def _hidden(quote: str, rng: Random) -> str:
    at = rng.randrange(1, len(quote))
    return quote[:at] + rng.choice(("\u200b", "\u00ad", "\u2060", "\ufeff")) + quote[at:]


def _elided(quote: str, rng: Random) -> str:
    words = quote.split(" ")
    if len(words) < 9:
        return quote
    start = rng.randrange(3, len(words) - 5)
    stop = start + rng.randrange(1, 4)
    left_out = " ".join(words[start:stop]).lower()
    if words[start - 1][-1:].isdigit():
        return quote
    if re.search(r"\b(?:not?|never|without|n.t|declined|abandon|refus|fail|reject|den)", left_out):
        return quote
    sign = rng.choice(("…", "...", " [...] ", " … ", "[…]", " . . . "))
    return " ".join(words[:start]) + sign + " ".join(words[stop:])


def _cjk_elided(quote: str, rng: Random) -> str:
    if len(quote) < 16:
        return quote
    start = rng.randrange(4, len(quote) - 9)
    stop = start + rng.randrange(1, 5)
    left_out, around = quote[start:stop], quote[start - 1 : stop + 1]
    if re.search(r"[不没未无非否拒从]", left_out) or re.search(r"[\d.]{2}", around):
        return quote
    return quote[:start] + rng.choice(("……", "…", "[…]")) + quote[stop:]


def _bracketed(quote: str, rng: Random) -> str:
    words = quote.split(" ")
    at = rng.randrange(1, len(words))
    words.insert(at, rng.choice(("[the company]", "[sic]", "[that]", "[of the city]")))
    return " ".join(words)


def _cjk_bracketed(quote: str, rng: Random) -> str:
    places = [i for i in range(1, len(quote)) if quote[i] > "\u4e00" and quote[i - 1] > "\u4e00"]
    at = rng.choice(places) if places else 0
    return quote[:at] + rng.choice(("[该公司]", "［他］", "[政府]")) + quote[at:]


Change = Callable[[str, Random], str]
_BOTH: dict[str, Change] = {
    "case": _upper,
    "lower": _lower,
    "decomposed": _decomposed,
    "compatible": _compatible,
    "curly": _curly,
    "hidden": _hidden,
}
HARMLESS: dict[bool, dict[str, Change]] = {
    False: {**_BOTH, "spaced": _spaced, "elided": _elided, "bracketed": _bracketed},
    True: {
        **_BOTH,
        "spaced": _cjk_spaced,
        "wide": _wide,
        "elided": _cjk_elided,
        "bracketed": _cjk_bracketed,
    },
}
"""Changes to a quote that carry no meaning, for English (False) and Chinese (True)."""


def unharmed(found: tuple[int, int], expected: Passage, text: str) -> bool:
    """Say whether a place covers the expected words, punctuation at its ends aside."""
    is_tidy = not (text[found[0]].isspace() or text[found[1] - 1].isspace())
    return is_tidy and _words_of(text, *found) == _words_of(text, *expected)


def _words_of(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and not text[start].isalpha() and not text[start].isdecimal():
        start += 1
    while end > start and not text[end - 1].isalpha() and not text[end - 1].isdecimal():
        end -= 1
    return start, end


def _set_ligatures(text: str, parts: list[str]) -> None:
    for plain, ligature in (("ffi", "ﬃ"), ("fi", "ﬁ"), ("fl", "ﬂ")):
        for match in re.finditer(plain, text):
            inside = range(match.start(), match.end())
            if all(parts[at] == text[at] for at in inside):
                parts[match.start()] = ligature
                for at in inside[1:]:
                    parts[at] = ""


def _damaged(parts: list[str]) -> Damaged:
    moved = [0, *itertools.accumulate(len(part) for part in parts)]
    return Damaged("".join(parts), moved)


def _is_inside_word(text: str, at: int) -> bool:
    return 1 < at < len(text) - 2 and all(
        text[i].isalpha() and text[i].isascii() for i in range(at - 1, at + 3)
    )
