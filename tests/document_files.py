"""Files made by hand, sound and hostile, for tests of the document readers."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence

__all__ = ["docx", "epub", "odt", "page", "pdf", "zip_of"]

_WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_TYPES = """<?xml version="1.0"?><Types
 xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels"
 ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml"
 ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType=
 "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"""
_RELS = """<?xml version="1.0"?><Relationships
 xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type=
 "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
 Target="word/document.xml"/></Relationships>"""
_CORE = """<?xml version="1.0"?><cp:coreProperties
 xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">
 <dc:title>Ferry plans</dc:title><dc:creator>Ines Okafor</dc:creator>
 <dcterms:created>2022-03-24T10:00:00Z</dcterms:created></cp:coreProperties>"""


def page(body: str, head: str = "", attributes: str = 'lang="en"') -> bytes:
    """Return a whole HTML page in UTF-8."""
    return (
        f'<!doctype html><html {attributes}><head><meta charset="utf-8">{head}</head>'
        f"<body>{body}</body></html>"
    ).encode()


def zip_of(members: Mapping[str, str | bytes], *, stored_first: bool = False) -> bytes:
    """Return a zip container; its first member may be stored, as EPUB and ODT want it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for i, (name, content) in enumerate(members.items()):
            stored = zipfile.ZIP_STORED if stored_first and i == 0 else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), content, stored)
    return packed.getvalue()


def docx(body: str, *, prologue: str = "", more: Mapping[str, str | bytes] | None = None) -> bytes:
    """Return a Word file with the given content of ``w:body``."""
    document = (
        f'<?xml version="1.0"?>{prologue}<w:document {_WORD}><w:body>{body}</w:body></w:document>'
    )
    members = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _RELS,
        "word/document.xml": document,
        "docProps/core.xml": _CORE,
    }
    return zip_of({**members, **(more or {})})


def epub(pages: Sequence[str]) -> bytes:
    """Return a book with the given pages."""
    items = "".join(f'<item id="p{i}" href="p%20{i}.xhtml"/>' for i in range(len(pages)))
    spine = "".join(f'<itemref idref="p{i}"/>' for i in range(len(pages)))
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<metadata><dc:title>Tides</dc:title><dc:creator>Ines Okafor</dc:creator>"
        "<dc:date>2019-05</dc:date><dc:language>en-GB</dc:language></metadata>"
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>"
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OPS/book.opf"/></rootfiles></container>'
    )
    members = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": container,
        "OPS/book.opf": package,
        **{f"OPS/p {i}.xhtml": text for i, text in enumerate(pages)},
    }
    return zip_of(members, stored_first=True)


def odt(body: str) -> bytes:
    """Return an OpenDocument text with the given content of ``office:text``."""
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "text", "table")
    )
    content = (
        f"<office:document-content {spaces}><office:body><office:text>{body}"
        "</office:text></office:body></office:document-content>"
    )
    mimetype = "application/vnd.oasis.opendocument.text"
    return zip_of({"mimetype": mimetype, "content.xml": content}, stored_first=True)


def pdf(
    pages: Sequence[Sequence[tuple[float, float, str]]],
    *,
    info: str = "",
    encrypt: bool = False,
    kids: str = "",
) -> bytes:
    """Return a PDF; a page is a list of x, y and the text to show there in 10 point Helvetica.

    Args:
        pages: a page without texts has no text layer.
        info: entries of the document information dictionary.
        encrypt: say that it is encrypted, with a password nobody knows.
        kids: stands in for the page tree's list of pages.
    """
    first = 5
    numbers = [first + 2 * i for i in range(len(pages))]
    listed = kids or " ".join(f"{n} 0 R" for n in numbers)
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{listed}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        f"<< {info} >>",
    ]
    for number, texts in zip(numbers, pages, strict=True):
        shown = " ".join(f"BT /F1 10 Tf {x} {y} Td ({text}) Tj ET" for x, y, text in texts)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {number + 1} 0 R"
            " /Resources << /Font << /F1 3 0 R >> >> >>"
        )
        objects.append(f"<< /Length {len(shown)} >>\nstream\n{shown}\nendstream")
    trailer = "/Root 1 0 R /Info 4 0 R"
    if encrypt:
        key = "ab" * 32
        objects.append(f"<< /Filter /Standard /V 1 /R 2 /O <{key}> /U <{key}> /P -4 >>")
        trailer += f" /Encrypt {len(objects)} 0 R /ID [<00> <00>]"
    return _assembled(objects, trailer)


def _assembled(objects: Sequence[str], trailer: str) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    places: list[int] = []
    for number, content in enumerate(objects, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1")
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    for place in places:
        out += f"{place:010d} 00000 n \n".encode()
    out += f"trailer << /Size {len(objects) + 1} {trailer} >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)
