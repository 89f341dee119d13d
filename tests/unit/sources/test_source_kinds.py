"""Kinds of source by address."""

from __future__ import annotations

from pathlib import Path
from typing import cast, get_args

import pytest

from ascertain.errors import InputError
from ascertain.evidence.kinds import SourceKind
from ascertain.sources.package_tables import package_table
from ascertain.sources.source_kinds import load_kind_table

KINDS = cast("tuple[SourceKind, ...]", get_args(SourceKind))


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("file:///corpus/a.txt", "local"),
        ("https://www.nasa.gov/x", "official"),
        ("https://www.gov.uk/guidance", "official"),
        ("https://www.stat.go.jp/", "official"),
        ("https://www.gob.mx/", "official"),
        ("https://www.cs.ox.ac.uk/people", "official"),
        ("https://web.mit.edu/", "official"),
        ("https://www.army.mil/", "official"),
        ("https://ec.europa.eu/eurostat", "official"),
        ("https://www.who.int/", "official"),
        ("https://news.un.org/en/", "official"),
        ("https://plato.stanford.edu/entries/x", "reference"),
        ("https://en.m.wikipedia.org/wiki/A", "reference"),
        ("https://github.com/a/b", "repo"),
        ("https://a.github.com/", "unknown"),
        ("doi:10.1000/x", "scholarly"),
        ("https://arxiv.org/pdf/2301.00001", "scholarly"),
        ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1", "scholarly"),
        ("https://www.ncbi.nlm.nih.gov/pmcx", "official"),
        ("https://www.bbc.co.uk/news", "news"),
        ("https://www.spiegel.de/", "news"),
        ("https://www.lemonde.fr/", "news"),
        ("https://elpais.com/", "news"),
        ("https://www.asahi.com/", "news"),
        ("https://news.sina.com.cn/a", "news"),
        ("https://meduza.io/", "news"),
        ("https://www.aljazeera.net/", "news"),
        ("https://someone.substack.com/p/x", "blog"),
        ("https://blog.example.org/", "blog"),
        ("https://www.blog.example.org/", "blog"),
        ("https://blog.example/", "unknown"),
        ("https://www.zhihu.com/question/1", "forum"),
        ("https://forum.example.org/", "forum"),
        ("https://m.facebook.com/x", "social"),
        ("https://x.com/a", "social"),
        ("https://netflix.com/", "unknown"),
        ("https://gov.example.org/", "unknown"),
        ("https://example.org/", "unknown"),
        ("http://127.0.0.1/", "unknown"),
        ("mailto:a@gov.uk", "unknown"),
        ("http://[x", "unknown"),
        ("no url", "unknown"),
    ],
)
def test_an_address_says_its_kind(url: str, kind: str) -> None:
    assert load_kind_table().kind(url) == kind


def test_every_kind_has_a_rank() -> None:
    table = load_kind_table()
    ranks = {kind: table.rank(kind) for kind in KINDS}
    assert all(0 <= rank <= 1 for rank in ranks.values())
    assert ranks["official"] > ranks["news"] > ranks["unknown"] > ranks["social"]


def test_our_own_table_knows_many_hosts() -> None:
    rows = cast("dict[str, list[str]]", package_table("source_kinds.toml")["kinds"])
    assert sum(map(len, rows.values())) > 500
    assert set(rows) == set(KINDS) - {"local", "unknown"}


def test_a_users_rows_win(tmp_path: Path) -> None:
    extra = tmp_path / "kinds.toml"
    extra.write_text(
        '[kinds]\nblog = ["*.bbc.co.uk/news/blogs"]\nofficial = ["*.bbc.co.uk",'
        ' "Wiki.Corp.example", "bücher.example", "www.own.example"]\nforum = ["*.parlament.??"]\n'
        '[ranks]\nblog = 0.8\n[first_labels]\nWiki = "reference"\n',
        "utf-8",
    )
    table = load_kind_table(extra)
    assert table.kind("https://www.bbc.co.uk/news/blogs/a") == "blog"
    assert table.kind("https://www.bbc.co.uk/news/world") == "official"
    assert table.kind("http://wiki.corp.example/x") == "official"
    assert table.kind("https://xn--bcher-kva.example/") == "official"
    assert table.kind("https://own.example/") == "official"
    assert table.kind("https://www.parlament.ch/") == "forum"
    assert table.kind("https://wiki.example.org/") == "reference"
    assert table.kind("https://www.lemonde.fr/") == "news"
    assert (table.rank("blog"), table.rank("news")) == (0.8, 0.6)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("[kinds\n", "is not TOML"),
        ("\udcff", "is not UTF-8 text"),
        ("[hosts]\n", "hosts: no such section"),
        ("kinds = 3\n", "kinds: must be a section"),
        ('[kinds]\nnews = "a.example"\n', r"kinds\.news: must be a list of rows"),
        ("[kinds]\npress = []\n", r"kinds\.press: 'press' is no kind of source"),
        ('[kinds]\nnews = ["a.example", "https://b.example/"]\n', r"kinds\.news\[1\].*is no host"),
        ('[kinds]\nnews = ["a*b.example"]\n', r"kinds\.news\[0\]"),
        ("[kinds]\nnews = [7]\n", r"kinds\.news\[0\]: 7 is no host"),
        ('[kinds]\nnews = ["gov.??"]\n', r"kinds\.news\[0\]"),
        ('[kinds]\nnews = ["a\\\\b.example"]\n', r"kinds\.news\[0\]"),
        ('[kinds]\nnews = ["a.example/1/2/3/4/5/6/7/8/9"]\n', "path segments"),
        (
            '[kinds]\nnews = ["a.example"]\nblog = ["a.example/"]\n',
            r"kinds\.blog\[0\].*under news too",
        ),
        ("[ranks]\nnews = 2\n", r"ranks\.news: 2 is no rank"),
        ("[ranks]\nnews = true\n", r"ranks\.news: true is no rank"),
        ("[kinds]\nnews = [true]\n", r"kinds\.news\[0\]: true is no host"),
        ("[kinds]\nnews = [[]]\n", r"kinds\.news\[0\]: a list is no host"),
        ("[ranks]\nnews = {}\n", r"ranks\.news: a table is no rank"),
        ("[ranks]\nnews = 0x" + "f" * 190, r"ranks\.news: \S{1,100} is no rank"),
        ("[ranks]\nnews = 0x" + "f" * 9_000, "line 2, holds a number or name of over 200"),
        ("[ranks]\nnews = 1999-01-01\n", "the date or time 1999-01-01 is no rank"),
        ("a" + ".a" * 100_000 + " = 1", "line 1, holds a name of over 16 parts"),
        ("kinds = " + "[" * 50_000, "line 1, is nested too deeply"),
        ('[first_labels]\nwiki = "encyclopedia"\n', r"first_labels\.wiki: 'encyclopedia'"),
    ],
)
def test_a_row_that_cannot_be_used_is_named(tmp_path: Path, content: str, words: str) -> None:
    extra = tmp_path / "kinds.toml"
    extra.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError, match=words) as caught:
        load_kind_table(extra)
    assert str(extra) in str(caught.value)


def test_a_table_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        load_kind_table(tmp_path / "none.toml")
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * 4_000_001)
    with pytest.raises(InputError, match="over 4 MB"):
        load_kind_table(large)


def test_a_host_without_end_is_looked_up_in_little_time() -> None:
    assert load_kind_table().kind("https://" + "a." * 100_000 + "gov/") == "official"
