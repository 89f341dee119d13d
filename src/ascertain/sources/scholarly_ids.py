"""Scholarly identifiers in addresses: DOI, arXiv, PubMed.

Sources of the rules: the DOI Handbook (a name is ``10.``, a registrant's digits, ``/``, a suffix;
ASCII case does not count), arXiv's help page on its identifiers (``YYMM.NNNNN`` with versions,
and ``archive/YYMMNNN`` before April 2007), and PubMed's permanent links.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass
from typing import Literal
from urllib.parse import SplitResult, parse_qsl, quote, unquote_to_bytes, urlsplit

__all__ = ["ScholarlyId", "ScholarlyKind", "scholarly_address", "scholarly_id"]

ScholarlyKind = Literal["doi", "arxiv", "pubmed"]

_DOI = re.compile(r"10\.\d{4,9}(?:\.\d{1,9}){0,5}/\S+", re.ASCII)
_DOI_HOSTS = frozenset({"doi.org", "dx.doi.org", "www.doi.org"})
_ARXIV_HOSTS = frozenset({"arxiv.org", "ar5iv.org"})
_PUBMED_HOSTS = frozenset({"ncbi.nlm.nih.gov", "pubmed.gov", "pubmed.ncbi.nlm.nih.gov"})
_ARXIV_DOI = "10.48550/arxiv."
_ARXIV_ID = re.compile(
    r"(?P<new>\d{4}\.\d{4,5})|(?P<archive>[a-z]+(?:-[a-z]+)?)(?:\.[a-z]{2})?/(?P<old>\d{7})",
    re.IGNORECASE | re.ASCII,
)
_ARXIV_PATH = re.compile(r"/(?:abs|pdf|html|ps|format|src|e-print)/(?P<rest>.+)")
_ARXIV_TAIL = re.compile(r"(?P<version>v\d{1,3})?(?:\.pdf)?/?", re.ASCII)
_PUBMED_PATH = re.compile(r"(?:/m)?(?:/entrez)?(?P<folder>/pubmed)?/(?P<id>\d{1,10})/?", re.ASCII)
_IN_PATH = re.compile(
    r"/(?:doi|article-doi|article|articles|chapter|book|content|abs|full|fulltext|fullhtml|pdf"
    r"|epdf|pdfplus|pdfdirect|epub|reader|figure|suppl|download|lookup|referencework"
    r"|referenceworkentry)/(10\.\d{4,9}/\S+)",
    re.IGNORECASE | re.ASCII,
)
_NATURE = re.compile(r"/articles/(?P<id>[a-z0-9][a-z0-9.-]{3,60}?)(?:\.pdf)?/?", re.IGNORECASE)
_NATURE_DOI = "10.1038/"
_OUP = re.compile(r"/\d{5,10}\Z", re.ASCII)
_PREPRINT = re.compile(r"v\d{1,2}\Z", re.ASCII)
_PREPRINT_HOSTS = frozenset({"biorxiv.org", "medrxiv.org"})
_VIEWS = re.compile(
    r"(?:/(?:full|fulltext|full-text|abstract|pdf|meta|epdf|epub|html|xml|figures|references"
    r"|summary|tables|media)|\.(?:pdf|full|full-text|abstract|short|html|epub))/?\Z",
    re.IGNORECASE,
)
_MAX_VIEWS = 4
_MAX_URL = 4_000
_MAX_FIELDS = 50
_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
_SAFE = "/:;()@!$&'*+,=~-._"


@dataclass(frozen=True, slots=True)
class ScholarlyId:
    """What a work is known by.

    Attributes:
        kind: ``doi``, ``arxiv`` or ``pubmed``.
        value: a DOI in lower case without percent-encoding; an arXiv identifier, with its
            version if the address names one; a PubMed number.
    """

    kind: ScholarlyKind
    value: str


def scholarly_id(url: str) -> ScholarlyId | None:
    """Return the identifier that an address carries, or None.

    Addresses of resolvers count (``https://doi.org/10.…``, ``doi:10.…``, arXiv's and PubMed's
    pages), and addresses of publishers that hold a DOI. A DOI that arXiv gave out is the arXiv
    identifier.
    """
    return _addressed(url) or _published(url)


def scholarly_address(url: str) -> str | None:
    """Return the one address of a work whose resolver or archive the URL names, or None.

    A publisher's page has an address of its own, so it gives None.
    """
    found = _addressed(url)
    if found is None:
        return None
    if found.kind == "doi":
        return f"https://doi.org/{quote(found.value, safe=_SAFE)}"
    if found.kind == "arxiv":
        return f"https://arxiv.org/abs/{found.value}"
    return f"https://pubmed.ncbi.nlm.nih.gov/{found.value}/"


def _addressed(url: str) -> ScholarlyId | None:
    text = url.strip()
    scheme, _, rest = text.partition(":")
    if scheme.lower() == "doi":
        return _doi(rest.lstrip().partition("#")[0].partition("?")[0])
    if scheme.lower() == "arxiv":
        return _arxiv(rest.lstrip())
    parts = _web_parts(text)
    return _resolved(parts) if parts is not None else None


def _resolved(parts: SplitResult) -> ScholarlyId | None:
    host = _host_of(parts)
    if host in _DOI_HOSTS:
        return _doi(parts.path.lstrip("/"))
    if host in _ARXIV_HOSTS or host.endswith(".arxiv.org"):
        found = _ARXIV_PATH.fullmatch(parts.path)
        return _arxiv(found["rest"]) if found else None
    found = _PUBMED_PATH.fullmatch(parts.path) if host in _PUBMED_HOSTS else None
    if found is None or (host == "ncbi.nlm.nih.gov" and not found["folder"]):
        return None
    return ScholarlyId("pubmed", found["id"].lstrip("0") or "0")


def _web_parts(text: str) -> SplitResult | None:
    if len(text) > _MAX_URL:
        return None
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return None
    return parts if parts.scheme in {"http", "https"} else None


def _host_of(parts: SplitResult) -> str:
    return (parts.hostname or "").rstrip(".").removeprefix("www.")


def _doi(path: str) -> ScholarlyId | None:
    value = _decoded(path)
    if value is None or not _is_doi(value):
        return None
    value = value.translate(_LOWER)
    if value.startswith(_ARXIV_DOI):
        paper = _arxiv(value.removeprefix(_ARXIV_DOI))
        if paper is not None:
            return paper
    return ScholarlyId("doi", value)


def _decoded(path: str) -> str | None:
    """A DOI's own slash may be encoded, so everything is decoded, once."""
    try:
        value = unquote_to_bytes(path).decode()
    except UnicodeError:
        return None
    return value.rstrip("/") if value.isprintable() else None


def _is_doi(value: str) -> bool:
    return _DOI.fullmatch(value) is not None and not {"", ".", ".."} & set(value.split("/"))


def _arxiv(text: str) -> ScholarlyId | None:
    found = _ARXIV_ID.match(text)
    tail = _ARXIV_TAIL.fullmatch(text, found.end()) if found else None
    if found is None or tail is None:
        return None
    known = found["new"] or f"{found['archive'].lower()}/{found['old']}"
    return ScholarlyId("arxiv", known + (tail["version"] or ""))


def _published(url: str) -> ScholarlyId | None:
    parts = _web_parts(url.strip())
    if parts is None:
        return None
    host = _host_of(parts)
    path = _decoded(parts.path) or ""
    found = _IN_PATH.search(path)
    if found is not None:
        return _doi_of(found[1], host)
    article = _NATURE.fullmatch(path) if host == "nature.com" else None
    if article is not None:
        return ScholarlyId("doi", _NATURE_DOI + article["id"].translate(_LOWER))
    for name, value in parse_qsl(parts.query)[:_MAX_FIELDS]:
        if name.lower() in {"doi", "id"} and _is_doi(value):
            return _doi_of(value, host)
    return None


def _doi_of(text: str, host: str) -> ScholarlyId | None:
    """Leave out what a publisher's address adds to the DOI: views, versions, numbers."""
    value = text
    for _ in range(_MAX_VIEWS):
        shorter = _VIEWS.sub("", value)
        if shorter == value or not _is_doi(shorter):
            break
        value = shorter
    added = _OUP if host == "academic.oup.com" else _PREPRINT if host in _PREPRINT_HOSTS else None
    if added is not None and _is_doi(added.sub("", value)):
        value = added.sub("", value)
    return _doi(quote(value, safe=_SAFE))
