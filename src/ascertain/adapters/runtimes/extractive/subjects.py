"""Who or what a sentence or a document is about, where its form says so plainly. Pure."""

from __future__ import annotations

import re

from ascertain.adapters.runtimes.extractive.terms import has_cjk

__all__ = ["leading_name", "names_person", "title_subject"]

_WORD = r"[^\W\d_a-z\u3040-\u9fff][\w\u2019'-]*\.?"
_LEADING = re.compile(
    rf"^(?:(?:in|on|at|after|during|since|by|for)\b[^,]{{1,60}},\s+)?(?:(?:the|dr|mr|mrs|ms|sir|prof)\.?\s+)?"
    rf"(?P<name>{_WORD}(?:\s+(?:(?:of|de|van|von|der|al|bin|da|di|the|and)\s+)?{_WORD})*)",
)
_LEADING_ANY_CASE = re.compile(r"^(?:The|In|On|At|After|During|Since|By|For)\b")
_NAME = re.compile(rf"(?<![\w.]){_WORD}(?:\s+{_WORD})+")
_NOT_A_NAME = frozenset(
    """a an the in on at by for from to of and or but as if when while after before during since
    he she it they we i you his her its their our my this that these those there here who what
    which where why how all some many most no not now then also however although despite with
    according police officials january february march april may june july august september october
    november december monday tuesday wednesday thursday friday saturday sunday""".split()
)
_NO_PERSON = re.compile(
    r"\b(?:university|college|school|institute|company|corporation|corp|inc|ltd|llc|group|bank|"
    r"agency|department|ministry|committee|association|union|club|museum|house|hall|station|"
    r"street|road|city|county|river|lake|mountain|island|church|hospital|airport|bridge|railway|"
    r"line|class|league|cup|war|battle|the|festival|award|prize|party|press|times|post|news|"
    r"united|fc|afc|cf|sc|foundation|society|council|court|army|navy|force|ship|hms|uss|"
    r"street|square|park|building|tower|castle|palace|championship|tournament|network|radio|"
    r"television|tv|studio|records|airlines|airways|motors|technologies|systems|locomotive)\b",
    re.IGNORECASE,
)
_ACTS = re.compile(
    r"(?:['\u2019]s)?,?\s+(?:who\b|is\b|was\b|has\b|had\b|will\b|would\b|also\b|later\b|then\b|"
    r"became\b|began\b|won\b|went\b|left\b|took\b|made\b|said\b|met\b|built\b|wrote\b|ran\b|held\b|"
    r"led\b|[a-z]+ed\b|[a-z]+s\b)"
)
_SITE = re.compile(r"\s+[-|\u2013\u2014\u00b7]\s+[^-|\u2013\u2014\u00b7]{2,40}$")
_PARENTHESIS = re.compile(r"\s*[(（][^)）]{1,60}[)）]\s*$")
_SENTENCE_LIKE = re.compile(
    r"[.!?:;\u3002\uff01\uff1f\uff1a…\"\u201c]\s|[?!:…]$|[\u3002\uff0c\uff01\uff1f]|\.\.\."
)
_MAX_TITLE_WORDS = 7
_MAX_CJK_TITLE = 12
_MAX_PERSON_WORDS = 5
_CJK_PERSON = re.compile(
    r"[\u4e00-\u9fff]{2,4}|[\u3400-\u9fff\u30a0-\u30ff]+[\u00b7・][\u3400-\u9fff\u30a0-\u30ff\u00b7・]+"
)


def title_subject(title: str | None) -> str | None:
    """Return the name that a document's title is, without the site's name; None for headlines."""
    if not title:
        return None
    bare = _PARENTHESIS.sub("", _SITE.sub("", title.strip())).strip()
    if not bare or _SENTENCE_LIKE.search(bare):
        return None
    if has_cjk(bare):
        return bare if len(bare) <= _MAX_CJK_TITLE else None
    parts = bare.split()
    small = sum(part[0].islower() for part in parts)
    linking = sum(
        part in {"of", "the", "de", "van", "von", "and", "in", "for", "da", "di", "al", "at", "on"}
        for part in parts
    )
    if len(parts) > _MAX_TITLE_WORDS or small > linking:
        return None
    return bare if bare[0].isupper() or bare[0].isdigit() else None


def names_person(name: str) -> bool:
    """Whether a name has the form of a person's; a form, not knowledge."""
    if has_cjk(name):
        return _CJK_PERSON.fullmatch(name) is not None
    parts = name.split()
    if len(parts) > _MAX_PERSON_WORDS or _NO_PERSON.search(name):
        return False
    return not any(char.isdigit() for char in name)


def leading_name(sentence: str) -> tuple[str | None, bool]:
    """Return the name that a sentence begins with, and whether it is the only one in it."""
    folded_start = _LEADING_ANY_CASE.sub(lambda match: match[0].lower(), sentence)
    found = _LEADING.match(folded_start)
    if not found:
        return None, False
    name = found["name"].rstrip(".,")
    if name.split()[0].lower() in _NOT_A_NAME:
        return None, False
    name = name.removesuffix("'s").removesuffix("\u2019s")
    if " " not in name and not _ACTS.match(folded_start, found.end("name")):
        return None, False
    others = [
        match[0]
        for match in _NAME.finditer(sentence)
        if match.start() >= found.end("name") - 1 and match[0] not in name
    ]
    return name, not others
