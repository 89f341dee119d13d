"""PDF files, by pdfium, page by page."""

from __future__ import annotations

import re

import pypdfium2 as pdfium

from ascertain.adapters.readers.assembly import Draft, Metadata, clean, finish
from ascertain.adapters.readers.dates import byline_dates, dated
from ascertain.adapters.readers.hints import Hints
from ascertain.adapters.readers.pdf_lines import page_lines
from ascertain.adapters.readers.unwrapping import paragraphs
from ascertain.errors import ReadError
from ascertain.evidence.document import DatedField, Document

__all__ = ["read_pdf"]

_MAX_PAGES = 2_000
_PASSWORD = 4
_SECURITY = 5
"""``FPDF_ERR_PASSWORD`` and ``FPDF_ERR_SECURITY`` of fpdfview.h."""
_JUNK_TITLE = re.compile(
    r"untitled.{0,20}|\(?(?:anonymous|unspecified)\)?|microsoft (?:word|powerpoint|excel) ?-.*"
    r"|.*\.(?:docx?|indd|tex|dvi|pptx?|xlsx?|qxd|rtf|pmd|ps|eps|pdf)",
    re.IGNORECASE,
)
_DATE = re.compile(r"D:(\d{4})(\d\d)?(\d\d)?")


def read_pdf(data: bytes, hints: Hints, media_type: str) -> Document:
    """Read a PDF's text layer, its lines made into paragraphs where the layout says so.

    Raises:
        ReadError: ``empty`` without a text layer, ``unsupported`` if locked, ``error`` if broken.
    """
    try:
        pdf = pdfium.PdfDocument(data)
        count = len(pdf)
    except pdfium.PdfiumError as error:
        raise _opening_error(error) from error
    try:
        pages, failed = _pages(pdf, count, hints.max_text)
        about = pdf.get_metadata_dict()
    finally:
        pdf.close()
    texts = [page for page in pages if page]
    if not texts:
        if failed == len(pages):
            raise ReadError("error", "none of the PDF's pages can be opened; the file is broken")
        pages_have = "page has" if count == 1 else "pages have"
        raise ReadError("empty", f"its {count} {pages_have} no text layer (a scan?)")
    text = clean("\n\n".join(texts))
    draft = Draft(
        text=text,
        media_type=media_type,
        reader="pdf",
        libraries=("pypdfium2",),
        metadata=_metadata(about, text),
        notes=tuple(_notes(pages, failed, count)),
    )
    return finish(draft, hints.max_text)


def _pages(pdf: pdfium.PdfDocument, count: int, max_text: int) -> tuple[list[str], int]:
    pages: list[str] = []
    failed = length = 0
    for number in range(min(count, _MAX_PAGES)):
        try:
            page = pdf[number]
        except pdfium.PdfiumError:
            failed += 1
            pages.append("")
            continue
        try:
            pages.append(paragraphs(page_lines(page)))
        except pdfium.PdfiumError:
            failed += 1
            pages.append("")
        finally:
            page.close()
        length += len(pages[-1])
        if length > max_text:
            break
    return pages, failed


def _opening_error(error: pdfium.PdfiumError) -> ReadError:
    if error.err_code in {_PASSWORD, _SECURITY}:
        return ReadError("unsupported", "the PDF is encrypted; it needs a password to be read")
    return ReadError("error", "the PDF is broken or cut short and cannot be opened")


def _notes(pages: list[str], failed: int, count: int) -> list[str]:
    notes: list[str] = []
    without = sum(not page for page in pages) - failed
    if without:
        notes.append(f"{without} of {count} pages have no text")
    if failed:
        notes.append(f"{failed} of {count} pages cannot be opened")
    if len(pages) < count:
        notes.append(f"only the first {len(pages):,} of {count:,} pages were read")
    return notes


def _metadata(about: dict[str, str], text: str) -> Metadata:
    title = " ".join(about.get("Title", "").split())
    title = "" if _JUNK_TITLE.fullmatch(title) else title
    author = " ".join(about.get("Author", "").split())
    author = "" if _JUNK_TITLE.fullmatch(author) else author
    published, updated = byline_dates(text)
    return Metadata(
        title=title or None,
        title_from="pdf Title" if title else None,
        author=author or None,
        author_from="pdf Author" if author else None,
        published=published or _pdf_date(about, "CreationDate"),
        updated=updated or _pdf_date(about, "ModDate"),
    )


def _pdf_date(about: dict[str, str], key: str) -> DatedField | None:
    found = _DATE.match(about.get(key, ""))
    return dated("-".join(filter(None, found.groups())), f"pdf {key}") if found else None
