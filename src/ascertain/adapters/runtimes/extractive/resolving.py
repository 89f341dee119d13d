"""Making a sentence stand alone: pronouns and missing subjects. Pure.

Words that we add stand in square brackets; all the rest is verbatim. Where the text does not
say plainly who is meant, the sentence before is quoted as well, and where that does not help
either the sentence is passed over.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ascertain.adapters.runtimes.extractive.candidates import MAX_QUOTE, Candidate
from ascertain.adapters.runtimes.extractive.subjects import (
    leading_name,
    names_person,
    title_subject,
)
from ascertain.adapters.runtimes.extractive.terms import has_cjk

__all__ = ["Resolved", "resolve"]

_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
)
_INTRO = (
    # "In 1951 ", "On 4 May 2011, "
    rf"(?:(?:in|on|by|since|from|after|until|during|around)\s+(?:early\s+|late\s+|mid-)?"
    rf"(?:\d{{1,2}}\s+)?(?:{_MONTH}\s+)?(?:\d{{1,2}},?\s+)?\d{{4}}(?:[-\u2013]\d{{2,4}})?,?\s+"
    # "Later ", "However, "
    r"|(?:later|then|also|however|but|and|so|meanwhile|nevertheless|subsequently|eventually|"
    r"initially|originally|previously|currently|today|additionally|moreover|furthermore|instead|"
    r"finally|afterwards),?\s+"
    # "After a short illness, ": no name in it that could be meant
    r"|(?:in|on|at|after|before|during|for|with|as|upon|following|despite|by)\s"
    r"(?-i:[^A-Z,.;:\"\u201c]{1,60}),\s+)"
)
_PRONOUN = re.compile(
    rf"^(?P<intro>{_INTRO})?(?P<word>he|she|it|they|his|her|its|their|him|we|our|i|my|you|your)"
    rf"(?P<clitic>['\u2019](?:s|d|ll|ve|re|m))?(?=[\s,])",
    re.IGNORECASE,
)
_NOUNS = (
    "company|firm|organi[sz]ation|group|club|team|band|university|college|school|museum|house|"
    "building|ship|agency|bank|charity|foundation|institute|laboratory|airline|network|party|"
    "station|newspaper|magazine|church|bridge|hospital|hotel|studio|label|brand|startup|start-up|"
    "film|movie|show|series|album|song|book|novel|game|couple|pair|duo|former|latter|same|"
    "actor|actress|singer|player|coach|author|politician|scientist|artist|striker|midfielder|"
    "defender|goalkeeper|driver|painter|composer|architect|senator|congressman|lawmaker"
)
_GENERIC = re.compile(rf"^(?P<intro>{_INTRO})?(?P<word>the (?:{_NOUNS}))\b(?! of\b)", re.IGNORECASE)
_POINTING = re.compile(
    r"^(?:(?:but|and|so|however|all)\W{1,2})?"
    r"(?:this|that|these|those|such|both|neither|another|others?|some of)\b"
    r"(?!\s+(?:week|month|year|season|morning|afternoon|evening|summer|winter|spring|autumn|"
    r"fall|time of year)\b)",
    re.IGNORECASE,
)
_SPOKEN = re.compile(
    r"^[\"\u201c\u2018']\s*(?:he|she|it|they|that|this|his|her|their)\b", re.IGNORECASE
)
_CJK_PERSON = re.compile(r"^(?P<word>[他她](?!们)|彼女|彼(?!ら))")
_CJK_POINTING = re.compile(
    r"^(?:[他她它]们|它|其(?!实)|该|此(?!外)|这|那(?!么)|对此|彼ら|同[社氏校国]|これ|それ|この|その)"
)
_SPEAKER_WORD = re.compile(r"(?<![\w.])(?:I|[Ww]e|[Oo]ur|[Mm]y)(?=['\u2019]|\s)|我们?|私は|私たち")
_QUOTED = re.compile(
    r"[\"\u201c][^\"\u201c\u201d]*[\"\u201d]|[\u2018][^\u2018\u2019]*\u2019(?!\w)|[「“][^」”]*[」”]"
)
_LETTER = re.compile(r"[^\W\d_]")
_POSSESSIVE = {"his", "her", "its", "their"}
_PERSONAL = {"he", "she", "him", "his", "her"}
_SPEAKER = {"we", "our", "i", "my", "you", "your"}


_EXPLETIVE = re.compile(
    rf"^{_INTRO}?it(?:['\u2019]s|\s+(?:is|was|has been|remains|remained|seems|seemed|appears|"
    r"appeared|will be|would be|may be|took|takes))\b[^.;]{0,60}?"
    r"\b(?:that|to|whether|how|why|when|who|if)\b",
    re.IGNORECASE,
)


class Resolved(NamedTuple):
    """A self-contained statement and the characters it rests on."""

    claim: str
    quote: str


class _Opening(NamedTuple):
    """The word at a sentence's beginning that points elsewhere."""

    start: int
    end: int
    word: str


def resolve(candidate: Candidate, subject: str | None, title: str | None) -> Resolved | None:
    """Make a sentence self-contained, or return None if the text does not allow it.

    Args:
        candidate: the sentence with what stands before it.
        subject: the name that answers are about, if the brief gives one.
        title: the document's title.
    """
    about = title_subject(title)
    if candidate.is_row:
        return _row(candidate, about or title)
    text = candidate.text
    if _SPOKEN.match(text):
        return _with_before(candidate, subject, about)
    if not _points_away(text):
        return Resolved(text, text)
    opening = _opening(text)
    name = _antecedent(candidate.before, opening, subject, about) if opening else None
    if opening and name:
        return Resolved(_replaced(text, opening, name), text)
    return _with_before(candidate, subject, about)


def _points_away(text: str) -> bool:
    if _EXPLETIVE.match(text):
        return False
    return (
        _opening(text) is not None
        or _POINTING.match(text) is not None
        or _CJK_POINTING.match(text) is not None
        or _says_speaker(text)
    )


def _says_speaker(text: str) -> bool:
    """Whether somebody speaks of themselves outside quotation marks: who, only the page knows."""
    outside = _QUOTED.sub(" ", text)
    return _SPEAKER_WORD.search(outside) is not None or not _LETTER.search(outside)


def _opening(text: str) -> _Opening | None:
    for pattern in (_PRONOUN, _GENERIC, _CJK_PERSON):
        found = pattern.match(text)
        if found and found["word"].lower() not in _SPEAKER:
            return _Opening(found.start("word"), found.end("word"), found["word"])
    return None


def _antecedent(
    before: tuple[str, ...], opening: _Opening, subject: str | None, about: str | None
) -> str | None:
    """Return the name that the opening word stands for, if the text is plain about it."""
    word = opening.word.lower()
    personal = word in _PERSONAL or has_cjk(word)
    if word in {"they", "their"}:
        return None
    for sentence in reversed(before):
        name, alone = leading_name(sentence)
        if name is None:
            if _opening(sentence) is None:
                return None
            continue
        full = _full_name(name, subject, about)
        if full is not None and (not personal or names_person(full)):
            return full
        return name if alone and (not personal or names_person(name)) else None
    return _document_subject(subject, about, personal=personal)


def _full_name(name: str, subject: str | None, about: str | None) -> str | None:
    """Return the subject's or title's full name if ``name`` is it or a part of it."""
    parts = set(name.split())
    return next(
        (whole for whole in (subject, about) if whole and parts <= set(whole.split())), None
    )


def _document_subject(subject: str | None, about: str | None, *, personal: bool) -> str | None:
    if about is None:
        return None
    if subject and (subject in about or about in subject):
        return subject
    return about if not personal or names_person(about) else None


def _replaced(text: str, opening: _Opening, name: str) -> str:
    rest = text[opening.end :]
    word = opening.word.lower()
    owner = word in _POSSESSIVE and not rest.startswith(("'", "\u2019"))
    return f"{text[: opening.start]}[{name}{_genitive(name) if owner else ''}]{rest}"


def _genitive(name: str) -> str:
    if has_cjk(name):
        return ""
    return "\u2019" if name.endswith("s") and not name.endswith("ss") else "\u2019s"


def _with_before(candidate: Candidate, subject: str | None, about: str | None) -> Resolved | None:
    """Quote the sentence together with the one before it, if that one stands alone."""
    if not candidate.before:
        return None
    previous = candidate.before[-1]
    end = candidate.start - candidate.passage.start + len(candidate.text)
    start = candidate.passage.text.rfind(previous, 0, end - len(candidate.text))
    quote = candidate.passage.text[start:end]
    if start < 0 or len(quote) > MAX_QUOTE or _SPOKEN.match(previous):
        return None
    if not _points_away(previous):
        return Resolved(quote, quote)
    opening = _opening(previous)
    name = _antecedent(candidate.before[:-1], opening, subject, about) if opening else None
    return Resolved(_replaced(quote, opening, name), quote) if opening and name else None


def _row(candidate: Candidate, about: str | None) -> Resolved | None:
    if not about:
        return None
    heading = candidate.passage.heading.strip(" .:")
    context = f"{about}, {heading}" if heading and heading != about else about
    return Resolved(f"[{context}:] {candidate.text.lstrip('-*• ')}", candidate.text)
