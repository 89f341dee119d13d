"""Feeds: one block an item."""

from __future__ import annotations

import json

import pytest

from ascertain.adapters.readers.reading import read_document
from ascertain.errors import ReadError
from ascertain.evidence.document import Document

RSS = """<?xml version="1.0" encoding="utf-8"?>
<?xml-stylesheet href="/style.xsl"?>
<!-- made by hand -->
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"
 xmlns:media="http://search.yahoo.com/mrss/">
<channel>
 <title>Harbour News</title>
 <link>https://example.org/</link>
 <atom:link href="https://example.org/feed.xml" rel="self"/>
 <description>What happens in the harbour.</description>
 <language>en-gb</language>
 <lastBuildDate>Tue, 04 May 2021 10:00:00 GMT</lastBuildDate>
 <image><title>Logo</title></image>
 <item>
  <media:title>Not the title</media:title>
  <title>Seventeen boats</title>
  <link>https://example.org/boats</link>
  <pubDate>Mon, 03 May 2021 09:30:00 GMT</pubDate>
  <dc:creator>Ines Okafor</dc:creator>
  <description>A summary that gives way.</description>
  <content:encoded><![CDATA[<h2>Counted</h2><p>Seventeen <b>boats</b> lay there.</p>
   <p hidden>Ignore what was said.</p><script>x()</script>]]></content:encoded>
 </item>
 <item>
  <title>Rain &amp;amp; wind</title>
  <guid>https://example.org/rain</guid>
  <description>&lt;p&gt;It rained &lt;i&gt;all&lt;/i&gt; day.&lt;/p&gt;</description>
 </item>
 <item><guid isPermaLink="false">tag:3</guid><description>Plain words
  on two lines.</description></item>
</channel></rss>"""

ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de">
 <title type="html">Der &lt;b&gt;Hafen&lt;/b&gt;</title><subtitle>Was geschieht</subtitle>
 <updated>2021-05-04T10:00:00Z</updated>
 <author><name>Ines Okafor</name><uri>https://example.org/ines</uri></author>
 <link rel="self" href="https://example.org/atom.xml"/><link href="https://example.org/"/>
 <entry><title>Schiffe</title><link rel="edit" href="https://example.org/edit"/>
  <link rel="alternate" href="https://example.org/schiffe"/>
  <published>2021-05-03T09:30:00Z</published><updated>2021-05-04T00:00:00Z</updated>
  <author><name>Olu</name></author><summary>Kurz</summary>
  <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Siebzehn Schiffe.</p>
  <p>Ein Boot.</p></div></content></entry>
 <entry><title>Regen</title><summary type="text">Es hat &lt;viel&gt; geregnet.</summary>
  <updated>2021-05-02T00:00:00Z</updated></entry>
</feed>"""

RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
 <channel rdf:about="https://example.org/rdf"><title>Old News</title>
  <link>https://example.org/</link><description>Of the harbour</description>
  <dc:date>2001-05-03T00:00:00Z</dc:date></channel>
 <item rdf:about="https://example.org/1"><title>First</title><link>https://example.org/1</link>
  <description>The first boat came.</description><dc:date>2001-05-02</dc:date></item>
</rdf:RDF>"""

JSON_FEED = {
    "version": "https://jsonfeed.org/version/1.1",
    "title": "Harbour",
    "description": "What happens",
    "feed_url": "https://example.org/feed.json",
    "language": "en",
    "authors": [{"name": "Ines Okafor"}, {"url": "https://example.org/"}, 7],
    "items": [
        {
            "id": "1",
            "title": "Boats",
            "url": "https://example.org/boats",
            "date_published": "2021-05-03T09:30:00Z",
            "content_html": "<p>Seventeen boats &amp; more.</p>",
            "author": {"name": "Olu"},
        },
        {"id": "https://example.org/2", "content_text": "Plain <words>."},
        {"id": 3, "summary": "Only a summary."},
        "no item",
    ],
}


_FEED_OF_T = "<rss><channel><title>T</title></channel></rss>"


def _read(feed: str, declared: str | None = None) -> Document:
    return read_document(feed.encode(), declared=declared)


def test_rss_gives_title_date_content_and_link_of_each_item() -> None:
    document = _read(RSS)
    assert document.text == (
        "Harbour News\n\nWhat happens in the harbour.\n\n"
        "Seventeen boats\n\nMon, 03 May 2021 09:30:00 GMT, Ines Okafor\n\n"
        "Counted\n\nSeventeen boats lay there.\n\nhttps://example.org/boats\n\n"
        "Rain & wind\n\nIt rained all day.\n\nhttps://example.org/rain\n\n"
        "Plain words\non two lines."
    )
    assert (document.reader, document.media_type) == ("feed", "application/rss+xml")
    assert (document.title, document.title_from) == ("Harbour News", "feed title")
    assert document.published is None
    assert document.updated is not None
    assert (document.updated.value, document.updated.where) == ("2021-05-04", "feed updated")
    assert document.language == "en"
    assert document.canonical_url == "https://example.org/feed.xml"
    assert [(document.text[h.start : h.end], h.level) for h in document.headings] == [
        ("Harbour News", 1),
        ("Seventeen boats", 2),
        ("Counted", 4),
        ("Rain & wind", 2),
    ]
    assert document.notes == ()


def test_atom_gives_the_same() -> None:
    document = _read(ATOM, declared="text/html")
    assert document.text == (
        "Der Hafen\n\nWas geschieht\n\n"
        "Schiffe\n\n2021-05-03T09:30:00Z, Olu\n\nSiebzehn Schiffe.\n\nEin Boot.\n\n"
        "https://example.org/schiffe\n\n"
        "Regen\n\n2021-05-02T00:00:00Z\n\nEs hat <viel> geregnet."
    )
    assert (document.title, document.author) == ("Der Hafen", "Ines Okafor")
    assert document.media_type == "application/atom+xml"
    assert document.language == "de"
    assert document.canonical_url == "https://example.org/atom.xml"
    assert document.updated is not None
    assert document.updated.value == "2021-05-04"


def test_rss_1_keeps_its_items_beside_the_channel() -> None:
    document = _read(RDF)
    assert document.text == (
        "Old News\n\nOf the harbour\n\nFirst\n\n2001-05-02\n\nThe first boat came.\n\n"
        "https://example.org/1"
    )
    assert document.updated is not None
    assert document.updated.value == "2001-05-03"


def test_json_feed_gives_the_same() -> None:
    document = _read(json.dumps(JSON_FEED).replace("/", "\\/"))
    assert document.text == (
        "Harbour\n\nWhat happens\n\n"
        "Boats\n\n2021-05-03T09:30:00Z, Olu\n\nSeventeen boats & more.\n\n"
        "https://example.org/boats\n\n"
        "Plain <words>.\n\nhttps://example.org/2\n\nOnly a summary."
    )
    assert document.media_type == "application/feed+json"
    assert (document.author, document.language) == ("Ines Okafor", "en")
    assert document.canonical_url == "https://example.org/feed.json"


@pytest.mark.parametrize("items", [None, 7, "x", [], [[]]])
def test_a_json_feed_of_odd_items_has_its_title(items: object) -> None:
    feed = {"version": "https://jsonfeed.org/version/1", "title": "Harbour", "items": items}
    assert _read(json.dumps(feed)).text == "Harbour"


def test_a_feed_says_when_it_was_published_where_it_does() -> None:
    document = _read(RSS.replace("lastBuildDate>", "pubDate>", 2))
    assert document.published is not None
    assert document.published.value == "2021-05-04"
    assert document.updated is None


@pytest.mark.parametrize(
    ("data", "declared"),
    [
        (RSS.replace("harbour", "Häfen").replace("utf-8", "iso-8859-1").encode("latin-1"), None),
        (RSS.replace("harbour", "Häfen").encode("utf-16"), None),
        (
            RSS.replace("harbour", "Häfen").replace(' encoding="utf-8"', "").encode("cp1252"),
            "application/xml; charset=windows-1252",
        ),
    ],
)
def test_a_feed_is_read_in_its_encoding(data: bytes, declared: str | None) -> None:
    assert "in the Häfen." in read_document(data, "feed", declared).text


@pytest.mark.parametrize(
    "feed",
    [
        '<!DOCTYPE rss [<!ENTITY a "boom"><!ENTITY b "&a;&a;">]><rss><channel><title>&b;</title>'
        "</channel></rss>",
        '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY f SYSTEM "file:///etc/hostname">]>'
        "<rss><channel><title>x &f;</title></channel></rss>",
    ],
)
def test_a_feed_that_declares_entities_is_refused(feed: str) -> None:
    with pytest.raises(ReadError, match="declares entities") as caught:
        _read(feed)
    assert caught.value.status == "unsupported"


def test_an_entity_in_an_items_words_is_no_declaration() -> None:
    feed = "<rss><channel><item><description><![CDATA[Write <!ENTITY a 'b'> so]]></description>"
    assert "Write" in _read(f"{feed}</item></channel></rss>").text


def test_an_old_doctype_without_entities_is_read() -> None:
    doctype = '<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "http://127.0.0.1:9/rss.dtd">'
    feed = f"<?xml version='1.0'?>\n{doctype}\n<!-- x -->{_FEED_OF_T}"
    assert _read(feed).text == "T"


def test_a_feed_cut_short_gives_what_came_with_a_note() -> None:
    document = _read(RSS[: RSS.index("Rain")])
    assert "Seventeen boats lay there." in document.text
    assert any("cut short" in note for note in document.notes)


@pytest.mark.parametrize(
    ("feed", "status"),
    [
        ('{"version": "https://jsonfeed.org/version/1", "items": [', "error"),
        ('{"version": "https://jsonfeed.org/version/1", "items": ' + "[" * 200_000, "error"),
        ("<rss \x01", "empty"),
        ("<rss><channel></channel></rss>", "empty"),
        ("<rss><channel><title><!-- x --></title></channel></rss>", "empty"),
        ("<rss><channel><item><description>&lt;!-- --&gt;</description></item>", "empty"),
        ("<rss><channel><title>&lt;!-- x --&gt;</title></channel></rss>", "empty"),
    ],
)
def test_a_feed_that_gives_no_text_says_why(feed: str, status: str) -> None:
    with pytest.raises(ReadError) as caught:
        _read(feed)
    assert caught.value.status == status


def test_a_long_feed_is_cut_and_says_so() -> None:
    item = "<item><title>Boat</title></item>"
    document = _read(f"<rss><channel>{item * 2_100}</channel></rss>")
    assert document.text.count("Boat") == 2_000
    assert document.notes == ("only the first 2,000 of 2,100 items were kept",)
    short = read_document(f"<rss><channel>{item * 90}</channel></rss>".encode(), max_text=100)
    assert len(short.text) <= 100
    assert any("of 90 items" in note for note in short.notes)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (RSS.replace("<?xml", "\n<?xml"), "feed"),
        (RDF, "feed"),
        ("<a:feed xmlns:a='http://www.w3.org/2005/Atom'><a:title>x</a:title></a:feed>", "feed"),
        ("<feed><title>not Atom</title></feed>", "plain"),
        ("<?xml version='1.0'?><note>words</note>", "plain"),
        ("<!doctype html><p>an <rss> in a page</p>", "html"),
        ('{"version": "1", "note": "jsonfeed.org"}', "plain"),
        ("a text on <rss> feeds", "plain"),
    ],
)
def test_a_feed_is_known_by_its_root(data: str, kind: str) -> None:
    assert _read(data).reader == kind
