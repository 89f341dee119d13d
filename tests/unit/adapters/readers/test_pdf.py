from __future__ import annotations

import pytest

from ascertain.adapters.readers.reading import read_document
from ascertain.adapters.readers.unwrapping import Line, paragraphs
from ascertain.errors import ReadError
from document_files import pdf

FULL = (
    (72, 700, "The harbour master counted seventeen boats that morning and wrote"),
    (72, 688, "the number in the blue ledger, as on every day before. By noon the"),
    (72, 676, "first four had left."),
    (72, 664, "No other boat took their place before the winter of that year came to"),
    (72, 652, "all the islands."),
)


def test_lines_become_paragraphs() -> None:
    document = read_document(pdf([FULL]))
    assert document.text == (
        "The harbour master counted seventeen boats that morning and wrote the number in the blue"
        " ledger, as on every day before. By noon the first four had left.\n"
        "No other boat took their place before the winter of that year came to all the islands."
    )
    assert document.media_type == "application/pdf"


def test_pages_are_apart_and_a_page_without_text_is_noted() -> None:
    document = read_document(pdf([[(72, 700, "First page.")], [], [(72, 700, "Third page.")]]))
    assert document.text == "First page.\n\nThird page."
    assert document.notes == ("1 of 3 pages have no text",)


def test_a_gap_on_the_page_is_an_empty_line() -> None:
    document = read_document(pdf([[(72, 700, "A heading"), (72, 660, "Text under it.")]]))
    assert document.text == "A heading\n\nText under it."


def test_the_information_dictionary_gives_title_author_and_dates_with_their_place() -> None:
    info = "/Title (Tides) /Author (Ines Okafor) /CreationDate (D:20210503101010Z)"
    document = read_document(pdf([FULL], info=info))
    assert (document.title, document.title_from) == ("Tides", "pdf Title")
    assert (document.author, document.author_from) == ("Ines Okafor", "pdf Author")
    assert document.published is not None
    assert (document.published.value, document.published.where) == (
        "2021-05-03",
        "pdf CreationDate",
    )
    assert document.updated is None


def test_a_byline_counts_before_the_creation_date() -> None:
    texts = [(72, 700, "Published 3 May 2019"), *FULL[1:]]
    document = read_document(pdf([texts], info="/CreationDate (D:20210503)"))
    assert document.published is not None
    assert (document.published.value, document.published.where) == ("2019-05-03", "visible text")


@pytest.mark.parametrize(
    "title", ["untitled", "Microsoft Word - a.doc", "report_final.docx", "x.tex"]
)
def test_a_title_that_only_names_a_file_is_none(title: str) -> None:
    assert read_document(pdf([FULL], info=f"/Title ({title})")).title is None


@pytest.mark.parametrize(
    ("data", "status", "reason"),
    [
        (pdf([[], []]), "empty", r"its 2 pages have no text layer \(a scan\?\)"),
        (pdf([[]]), "empty", "its 1 page has no text layer"),
        (pdf([]), "error", "broken or cut short"),
        (pdf([FULL], encrypt=True), "unsupported", "encrypted"),
        (b"%PDF-1.7\nnothing", "error", "broken or cut short"),
    ],
    ids=["scan", "one_page", "no_pages", "encrypted", "broken"],
)
def test_a_pdf_without_text_says_why(data: bytes, status: str, reason: str) -> None:
    with pytest.raises(ReadError, match=reason) as caught:
        read_document(data)
    assert caught.value.status == status


def test_a_pdf_whose_table_of_objects_is_lost_is_still_read() -> None:
    data = pdf([FULL]).replace(b"startxref\n", b"startxref\n9")
    assert read_document(data).text.startswith("The harbour")


def line(text: str, top: float, left: float = 72, right: float | None = None) -> Line:
    end = left + 5 * len(text) if right is None else right
    return Line(text, left, end, top, top - 10, known=True)


def test_a_hyphen_that_breaks_a_line_goes_and_one_of_the_word_stays() -> None:
    lines = [
        line("Here the inter\x02", 700),
        line("national and well-known harbour stays a well\x02", 688),
        line("known one", 676),
    ]
    assert paragraphs(lines) == (
        "Here the international and well-known harbour stays a well-known one"
    )


def test_chinese_lines_join_without_a_space() -> None:
    lines = [
        line("港口里有十七艘船数字写在蓝色的账簿", 700, right=400),
        line("里每天如此", 688, right=200),
    ]
    assert paragraphs(lines) == "港口里有十七艘船数字写在蓝色的账簿里每天如此"


@pytest.mark.parametrize(
    "second",
    [
        line("• an item of a list that follows the line", 688),
        line("2. an item of a list that follows the line", 688),
        line("an indented first line of a paragraph here", 688, left=90),
        line("far below the line before it on that page", 640),
        Line("larger letters begin a heading of its own", 72, 300, 688, 668, known=True),
        line("First line of the column to the right of it", 705, left=320),
    ],
    ids=["bullet", "number", "indent", "gap", "size", "column"],
)
def test_the_layout_parts_paragraphs(second: Line) -> None:
    first = line("A full line of running text that ends here.", 700)
    assert "\n" in paragraphs([first, second])


def test_dot_leaders_end_a_line_of_contents() -> None:
    assert paragraphs(
        [line("1 Introduction . . . . . . . . . . 1", 700), line("2 Boats . . . . 9", 688)]
    ) == ("1 Introduction . . . . . . . . . . 1\n2 Boats . . . . 9")


def test_lines_whose_place_is_not_known_join_until_a_sentence_ends() -> None:
    assert paragraphs([Line("One line"), Line("goes on."), Line("Another.")]) == (
        "One line goes on.\nAnother."
    )
    assert paragraphs([]) == ""
