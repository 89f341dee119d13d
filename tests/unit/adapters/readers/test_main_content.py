from __future__ import annotations

from ascertain.adapters.readers.main_content import align
from ascertain.adapters.readers.reading import read_document
from ascertain.adapters.readers.visible_text import VisibleText
from document_files import page

PARAGRAPHS = [
    f"On day {i} the harbour master counted {i + 3} boats and wrote the number in a ledger."
    for i in range(8)
]


def lines_of(*lines: str) -> VisibleText:
    text = "\n".join(lines)
    spans: list[tuple[int, int]] = []
    at = 0
    for line in lines:
        spans.append((at, at + len(line)))
        at += len(line) + 1
    return VisibleText(text, tuple(spans), ())


def aligned(lines: tuple[str, ...], extracted: str) -> list[str]:
    visible = lines_of(*lines)
    return [visible.text[r.start : r.end] for r in align(visible, extracted)]


def test_a_page_keeps_all_of_its_text_and_marks_the_article() -> None:
    menu = "".join(f"<li><a href=/{i}>Section {i}</a>" for i in range(9))
    article = "".join(f"<p>{p}</p>" for p in PARAGRAPHS)
    document = read_document(
        page(
            f"<nav><ul>{menu}</ul></nav><article><h1>The ledger</h1>{article}</article>"
            "<footer>All rights reserved by nobody.</footer>"
        )
    )
    main = "\n".join(document.text[r.start : r.end] for r in document.main)
    assert "Section 3" in document.text
    assert "All rights" in document.text
    assert all(p in main for p in PARAGRAPHS)
    assert "Section 3" not in main


def test_lines_map_in_spite_of_other_forms_of_the_same_words() -> None:
    lines = ("Menu", "The ﬁrst boat\xa0left the har\xadbour at nine.", "Footer of the page here")
    assert aligned(lines, "The first boat left the harbour at nine.") == [lines[1]]


def test_a_short_line_counts_only_beside_mapped_ones() -> None:
    lines = ("Boats", "x", *("y",) * 20, PARAGRAPHS[0], "Boats", PARAGRAPHS[1])
    filler = "\n".join(f"Some other line number {i} of the text" for i in range(20))
    extracted = f"{filler}\n{PARAGRAPHS[0]}\nBoats\n{PARAGRAPHS[1]}"
    assert aligned(lines, extracted) == ["\n".join(lines[-3:])]


def test_a_teaser_does_not_take_the_place_of_the_paragraph_it_repeats() -> None:
    lines = (PARAGRAPHS[3], "Menu of the site, with many links", *PARAGRAPHS)
    assert aligned(lines, "\n".join(PARAGRAPHS)) == ["\n".join(PARAGRAPHS)]


def test_nothing_maps_to_nothing_and_then_all_of_the_text_is_main() -> None:
    assert aligned(("a line of words here",), "quite another text than that") == []
    assert aligned(("a line of words here",), "  ") == []
    document = read_document(page("<p>tiny</p>"))
    assert [(r.start, r.end) for r in document.main] == [(0, 4)]
