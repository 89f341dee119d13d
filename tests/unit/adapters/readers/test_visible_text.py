from __future__ import annotations

import pytest

from ascertain.adapters.readers.dom import parse_page
from ascertain.adapters.readers.hidden import blank_hidden
from ascertain.adapters.readers.visible_text import VisibleText, visible_text


def shown(html: str) -> VisibleText:
    root = parse_page(html).root
    blank_hidden(root)
    return visible_text(root)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p><b>un</b>believ<i>able</i></p>", "unbelievable"),
        ("<p>  two \n\t words </p>", "two words"),
        ("<p>a <b> b </b> c</p>", "a b c"),
        ("<p>10\xa0km, soft\xadhyphen, 👩\u200d👩\u200d👧, a\u200bb</p>", None),
        ("<p>one<br>two<br/><br>four</p>", "one\ntwo\n\nfour"),
        ("<h1>Head</h1><p>One.</p><p>Two.</p>", "Head\n\nOne.\n\nTwo."),
        ("<div>One</div><div>Two</div>", "One\nTwo"),
        ("<ul><li>a<li>b</ul>c", "- a\n- b\n\nc"),
        ("<ol start=9><li>a<li>b<li value=20>c</ol>", "9. a\n10. b\n20. c"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
        ("<ul><li><p>a</p><li><p>b</p></ul>", "- a\n- b"),
        ("<ul><li></li></ul><p>x</p>", "x"),
        ("<p>E<sub>2</sub> 10<sup>6</sup> m<sup>2</sup></p>", "E2 10^6 m2"),
        ("<p>say<sup>[1]</sup> so</p>", "say[1] so"),
        ("<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>です", "漢字(かんじ)です"),
        ("<pre>a  b\n   c\n\nd</pre>", "a  b\n   c\n\nd"),
        ("<pre><code>x = 1\n</code></pre><p>after</p>", "x = 1\n\nafter"),
        ("<figure><img alt=ALT><figcaption>Cap</figcaption></figure>x", "Cap\n\nx"),
        ("<details><summary>More</summary>inside</details>", "More\ninside"),
        ("a<!-- comment -->b<?pi x?>c", "abc"),
        ("<button>OK</button><button>No</button>", "OK No"),
        ("<svg><title>t</title><text>axis</text></svg>", "axis"),
        ("<p>\xa0</p><p>x</p>", "x"),
        ("<wbr>super<wbr>cali", "supercali"),
        ("<p>مرحبا <b>بالعالم</b></p>", "مرحبا بالعالم"),
        ("</p></div>stray <p>open <b>bold", "stray\n\nopen bold"),
    ],
)
def test_a_page_reads_as_a_browser_shows_it(html: str, text: str | None) -> None:
    expected = html.removeprefix("<p>").removesuffix("</p>") if text is None else text
    assert shown(html).text == expected


def test_a_data_table_keeps_its_cells_apart_on_one_line_a_row() -> None:
    html = (
        "<p>Before</p><table><caption>Boats</caption><tr><th>Year<th>Boats<th>Crew"
        "<tr><td>2019<td>17<td><tr><td>2020<td><td><p>four</p></table><p>After</p>"
    )
    assert shown(html).text == (
        "Before\n\nBoats\n\nYear | Boats | Crew\n2019 | 17\n2020 |  | four\n\nAfter"
    )


def test_a_table_that_lays_out_a_page_keeps_its_blocks() -> None:
    html = "<table><tr><td><ul><li>Home</ul><td><h1>Title</h1><p>Text.</p></table>"
    assert shown(html).text == "- Home\n\nTitle\n\nText."


def test_nested_tables_are_joined_once() -> None:
    inner = "<table><tr><td>a<td>b</table>"
    html = f"<table><tr><td>{inner}<td>c</table>"
    assert shown(html).text == "a | b\n\nc"


def test_headings_have_their_place_and_level() -> None:
    found = shown("<h1>A <em>big</em><br>one</h1><p>x</p><h3>Small</h3>")
    assert [(found.text[h.start : h.end], h.level) for h in found.headings] == [
        ("A big one", 1),
        ("Small", 3),
    ]


def test_lines_cover_all_of_the_text_but_its_line_ends() -> None:
    found = shown("<h1>A</h1><ul><li>b<li>c</ul><table><tr><td>1<td>2</table>tail")
    assert "".join(found.text[a:b] for a, b in found.lines) == found.text.replace("\n", "")
