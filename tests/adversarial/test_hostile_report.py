"""Sources that try to leave their place in the report."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt

from ascertain.evidence.document import Heading
from ascertain.reporting.excerpts import Quote, cut_text
from ascertain.reporting.html import render_html
from ascertain.reporting.markdown import render_markdown
from growth import grows_in_proportion
from unit.reporting.hostile_material import ATTACKS, hostile_material
from unit.reporting.page_tree import parse_page
from unit.reporting.report_material import ferry_material


@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_a_page_has_no_element_attribute_or_script_that_a_source_brought(attack: str) -> None:
    page = _page(attack)
    tree = parse_page(page)
    names = {name for node in tree.walk() for name in node.attributes}
    assert not [name for name in names if name.startswith("on") or name in {"style", "src"}]
    assert not [link for link in tree.values("href") if not re.match(r"#|https?://", link)]
    assert "\x00" not in page


@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_a_page_is_the_same_outside_the_sources_words(attack: str) -> None:
    def shape(words: str) -> list[tuple[str, list[str]]]:
        return [(node.tag, list(node.attributes)) for node in parse_page(_page(words)).walk()]

    assert shape(attack) == shape("plain")


def _page(attack: str) -> str:
    return render_html(hostile_material(attack))


@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_markdown_has_the_same_shape_whatever_a_source_says(attack: str) -> None:
    assert _shape(render_markdown(hostile_material(attack))) == _shape(
        render_markdown(hostile_material("plain"))
    )


def _shape(markdown: str) -> list[str]:
    """Return block and inline elements, without the text and without the lines of quotes."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    kinds: list[str] = []
    depth = 0
    for token in parser.parse(markdown):
        depth += {"blockquote_open": 1, "blockquote_close": -1}.get(token.type, 0)
        inner = [child.type for child in token.children or ()]
        if depth:
            assert not {"link_open", "image", "html_inline", "code_inline"} & set(inner)
            continue
        assert token.type != "html_block"
        kinds.append(token.type)
        kinds += [kind for kind in inner if kind not in {"text", "text_special"}]
    return kinds


def test_no_markdown_link_leaves_the_web() -> None:
    for attack in ATTACKS:
        for token in MarkdownIt("commonmark").parse(render_markdown(hostile_material(attack))):
            for child in token.children or ():
                if child.type == "link_open":
                    assert re.match(r"#ref-\d+[a-z]+$|https?://", str(child.attrs["href"]))


def test_a_title_of_ten_thousand_characters_is_cut_where_it_is_printed() -> None:
    titles = parse_page(_page("名" * 10_000)).with_class("title")
    assert [len(title.text()) for title in titles] == [301]


def test_thousands_of_nested_quotes_and_headings_take_linear_time() -> None:
    def cut(size: int) -> None:
        text = "word " * size * 14
        headings = [Heading(start=at * 10, end=at * 10 + 4, level=2) for at in range(size * 7)]
        quotes = [Quote(f"k{at}", at * 50, at * 50 + 60) for at in range(size)]
        excerpt = cut_text(text, quotes, headings)
        assert "".join(segment.text for segment in excerpt.segments) == text

    assert grows_in_proportion(cut, 700)


def test_halves_of_surrogate_pairs_do_not_break_the_file() -> None:
    material = ferry_material()
    texts = {digest: f"{text}\ud83d" for digest, text in material.texts.items()}
    page = render_html(replace(material, texts=texts))
    assert page.encode().decode() == page
