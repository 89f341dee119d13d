"""A subject's entry, from its name and the pages that are given as being about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ascertain.evidence.identity import SubjectEntry, SubjectKind, SubjectTrait
from ascertain.sources.urls import canonical_url
from ascertain.validation.identity.folding import fold, is_han, script_of
from ascertain.validation.identity.names import (
    LEGAL_FORMS,
    NameParts,
    find_mentions,
    name_parts,
)
from ascertain.validation.identity.page import PageView
from ascertain.validation.identity.portrait import Portrait, portrait_of

__all__ = ["Subject", "kind_of", "subject_of"]

_MAX_ALIASES = 12
_MAX_TRAITS = 60
_PAPER_WORDS = 4
_SMALL_IN_TITLES = 3
"""Words in small letters by which a title is told from a name."""

_SMALL_IN_NAMES = frozenset(
    "a an and at by de del der des di du for in la le of on the to und van von y".split()
)
_LONGEST_ALIAS = 60
_ALIAS_LABEL = r"(?:英文名|原名|又名|外文名|in [a-z]+|auch|also|born|formerly)?[:： ]{0,2}"
_BESIDE = re.compile(
    r"^(?:股份|有限责任公司|有限公司|集团|公司){0,2} ?"
    rf"[(（]{_ALIAS_LABEL}([^()（）\d,，;；:：]{{2,60}})[)）]",
    re.IGNORECASE,
)
_ALSO = re.compile(
    r"^[^.\n]{0,30}?\b(?:also known as|a\.?k\.?a\.?|formerly|née|known as|otherwise)\s+"
    r"([^\W\d_]+(?:[ -][^\W\d_]+){0,4})"
)
_COMPANY_CUES = re.compile(
    r"\b(?:company|companies|firm|employs|employees|headquartered|subsidiary|manufacturer|"
    r"maker of|startup|registered office|unternehmen|entreprise|empresa)\b|公司|企业|集团"
)
_PERSON_CUES = re.compile(
    r"\b(?:born|he|she|his|her|i am|professor|doctorate|studied|retired|widow|phd|chairman|née|"
    r"nacid[oa]|szuletett|botanikus|geboren)\b|教授|出生|毕业|主任|博士|女士|先生"
)
_PLACE_CUES = re.compile(r"\b(?:city|town|village|river|island|mountain|county|province)\b")
_HAN_COMPANY = re.compile(r"(?:公司|集团|银行|企业|科技|大学|医院)$")
_NAME_MOST, _HAN_NAME_MOST = 6, 4


@dataclass(frozen=True, slots=True)
class Subject:
    """An entry made ready to be compared with pages.

    Attributes:
        names: the name and its aliases, taken apart.
        anchors: the anchor pages that were read.
        portraits: what each of them says, in the same order.
        addresses: every address of an anchor page, read or not.
    """

    entry: SubjectEntry
    names: tuple[NameParts, ...]
    anchors: tuple[PageView, ...]
    portraits: tuple[Portrait, ...]
    addresses: frozenset[str]


def subject_of(
    name: str, anchor_urls: Sequence[str], anchors: Sequence[PageView], subject_id: str = "subject"
) -> Subject:
    """Make the entry of a subject.

    Args:
        name: as the task gives it.
        anchor_urls: pages given as being about it.
        anchors: those of them that were read.
        subject_id: for the entry.
    """
    kind = kind_of(name, anchors)
    own = name_parts(name, kind)
    aliases = _aliases(name, own, anchors)
    names = tuple(dict.fromkeys((own, *(name_parts(alias, kind) for alias in aliases))))
    portraits = tuple(portrait_of(page, names, whole=True) for page in anchors)
    read = {address for page in anchors for address in page.addresses}
    entry = SubjectEntry(
        id=subject_id,
        name=name,
        aliases=tuple(aliases),
        kind=kind,
        traits=tuple(_traits(anchors, portraits)),
        anchor_urls=tuple(anchor_urls),
        anchors_read=tuple(page.source_id for page in anchors),
        anchors_unread=tuple(url for url in anchor_urls if canonical_url(url) not in read),
    )
    return Subject(
        entry,
        names,
        tuple(anchors),
        portraits,
        frozenset(read.union(map(canonical_url, anchor_urls))),
    )


def kind_of(name: str, anchors: Sequence[PageView]) -> SubjectKind:
    """Tell what a name is the name of: by its own form first, then by the anchor pages."""
    words = re.findall(r"[^\W_]+", name)
    if any(page.doi for page in anchors) or _is_title(words):
        return "paper"
    if is_han(name):
        if _HAN_COMPANY.search(name):
            return "company"
        if len(name) <= _HAN_NAME_MOST:
            return "person"
    if len(words) > 1 and fold(words[-1]) in LEGAL_FORMS:
        return "company"
    if any(any(char.isdigit() for char in word) for word in words[1:]):
        return "product"
    return _kind_by_anchors(name, words, anchors)


def _is_title(words: Sequence[str]) -> bool:
    small = sum(word.islower() and word not in _SMALL_IN_NAMES for word in words)
    return len(words) > _PAPER_WORDS and small >= _SMALL_IN_TITLES


def _kind_by_anchors(name: str, words: Sequence[str], anchors: Sequence[PageView]) -> SubjectKind:
    own = name_parts(name, "company")
    for page in anchors:
        if any(one.suffix for one in find_mentions(page.text, page.folded, own)):
            return "company"
    text = "\n".join(page.folded[:4000] for page in anchors)
    counts: dict[SubjectKind, float] = {
        "person": len(_PERSON_CUES.findall(text)),
        "company": len(_COMPANY_CUES.findall(text)),
        "place": len(_PLACE_CUES.findall(text)),
    }
    capitals = all(word[:1].isupper() or script_of(word) != "LATIN" for word in words)
    if not 1 < len(words) <= _NAME_MOST or not capitals:
        counts["person"] = 0
    else:
        # Names of people are the most frequent; told so only where nothing says otherwise.
        counts["person"] += 0.5
    best = max(counts, key=lambda kind: counts[kind])
    return best if counts[best] else "other"


def _aliases(name: str, own: NameParts, anchors: Iterable[PageView]) -> list[str]:
    """Names in another script in brackets beside the name, and those called its other names."""
    found: dict[str, None] = {}
    for page in anchors:
        for one in find_mentions(page.text, page.folded, own)[:20]:
            after = page.text[one.end : one.end + 100]
            beside = _BESIDE.match(after)
            if beside and script_of(beside[1]) != script_of(name) and script_of(beside[1]):
                found[beside[1].strip()] = None
            also = _ALSO.match(after)
            if also and len(also[1]) <= _LONGEST_ALIAS:
                found[also[1].strip()] = None
    return [alias for alias in found if fold(alias) != fold(name)][:_MAX_ALIASES]


def _traits(anchors: Sequence[PageView], portraits: Sequence[Portrait]) -> Iterable[SubjectTrait]:
    count = 0
    for page, portrait in zip(anchors, portraits, strict=True):
        for name, value in _named(portrait, page):
            if value.strip() and count < _MAX_TRAITS:
                count += 1
                yield SubjectTrait(name=name, value=value, source_id=page.source_id)


def _named(portrait: Portrait, page: PageView) -> Iterable[tuple[str, str]]:
    life = portrait.lifetime
    for name, year in (("birth_year", life.born), ("death_year", life.died)):
        if year is not None:
            yield name, str(year)
    yield "birth_place", life.birth_place
    yield from (("since", str(year)) for year in life.since)
    yield from ((f"identifier_{kind}", value) for kind, value in sorted(portrait.identifiers))
    yield from (("field", topic) for topic in portrait.topics)
    yield from (("middle_name", " ".join(middle)) for middle in sorted(portrait.middles))
    yield from (("name_suffix", suffix) for suffix in dict.fromkeys(portrait.suffixes))
    yield "author", page.author
    yield from (
        ("named_beside", written) for written in list(dict.fromkeys(portrait.names.values()))[:30]
    )
