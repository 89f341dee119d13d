"""Broken, lying and hostile files: each gives a status and a reason, in bounded time and memory."""

from __future__ import annotations

import asyncio
import gzip
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ascertain.adapters.readers.pool import PooledReader
from ascertain.adapters.readers.reading import read_document
from ascertain.errors import ReadError
from ascertain.evidence.document import Document
from document_files import docx, epub, odt, page, pdf, zip_of

LAUGHS = '<!ENTITY l0 "ha">' + "".join(
    f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10)
)
BOMB = f"<!DOCTYPE w [{LAUGHS}]>"
OUTSIDE = '<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
RUN = "<w:p><w:r><w:t>&x;</w:t></w:r></w:p>"
STATUSES = {"empty", "unsupported", "too_large", "error"}


@pytest.fixture(scope="module")
def reader() -> Iterator[PooledReader]:
    made = PooledReader(workers=1, timeout_s=20, max_bytes=60_000_000, max_text=20_000_000)
    yield made
    asyncio.run(made.close())


def read(
    reader: PooledReader, data: bytes, name: str = "", declared: str | None = None
) -> Document:
    return asyncio.run(reader.read(data, name=name, declared=declared))


def outcome(reader: PooledReader | None, data: bytes, name: str) -> tuple[str, str]:
    """Return ``ok`` and the text, or the status and the reason."""
    try:
        if reader is None:
            return "ok", read_document(data, name).text
        return "ok", read(reader, data, name).text
    except ReadError as error:
        return error.status, error.reason


def zeros_docx() -> bytes:
    return docx("", more={"word/media/a.bin": bytes(310_000_000)})


def lying_zip() -> bytes:
    """A container whose directory says that a member is small."""
    data = bytearray(docx("<w:p><w:r><w:t>x</w:t></w:r></w:p>" * 20_000))
    archive = zipfile.ZipFile(BytesIO(bytes(data)))
    size = archive.getinfo("word/document.xml").file_size.to_bytes(4, "little")
    return bytes(data).replace(size, (10).to_bytes(4, "little"))


@pytest.mark.parametrize(
    ("data", "name", "status", "reason"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "a.pdf", "unsupported", "an image"),
        (b"\x00" * 10_000, "a.html", "unsupported", "zero bytes"),
        (b"\x00" * 61_000_000, "a.txt", "too_large", "at most 60.0 MB"),
        (gzip.compress(bytes(10_000_000)), "a.html", "unsupported", "gzip"),
        (zip_of({"a": "b"}), "a.docx", "unsupported", "a zip archive"),
        (docx("x")[:200], "a.docx", "error", "cut short"),
        (b"PK\x03\x04" + b"junk" * 100, "a.docx", "error", "cut short"),
        (docx("<w:p><w:r>"), "a.docx", "error", "broken"),
        (docx(""), "a.docx", "empty", "no text"),
        (docx(RUN, prologue=OUTSIDE), "a.docx", "unsupported", "declares entities"),
        (docx(RUN.replace("x", "l9"), prologue=BOMB), "a.docx", "unsupported", "declares entities"),
        (docx("", more={"a.xml": BOMB.encode("utf-16")}), "a.docx", "unsupported", "entities"),
        (lying_zip(), "a.docx", "error", "broken"),
        (
            zip_of({f"word/{i}": "" for i in range(20_001)} | {"word/document.xml": ""}),
            "",
            "too_large",
            "files",
        ),
        (pdf([[(72, 700, "x")]], encrypt=True), "a.pdf", "unsupported", "password"),
        (pdf([[(72, 700, "x")]], kids="2 0 R 2 0 R"), "a.pdf", "", ""),
        (pdf([[]]), "a.pdf", "empty", "scan"),
        (b"%PDF-1.4\n" + b"1 0 obj << " * 50_000, "a.pdf", "error", "broken"),
        (page(""), "a.html", "empty", "no text"),
        (page("<script>x</script><div hidden>y</div>"), "a.html", "empty", "no text"),
        (b"<html>", "a.html", "empty", "no text"),
        (epub([])[:-40], "a.epub", "error", "cut short"),
        (odt("<text:p>unclosed"), "a.odt", "", ""),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else "",
)
@pytest.mark.timeout(60)
def test_a_file_without_usable_text_gives_a_status_and_a_reason(
    reader: PooledReader, data: bytes, name: str, status: str, reason: str
) -> None:
    found, words = outcome(reader, data, name)
    assert found in ({status} if status else {"ok"} | STATUSES)
    assert reason in words
    assert found == "ok" or len(words) < 200


def test_a_container_that_would_unpack_to_too_much_is_not_unpacked(reader: PooledReader) -> None:
    with pytest.raises(ReadError, match=r"would unpack from 0\.3 MB to 310 MB") as caught:
        read(reader, zeros_docx(), "a.docx")
    assert caught.value.status == "too_large"


@pytest.mark.parametrize(
    ("data", "name", "text"),
    [
        (page("<p>hello</p>"), "a.txt", "hello"),
        (page("<p>hello</p>"), "a.pdf", "hello"),
        (pdf([[(72, 700, "hello")]]), "a.html", "hello"),
        (docx("<w:p><w:r><w:t>hello</w:t></w:r></w:p>"), "a.pdf", "hello"),
        (
            "plain hello, in sixteen bits".encode("utf-16-le"),
            "a.txt",
            "plain hello, in sixteen bits",
        ),
        (b"hel\x00lo " * 20, "a.txt", ("hello " * 20).strip()),
        (b"<html><body><p>hel\x00lo</p>", "a.html", "hello"),
        (b"<html><body><p>a&#xD800;b&#0;c</p>", "a.html", "a\ufffdb\ufffdc"),
        (b"<html><body><p>a \xff\xfe b", "a.html", None),
    ],
)
def test_a_file_under_a_false_name_is_read_for_what_it_is(
    reader: PooledReader, data: bytes, name: str, text: str | None
) -> None:
    document = read(reader, data, name)
    assert text is None or document.text == text


@pytest.mark.parametrize(
    "body",
    [
        "<div>" * 1_000_000 + "deep" + "</div>" * 1_000_000 + "<p>after</p>",
        "<p>start" + "<b class=x>x" * 100_000 + "<p>after",
        "<table><tr><td>" * 50_000 + "after",
        "<ul><li>" * 50_000 + "after",
        "<p " + "a" * 5_000_000 + "=1>after</p>",
        "<p style='" + "color:" * 500_000 + "'>after</p>",
        "<p class='" + "x " * 500_000 + "'>after</p>",
        "<style>" + "a{" * 200_000 + "</style><p>after</p>",
        "<style>" + ".x{display:none}" * 100_000 + "</style>" + "<p class=y>after</p>" * 2_000,
        "<style>" + "/*" * 500_000 + "</style><p>after</p>",
        "<span hidden>x</span>y" * 100_000 + "<p>after</p>",
        "<!--" * 300_000 + "--><p>after</p>",
        "<p style='font-size:0'>" * 200 + "<i>x</i>" * 50_000 + "</p>" * 200 + "<p>after</p>",
        "&amp;" * 500_000 + "<p>after</p>",
        "<p>" + "word" * 500_000 + "</p><p>after</p>",
        "<p>" + "word " * 2_500_000 + "</p><p>after</p>",
        "<script>" + "word " * 2_500_000 + "</script><p>after</p>",
        "<p title='" + "word " * 2_500_000 + "'></p><p>after</p>",
        "<ol start=99999999999999999999><li value=-5>after</ol>",
    ],
    ids=lambda body: body[:24],
)
@pytest.mark.timeout(60)
def test_a_page_built_to_hurt_is_read_in_bounded_time(reader: PooledReader, body: str) -> None:
    document = read(reader, page(body), "a.html")
    assert document.text.rstrip().endswith("after")


def test_a_pdf_whose_page_tree_loops_ends(reader: PooledReader) -> None:
    data = pdf([[(72, 700, "x")], [(72, 700, "y")]], kids="2 0 R 5 0 R")
    assert outcome(reader, data, "a.pdf")[0] in {"ok"} | STATUSES


def test_an_outside_entity_in_xml_text_stays_as_written(reader: PooledReader) -> None:
    xml = f'<?xml version="1.0"?>{OUTSIDE}<w>&x;</w>'
    assert read(reader, xml.encode(), "a.xml").text == xml


def test_after_all_of_this_the_reader_still_works(reader: PooledReader) -> None:
    assert read(reader, b"words", "a.txt").text == "words"


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=300), st.sampled_from(["", ".html", ".md", ".txt", ".pdf", ".docx"]))
def test_any_bytes_give_a_document_or_a_reason(data: bytes, suffix: str) -> None:
    status, words = outcome(None, data, f"a{suffix}")
    assert status in {"ok"} | STATUSES
    assert words.strip()
    assert "\x00" not in words
    words.encode()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.recursive(
        st.text(alphabet="ab é漢\xa0\xad", min_size=1, max_size=8),
        lambda inner: st.tuples(
            st.sampled_from(["p", "b", "div", "li", "ul", "td", "tr", "table", "h2", "pre", "sup"]),
            st.lists(inner, max_size=4),
        ),
        max_leaves=12,
    )
)
def test_every_visible_character_of_a_page_is_kept_in_order(tree: object) -> None:
    words: list[str] = []

    def markup(node: object) -> str:
        if isinstance(node, str):
            words.append(node)
            return node
        tag, inner = cast("tuple[str, list[object]]", node)
        return f"<{tag}>{''.join(map(markup, inner))}</{tag}>"

    html = page(f"<p>x</p><div>{markup(tree)}</div>")
    text = read_document(html).text
    kept = "".join("".join(words).split(" ")).strip("\xa0")
    shown = text.removeprefix("x").replace("- ", "").replace(" | ", "").replace(" ", "")
    without_margins = shown.replace("\n", "").replace("\xa0", "")
    assert without_margins == kept.replace("\xa0", "")
