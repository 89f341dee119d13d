from __future__ import annotations

import pytest

from ascertain.adapters.search.markup import MAX_SNIPPET, from_markup, from_text


@pytest.mark.parametrize(
    ("sent", "text"),
    [
        ("H<sub>2</sub>O and <i>E. coli</i>", "H2O and E. coli"),
        ('<a href="https://x.example/?a=1&amp;b=2">link</a>', "link"),
        ("<STRONG>Lamp</STRONG>", "Lamp"),
        ("<jats:title>Abstract</jats:title><jats:p>Text</jats:p>", "Abstract Text"),
        ("<mml:mi>x</mml:mi>", "x"),
        ("x<y and y>z", "x<y and y>z"),
        ("vector<bool> v", "vector<bool> v"),
        ("<b", "<b"),
        ("&amp;lt;", "&lt;"),
        ("caf&eacute;&nbsp;bar", "café bar"),
        ("&#x1F6A2; &bogus;", "🚢 &bogus;"),
        ("", ""),
    ],
)
def test_only_marks_of_hits_and_abstracts_are_markup(sent: str, text: str) -> None:
    assert from_markup(sent) == text


def test_entities_that_spell_tags_are_text_after_decoding() -> None:
    assert from_markup("use &lt;b&gt; for bold") == "use <b> for bold"


@pytest.mark.parametrize("sent", ["<b " * 50_000, "<p>" * 50_000, "&" * 50_000, "<" * 50_000])
def test_hostile_markup_is_bounded(sent: str) -> None:
    assert len(from_markup(sent)) <= MAX_SNIPPET


def test_plain_text_keeps_entities_and_tags() -> None:
    assert from_text("&amp; <b>x</b>") == "&amp; <b>x</b>"
