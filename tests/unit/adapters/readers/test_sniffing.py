from __future__ import annotations

import pytest

from ascertain.adapters.readers.hints import hints_from
from ascertain.adapters.readers.reading import read_document
from ascertain.adapters.readers.sniffing import sniff
from ascertain.errors import ReadError
from document_files import docx, epub, odt, page, pdf, zip_of


@pytest.mark.parametrize(
    ("data", "name", "declared", "kind"),
    [
        (page("x"), "a.txt", None, "html"),
        (page("x"), "a.pdf", "application/pdf", "html"),
        (b"<!-- c -->\n<?xml version='1.0'?><HTML><p>x", "", None, "html"),
        (b"<p>one</p><p>two</p><div>three</div>", "", None, "html"),
        (b"<p>a fragment", "x", "text/html; charset=utf-8", "html"),
        (page("x").decode().encode("utf-16"), "", None, "html"),
        (page("x").decode().encode("utf-16-le"), "", None, "html"),
        (pdf([[(72, 700, "x")]]), "a.html", "text/html", "pdf"),
        (b"junk\n%PDF-1.4", "", None, "pdf"),
        (docx("x"), "a.zip", None, "docx"),
        (epub(["x"]), "a", None, "epub"),
        (odt("x"), "a", None, "odt"),
        (b"# Head\n\nwords", "a.md", None, "markdown"),
        (b"<div align=center>\n\n# Head", "README.md", None, "markdown"),
        (b"# Head\n\nSee [here](x).", "", None, "markdown"),
        (b"# a comment\n- x = 1", "a.py", None, "plain"),
        (b"just words", "a.html.txt", None, "plain"),
        (b"a,b\n1,2", "a.csv", None, "plain"),
        ("これは文章です".encode("utf-16-le"), "", None, "plain"),
        (b"1 < 2 and <b>bold</b>", "", None, "plain"),
        (b"\x1b[31mred\x1b[0m words of a log", "a.log", None, "plain"),
    ],
)
def test_the_content_says_the_kind(data: bytes, name: str, declared: str | None, kind: str) -> None:
    assert sniff(data, hints_from(name, declared)).kind == kind


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x89PNG\r\n\x1a\n....", "an image"),
        (b"\xff\xd8\xff\xe0....", "an image"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "an image"),
        (b"\x1f\x8b\x08\x00....", "a gzip archive"),
        (b"{\\rtf1 words}", "rich-text"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....", "old binary Office"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            "locked with a password",
        ),
        (zip_of({"a.txt": "x"}), "a zip archive"),
        (b"\x00" * 100, "zero bytes"),
        (bytes(range(1, 32)) * 9, "binary data"),
    ],
)
def test_what_is_not_read_is_named(data: bytes, words: str) -> None:
    with pytest.raises(ReadError, match=words) as caught:
        sniff(data, hints_from("a.pdf", None))
    assert caught.value.status == "unsupported"


def test_a_zip_cut_short_is_broken() -> None:
    with pytest.raises(ReadError, match="cut short") as caught:
        sniff(docx("x")[:-30], hints_from("a.docx", None))
    assert caught.value.status == "error"


@pytest.mark.parametrize(
    ("name", "declared", "suffix", "charset"),
    [
        ("https://a.org/x/Page.HTML?q=1.pdf#a.b", None, ".html", ""),
        ("C:\\docs\\a.Docx", None, ".docx", ""),
        (".profile", None, "", ""),
        ("a", 'Text/HTML; x=1; Charset="GBK"', "", "GBK"),
        ("a", "text/html;charset=utf-8\r\nX: y", "", "utf-8"),
        ("a", ";;;===", "", ""),
    ],
)
def test_hints_are_taken_from_names_and_types(
    name: str, declared: str | None, suffix: str, charset: str
) -> None:
    hints = hints_from(name, declared)
    assert (hints.suffix, hints.charset) == (suffix, charset)


def test_a_document_that_breaks_its_reader_is_broken_itself() -> None:
    members = {"[Content_Types].xml": "<x/>", "xl/workbook.xml": "<workbook/>"}
    with pytest.raises(ReadError, match="the xlsx file is broken") as caught:
        read_document(zip_of(members))
    assert caught.value.status == "error"


def test_a_page_s_address_is_known_where_the_name_is_one() -> None:
    assert hints_from("https://a.org/x", None).address == "https://a.org/x"
    assert hints_from("HTTP://a.org/x", "text/html").address == "HTTP://a.org/x"
    assert hints_from("/x/a.html", "text/html").address == ""


@pytest.mark.parametrize("declared", ["text/html", "text/html; charset=utf-8", "image/png", None])
@pytest.mark.parametrize(
    ("data", "reader"),
    [
        (pdf([[(72, 700, "Seventeen boats")]]), "pdf"),
        (
            docx("<w:p><w:r><w:t>Seventeen boats</w:t></w:r></w:p>"),
            "docx",
        ),
    ],
)
def test_a_wrong_type_and_no_suffix_keep_nothing_from_being_read(
    data: bytes, reader: str, declared: str | None
) -> None:
    document = read_document(data, "https://example.org/download?id=7", declared)
    assert document.reader == reader
    assert "Seventeen boats" in document.text


@pytest.mark.parametrize(
    ("charset", "encoding"),
    [
        ("windows-1251", "cp1251"),
        ("utf-8", "cp1251"),
        ("iso-8859-1", "utf-8"),
        ("nonsense", "utf-8"),
        ("", "utf-8"),
    ],
)
def test_a_charset_in_the_header_is_used_unless_it_cannot_be_right(
    charset: str, encoding: str
) -> None:
    text = "Начальник порта насчитал в то утро семнадцать лодок и записал их в книгу."
    data = f"<!doctype html><html lang=ru><body><p>{text * 3}</p></body></html>".encode(encoding)
    assert text in read_document(data, "a", f"text/html; charset={charset}").text
