"""Signs between words that decide what is said: operators, minus signs, question marks, units."""

from __future__ import annotations

import re
import unicodedata
from itertools import zip_longest

from ascertain.evidence.selector import Difference
from ascertain.sources.anchoring.folding import FOOTNOTE_MARK, INVISIBLE

__all__ = ["OPERATORS", "SCALE", "changed_signs"]

OPERATORS = "<>≤≥=≠±≈≃≅~∼+−×÷∈∉⊂⊄∧∨¬→←↑↓⇒⇐⇔√≡∝"
SCALE = r"(?:hundred|thousand|million|billion|trillion|per ?cent|bn\b|mn\b|[%％百千万亿萬億])"

_SOFT_MINUS = re.compile(r"(?<!\S)\u00ad(?=\d)")
_SIGN = re.compile(
    r"={3,}|~~"
    rf"|(?P<sign>(?<!\n)[{re.escape(OPERATORS)}](?!\n))"
    r"|(?P<minus>(?<![^\s(\[$€£¥])(?<!\d\s)[-‐‑‒–﹣⁻➖](?=[.$€£¥]?\d)"
    r"|(?<=\s)(?<!\d\s)—(?=[.$€£¥]?\d)"
    r"|(?<=[^\W\d_]\s)[-‐‑](?=\s\d))"
    r"|(?P<loss>\([$€£¥]?\s?\d[\d.,]*\)(?=\s?" + SCALE + r")"
    r"|\([$€£¥]?\s?\d+(?:[.,]\d+)+\)|(?<=[$€£¥])\(\d[\d.,]*\))"
    r"|(?P<charge>(?<=\b[A-Z])[-‐‑–⁻](?=[\s.,;:)]|$)|(?<=\bAB)[-‐‑–⁻](?=[\s.,;:)]|$))"
    r"|(?<=\d)(?P<low>[₀-₉]+)"
    r"|(?P<asks>[?？؟])",
)
_UNIT = re.compile(r"(?<=\d)\s?([^\W\d_]{1,4})\b")
_UNITS = frozenset(
    "mW MW mΩ MΩ Pm pm mg Mg kb kB Mb MB Gb GB Tb TB Pb PB mV MV mA MA mPa MPa mHz MHz mJ MJ mL ML"
    " mm Mm nm Nm mN MN ms Ms mS MS s S g G k K h H m M a A pA PA mT MT mt Mt pH PH Pg pg mmol"
    " Mmol mbps Mbps MBps kbps kBps Gbps GBps mSv MSv mGy MGy mbar Mbar meV MeV ng"
    " Ng kn kN Wh wh".split()
)


def changed_signs(quote: str, source: str) -> list[Difference]:
    """Return the signs and units in which a quote and its place in the text differ.

    Args:
        quote: the quote, its editor's brackets and ellipses taken out.
        source: the place with the signs at its ends that the quote has too.
    """
    if quote == source:
        return []
    ours, theirs = _bare(quote), _bare(source)
    found: list[Difference] = []
    for one, other in zip_longest(_signs(ours), _signs(theirs), fillvalue=""):
        if one != other:
            found.append(Difference(kind="sign", quote=one, source=other))
            break
    pairs = zip(_UNIT.findall(ours), _UNIT.findall(theirs), strict=False)
    found.extend(
        Difference(kind="unit", quote=one, source=other)
        for one, other in pairs
        if one != other and one.casefold() == other.casefold() and {one, other} <= _UNITS
    )
    return found


def _bare(text: str) -> str:
    if text.isascii():
        return FOOTNOTE_MARK.sub("", text).strip()
    text = INVISIBLE.sub("", _SOFT_MINUS.sub("-", FOOTNOTE_MARK.sub("", text)))
    kept = re.sub(r"(?<=\d)[₀-₉]+", lambda low: f"\0{low.group()}\0", text)
    parts = kept.split("\0")
    parts[::2] = [unicodedata.normalize("NFKC", part) for part in parts[::2]]
    return "".join(parts).strip()


def _signs(text: str) -> list[str]:
    found: list[str] = []
    last_word = next((at for at in range(len(text) - 1, -1, -1) if text[at].isalnum()), -1)
    for match in _SIGN.finditer(text):
        kind = match.lastgroup
        if kind == "asks":
            if match.start() < last_word:
                found.append("?")
        elif kind == "sign":
            found.append("-" if match.group() == "−" else match.group().replace("∼", "~"))
        elif kind in ("minus", "charge"):
            found.append("-")
        elif kind == "loss":
            found.append("(")
        elif kind == "low":
            found.append(match.group())
    return found
