"""Papers: DOI, title, authors and year have to agree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ascertain.evidence.identity import IdentitySignal
from ascertain.validation.identity.comparing import against, for_
from ascertain.validation.identity.entry import Subject
from ascertain.validation.identity.folding import fold, words_of
from ascertain.validation.identity.names import find_mentions
from ascertain.validation.identity.page import PageView
from ascertain.validation.identity.portrait import Portrait

__all__ = ["compare_papers"]

_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d)(?!\d)")
_AROUND = 250
_MIN_NAME = 3
_BYLINE = 200
_PREPRINTS = ("10.48550/", "10.1101/", "10.2139/", "10.31234/", "10.21203/", "10.26434/")
"""Registrants of preprints (arXiv, bioRxiv and medRxiv, SSRN, PsyArXiv, Research Square,
ChemRxiv): a preprint's DOI and the journal's are two of one work."""


def compare_papers(subject: Subject, page: PageView, here: Portrait) -> Iterator[IdentitySignal]:
    """Compare a page with a paper."""
    own = {doi for anchor in subject.anchors if (doi := anchor.doi or _doi_in(anchor))}
    its = {page.doi} - {""} or {value for kind, value in here.identifiers if kind == "doi"}
    shared = _authors(subject) & _names_at(page, subject)
    if own & its:
        yield for_("doi", 5.0, f"the same DOI: {min(own & its)}")
    elif own and page.doi and not (shared and _is_preprint(own | its)):
        yield against("doi", 3.0, f"another DOI: {page.doi}, not {min(own)}")
    yield from _titles(subject, page)
    yield from _people(subject, page, shared)
    yield from _years(subject, page, here)


def _doi_in(page: PageView) -> str:
    found = re.search(r"10\.\d{4,9}/[^\s\"<>]{2,200}", page.folded)
    return found[0].rstrip(".,;)]") if found else ""


def _is_preprint(dois: Iterable[str]) -> bool:
    return any(doi.startswith(_PREPRINTS) for doi in dois)


def _titles(subject: Subject, page: PageView) -> Iterator[IdentitySignal]:
    own = list(subject.names[0].words)
    its = re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", fold(page.title))
    if its == own:
        yield for_("title", 0.25, "the same title")
    elif its[: len(own)] == own or (its and " ".join(its) in " ".join(own) and len(its) > 1):
        yield against("title", 1.0, f"another title: {page.title[:120]}")


def _authors(subject: Subject) -> set[str]:
    """Surnames and given names of the authors, folded, as the anchor pages give them."""
    found: set[str] = set()
    for anchor in subject.anchors:
        said = anchor.author or _byline(anchor, subject)
        names = [word for word in re.findall(r"[^\W\d_]+", said) if not word.islower()]
        found.update(fold(word) for word in names if len(word) >= _MIN_NAME)
    return found - set(subject.names[0].words)


def _byline(page: PageView, subject: Subject) -> str:
    """Return the line after the title."""
    for one in find_mentions(page.text, page.folded, subject.names[0])[:1]:
        rest = page.text[one.end : one.end + 600].lstrip("\n .")
        line = rest.split("\n", 1)[0]
        return line if len(line) <= _BYLINE else ""
    return ""


def _names_at(page: PageView, subject: Subject) -> set[str]:
    """Return the words around the title, and of the author field."""
    around: list[str] = [fold(page.author), fold(page.title)]
    around.extend(
        page.folded[max(0, one.start - _AROUND) : one.end + _AROUND]
        for one in find_mentions(page.text, page.folded, subject.names[0])[:20]
    )
    return {word for piece in around for word in words_of(piece)}


def _people(subject: Subject, page: PageView, shared: set[str]) -> Iterator[IdentitySignal]:
    known = _authors(subject)
    if not known:
        return
    if shared:
        weight = min(2.5, 1.25 * len(shared))
        yield for_("authors", weight, f"the same authors: {', '.join(sorted(shared)[:4])}")
        return
    said = page.author or _byline(page, subject)
    if len(words_of(said)) > 1 and said[:1].isupper():
        yield against("authors", 3.0, f"other authors: {said[:80].strip()}")


def _years(subject: Subject, page: PageView, here: Portrait) -> Iterator[IdentitySignal]:
    known = {year for portrait in subject.portraits for year in portrait.lifetime.years}
    near = [fold(page.title), here.window]
    its = {int(match[1]) for piece in near for match in _YEAR.finditer(piece)}
    if not known or not its:
        return
    if known & its:
        yield for_("year", 0.5, f"the same year: {min(known & its)}")
    elif min(abs(one - other) for one in known for other in its) > 1:
        yield against("year", 1.5, f"another year: {max(its)}, not {max(known)}")
