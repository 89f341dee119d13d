from __future__ import annotations

import io
from typing import cast

import pytest
from lxml.html import HtmlElement
from openpyxl import Workbook
from pptx import Presentation
from pptx.util import Inches

from ascertain.adapters.readers.reading import read_document
from ascertain.errors import ReadError
from document_files import docx, epub, odt


def para(text: str, style: str = "", run: str = "") -> str:
    styled = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{styled}<w:r>{run}<w:t>{text}</w:t></w:r></w:p>"


STYLES = """<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>
<w:style w:type="paragraph" w:styleId="T"><w:name w:val="Title"/></w:style></w:styles>"""
DOC_RELS = """<?xml version="1.0"?><Relationships
 xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type=
 "http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles"
 Target="styles.xml"/></Relationships>"""
STYLED = {"word/styles.xml": STYLES, "word/_rels/document.xml.rels": DOC_RELS}


def test_a_word_file_reads_with_headings_and_tables() -> None:
    cells = "".join(
        f"<w:tr><w:tc>{para(a)}</w:tc><w:tc>{para(b)}</w:tc></w:tr>"
        for a, b in (("Year", "Boats"), ("2019", "17"))
    )
    body = para("Ferry plans", "T") + para("Boats", "H1") + f"<w:tbl>{cells}</w:tbl>" + para("End.")
    document = read_document(docx(body, more=STYLED), "a.docx")
    assert document.text == "Ferry plans\n\nBoats\n\nYear | Boats\n2019 | 17\n\nEnd."
    assert [h.level for h in document.headings] == [1, 1]
    assert document.title == "Ferry plans"
    assert document.author == "Ines Okafor"
    assert document.published is not None
    assert document.published.where == "docx created"


def test_words_that_a_run_boundary_splits_stay_whole() -> None:
    body = "<w:p><w:r><w:t>un</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>able</w:t></w:r></w:p>"
    assert read_document(docx(body)).text == "unable"


def test_text_hidden_in_word_is_no_text() -> None:
    hidden = para("SECRET", run="<w:rPr><w:vanish/></w:rPr>")
    shown = para("seen", run='<w:rPr><w:vanish w:val="0"/></w:rPr>')
    assert read_document(docx(hidden + shown)).text == "seen"


def test_a_presentation_has_a_heading_a_slide() -> None:
    show = Presentation()
    slide = show.slides.add_slide(show.slide_layouts[1])
    assert slide.shapes.title is not None
    slide.shapes.title.text = "Harbour"
    box = slide.shapes.add_textbox(Inches(1), Inches(1), Inches(3), Inches(1))
    box.text_frame.text = "Seventeen boats"
    hidden = show.slides.add_slide(show.slide_layouts[6])
    cast("HtmlElement", hidden.element).set("show", "0")
    last = show.slides.add_slide(show.slide_layouts[6])
    table = last.shapes.add_table(1, 2, Inches(1), Inches(1), Inches(3), Inches(1)).table
    table.cell(0, 0).text, table.cell(0, 1).text = "2019", "17"
    packed = io.BytesIO()
    show.save(packed)
    document = read_document(packed.getvalue(), "a.pptx")
    assert document.text == "Harbour\n\nSeventeen boats\n\nSlide 3\n\n2019 | 17"
    assert [document.text[h.start : h.end] for h in document.headings] == ["Harbour", "Slide 3"]
    assert document.notes == ("1 hidden slide left out",)


def test_a_workbook_reads_row_by_row_under_the_names_of_its_sheets() -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Boats"
    sheet.append(["Year", "Count", None, "Full"])
    sheet.append([2019, 17.0, None, True])
    sheet.append([None, 0.5, None, None])
    book.create_sheet("Notes").sheet_state = "hidden"
    packed = io.BytesIO()
    book.save(packed)
    document = read_document(packed.getvalue(), "a.xlsx")
    assert document.text == "Boats\n\nYear | Count |  | Full\n2019 | 17 |  | TRUE\n | 0.5"
    assert document.notes == ("the hidden sheet 'Notes' was left out",)


def test_a_workbook_without_values_is_empty() -> None:
    packed = io.BytesIO()
    Workbook().save(packed)
    with pytest.raises(ReadError) as caught:
        read_document(packed.getvalue(), "a.xlsx")
    assert caught.value.status == "empty"


def test_a_book_reads_in_the_order_of_its_spine() -> None:
    document = read_document(
        epub(["<html><body><h1>One</h1><p>a</p></body></html>", "<p hidden>x</p><h2>Two</h2>", ""])
    )
    assert document.text == "One\n\na\n\nTwo"
    assert [document.text[h.start : h.end] for h in document.headings] == ["One", "Two"]
    assert (document.title, document.author, document.language) == ("Tides", "Ines Okafor", "en")
    assert document.published is not None
    assert document.published.value == "2019-05"


def test_an_opendocument_text_reads_like_a_page() -> None:
    document = read_document(
        odt(
            '<text:h text:outline-level="2">Head</text:h>'
            '<text:p>two<text:s text:c="3"/>words<text:line-break/>next'
            "<text:span> one</text:span></text:p>"
            "<text:tracked-changes><text:p>SECRET</text:p></text:tracked-changes>"
            "<text:list><text:list-item><text:p>item</text:p></text:list-item></text:list>"
            "<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>"
            "<table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>"
        )
    )
    assert document.text == "Head\n\ntwo words\nnext one\n\n- item\n\na | b"
    assert [h.level for h in document.headings] == [2]
