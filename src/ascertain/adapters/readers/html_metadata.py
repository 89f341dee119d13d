"""What a page states about itself in its head, JSON-LD and marked elements."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple, cast
from urllib.parse import urljoin, urlsplit

from lxml.html import HtmlElement

from ascertain.adapters.readers.assembly import Metadata
from ascertain.adapters.readers.dates import byline_dates, dated
from ascertain.adapters.readers.visible_text import VisibleText
from ascertain.evidence.document import DatedField

__all__ = ["Stated", "absolute_address", "own_address", "page_metadata"]

_PUBLISHED_META = (
    "article:published_time",
    "og:article:published_time",
    "og:published_time",
    "datepublished",
    "citation_publication_date",
    "citation_date",
    "dc.date.issued",
    "dcterms.issued",
    "dcterms.created",
    "dc.date",
    "dcterms.date",
    "parsely-pub-date",
    "sailthru.date",
    "publication_date",
    "publish_date",
    "publishdate",
    "pubdate",
    "date",
)
_UPDATED_META = (
    "article:modified_time",
    "og:article:modified_time",
    "og:updated_time",
    "datemodified",
    "dcterms.modified",
    "dc.date.modified",
    "last-modified",
    "lastmod",
    "revised",
)
_AUTHOR_META = (
    "author",
    "article:author",
    "citation_author",
    "dc.creator",
    "dcterms.creator",
    "parsely-author",
    "sailthru.author",
    "byl",
)
_ARTICLES = ("article", "posting", "report", "webpage", "webpageelement", "book", "dataset")
_MAX_JSON = 500_000
_MAX_NODES = 2_000
_MAX_NAME = 100
_MAX_ELEMENTS = 200
_MAX_ADDRESS = 2_000
_MAX_LINKS = 5
_UNPRINTABLE = re.compile(r"[\x00-\x20\x7f]")
_PUBLISHED_WORDS = ("publish", "pubdate", "entry-date", "post-date", "dateline", "posted")
_UPDATED_WORDS = ("updated", "modified")

_Node = Mapping[str, object]


class Stated(NamedTuple):
    """What was stated; the title still gives way to a visible first heading."""

    metadata: Metadata

    def settled(self, visible: VisibleText) -> Metadata:
        """Fill in from the visible text: its first ``h1`` as title, dates of a byline."""
        metadata = self.metadata
        top = next((h for h in visible.headings if h.level == 1), None)
        if top is not None:
            title = visible.text[top.start : top.end]
            metadata = metadata._replace(title=title, title_from="h1")
        if metadata.published is None or metadata.updated is None:
            published, updated = byline_dates(_around_title(visible))
            metadata = metadata._replace(
                published=metadata.published or published, updated=metadata.updated or updated
            )
        return metadata


def _around_title(visible: VisibleText) -> str:
    top = next((h for h in visible.headings if h.level == 1), None)
    start = max(0, top.start - 500) if top is not None else 0
    return visible.text[start : start + 4_000]


def page_metadata(root: HtmlElement) -> Stated:
    """Read a page's statements; to be called before hidden parts are taken out."""
    metas = _metas(root)
    nodes = list(_article_nodes(root))
    title, title_from = _first(
        (
            (metas.get("og:title"), "og:title"),
            (_title(root), "title"),
            (metas.get("twitter:title"), "meta twitter:title"),
        )
    )
    author, author_from = _first(
        chain(
            ((_name(metas.get(n)), f"meta {n}") for n in _AUTHOR_META),
            ((_people(node.get("author")), "json-ld author") for node in nodes),
            _marked_authors(root),
        )
    )
    metadata = Metadata(
        title=title,
        title_from=title_from,
        author=author,
        author_from=author_from,
        published=_date(root, metas, nodes, _PUBLISHED),
        updated=_date(root, metas, nodes, _UPDATED),
    )
    return Stated(metadata)


def own_address(root: HtmlElement, address: str = "") -> str | None:
    """Return the absolute address that a page gives as its own, or None.

    ``<link rel="canonical">`` (RFC 6596) comes before ``og:url``. A relative one is resolved
    against the page's ``<base>`` or its address; where neither is known it gives None.

    Args:
        root: of the page, before hidden parts are taken out.
        address: where the page came from, or empty.
    """
    base = next((e.get("href") for e in root.iter("base") if e.get("href")), None)
    where = absolute_address(base, address) or address
    links = (
        link.get("href")
        for link in root.iter("link")
        if "canonical" in (link.get("rel") or "").lower().split()
    )
    for link in (*islice(links, _MAX_LINKS), _metas(root).get("og:url")):
        found = absolute_address(link, where)
        if found is not None:
            return found
    return None


def absolute_address(link: str | None, base: str = "") -> str | None:
    """Return a link as an absolute web address, or None if it is none.

    Args:
        link: as written.
        base: an absolute web address to resolve it against, or empty.
    """
    text = (link or "").strip()
    if not text or len(text) > _MAX_ADDRESS or _UNPRINTABLE.search(text):
        return None
    try:
        whole = urljoin(base, text)
        parts = urlsplit(whole)
        _ = parts.port
    except ValueError:
        return None
    is_web = parts.scheme in {"http", "https"} and parts.hostname and "@" not in parts.netloc
    return whole if is_web and len(whole) <= _MAX_ADDRESS else None


class _DateKind(NamedTuple):
    metas: tuple[str, ...]
    key: str
    words: tuple[str, ...]


_PUBLISHED = _DateKind(_PUBLISHED_META, "datePublished", _PUBLISHED_WORDS)
_UPDATED = _DateKind(_UPDATED_META, "dateModified", _UPDATED_WORDS)


def _date(
    root: HtmlElement, metas: Mapping[str, str], nodes: Sequence[_Node], kind: _DateKind
) -> DatedField | None:
    candidates = chain(
        ((metas.get(name), f"meta {name}") for name in kind.metas[:3]),
        ((_text(node.get(kind.key)), f"json-ld {kind.key}") for node in nodes),
        ((metas.get(name), f"meta {name}") for name in kind.metas[3:]),
        _marked_dates(root, kind),
    )
    for value, where in candidates:
        field = dated(value, where)
        if field is not None:
            return field
    return None


def _marked_dates(root: HtmlElement, kind: _DateKind) -> Iterator[tuple[str | None, str]]:
    for element in root.findall(f".//*[@itemprop='{kind.key}']")[:_MAX_ELEMENTS]:
        value = element.get("content") or element.get("datetime") or element.text
        yield value, f"itemprop {kind.key}"
    times = root.findall(".//time[@datetime]")[:_MAX_ELEMENTS]
    for time in times:
        words = " ".join((time.get("class") or "", time.get("id") or "")).lower()
        if any(word in words for word in kind.words) or (
            kind is _PUBLISHED and "pubdate" in time.attrib
        ):
            yield time.get("datetime"), "time datetime"
    if kind is _PUBLISHED and len({time.get("datetime") for time in times}) == 1:
        yield times[0].get("datetime"), "time datetime"


def _metas(root: HtmlElement) -> dict[str, str]:
    found: dict[str, str] = {}
    for meta in root.iter("meta"):
        name = meta.get("property") or meta.get("name") or meta.get("itemprop") or ""
        content = meta.get("content")
        if name and content and content.strip():
            found.setdefault(name.strip().lower(), content.strip()[:2_000])
        if len(found) >= _MAX_NODES:
            break
    return found


def _title(root: HtmlElement) -> str | None:
    title = next(root.iter("title"), None)
    return title.text if title is not None else None


def _article_nodes(root: HtmlElement) -> Iterator[_Node]:
    for script in root.findall(".//script[@type='application/ld+json']")[:20]:
        text = script.text or ""
        if not text or len(text) > _MAX_JSON:
            continue
        try:
            value = json.loads(text, strict=False)
        except (ValueError, RecursionError):
            continue
        yield from _nodes(value)


def _nodes(value: object) -> Iterator[_Node]:
    waiting = [value]
    for _ in range(_MAX_NODES):
        if not waiting:
            return
        item = waiting.pop(0)
        if isinstance(item, list):
            waiting.extend(cast("list[object]", item)[:100])
        elif isinstance(item, dict):
            node = cast("_Node", item)
            if _is_article(node.get("@type")):
                yield node
            waiting.extend(node[key] for key in ("@graph", "mainEntity") if key in node)


def _is_article(kind: object) -> bool:
    kinds = cast("list[object]", kind) if isinstance(kind, list) else [kind]
    return any(isinstance(k, str) and k.lower().endswith(_ARTICLES) for k in kinds)


def _people(value: object) -> str | None:
    items = cast("list[object]", value) if isinstance(value, list) else [value]
    names: list[str] = []
    for item in items[:20]:
        named = cast("_Node", item).get("name") if isinstance(item, dict) else item
        name = _name(_text(named))
        if name and name not in names:
            names.append(name)
    return ", ".join(names) or None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _name(value: str | None) -> str | None:
    """Drop what is no name: an address, a handle, nothing."""
    name = " ".join((value or "").split())
    return None if not name or "://" in name or name[0] == "@" else name[:300]


def _marked_authors(root: HtmlElement) -> Iterator[tuple[str | None, str]]:
    for path, where in (
        (".//*[@itemprop='author']", "itemprop author"),
        (".//a[@rel='author']", "rel author"),
    ):
        for element in root.findall(path)[:5]:
            named = element.find(".//*[@itemprop='name']")
            inside = (element if named is None else named).itertext()
            text = " ".join(" ".join(inside).split())
            if 0 < len(text) <= _MAX_NAME:
                yield _name(text), where


def _first(candidates: Iterable[tuple[str | None, str]]) -> tuple[str | None, str | None]:
    for value, where in candidates:
        if value and value.strip():
            return value, where
    return None, None
