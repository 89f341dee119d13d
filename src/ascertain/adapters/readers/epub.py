"""EPUB books: the pages of the spine, in order."""

from __future__ import annotations

import posixpath
import zipfile
from urllib.parse import unquote

from lxml.html import HtmlElement

from ascertain.adapters.readers.assembly import Draft, Metadata, clean, finish
from ascertain.adapters.readers.blocks import BlockText
from ascertain.adapters.readers.charset import decode
from ascertain.adapters.readers.containers import member, open_container, parse_xml
from ascertain.adapters.readers.dates import dated
from ascertain.adapters.readers.dom import parse_page
from ascertain.adapters.readers.hidden import blank_hidden
from ascertain.adapters.readers.hints import Hints
from ascertain.adapters.readers.language import primary_tag
from ascertain.adapters.readers.visible_text import visible_text
from ascertain.errors import ReadError
from ascertain.evidence.document import Document

__all__ = ["read_epub"]

_CONTAINER = "META-INF/container.xml"
_MAX_PAGES = 2_000


def read_epub(data: bytes, hints: Hints, media_type: str) -> Document:
    """Read a book.

    Raises:
        ReadError: ``empty``, ``too_large``, ``unsupported`` or ``error``.
    """
    blocks = BlockText(hints.max_text)
    with open_container(data) as archive:
        place = _package_path(archive)
        package = parse_xml(_required(archive, place))
        missing = 0
        for path in _spine(package, posixpath.dirname(place)):
            content = member(archive, path)
            if content is None:
                missing += 1
            elif not blocks.is_full:
                _write(blocks, content)
    stated = _stated(package)
    draft = Draft(
        text=blocks.text(),
        media_type=media_type,
        reader="epub",
        libraries=("lxml",),
        metadata=_metadata(stated),
        headings=blocks.headings,
        language=primary_tag(stated.get("language")),
        notes=(f"{missing} pages of the book are missing",) if missing else (),
    )
    return finish(draft, hints.max_text)


def _write(blocks: BlockText, content: bytes) -> None:
    try:
        root = parse_page(clean(decode(content, html=True).text)).root
    except ReadError:  # a page without elements
        return
    blank_hidden(root)
    visible = visible_text(root)
    blocks.passage(visible.text, visible.headings)


def _required(archive: zipfile.ZipFile, name: str) -> bytes:
    content = member(archive, name)
    if content is None:
        raise ReadError("error", f"the book lacks its {name[:100]}")
    return content


def _package_path(archive: zipfile.ZipFile) -> str:
    for element in parse_xml(_required(archive, _CONTAINER)).iter("{*}rootfile"):
        return element.get("full-path") or ""
    return ""


def _spine(package: HtmlElement, folder: str) -> list[str]:
    places = {item.get("id"): item.get("href") or "" for item in package.iter("{*}item")}
    pages = [places.get(ref.get("idref"), "") for ref in package.iter("{*}itemref")]
    return [
        posixpath.normpath(posixpath.join(folder, unquote(page.split("#")[0])))
        for page in pages[:_MAX_PAGES]
        if page
    ]


def _stated(package: HtmlElement) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in ("title", "creator", "date", "language"):
        for element in package.iter(f"{{http://purl.org/dc/elements/1.1/}}{name}"):
            if element.text and element.text.strip():
                found.setdefault(name, element.text.strip())
    return found


def _metadata(stated: dict[str, str]) -> Metadata:
    title, author = stated.get("title"), stated.get("creator")
    return Metadata(
        title=title,
        title_from="epub dc:title" if title else None,
        author=author,
        author_from="epub dc:creator" if author else None,
        published=dated(stated.get("date"), "epub dc:date"),
    )
