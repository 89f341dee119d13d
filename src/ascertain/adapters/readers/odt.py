"""OpenDocument texts: their content as a tree of HTML elements, then the same walker as pages."""

from __future__ import annotations

from lxml import etree
from lxml.html import HtmlElement, fragment_fromstring

from ascertain.adapters.readers.assembly import Draft, Metadata, clean, finish
from ascertain.adapters.readers.containers import member, open_container, parse_xml
from ascertain.adapters.readers.dates import dated
from ascertain.adapters.readers.hints import Hints
from ascertain.adapters.readers.visible_text import visible_text
from ascertain.errors import ReadError
from ascertain.evidence.document import Document

__all__ = ["read_odt"]

_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_META = "{urn:oasis:names:tc:opendocument:xmlns:meta:1.0}"
_TAGS = {
    "p": "p",
    "list": "ul",
    "list-item": "li",
    "list-header": "div",
    "line-break": "br",
    "table": "table",
    "table-row": "tr",
    "table-cell": "td",
    "section": "div",
}
_LEFT_OUT = frozenset(
    ("annotation", "tracked-changes", "sequence-decls", "hidden-text", "forms", "title", "desc")
)
_MAX_SPACES = 100


def read_odt(data: bytes, hints: Hints, media_type: str) -> Document:
    """Read an OpenDocument text.

    Raises:
        ReadError: ``empty``, ``too_large``, ``unsupported`` or ``error``.
    """
    with open_container(data) as archive:
        content = member(archive, "content.xml")
        about = member(archive, "meta.xml")
    if content is None:
        raise ReadError("error", "the document lacks its content.xml")
    body = parse_xml(content).find(f".//{_OFFICE}text")
    if body is None:
        raise ReadError("empty", "there is no text in it")
    visible = visible_text(_as_html(body))
    draft = Draft(
        text=clean(visible.text),
        media_type=media_type,
        reader="odt",
        libraries=("lxml",),
        metadata=_metadata(about),
        headings=visible.headings,
    )
    return finish(draft, hints.max_text)


def _as_html(body: HtmlElement) -> HtmlElement:
    """Copy the body, mapping names; iterative, one event at a time."""
    root = fragment_fromstring("<div></div>")
    at: list[HtmlElement] = [root]
    walk = etree.iterwalk(body, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event == "start" and element is not body:
            name = etree.QName(element).localname
            if name in _LEFT_OUT:
                walk.skip_subtree()
                at.append(etree.SubElement(at[-1], "span"))
                continue
            copy = etree.SubElement(at[-1], _html_name(element, name))
            copy.text = _spaces(element) if name in {"s", "tab"} else element.text
            at.append(copy)
        elif event == "end" and element is not body:
            at.pop().tail = element.tail
        elif event in {"comment", "pi"} and element.tail:
            etree.SubElement(at[-1], "span").tail = element.tail
    return root


def _html_name(element: HtmlElement, name: str) -> str:
    if name == "h":
        level = (element.get(f"{_TEXT}outline-level") or "1")[:1]
        return f"h{level}" if level in "123456" else "h6"
    return _TAGS.get(name, "span")


def _spaces(element: HtmlElement) -> str:
    count = (element.get(f"{_TEXT}c") or "1")[:3]
    return " " * min(int(count) if count.isdecimal() else 1, _MAX_SPACES)


def _metadata(about: bytes | None) -> Metadata:
    if about is None:
        return Metadata()
    root = parse_xml(about)
    title, author = root.findtext(f".//{_DC}title"), root.findtext(f".//{_DC}creator")
    author = author or root.findtext(f".//{_META}initial-creator")
    return Metadata(
        title=title,
        title_from="odt dc:title" if title else None,
        author=author,
        author_from="odt dc:creator" if author else None,
        published=dated(root.findtext(f".//{_META}creation-date"), "odt creation-date"),
        updated=dated(root.findtext(f".//{_DC}date"), "odt dc:date"),
    )
