from __future__ import annotations

import pytest

from ascertain.adapters.readers.markdown import markdown_headings
from ascertain.adapters.readers.reading import read_document
from ascertain.errors import ReadError

ARTICLE = """---
title: "The blue ledger"
author: Ines Okafor
date: 2021-05-03
updated: 2022-01
lang: en-GB
tags: [a, b]
---

# The *blue* ledger #

Seventeen boats, **bold** and [linked](https://x.org).

```sh
# not a heading
```

## Numbers ##

####### not one either
"""


def test_markdown_stays_as_it_was_written() -> None:
    document = read_document(ARTICLE.encode(), "a.md")
    assert document.text == ARTICLE.split("---\n\n", 1)[1].rstrip()
    assert document.media_type == "text/markdown"
    assert [(document.text[h.start : h.end], h.level) for h in document.headings] == [
        ("The *blue* ledger", 1),
        ("Numbers", 2),
    ]


def test_front_matter_gives_title_author_dates_and_language() -> None:
    document = read_document(ARTICLE.encode(), "a.md")
    assert (document.title, document.title_from) == ("The blue ledger", "front matter title")
    assert (document.author, document.author_from) == ("Ines Okafor", "front matter author")
    assert document.published is not None
    assert (document.published.value, document.published.where) == (
        "2021-05-03",
        "front matter date",
    )
    assert document.updated is not None
    assert document.updated.value == "2022-01"
    assert document.language == "en"


def test_the_first_heading_is_the_title_without_its_marks() -> None:
    document = read_document(b"# The **blue** [ledger](x) of `boats`\n\nText.", "a.md")
    assert (document.title, document.title_from) == ("The blue ledger of boats", "first heading")


def test_dates_in_a_byline_of_a_text_count() -> None:
    document = read_document(b"# A\n\nPublished 3 May 2021. Updated 4 May 2022.\n", "a.md")
    assert document.published is not None
    assert document.updated is not None
    assert (document.published.value, document.updated.value) == ("2021-05-03", "2022-05-04")


@pytest.mark.parametrize(
    "text",
    ["---\nno fields here\n---\nwords", "---\ntitle: x\n\nnever closed", "--- a rule ---\n\nwords"],
)
def test_what_is_no_front_matter_stays_text(text: str) -> None:
    assert read_document(text.encode(), "a.md").text == text


def test_a_line_alone_at_the_top_is_a_plain_texts_title() -> None:
    document = read_document(b"\n\nThe blue ledger\n\nSeventeen boats.", "a.txt")
    assert (document.title, document.title_from) == ("The blue ledger", "first line")
    assert document.text == "The blue ledger\n\nSeventeen boats."


@pytest.mark.parametrize(
    "text", ["One sentence.\n\nAnother.", "first\nsecond", "x" * 200 + "\n\ny"]
)
def test_what_is_no_title_is_none(text: str) -> None:
    document = read_document(text.encode(), "a.txt")
    assert document.title is None
    assert document.title_from is None


def test_indented_text_and_its_spaces_are_kept() -> None:
    text = "    indented\n\ta\ttab  two spaces \nend"
    assert read_document(text.encode(), "a.txt").text == text


def test_wrapped_lines_are_joined_in_prose_and_in_nothing_else() -> None:
    text = "The harbour master never said that\nthe quay was closed."
    joined = text.replace("\n", " ")
    for name in ("a.txt", "a.rst", "LICENSE", "a.md"):
        assert read_document(text.encode(), name).text == joined
    for name in ("a.csv", "a.yaml"):
        assert read_document(text.encode(), name).text == text


def test_headings_are_found_in_the_joined_text() -> None:
    text = "It is long\nand wrapped.\n\n## The quay\nIt was\nclosed."
    document = read_document(text.encode(), "a.md")
    assert document.text == "It is long and wrapped.\n\n## The quay\nIt was closed."
    assert [document.text[h.start : h.end] for h in document.headings] == ["The quay"]


def test_json_and_xml_are_read_as_they_stand() -> None:
    xml = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'
    document = read_document(xml.encode(), "a.xml")
    assert (document.text, document.media_type) == (xml, "application/xml")
    document = read_document(b'{"a": 1}', "a.json")
    assert (document.text, document.media_type) == ('{"a": 1}', "application/json")
    assert document.title is None


def test_a_long_text_is_cut_at_a_line_end_with_a_note() -> None:
    text = "\n".join(f"line {i}" for i in range(1_000))
    document = read_document(text.encode(), "a.txt", max_text=500)
    assert len(document.text) <= 500
    assert text.startswith(document.text + "\n")
    assert document.main[-1].end == len(document.text)
    assert document.notes[0].startswith("only the first ")


def test_headings_past_a_cut_are_left_out() -> None:
    text = "\n\n".join(f"# Heading {i}" for i in range(100))
    document = read_document(text.encode(), "a.md", max_text=200)
    assert 0 < len(document.headings) < 100
    assert document.headings[-1].end <= len(document.text)


def test_a_text_of_nuls_and_words_keeps_the_words() -> None:
    data = b"The harbour master counted seventeen boats. " * 20 + b"\x00\x00" + b"End."
    assert read_document(data, "a.txt").text.endswith("boats. End.")


def test_text_that_decodes_to_rubbish_is_refused() -> None:
    with pytest.raises(ReadError, match="binary"):
        read_document(b"words " * 1_000 + b"\x01\x02\x03\x04" * 20_000, "a.txt")


def test_headings_of_hostile_lines_take_no_time() -> None:
    text = ("# " + " " * 900 + "x\n") * 2_000 + "#" * 100_000 + "\n" + "`" * 100_000
    assert len(markdown_headings(text)) == 2_000


def test_a_title_that_was_shortened_is_a_title_still() -> None:
    document = read_document(
        b"The blue ledger and what it says about ...\n\nSeventeen boats.", "a.txt"
    )
    assert document.title == "The blue ledger and what it says about ..."
