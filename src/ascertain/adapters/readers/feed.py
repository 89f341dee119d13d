"""Feeds: RSS 2.0 and its forerunners, RSS 1.0, Atom (RFC 4287), JSON Feed 1.1.

One block an item: title, date as written, content (or else the summary) made plain, link.
Shapes: the RSS Advisory Board's RSS 2.0 specification, RSS-DEV's RSS 1.0, RFC 4287, and
jsonfeed.org's version 1.1; dates and authors of Dublin Core, ``content:encoded``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple, cast

from lxml import etree
from lxml.html import HtmlElement

from ascertain.adapters.readers.assembly import Draft, Metadata, clean, finish
from ascertain.adapters.readers.blocks import BlockText
from ascertain.adapters.readers.charset import decode
from ascertain.adapters.readers.dates import dated
from ascertain.adapters.readers.dom import parse_page
from ascertain.adapters.readers.hidden import blank_hidden
from ascertain.adapters.readers.hints import Hints
from ascertain.adapters.readers.html_metadata import absolute_address
from ascertain.adapters.readers.language import primary_tag
from ascertain.adapters.readers.visible_text import visible_text
from ascertain.errors import ReadError
from ascertain.evidence.document import Document, Heading

__all__ = ["read_feed"]

_MAX_ITEMS = 2_000
_MAX_FIELD = 1_000
_MAX_CHILDREN = 200
_PROLOGUE = 65_536
_ENTITY = re.compile(r"<!\s*ENTITY", re.IGNORECASE)
_ROOT = re.compile(r"<(?:[a-z0-9]{1,10}:)?(?:rss|feed|RDF)\b")
_DECLARATION = re.compile(r"\s*<\?xml[^>]{0,500}\?>")
_DECLARED = re.compile(rb"<\?xml[^>]{0,200}?\bencoding\s*=\s*[\"']([A-Za-z0-9_.:-]{1,40})")
_MARKUP = re.compile(r"<[a-zA-Z!/]|&[a-zA-Z#]")
_CONTENTS = ("content", "description", "summary")
_PLAIN_TYPES = frozenset({"text", "text/plain"})
_ITEMS = ("item", "entry")
_DEEPEST = 6
_BELOW_ITEM = 2
"""Levels by which headings inside an item stand below those of the feed and the item."""
_XML = "{http://www.w3.org/XML/1998/namespace}"
_ATOM = "{http://www.w3.org/2005/Atom}"
_DUBLIN_CORE = "{http://purl.org/dc/elements/1.1/}"
_CONTENT = "{http://purl.org/rss/1.0/modules/content/}encoded"
_JSON_FEED = "application/feed+json"
_BROKEN = "the feed is broken or cut short; what could be read of it was"

_Node = Mapping[str, object]


class _Item(NamedTuple):
    title: str = ""
    date: str = ""
    author: str = ""
    content: str = ""
    is_plain: bool = False
    link: str = ""


class _Feed(NamedTuple):
    about: str
    items: Sequence[Callable[[], _Item]]
    metadata: Metadata
    language: str | None
    address: str | None
    notes: tuple[str, ...]


def read_feed(data: bytes, hints: Hints, media_type: str) -> Document:
    """Read a feed, its items in the order they stand in.

    Raises:
        ReadError: ``empty``, ``unsupported`` where its XML declares entities, ``error`` where it
            cannot be read at all.
    """
    feed = _json_feed(data, hints) if media_type == _JSON_FEED else _xml_feed(data, hints)
    blocks = BlockText(hints.max_text)
    blocks.heading(feed.metadata.title or "", 1)
    _write_content(blocks, feed.about)
    kept, total = 0, len(feed.items)
    for item in feed.items[:_MAX_ITEMS]:
        if blocks.is_full:
            break
        _write(blocks, item())
        kept += 1
    left = (f"only the first {kept:,} of {total:,} items were kept",) if kept < total else ()
    draft = Draft(
        text=blocks.text(),
        media_type=media_type,
        reader="feed",
        libraries=("lxml",),
        metadata=feed.metadata,
        headings=blocks.headings,
        language=feed.language,
        notes=(*feed.notes, *left),
        canonical_url=feed.address,
    )
    return finish(draft, hints.max_text)


def _write(blocks: BlockText, item: _Item) -> None:
    blocks.gap()
    blocks.heading(item.title, 2)
    blocks.line(", ".join(part for part in (item.date, item.author) if part))
    _write_content(blocks, item.content, is_plain=item.is_plain)
    blocks.gap()
    blocks.line(item.link)


def _write_content(blocks: BlockText, content: str, *, is_plain: bool = False) -> None:
    """Write text that may be HTML; what a page would hide is hidden here too."""
    if is_plain or not _MARKUP.search(content):
        blocks.gap()
        for line in clean(content).split("\n"):
            blocks.line(" ".join(line.split()))
        return
    try:
        root = parse_page(clean(content)).root
    except ReadError:  # there is nothing in it but comments
        return
    blank_hidden(root)
    visible = visible_text(root)
    headings = [
        Heading(start=h.start, end=h.end, level=min(_DEEPEST, h.level + _BELOW_ITEM))
        for h in visible.headings
    ]
    blocks.passage(visible.text, headings)


def _xml_feed(data: bytes, hints: Hints) -> _Feed:
    declared = _DECLARED.match(data.lstrip()[:_MAX_FIELD])
    stated = declared[1].decode("ascii") if declared else ""
    decoded = decode(data, charset=hints.charset or stated)
    text = clean(decoded.text)
    start = _ROOT.search(text)
    if _ENTITY.search(text, 0, start.start() if start else _PROLOGUE):
        raise ReadError("unsupported", "its XML declares entities, which no honest feed does")
    root, broken = _tree(_DECLARATION.sub("", text, count=1).lstrip().encode())
    # RSS keeps its items in the channel, RSS 1.0 beside it; an Atom feed is its own channel.
    found = root.find("{*}channel")
    channel = root if found is None else found
    title = _text(channel, "title")
    return _Feed(
        about=_text(channel, "description", "subtitle", "tagline"),
        items=[partial(_xml_item, item) for item in _items(root, channel)],
        metadata=_metadata(
            _plain_line(title),
            author=_author(channel),
            published=_text(channel, "pubDate"),
            updated=_text(channel, "lastBuildDate", "updated", "modified", "date"),
        ),
        language=primary_tag(_text(channel, "language") or root.get(f"{_XML}lang")),
        address=next(iter(_links(channel, "self")), None),
        notes=(*decoded.notes, *broken),
    )


def _tree(data: bytes) -> tuple[HtmlElement, tuple[str, ...]]:
    """Parse strictly, or else what can be got over, with a note."""
    for recover in (False, True):
        parser = etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
            recover=recover,
        )
        parser.set_element_class_lookup(etree.ElementDefaultClassLookup(element=HtmlElement))
        try:
            root = etree.fromstring(data, parser)
        except etree.XMLSyntaxError:
            continue
        if root is not None:
            return root, ((_BROKEN,) if recover else ())
    raise ReadError("error", "the feed's XML is broken from its start")


def _items(root: HtmlElement, channel: HtmlElement) -> list[HtmlElement]:
    places = (channel,) if channel is root else (channel, root)
    names = [f"{_space(channel)}{name}" for name in _ITEMS]
    return [item for place in places for name in names for item in place.findall(name)]


def _xml_item(item: HtmlElement) -> _Item:
    content, is_plain = _content(item)
    return _Item(
        title=_plain_line(_text(item, "title")),
        date=_one_line(_text(item, "pubDate", "published", "issued", "date", "updated")),
        author=_author(item),
        content=content,
        is_plain=is_plain,
        link=_link(item),
    )


def _space(element: HtmlElement) -> str:
    """The namespace of an element as it stands before its name, or empty."""
    space, brace, _ = element.tag.rpartition("}")
    return space + brace


def _field(parent: HtmlElement, name: str) -> HtmlElement | None:
    """The first child of a name that is the format's own, or else Dublin Core's."""
    own = parent.find(f"{_space(parent)}{name}")
    return parent.find(f"{_DUBLIN_CORE}{name}") if own is None else own


def _text(parent: HtmlElement, *names: str) -> str:
    for name in names:
        element = _field(parent, name)
        text = _inside(element) if element is not None else ""
        if text:
            return text
    return ""


def _inside(element: HtmlElement) -> str:
    if element.get("type") == "xhtml":
        return etree.tostring(element, encoding=str, method="html")
    return "".join(element.itertext()).strip()


def _content(item: HtmlElement) -> tuple[str, bool]:
    """The longest form of an item's text, and whether it says that it holds no HTML."""
    forms = (item.find(_CONTENT), *(_field(item, name) for name in _CONTENTS))
    for form in forms:
        text = _inside(form) if form is not None else ""
        if form is not None and text:
            return text, form.get("type") in _PLAIN_TYPES
    return "", False


def _author(parent: HtmlElement) -> str:
    element = _field(parent, "author")
    named = _text(element, "name") if element is not None else ""
    return _one_line(named or _text(parent, "creator", "author"))


def _link(item: HtmlElement) -> str:
    links = _links(item, "alternate")
    if links:
        return links[0]
    guid = _field(item, "guid")
    is_address = guid is not None and guid.get("isPermaLink") != "false"
    return (absolute_address(_inside(guid)) or "") if guid is not None and is_address else ""


def _links(parent: HtmlElement, relation: str) -> list[str]:
    """The addresses of links: Atom's ``href``, RSS's text (which is an alternate)."""
    found: list[str] = []
    names = dict.fromkeys((f"{_space(parent)}link", f"{_ATOM}link"))
    children = [child for name in names for child in parent.findall(name)]
    for child in children[:_MAX_CHILDREN]:
        if (child.get("rel") or "alternate") == relation:
            address = absolute_address(child.get("href") or _inside(child))
            if address is not None:
                found.append(address)
    return found


def _json_feed(data: bytes, hints: Hints) -> _Feed:
    decoded = decode(data, charset=hints.charset)
    try:
        value: object = json.loads(clean(decoded.text))
    except (ValueError, RecursionError) as error:
        raise ReadError("error", "the feed's JSON is broken or cut short") from error
    feed = _node(value)
    title = _said(feed, "title")
    items = _list(feed.get("items"))
    return _Feed(
        about=_said(feed, "description"),
        items=[partial(_json_item, _node(item)) for item in items],
        metadata=_metadata(_one_line(title), author=_people(feed)),
        language=primary_tag(_said(feed, "language")),
        address=absolute_address(_said(feed, "feed_url")),
        notes=decoded.notes,
    )


def _json_item(item: _Node) -> _Item:
    whole = _said(item, "content_html")
    link = absolute_address(_said(item, "url") or _said(item, "external_url") or _said(item, "id"))
    return _Item(
        title=_one_line(_said(item, "title")),
        date=_one_line(_said(item, "date_published") or _said(item, "date_modified")),
        author=_people(item),
        content=whole or _said(item, "content_text") or _said(item, "summary"),
        is_plain=not whole,
        link=link or "",
    )


def _node(value: object) -> _Node:
    return cast("_Node", value) if isinstance(value, dict) else {}


def _list(value: object) -> Sequence[object]:
    return cast("list[object]", value) if isinstance(value, list) else []


def _said(node: _Node, key: str) -> str:
    value = node.get(key)
    return value.strip() if isinstance(value, str) else ""


def _people(node: _Node) -> str:
    authors = _list(node.get("authors")) or [node.get("author")]
    names = (_said(_node(author), "name") for author in authors[:_MAX_CHILDREN])
    return _one_line(", ".join(name for name in names if name))


def _metadata(line: str, *, author: str, published: str = "", updated: str = "") -> Metadata:
    return Metadata(
        title=line or None,
        title_from="feed title" if line else None,
        author=author or None,
        author_from="feed author" if author else None,
        published=dated(published, "feed pubDate"),
        updated=dated(updated, "feed updated"),
    )


def _plain_line(title: str) -> str:
    """A title on one line; Atom and some of RSS have HTML in it."""
    if not _MARKUP.search(title):
        return _one_line(title)
    try:
        return _one_line(visible_text(parse_page(title).root).text)
    except ReadError:
        return ""


def _one_line(text: str) -> str:
    return " ".join(text[: 4 * _MAX_FIELD].split())[:_MAX_FIELD]
