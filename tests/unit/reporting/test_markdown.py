"""The report as Markdown."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ascertain.evidence.report import FailedSource
from ascertain.reporting.markdown import SHOWN_UNREADABLE, render_markdown
from ascertain.reporting.markdown_text import escape_inline, escape_line, quote_block
from unit.reporting.report_material import ferry_material, partial_material

_PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
_TRICKY = st.text(alphabet="ab1 .:)(#*_`~|<>[]!&;\\-+=/@$^{}\n\t\u202e\xa0é漢🚢", max_size=40)


def _texts(markdown: str) -> str:
    """Return the text of a one-block document; any inline element but text is an error."""
    found: list[str] = []
    for token in _PARSER.parse(markdown):
        for child in token.children or ():
            assert child.type in {"text", "softbreak", "text_special"}, child.type
            found.append("\n" if child.type == "softbreak" else child.content)
    return "".join(found)


def _kinds(markdown: str) -> list[str]:
    return [token.type for token in _PARSER.parse(markdown)]


@given(_TRICKY)
def test_an_escaped_line_is_one_paragraph_of_text(text: str) -> None:
    escaped = escape_line(text)
    expected = ["paragraph_open", "inline", "paragraph_close"] if escaped else []
    assert _kinds(escaped) == expected
    assert _texts(escaped) == re.sub(r"\s+", " ", text.replace("\u202e", "")).strip()


@given(_TRICKY)
def test_escaped_words_stay_text_within_a_line_and_a_table(text: str) -> None:
    assert _texts(f"x {escape_inline(text)}")[:1] == "x"
    table = f"| a | b |\n|---|---|\n| {escape_inline(text)} | z |"
    assert _kinds(table).count("td_open") == 2


@given(_TRICKY.filter(str.strip))
def test_escaped_words_are_whole_in_a_heading(text: str) -> None:
    heading = f"## {escape_inline(text)}"
    assert _kinds(heading) == ["heading_open", "inline", "heading_close"]
    assert _texts(heading) == re.sub(r"\s+", " ", text.replace("\u202e", "")).strip()


@given(_TRICKY.filter(str.strip))
def test_a_quote_is_one_block_of_text_and_nothing_else(text: str) -> None:
    block = quote_block(text)
    assert set(_kinds(block)) == {
        "blockquote_open",
        "blockquote_close",
        "paragraph_open",
        "paragraph_close",
        "inline",
    }
    letters = "".join(_texts(block).split())
    assert letters.replace("\u202c", "") == "".join(text.split())


@pytest.mark.parametrize("text", ["https://a.example", "www.a.example", "WWW.a.example"])
def test_bare_addresses_are_broken_up_so_that_viewers_do_not_link_them(text: str) -> None:
    assert text not in escape_inline(text)
    assert _texts(escape_inline(text)) == text


def test_every_mark_leads_to_a_quote_in_the_references() -> None:
    markdown = render_markdown(ferry_material())
    targets = re.findall(r"\]\(#(ref-\w+)\)", markdown)
    assert targets
    for target in targets:
        assert markdown.count(f'<a id="{target}"></a>') == 1


def test_the_document_parses_into_the_expected_headings() -> None:
    tokens = _PARSER.parse(render_markdown(ferry_material()))
    headings = [
        tokens[at + 1].content for at, token in enumerate(tokens) if token.type == "heading_open"
    ]
    assert headings == [
        "Who runs Lumen Ferries, and how large is its electric fleet?",
        "Who founded Lumen Ferries, and who leads it today?",
        "How large is its electric fleet?",
        "How does the company fare, and what does it plan?",
        "Who owns Lumen Ferries?",
        "Where sources disagree",
        "Found but not verified",
        "Not found",
        "References",
        "Sources that could not be used",
        "Documents that could not be read",
        "Scorecard",
        "How the question was divided",
        "Notes",
    ]


def test_what_a_reader_must_know_is_there_in_words() -> None:
    markdown = render_markdown(ferry_material())
    for words in (
        "chairs the board. (as of 2025-11) [[1]](#ref-1c)",
        "Solheim-Várez. (undated) [[1]](#ref-1a) [[2]](#ref-2a)",
        "Not answered. None of the six sources names a shareholder.",
        "different numbers of electric ferries.",
        "Why not: The quote gives the share capital",
        "asks programs to stay out",
        "1 document could not be read.",
        "9 of 9 sentences needing support checked, 9 supported",
        "published 2026-02-03 (meta article:published\\_time)",
        "found with small differences, all listed, characters 158–226",
        "> The loss of the year before became a profit of 1.2 mil-\n> lion crowns.",
        "quoted as “million”, stands as “mil- lion”",
        "> ستشغّل عبّارتين كهربائيتين على هذا الخط ابتداءً من عام 2027",
        "<https://haiming.example/%E6%96%B0%E9%97%BB/%E7%AC%AC%E5%85%AD%E8%89%98>",
    ):
        assert words in markdown


def test_a_partial_report_says_so_before_anything_else_and_says_why() -> None:
    lines = render_markdown(partial_material()).splitlines()
    assert lines[2].startswith("> **Partial report.** The run met its limit of 240 seconds")


def test_many_unreadable_documents_are_counted_and_the_first_are_named() -> None:
    material = ferry_material()
    documents = tuple(
        FailedSource(source_id=f"D{at}", url=f"d/{at}.pdf", status="empty", reason="A scan.")
        for at in range(SHOWN_UNREADABLE + 7)
    )
    report = material.report.model_copy(update={"unreadable_documents": documents})
    markdown = render_markdown(replace(material, report=report))
    assert "27 documents could not be read." in markdown
    assert "- and 7 more" in markdown
    assert f"d/{SHOWN_UNREADABLE}.pdf" not in markdown


def test_the_same_material_gives_the_same_characters() -> None:
    assert render_markdown(ferry_material()) == render_markdown(ferry_material())
