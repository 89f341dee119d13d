"""How exactly a number is meant: about, over, at least, under, at most."""

from __future__ import annotations

import re
from typing import Literal

__all__ = ["Bound", "bound_of"]

Bound = Literal["exact", "about", "over", "at_least", "under", "at_most", "range"]
"""How a number is meant."""

_BEFORE = re.compile(
    r"(?:(?P<about>\b(?:about|around|approximately|approx\.?|roughly|some|circa|ca\.|nearly|almost"
    r"|close to|an estimated|estimated)|约|大约|近|将近|大概|左右)"
    r"|(?P<over>\b(?:over|more than|above|exceed(?:s|ed|ing)?|in excess of|upwards of"
    r"|(?:great|long|old|tall|heavi|larg|bigg|high|deep|wid|fast)er than)"
    r"|超过|逾|超|高于|多于|大于)"
    r"|(?P<at_least>\b(?:at least|no (?:less|fewer) than|not less than|minimum of)"
    r"|至少|不少于|不低于)"
    r"|(?P<under>\b(?:under|less than|fewer than|below"
    r"|(?:low|short|young|small|light|slow|narrow)er than)|不到|不足|少于|低于|小于)"
    r"|(?P<at_most>\b(?:up to|at most|no more than|not more than|maximum of|as many as|as much as)"
    r"|至多|最多|多达|高达|不超过))"
    r"[ \u00a0]?(?:an? |the |为|达|了)?$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s?[人名个家次年天岁]?(?:(?P<over>多|余)"
    r"|(?P<at_least>\+|以上|及以上|\bor (?:more|over|above)\b|\band (?:over|above)\b)"
    r"|(?P<at_most>以下|以内|\bor (?:less|fewer)\b)|(?P<about>左右|上下|\bor so\b))",
    re.IGNORECASE,
)
_COMPARED = re.compile(r"\s(?:ago|earlier|before|previously)\b")
"""After a number: "lower than ten years ago" compares with a time and sets no limit."""

_LOOK_BACK = 24
"""Characters before a number among which its qualifier stands."""

_LAST_WORDS = frozenset(
    (
        "about around approximately approx approx. roughly some circa ca. nearly almost to an "
        "estimated over than above exceed exceeds exceeded exceeding of least under below "
        "most many much a the"
    ).split()
)
_LAST_SIGNS = frozenset("约近概右过逾超于少到足多达高为了")
_KINDS: tuple[Bound, ...] = ("about", "over", "at_least", "under", "at_most")


def bound_of(text: str, start: int, end: int) -> Bound:
    """Return how exactly a number is meant, from the words around it.

    Args:
        text: the text.
        start: first code point of the number with its currency sign.
        end: code point after its unit.
    """
    left = max(0, start - _LOOK_BACK)
    before = text[left:start].rstrip()
    match = None
    if before[-1:] in _LAST_SIGNS or before[before.rfind(" ") + 1 :].lower() in _LAST_WORDS:
        match = _BEFORE.search(text, left, start)
    if match is None:
        match = _AFTER.match(text, end)
    found = None if match is None else match.lastgroup
    if found in {"over", "under"} and _COMPARED.match(text, end):
        return "exact"
    for kind in _KINDS:
        if kind == found:
            return kind
    return "exact"
