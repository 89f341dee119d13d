"""Word files, through mammoth's HTML and the same walker as pages."""

from __future__ import annotations

import io
import zipfile

import mammoth
from lxml import etree

from ascertain.adapters.readers.assembly import Draft, Metadata, clean, finish
from ascertain.adapters.readers.containers import core_metadata, member, open_container, parse_xml
from ascertain.adapters.readers.dates import byline_dates
from ascertain.adapters.readers.dom import parse_page
from ascertain.adapters.readers.hints import Hints
from ascertain.adapters.readers.visible_text import VisibleText, visible_text
from ascertain.evidence.document import Document

__all__ = ["read_docx"]

_BODY = "word/document.xml"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_OFF = frozenset({"0", "false", "off"})
_STYLES = """
p[style-name='Title'] => h1:fresh
p[style-name='Subtitle'] => p:fresh
"""


def read_docx(data: bytes, hints: Hints, media_type: str) -> Document:
    """Read a Word file: text, lists, tables, footnotes; deleted and hidden text stays out.

    Raises:
        ReadError: ``empty``, ``too_large``, ``unsupported`` or ``error``.
    """
    with open_container(data) as archive:
        metadata = core_metadata(archive, "docx")
        body = member(archive, _BODY) or b""
        if b"vanish" in body:
            data = _without_hidden(archive, body)
    converted = mammoth.convert_to_html(
        io.BytesIO(data),
        style_map=_STYLES,
        convert_image=mammoth.images.img_element(lambda _image: {}),
        include_embedded_style_map=False,
    )
    page = parse_page(f"<body>{clean(converted.value)}</body>")
    visible = visible_text(page.root)
    draft = Draft(
        text=visible.text,
        media_type=media_type,
        reader="docx",
        libraries=("mammoth", "lxml"),
        metadata=_settled(metadata, visible),
        headings=visible.headings,
        notes=page.notes,
    )
    return finish(draft, hints.max_text)


def _settled(metadata: Metadata, visible: VisibleText) -> Metadata:
    top = next((h for h in visible.headings if h.level == 1), None)
    if top is not None:
        title = visible.text[top.start : top.end]
        metadata = metadata._replace(title=title, title_from="first heading")
    published, updated = byline_dates(visible.text)
    return metadata._replace(
        published=published or metadata.published, updated=updated or metadata.updated
    )


def _without_hidden(archive: zipfile.ZipFile, body: bytes) -> bytes:
    """Pack the container again without the runs that Word does not show."""
    root = parse_xml(body)
    for mark in list(root.iter(f"{_W}vanish")):
        properties = mark.getparent()
        run = properties.getparent() if properties is not None else None
        if run is not None and run.tag == f"{_W}r" and mark.get(f"{_W}val") not in _OFF:
            for text in run.iter(f"{_W}t"):
                text.text = ""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as copy:
        for info in archive.infolist():
            content = (
                etree.tostring(root, encoding=str).encode()
                if info.filename == _BODY
                else archive.read(info)
            )
            copy.writestr(info.filename, content)
    return packed.getvalue()
