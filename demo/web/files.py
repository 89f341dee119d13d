"""Documents that are no pages, written by hand so that nothing needs to be installed for them."""

from __future__ import annotations

import html
import io
import textwrap
import zipfile
from collections.abc import Sequence

from .pages import Page

__all__ = ["make_docx", "make_feed", "make_pdf"]

_LINE_WIDTH = 78
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_FIXED_TIME = (2025, 3, 20, 9, 0, 0)


def make_pdf(title: str, paragraphs: Sequence[str]) -> bytes:
    """Set text as a PDF of one page (ISO 32000-1: objects, cross-reference table, trailer).

    Raises:
        UnicodeEncodeError: for characters outside Windows code page 1252.
    """
    drawn = [f"BT /F1 16 Tf 72 770 Td ({_escaped(title)}) Tj ET", "BT /F1 11 Tf 72 740 Td 15 TL"]
    for paragraph in paragraphs:
        drawn += [f"({_escaped(line)}) Tj T*" for line in textwrap.wrap(paragraph, _LINE_WIDTH)]
        drawn.append("T*")
    stream = "\n".join([*drawn, "ET"]).encode("cp1252")
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Title (%s) /CreationDate (D:20250320090000Z) >>" % _escaped(title).encode("cp1252"),
    )
    made = bytearray(b"%PDF-1.4\n")
    places: list[int] = []
    for number, content in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = len(made)
    made += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for place in places:
        made += b"%010d 00000 n \n" % place
    made += b"trailer\n<< /Size %d /Root 1 0 R /Info 6 0 R >>\n" % (len(objects) + 1)
    made += b"startxref\n%d\n%%%%EOF\n" % table
    return bytes(made)


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def make_docx(paragraphs: Sequence[str]) -> bytes:
    """Put paragraphs into the smallest DOCX there is (ECMA-376: three parts)."""
    types = (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels"'
        ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/word/document.xml" ContentType="application/vnd.'
        'openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
    )
    links = (
        f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1"'
        f' Type="{_OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>'
    )
    body = "".join(f"<w:p><w:r><w:t>{html.escape(x)}</w:t></w:r></w:p>" for x in paragraphs)
    document = f'<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>'
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in (
            ("[Content_Types].xml", types),
            ("_rels/.rels", links),
            ("word/document.xml", document),
        ):
            declared = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
            archive.writestr(zipfile.ZipInfo(name, _FIXED_TIME), declared + content)
    return made.getvalue()


def make_feed(title: str, origin: str, pages: Sequence[Page]) -> bytes:
    """List pages as an RSS 2.0 feed."""
    items = "".join(
        f"<item><title>{html.escape(page.title)}</title><link>{origin}{page.path}</link>"
        f"<description>{html.escape(page.snippet)}</description></item>"
        for page in pages
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel>'
        f"<title>{html.escape(title)}</title><link>{origin}/</link>"
        f"<description>All that {html.escape(title)} has published</description>{items}"
        "</channel></rss>"
    ).encode()
