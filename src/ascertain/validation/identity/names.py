"""A subject's name in the forms that pages give it, and where a text has them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ascertain.evidence.identity import SubjectKind
from ascertain.validation.identity.folding import fold, is_han, script_of, words_of

__all__ = ["LEGAL_FORMS", "Mention", "NameParts", "find_mentions", "name_parts"]

_MAX_MENTIONS = 200
_MAX_TOKENS = 24
_LONG_NAME = 4
"""Words from which a name may be given without its last (Spanish second surnames)."""

_HONORIFICS = frozenset(
    "mr mrs ms dr prof professor sir dame lord lady rev reverend fr sr dra herr frau".split()
)
_SUFFIXES = {"jr": "jr", "junior": "jr", "sr": "sr", "senior": "sr", "ii": "ii", "iii": "iii"}
LEGAL_FORMS = {
    "ltd": "Ltd", "limited": "Ltd", "plc": "plc", "inc": "Inc.", "incorporated": "Inc.",
    "corp": "Corp.", "corporation": "Corp.", "llc": "LLC", "lp": "LP", "llp": "LLP",
    "gmbh": "GmbH", "ag": "AG", "kg": "KG", "ug": "UG", "e u": "e.U.", "eu": "e.U.",
    "bv": "B.V.", "nv": "N.V.", "sarl": "SARL", "sas": "SAS", "sa": "S.A.", "srl": "S.r.l.",
    "spa": "S.p.A.", "ab": "AB", "oy": "Oy", "ou": "OÜ", "aps": "ApS", "pty": "Pty", "kk": "K.K.",
    "fund": "Fund",
}  # fmt: skip
"""Folded words that say in which form a company exists, and how they are written."""

_HAN_FORMS = ("有限责任公司", "股份有限公司", "有限公司", "集团公司", "公司", "集团")
_FORM = "|".join(sorted((re.escape(form) for form in LEGAL_FORMS), key=len, reverse=True))
_VERSION = r"v?[a-z]{0,3}\d[a-z0-9]{0,6}(?:\.\d{1,6}){0,4}"
_IS_VERSION = re.compile(_VERSION)
_MIDDLE = r"(?P<mid>(?:[^\W\d_]+[.'’-]?[ \u00a0]){0,3}?)"
_AFTER = rf"(?P<suffix>,?[ \u00a0](?:{'|'.join(_SUFFIXES)})\b)?"


@dataclass(frozen=True, slots=True)
class NameParts:
    """A name taken apart; all folded.

    Attributes:
        words: without titles, suffix and legal form.
        suffix: such as ``jr``, or empty.
        legal_form: as written, or empty.
        version: of a product, such as ``4`` or ``q7``, or empty.
    """

    kind: SubjectKind
    words: tuple[str, ...]
    suffix: str = ""
    legal_form: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True)
class Mention:
    """Where a text gives the name.

    Attributes:
        is_full: whether the whole name stands there, not only initials or the surname.
        middle: words between first and last name.
        suffix: ``jr``, a legal form or a version, where the name is followed by one.
    """

    start: int
    end: int
    is_full: bool
    middle: tuple[str, ...] = ()
    suffix: str = ""


def name_parts(name: str, kind: SubjectKind) -> NameParts:
    """Take a name apart by what it is the name of."""
    folded = fold(name)
    if is_han(name):
        core = next((folded.removesuffix(f) for f in _HAN_FORMS if folded.endswith(f)), folded)
        words = (core if kind == "company" and core else folded,)
        return NameParts(kind, words)
    tokens = re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", folded)[:_MAX_TOKENS]
    if kind == "person":
        return _person_parts(tokens)
    if kind == "company":
        core = [word for word in tokens if word not in LEGAL_FORMS] or tokens
        forms = [LEGAL_FORMS[word] for word in tokens if word in LEGAL_FORMS]
        return NameParts(kind, tuple(core), legal_form=forms[-1] if forms else "")
    if kind == "product":
        core = [word for word in tokens if not _IS_VERSION.fullmatch(word)] or tokens
        versions = re.findall(rf"\b{_VERSION}", folded)
        version = versions[-1].removeprefix("v") if versions and core != tokens else ""
        return NameParts(kind, tuple(core), version=version)
    return NameParts(kind, tuple(tokens))


def _person_parts(tokens: list[str]) -> NameParts:
    suffix = ""
    if len(tokens) > 2 and tokens[-1] in _SUFFIXES:  # noqa: PLR2004 (a first and a last name stay)
        suffix = _SUFFIXES[tokens[-1]]
        tokens = tokens[:-1]
    words = [word for word in tokens if word not in _HONORIFICS] or tokens
    return NameParts("person", tuple(words), suffix=suffix)


def find_mentions(text: str, folded: str, parts: NameParts) -> list[Mention]:
    """Return where a text gives a name, in order, not overlapping; the first 200.

    Args:
        text: in composed form (NFC).
        folded: the same text, folded.
        parts: the name.
    """
    found: list[Mention] = []
    taken = -1
    for match in _pattern(parts).finditer(folded):
        mention = _mention(match, text, parts)
        if mention is None or mention.start < taken:
            continue
        taken = mention.end
        found.append(mention)
        if len(found) == _MAX_MENTIONS:
            break
    return found


def _mention(match: re.Match[str], text: str, parts: NameParts) -> Mention | None:
    groups = match.groupdict()
    said = groups.get("mid") or groups.get("mid2") or ""
    middle = tuple(words_of(said))
    if said and not _is_named(text, match, said):
        return None
    is_full = match.lastgroup not in {"short", "initial"} and not groups.get("initial")
    suffix = (groups.get("suffix") or "").strip(" ,.\u00a0()")
    if parts.kind == "person":
        suffix = _SUFFIXES.get(suffix, "")
    elif parts.kind == "company":
        suffix = LEGAL_FORMS.get(re.sub(r"\W+", " ", suffix).strip(), "")
    return Mention(match.start(), match.end(), is_full, middle, suffix)


def _is_named(text: str, match: re.Match[str], said: str) -> bool:
    """Whether the words between first and last name are names, not "and" or "met"."""
    at = match.start() + match.group().find(said)
    written = re.findall(r"[^\W\d_]+", text[at : at + len(said)])
    return all(
        not word.islower() or script_of(word) not in {"LATIN", "CYRILLIC"} for word in written
    )


@lru_cache(maxsize=256)
def _pattern(parts: NameParts) -> re.Pattern[str]:
    words = [re.escape(word) for word in parts.words]
    if not words:
        return re.compile(r"(?!)")
    if is_han(parts.words[0]):
        return re.compile(words[0])
    gap = r"[ \u00a0\n]"
    whole = rf"{gap}".join(words)
    if parts.kind == "person" and len(words) > 1:
        return re.compile(_person_pattern(words, parts.words))
    if parts.kind == "company":
        form = rf"(?P<suffix>,?{gap}(?:\([^()\n]{{1,30}}\){gap})?(?:{_FORM})\b)?"
        return re.compile(rf"\b{whole}\b{form}")
    if parts.kind == "product":
        return re.compile(rf"\b{whole}(?:{gap}|-)?(?P<suffix>{_VERSION}\b(?!%))?(?!\w)")
    loosely = r"\W{1,4}" if parts.kind == "paper" else gap
    return re.compile(rf"\b{loosely.join(words)}\b")


def _person_pattern(words: list[str], plain: tuple[str, ...]) -> str:
    first, last = words[0], words[-1]
    gap = r"[ \u00a0]"
    forms = [rf"{first}{gap}{_MIDDLE}{last}\b{_AFTER}"]
    for cut in range(1, len(words)):
        given, family = rf"{gap}".join(words[:cut]), rf"{gap}".join(words[cut:])
        forms.append(rf"{family},?{gap}{given}\b")
    if len(words) == 2:  # noqa: PLR2004 (either may be the family's name)
        forms.append(rf"{last},?{gap}{first}\b")
    else:
        forms.append(rf"{last},{gap}{first}\b")
    if len(words) >= _LONG_NAME:
        forms.append(rf"{gap}".join(words[:-1]) + r"\b")
    short = _initial_forms(words, plain)
    return rf"\b(?:{'|'.join(forms)}|(?P<initial>{'|'.join(short)}))"


def _initial_forms(words: list[str], plain: tuple[str, ...]) -> list[str]:
    """``A. Hestvane``, ``Hestvane, A.`` and the surname alone after a title."""
    gap = r"[ \u00a0]?"
    pairs = [(plain[0][0], words[-1])]
    if len(words) == 2:  # noqa: PLR2004 (either may be the family's name)
        pairs.append((plain[1][0], words[0]))
    elif len(words) >= _LONG_NAME:
        pairs.append((plain[0][0], rf"{words[-2]}(?:[ -]{words[-1]})?"))
    forms: list[str] = []
    for initial, family in pairs:
        letter = re.escape(initial)
        forms.append(rf"{letter}\.{gap}(?:[^\W\d_]\.{gap}){{0,3}}{family}\b")
        forms.append(rf"{family},?[ \u00a0]{letter}\.")
    return forms
