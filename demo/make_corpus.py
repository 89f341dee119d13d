"""Build the demo documents that are not written by hand: PDF, DOCX, GB18030 and a broken file.

The texts are in ``demo/texts``. Two runs give the same bytes: dates come from the texts, and
nothing is compressed, because compressed bytes depend on the compressor's version.

Run ``python demo/make_corpus.py [--out DIR]``; without ``--out`` it writes to ``demo/corpus``.
"""

from __future__ import annotations

import argparse
import os
import zipfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape

import docx
from docx.document import Document as DocxDocument
from docx.enum.style import WD_STYLE_TYPE
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    FrameBreak,
    NextPageTemplate,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)

__all__ = ["Block", "SourceText", "build_corpus", "build_docx", "build_pdf", "main", "parse_text"]

_HERE = Path(__file__).resolve().parent

_MARGIN = 74.0
_GUTTER = 22.0
_TITLE_HEIGHT = 66.0
_TABLE_STYLE = "Table Grid"
_JUSTIFY = 4  # reportlab.lib.enums.TA_JUSTIFY

_WORDS = """
    ac-cept-ance ac-count-ed adop-ted amer-i-cas ano-ther ask-ing as-sem-bly be-fore board
    can-di-dates cer-am-ics chair com-pany cus-tom-ers de-clined de-liv-ered de-vel-op-ment
    dis-play em-ployed em-ploy-ees ex-pects ex-pend-i-ture fail-ure fair-way fif-ty fin-ished
    found-ed growth guar-an-tee har-bour head hous-ing im-por-tant in-sti-tutes
    in-stru-ment in-stru-ments in-tro-duced king-dom lab-or-a-to-ry man-age-ment meas-ure-ment
    met-res months nar-row no-vem-ber ob-sta-cle oce-an-og-ra-pher op-er-at-ing
    piezo-elec-tric po-si-tions prod-ucts prof-it pro-ject pro-vide pub-lished rea-son
    re-cruit-ment re-mains re-pair re-search rev-e-nue sci-en-tist sec-ond sen-ior short-age
    short-ens strom-ness strong-est sup-pli-ers to-geth-er trans-du-cer un-treat-ed vi-brat-ing
    with-out work-ing
"""
"""English words of the texts with their break points, after the usual rules."""


class Block(NamedTuple):
    """One block of a text: a heading (its depth in ``level``), paragraph, list item or table."""

    kind: Literal["heading", "paragraph", "item", "table"]
    text: str = ""
    level: int = 0
    rows: tuple[tuple[str, ...], ...] = ()


class SourceText(NamedTuple):
    """A text of ``demo/texts``: ``key: value`` lines, a blank line, then blocks."""

    title: str
    author: str
    written: datetime
    columns: int
    footer: str
    blocks: tuple[Block, ...]


def parse_text(text: str) -> SourceText:
    """Read the small markup of ``demo/texts``.

    Args:
        text: header lines, then blocks apart by blank lines: ``#`` headings, ``-`` items,
            ``|`` table rows; everything else is a paragraph.

    Returns:
        The text with its header fields.

    Raises:
        KeyError: when title, author or date is missing from the header.
        ValueError: when the date is not ISO 8601.
    """
    header, _, body = text.partition("\n\n")
    fields = {
        key: value.strip() for key, _, value in (h.partition(":") for h in header.split("\n"))
    }
    blocks = [block for part in body.strip().split("\n\n") for block in _blocks_of(part)]
    return SourceText(
        title=fields["title"],
        author=fields["author"],
        written=datetime.fromisoformat(fields["date"]).replace(hour=9, tzinfo=UTC),
        columns=int(fields.get("columns", "1")),
        footer=fields.get("footer", ""),
        blocks=tuple(blocks),
    )


def _blocks_of(part: str) -> Iterator[Block]:
    lines = part.strip().split("\n")
    if lines[0].startswith("#"):
        marks, _, text = lines[0].partition(" ")
        yield Block("heading", text, level=len(marks))
    elif lines[0].startswith("|"):
        rows = (tuple(cell.strip() for cell in line.strip("| ").split("|")) for line in lines)
        yield Block("table", rows=tuple(rows))
    elif lines[0].startswith("- "):
        yield from (Block("item", line.removeprefix("- ")) for line in lines)
    else:
        yield Block("paragraph", " ".join(lines))


def build_pdf(text: SourceText) -> bytes:
    """Set a text as PDF in Times, justified, in one or two columns.

    Args:
        text: a parsed text; its date becomes the file's creation date.

    Returns:
        The file's bytes, the same on each call.
    """
    buffer = BytesIO()
    with _reportlab_clock(text.written):
        document = BaseDocTemplate(
            buffer,
            pagesize=A4,
            pageTemplates=_page_templates(text),
            title=text.title,
            author=text.author,
            subject=text.title,
            creator=text.author,
            pageCompression=0,
            invariant=1,
        )
        document.build(_flowables(text))
    return buffer.getvalue()


@contextmanager
def _reportlab_clock(now: datetime) -> Generator[None]:
    """Let ReportLab date a file ``now``; it reads the date of a build from the environment."""
    name = "SOURCE_DATE_EPOCH"
    before = os.environ.get(name)
    os.environ[name] = str(int(now.timestamp()))
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _page_templates(text: SourceText) -> list[PageTemplate]:
    width = A4[0] - 2 * _MARGIN
    height = A4[1] - 2 * _MARGIN
    column = (width - _GUTTER * (text.columns - 1)) / text.columns
    lefts = [_MARGIN + i * (column + _GUTTER) for i in range(text.columns)]
    flat = {"leftPadding": 0, "rightPadding": 0, "topPadding": 0, "bottomPadding": 0}

    def draw_footer(canvas: Canvas, _: BaseDocTemplate) -> None:
        canvas.setFont("Times-Roman", 8)
        canvas.drawString(_MARGIN, _MARGIN / 2, text.footer)
        canvas.drawRightString(A4[0] - _MARGIN, _MARGIN / 2, f"Page {canvas.getPageNumber()}")

    low = height - _TITLE_HEIGHT
    first = [Frame(_MARGIN, _MARGIN + low, width, _TITLE_HEIGHT, **flat)]
    first += [Frame(left, _MARGIN, column, low, **flat) for left in lefts]
    later = [Frame(left, _MARGIN, column, height, **flat) for left in lefts]
    return [
        PageTemplate("first", first, onPage=draw_footer),
        PageTemplate("later", later, onPage=draw_footer),
    ]


def _flowables(text: SourceText) -> list[Flowable]:
    hyphenate = _hyphenator()
    body = ParagraphStyle(
        "body",
        fontName="Times-Roman",
        fontSize=12,
        leading=17,
        spaceAfter=6,
        alignment=_JUSTIFY,
        hyphenationLang=hyphenate,
    )
    item = ParagraphStyle("item", parent=body, leftIndent=12, bulletIndent=2)
    title = ParagraphStyle("title", fontName="Times-Bold", fontSize=22, leading=26)
    heading = ParagraphStyle(
        "heading", fontName="Times-Bold", fontSize=12, leading=15, spaceBefore=6, spaceAfter=3,
        keepWithNext=1,
    )  # fmt: skip
    width = (A4[0] - 2 * _MARGIN - _GUTTER * (text.columns - 1)) / text.columns
    flowables: list[Flowable] = [NextPageTemplate("later")]
    for block in text.blocks:
        if block.kind == "table":
            flowables += [_pdf_table(block, width), Spacer(1, 8)]
        elif block.kind == "item":
            flowables.append(Paragraph(escape(block.text), item, bulletText="•"))
        elif block.level == 1:
            flowables += [Paragraph(escape(block.text), title), FrameBreak()]
        else:
            style = heading if block.kind == "heading" else body
            flowables.append(Paragraph(escape(block.text), style))
    return flowables


def _pdf_table(block: Block, width: float) -> Table:
    head = ParagraphStyle("head", fontName="Times-Bold", fontSize=9, leading=11)
    cell = ParagraphStyle("cell", fontName="Times-Roman", fontSize=9, leading=11)
    longest = [max(len(row[i]) for row in block.rows) for i in range(len(block.rows[0]))]
    shares = [min(max(length, 8), 40) for length in longest]
    return Table(
        [
            [Paragraph(escape(text), cell if number else head) for text in row]
            for number, row in enumerate(block.rows)
        ],
        colWidths=[width * share / sum(shares) for share in shares],
        style=[
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LINEBELOW", (0, 0), (-1, 0), 0.7, "black"),
            ("LINEBELOW", (0, -1), (-1, -1), 0.4, "black"),
            ("LEFTPADDING", (0, 0), (-1, -1), 2),
            ("RIGHTPADDING", (0, 0), (-1, -1), 2),
        ],
        repeatRows=1,
    )


def _hyphenator() -> Callable[[str], Iterator[tuple[str, str]]]:
    words = {word.replace("-", ""): word.split("-") for word in _WORDS.split()}

    def pairs(word: str) -> Iterator[tuple[str, str]]:
        parts = words.get(word.lower(), [])
        for count in range(len(parts) - 1, 0, -1):
            at = sum(len(part) for part in parts[:count])
            yield word[:at], word[at:]

    return pairs


def build_docx(text: SourceText) -> bytes:
    """Set a text as DOCX with Word's own heading, list and table styles.

    Args:
        text: a parsed text; its date becomes the file's created and modified date.

    Returns:
        The file's bytes, the same on each call.
    """
    document = docx.Document()
    _drop_unused_styles(document)
    properties = document.core_properties
    properties.title = text.title
    properties.author = properties.last_modified_by = text.author
    properties.created = properties.modified = text.written
    properties.comments = ""
    properties.language = "en-GB"
    for block in text.blocks:
        if block.kind == "table":
            _add_table(document, block)
        elif block.kind == "heading":
            document.add_heading(block.text, level=block.level)
        else:
            document.add_paragraph(block.text, "List Bullet" if block.kind == "item" else None)
    buffer = BytesIO()
    document.save(buffer)
    return _repacked(buffer)


def _drop_unused_styles(document: DocxDocument) -> None:
    """Leave out nine tenths of the template: table styles and their copy for Word 2010."""
    for style in list(document.styles):
        if style.type == WD_STYLE_TYPE.TABLE and style.name not in {"Normal Table", _TABLE_STYLE}:
            style.delete()
    for key, relation in list(document.part.rels.items()):
        if relation.reltype.endswith("/stylesWithEffects"):
            document.part.drop_rel(key)


def _add_table(document: DocxDocument, block: Block) -> None:
    table = document.add_table(rows=len(block.rows), cols=len(block.rows[0]), style=_TABLE_STYLE)
    for row, texts in zip(table.rows, block.rows, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    for cell in table.rows[0].cells:
        for run in cell.paragraphs[0].runs:
            run.bold = True
    document.add_paragraph()


def _repacked(archive: BytesIO) -> bytes:
    """Write the members again, uncompressed and with one fixed time stamp."""
    buffer = BytesIO()
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(buffer, "w") as new:
        for name in old.namelist():
            member = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            member.create_system = 3
            member.external_attr = 0o644 << 16
            new.writestr(member, old.read(name))
    return buffer.getvalue()


def build_corpus() -> dict[str, bytes]:
    """Build every document that is not written by hand.

    Returns:
        File name to bytes, in the order of the names.
    """

    def parsed(name: str) -> SourceText:
        return parse_text((_HERE / "texts" / name).read_text("utf-8"))

    report = build_pdf(parsed("annual-report-2023.txt"))
    page = (_HERE / "texts" / "zhoushan-2022.html").read_text("utf-8")
    return {
        # A download that broke off before the catalog: no reader can repair it.
        "annual-report-2023-download.pdf": report[: report.index(b"/Type /Catalog")],
        "annual-report-2023.pdf": report,
        "board-minutes-2022.docx": build_docx(parsed("board-minutes-2022.txt")),
        "cv-hestvane-2024.docx": build_docx(parsed("cv-hestvane-2024.txt")),
        "moving-water-2018.pdf": build_pdf(parsed("moving-water-2018.txt")),
        "zhoushan-2022.html": page.encode("gb18030"),
    }


def main() -> None:
    """Write the built documents and print their names and sizes."""
    parser = argparse.ArgumentParser(description="Build the demo documents.")
    parser.add_argument("--out", type=Path, default=_HERE / "corpus", help="folder to write to")
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    for name, data in build_corpus().items():
        (out / name).write_bytes(data)
        print(f"{len(data):>8} {name}")


if __name__ == "__main__":
    main()
