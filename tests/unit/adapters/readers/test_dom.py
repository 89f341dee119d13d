from __future__ import annotations

import pytest

from ascertain.adapters.readers.dom import parse_page
from ascertain.adapters.readers.hidden import blank_hidden
from ascertain.adapters.readers.visible_text import visible_text
from ascertain.errors import ReadError


def read(html: str) -> tuple[str, tuple[str, ...]]:
    page = parse_page(html)
    blank_hidden(page.root)
    return visible_text(page.root).text, page.notes


def test_what_comes_after_deep_nesting_is_read_with_a_note() -> None:
    text, notes = read(
        "<p>start" + "<b class=x>y" * 400 + "<i>un</i>able" + "</b>" * 400 + "<p>after"
    )
    assert text == "start" + "y" * 400 + "unable\n\nafter"
    assert notes == ("the page passes the limits of its parser and was simplified to be read",)


def test_blocks_left_out_for_their_depth_still_part_lines() -> None:
    text, _ = read("<div class=x>" * 300 + "one<div>two</div>three" + "</div>" * 300 + "<p>after")
    assert text.split() == ["one", "two", "three", "after"]


def test_hidden_parts_of_a_deep_page_stay_hidden() -> None:
    text, _ = read("<div title=x>" * 300 + "<p hidden>SECRET</p>seen")
    assert text == "seen"


def test_a_text_longer_than_the_parser_takes_is_read_whole() -> None:
    text, notes = read("<p>" + "word " * 2_500_000 + "</p><!-- " + "x" * 2_000_000 + "--><p>after")
    assert text.count("word") == 2_500_000
    assert text.endswith("\n\nafter")
    assert notes


def test_unmatched_end_tags_of_a_deep_page_are_passed_over() -> None:
    text, _ = read("<div title=x>" * 300 + "a</section><br/>b</div></p>c")
    assert text.split() == ["a", "b", "c"]


@pytest.mark.parametrize("html", ["", "\x00", "<!-- only -->"])
def test_a_page_without_elements_is_empty(html: str) -> None:
    with pytest.raises(ReadError) as caught:
        read(html)
    assert caught.value.status == "empty"


@pytest.mark.parametrize("tag", ["article", "main", "section", "header", "figure", "nav"])
def test_a_page_without_a_body_tag_is_read_all_the_same(tag: str) -> None:
    page = f"<!doctype html><title>Probe</title><{tag}><h1>Probe</h1><p>It reads.</p></{tag}>"
    assert read(page)[0] == "Probe\n\nIt reads."
    assert read(f"<meta charset=utf-8><{tag}>One</{tag}><p>Two")[0].split() == ["One", "Two"]
