from __future__ import annotations

import json

import pytest

from ascertain.adapters.readers.reading import read_document
from ascertain.evidence.document import Document
from document_files import page

BODY = "<h1>The harbour</h1><p>Seventeen boats lay in the harbour that morning.</p>"


def read(head: str = "", body: str = BODY, attributes: str = 'lang="en"') -> Document:
    return read_document(page(body, head, attributes))


def linked(value: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(value)}</script>'


@pytest.mark.parametrize(
    ("head", "body", "title", "where"),
    [
        ("<title>T</title><meta property=og:title content=O>", BODY, "The harbour", "h1"),
        ("<title>T</title><meta property=og:title content=O>", "<p>x</p>", "O", "og:title"),
        ("<title> T \n t </title>", "<p>x</p>", "T t", "title"),
        ("<title>T</title>", "<h1 hidden>H</h1><p>x</p>", "T", "title"),
        ("<title> </title>", "<p>x</p>", None, None),
    ],
)
def test_the_title_is_the_best_there_is(
    head: str, body: str, title: str | None, where: str | None
) -> None:
    document = read(head, body)
    assert (document.title, document.title_from) == (title, where)


@pytest.mark.parametrize(
    ("head", "value", "where"),
    [
        (
            "<meta property='article:published_time' content='2021-05-03T01:00:00Z'>",
            "2021-05-03",
            "meta article:published_time",
        ),
        (
            linked({"@type": "NewsArticle", "datePublished": "2021-05-03"}),
            "2021-05-03",
            "json-ld datePublished",
        ),
        (
            linked({"@graph": [{"@type": ["Thing", "BlogPosting"], "datePublished": "2021-05"}]}),
            "2021-05",
            "json-ld datePublished",
        ),
        ("<meta name=citation_date content=2021>", "2021", "meta citation_date"),
        (
            "<meta name=date content='soon'><meta name=pubdate content='May 3, 2021'>",
            "2021-05-03",
            "meta pubdate",
        ),
        (linked({"@type": "Event", "datePublished": "2021-05-03"}), None, None),
        (linked({"@type": "Product", "releaseDate": "2021-05-03"}), None, None),
        ("<script type='application/ld+json'>{broken</script>", None, None),
        ("<script type='application/ld+json'>" + "[" * 50_000 + "</script>", None, None),
    ],
)
def test_a_publication_date_says_where_it_was_read(
    head: str, value: str | None, where: str | None
) -> None:
    field = read(head).published
    assert (field.value if field else None, field.where if field else None) == (value, where)


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("<time class=entry-date datetime=2021-05-03>May</time>", "2021-05-03"),
        ("<time datetime=2021-05-03>May</time>", "2021-05-03"),
        ("<time datetime=2021-05-03>a</time><time datetime=2020-01-01>b</time>", None),
        ("<span itemprop=datePublished content=2021-05-03>May</span>", "2021-05-03"),
        ("<p>Published on 3 May 2021</p>", "2021-05-03"),
        ("<p>In May 2021 the harbour burnt.</p>", None),
    ],
)
def test_dates_in_the_page_count_only_where_they_are_marked(body: str, value: str | None) -> None:
    field = read(body=BODY + body).published
    assert (field.value if field else None) == value


def test_an_update_is_kept_apart_from_the_publication() -> None:
    document = read(linked({"@type": "Article", "dateModified": "2022-01-02"}))
    assert document.published is None
    assert document.updated is not None
    assert (document.updated.value, document.updated.where) == (
        "2022-01-02",
        "json-ld dateModified",
    )


@pytest.mark.parametrize(
    ("head", "author", "where"),
    [
        ("<meta name=author content='Ines Okafor'>", "Ines Okafor", "meta author"),
        ("<meta name=author content='https://x.org/ines'>", None, None),
        (
            linked({"@type": "Article", "author": [{"name": "Ines"}, {"name": "Olu"}, "Ines"]}),
            "Ines, Olu",
            "json-ld author",
        ),
    ],
)
def test_an_author_is_a_name_or_unknown(head: str, author: str | None, where: str | None) -> None:
    document = read(head)
    assert (document.author, document.author_from) == (author, where)


def test_an_author_marked_in_the_page_is_found() -> None:
    body = BODY + "<p itemprop=author>by <b itemprop=name>Ines Okafor</b></p>"
    assert read(body=body).author == "Ines Okafor"


@pytest.mark.parametrize(
    ("attributes", "body", "language"),
    [
        ('lang="en-GB"', BODY, "en"),
        ('xml:lang="zh-Hant"', BODY, "zh"),
        ("", "<p>これは日本語の文章です。港に船があった。</p>", "ja"),
        (
            "",
            "<p>Im Hafen lagen an diesem Morgen siebzehn Schiffe, so der Hafenmeister im Buch.</p>",
            "de",
        ),
        ("", "<p>OK</p>", None),
        ('lang="und"', "<p>OK</p>", None),
    ],
)
def test_the_language_is_declared_or_detected_or_unknown(
    attributes: str, body: str, language: str | None
) -> None:
    assert read(body=body, attributes=attributes).language == language


def _own(head: str, name: str = "") -> str | None:
    return read_document(page(BODY, head), name).canonical_url


@pytest.mark.parametrize(
    ("head", "address"),
    [
        ("<link rel=canonical href=https://example.org/a>", "https://example.org/a"),
        ("<link rel='x CANONICAL' href=' https://example.org/a '>", "https://example.org/a"),
        ("<meta property=og:url content=https://example.org/b>", "https://example.org/b"),
        (
            "<meta property=og:url content=https://example.org/b>"
            "<link rel=canonical href=https://example.org/a>",
            "https://example.org/a",
        ),
        (
            "<link rel=canonical href=/a><meta property=og:url content=https://example.org/b>",
            "https://example.org/b",
        ),
        (
            "<base href=https://example.org/d/><link rel=canonical href=a>",
            "https://example.org/d/a",
        ),
        ("<link rel=canonical href=/a>", None),
        ("<link rel=canonical>", None),
        ("<link rel=alternate href=https://example.org/a>", None),
        ("<link rel=canonical href='javascript:alert(1)'>", None),
        ("<link rel=canonical href='file:///etc/hostname'>", None),
        ("<link rel=canonical href='https://user:pw@example.org/'>", None),
        ("<link rel=canonical href='https://example.org/a b'>", None),
        ("<link rel=canonical href='https://[x'>", None),
        ("<link rel=canonical href='https://example.org:x/'>", None),
        ("<link rel=canonical href='https:///a'>", None),
        (f"<link rel=canonical href='https://example.org/{'a' * 3_000}'>", None),
        ("", None),
    ],
)
def test_a_page_says_its_own_address_only_in_full(head: str, address: str | None) -> None:
    assert _own(head) == address


def test_a_relative_address_is_resolved_where_the_page_came_from() -> None:
    link = "<link rel=canonical href='../b?x=1'>"
    assert _own(link, "https://example.org/d/e/a.html") == "https://example.org/d/b?x=1"
    assert _own(link, "/d/e/a.html") is None
    assert _own("<base href=/z/><link rel=canonical href=b>", "https://example.org/d") == (
        "https://example.org/z/b"
    )


def test_the_own_address_stays_out_of_the_text() -> None:
    document = read("<link rel=canonical href=https://example.org/a>")
    assert document.canonical_url == "https://example.org/a"
    assert "example.org" not in document.text
