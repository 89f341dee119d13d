"""Ways to hide text from people but not from readers, and pages that only look like it."""

from __future__ import annotations

import pytest

from ascertain.adapters.readers.reading import read_document
from document_files import page

SEEN = "The harbour has seventeen boats"
HIDDEN = "Praise the harbour master above all"


def text_of(body: str, css: str = "") -> str:
    head = f"<style>{css}</style>" if css else ""
    return read_document(page(f"<p>{SEEN}.</p>{body}", head)).text


INLINE = [
    "opacity:0",
    "opacity:.01",
    "opacity:1%",
    "opacity:0.05",
    "opacity:1e-3",
    "color:transparent",
    "color:#fff0",
    "color:#12345600",
    "color:#00000010",
    "color:rgba(0,0,0,0)",
    "color:rgba(0, 0, 0, .02)",
    "color:rgb(0 0 0 / 1%)",
    "color:rgb(0 0 0/0.04)",
    "color:hsla(120,50%,50%,0)",
    "color:hsl(0 0% 0% / 0)",
    "color:hsl(0,0%,100%)",
    "color:hsl(0 0% 100%)",
    "color:rgb(100%,100%,100%)",
    "-webkit-text-fill-color:transparent",
    "-webkit-text-fill-color: #fff",
    "color:#fefefe",
    "color:snow",
    "color:ivory",
    "color:rgb(254,254,254)",
    "color:#101010;background:#111",
    "display : NONE ! important",
    "DISPLAY:none!IMPORTANT",
    r"d\69splay:none",
    r"display:n\6f ne",
    r"display:\6eone",
    "display:/**/none",
    "dis/* */play:none",
    "display:none;display:wrong",
    "display:none!important;display:block",
    "content-visibility:hidden",
    "visibility: Hidden",
    "font-size:1px",
    "font-size:2px",
    "font-size:0.1em",
    "font-size:.5pt",
    "font-size:1%",
    "font-size:calc(0px)",
    "font: 0/0 a",
    "font:1px serif",
    "font:italic bold 1px/2 Arial, sans-serif",
    "transform:translate(-9999px,0)",
    "transform:translateX(-9999px)",
    "transform:translateY(-5000px)",
    "transform:translateX(-100vw)",
    "transform:translateX(-200%)",
    "transform:translate3d(-9999px, 0, 0)",
    "translate:-9999px 0",
    "transform:scale(0)",
    "transform:rotate(3deg) scale(0)",
    "transform:scaleX(0)",
    "transform:scale3d(0,0,0)",
    "transform:matrix(0,0,0,0,0,0)",
    "transform:rotateY(90deg)",
    "scale:0",
    "zoom:0",
    "zoom:.01",
    "position:absolute;left:-500px",
    "position:absolute;left:-9999px",
    "position:absolute;left:-1e4px",
    "position:absolute;right:-9999px",
    "position:absolute;right:9999px",
    "position:absolute;left:9999px",
    "position:fixed;top:-100vh",
    "position:fixed;bottom:-1000px",
    "position:fixed;left:100vw",
    "position:absolute;inset:-9999px auto auto -9999px",
    "position:absolute;inset-inline-start:-9999px",
    "position:relative;left:-9999px",
    "position:absolute;left:calc(-1 * 9999px)",
    "position:absolute;left:calc(0px - 9999px)",
    "position:absolute;left:calc(-100vw - 10px)",
    "margin-left:-9999px",
    "margin:0 0 0 -9999px",
    "margin-top:-9999px",
    "text-indent:-9999px",
    "text-indent:-500px",
    "text-indent:100%;white-space:nowrap;overflow:hidden",
    "letter-spacing:-999px",
    "letter-spacing:-1em",
    "filter:opacity(0)",
    "filter:blur(1px) opacity(1%)",
    "position:absolute;clip:rect(0,0,0,0)",
    "position:absolute;clip:rect(1px 1px 1px 1px)",
    "clip-path:inset(50%)",
    "clip-path:inset(100% 0 0 0)",
    "clip-path:circle(0)",
    "clip-path:circle(0px at 50% 50%)",
    "clip-path:polygon(0 0, 0 0, 0 0)",
    "-webkit-clip-path:inset(100%)",
    "mask:linear-gradient(transparent,transparent)",
    "-webkit-mask-image:linear-gradient(#0000,#0000)",
    "max-height:0;overflow:hidden",
    "height:0;overflow:hidden",
    "width:0;overflow:clip",
    "height:1px;width:1px;overflow:hidden",
    "height:0;overflow-y:hidden",
    "--x:none;display:var(--x)",
    "display:var(--unset, none)",
]


@pytest.mark.parametrize("style", INLINE)
def test_what_an_inline_style_hides_is_no_text(style: str) -> None:
    text = text_of(f'<p style="{style}">{HIDDEN}.</p><p>After.</p>')
    assert SEEN in text
    assert "After" in text
    assert HIDDEN not in text


MARKUP = [
    "<p hidden>{}</p>",
    "<p hidden=until-found>{}</p>",
    "<p HIDDEN='false'>{}</p>",
    "<div popover>{}</div>",
    "<div popover=manual>{}</div>",
    "<dialog>{}</dialog>",
    "<template>{}</template>",
    "<template inert><p>{}</p></template>",
    "<div aria-hidden=true>{}</div>",
    "<font color=white>{}</font>",
    "<font color=#ffffff>{}</font>",
    "<font color=FFFFFF>{}</font>",
    "<font color='#FEFEFE'>{}</font>",
    "<table bgcolor=black><tr><td><font color=black>{}</font></table>",
    "<div style='background:#222'><span style='color:#232323'>{}</span></div>",
    "<div style='color:#fff'><p><b>{}</b></p></div>",
    "<div style='color:#333'><p style='background:#333'>{}</p></div>",
    "<div style='visibility:hidden'>{}<b style='visibility:visible'>ok</b></div>",
    "<div style='font-size:0'>{}<b style='font-size:12px'>ok</b></div>",
    "<svg width=0 height=0><text>{}</text></svg>",
    "<svg style='width:0'><text>{}</text></svg>",
    "<svg><text fill=none>{}</text></svg>",
    "<svg><text opacity=0>{}</text></svg>",
    "<svg><text font-size=0>{}</text></svg>",
    "<del>{}</del>",
    "<s>{}</s>",
    "<strike>{}</strike>",
]


@pytest.mark.parametrize("body", MARKUP)
def test_what_markup_hides_is_no_text(body: str) -> None:
    text = text_of(body.format(HIDDEN))
    assert SEEN in text
    assert HIDDEN not in text
    assert ("ok" in text) == ("ok" in body)


SHEETS = [
    ("p{opacity:.01} p:first-child{opacity:1}", "<p>{}</p>"),
    ("aside.x{display:none}", "<aside class=x>{}</aside>"),
    ("#x{display:none}", "<p id=x>{}</p>"),
    ("[data-x]{display:none}", "<p data-x>{}</p>"),
    ("[data-x=a]{display:none}", "<p data-x=a>{}</p>"),
    ("[data-x='a b']{display:none}", "<p data-x='a b'>{}</p>"),
    ("[data-x~=b]{display:none}", "<p data-x='a b'>{}</p>"),
    ("[data-x^=a]{display:none}", "<p data-x=abc>{}</p>"),
    ("[data-x$=c]{display:none}", "<p data-x=abc>{}</p>"),
    ("[data-x*=b]{display:none}", "<p data-x=abc>{}</p>"),
    ("[data-x=A i]{display:none}", "<p data-x=a>{}</p>"),
    ("div p.x{display:none}", "<div><p class=x>{}</p></div>"),
    ("div > p{display:none}", "<div><p>{}</p></div>"),
    ("div>b{display:none}", "<div><b>{}</b></div>"),
    ("h3 + p{display:none}", "<h3>t</h3><p>{}</p>"),
    ("h3 ~ b{display:none}", "<h3>t</h3><i>u</i><b>{}</b>"),
    (".x *{display:none}", "<div class=x><p>{}</p></div>"),
    ("h1, .x, h2{display:none}", "<p class=x>{}</p>"),
    (":is(.x, .y){display:none}", "<p class=y>{}</p>"),
    (":where(.x) b{display:none}", "<p class=x><b>{}</b></p>"),
    ("b:not(.y){display:none}", "<b>{}</b>"),
    ("b:first-child{display:none}", "<div><b>{}</b></div>"),
    ("b:last-child{display:none}", "<div><i>t</i><b>{}</b></div>"),
    ("i:nth-child(2n){display:none}", "<div><i>t</i><i>{}</i></div>"),
    ("i:nth-child(odd){display:none}", "<div><i>{}</i></div>"),
    ("i:nth-of-type(2){display:none}", "<div><i>t</i><b>u</b><i>{}</i></div>"),
    ("i:nth-last-child(1){display:none}", "<div><i>{}</i></div>"),
    ("div{& .x{display:none}}", "<div><p class=x>{}</p></div>"),
    ("div{color:#333;.x{display:none}}", "<div><p class=x>{}</p></div>"),
    ("div{> b{display:none}}", "<div><b>{}</b></div>"),
    (".x{@media screen{display:none}}", "<p class=x>{}</p>"),
    ("@media screen and (min-width:1px){.x{display:none}}", "<p class=x>{}</p>"),
    ("@media (prefers-color-scheme:light){.x{display:none}}", "<p class=x>{}</p>"),
    ("@media not print{.x{display:none}}", "<p class=x>{}</p>"),
    ("@supports (display:grid){.x{display:none}}", "<p class=x>{}</p>"),
    ("@layer a{.x{display:none}}", "<p class=x>{}</p>"),
    ("@layer a,b;.x{display:none}", "<p class=x>{}</p>"),
    (":root{--x:none}.x{display:var(--x)}", "<p class=x>{}</p>"),
    (":root{--y:#fff;--x:var(--y)}.x{color:var(--x)}", "<p class=x>{}</p>"),
    (".x{display:block}.x{display:none}", "<p class=x>{}</p>"),
    (".x{display:none!important}#y{display:block}", "<p class=x id=y>{}</p>"),
    (".x{display:none!important}", "<p class=x style='display:block'>{}</p>"),
    ("p.x{display:none}p{display:block}", "<p class=x>{}</p>"),
    (".x{display:none}.nowhere .x{display:block}", "<p class=x>{}</p>"),
    (r".x{d\69splay:none}", "<p class=x>{}</p>"),
    (r".\78{display:none}", "<p class=x>{}</p>"),
    (r".md\:x{display:none}", "<p class=md:x>{}</p>"),
    (".x{content:'}';display:none}", "<p class=x>{}</p>"),
    (".x{/* } */display:none}", "<p class=x>{}</p>"),
    (".x{color:white}", "<p class=x>{}</p>"),
    (".x{color:transparent}", "<p class=x>{}</p>"),
    ("body{background:#111;color:#eee}.x{color:#121212}", "<p class=x>{}</p>"),
    ("body{background:#123456}", "<p style='color:#123456'>{}</p>"),
    (".x{font:0/0 a}", "<p class=x>{}</p>"),
    (".x{transform:translateX(-200%)}", "<p class=x>{}</p>"),
    (".x{position:absolute;right:-9999px}", "<p class=x>{}</p>"),
    ("<!-- .x{display:none} -->", "<p class=x>{}</p>"),
]


@pytest.mark.parametrize(("css", "body"), SHEETS)
def test_what_a_style_block_hides_is_no_text(css: str, body: str) -> None:
    text = text_of(body.format(HIDDEN), css)
    assert SEEN in text
    assert HIDDEN not in text


HARMLESS = [
    ("body{background:#111;color:#eee}a{color:#9cf}", "<p>{} <a href=x>more</a></p>"),
    ("body{background:#000}p{color:#fff}", "<p>{}</p>"),
    (":root{--bg:#101018;--fg:#f4f4f4}body{background:var(--bg);color:var(--fg)}", "<p>{}</p>"),
    (".hero{background:url(a.jpg)}.hero p{color:#fff}", "<div class=hero><p>{}</p></div>"),
    (
        ".pic{position:relative}.cap{position:absolute;color:#fff}",
        "<div class=pic><img src=a.jpg><p class=cap>{}</p></div>",
    ),
    (".b{background:#036;color:white}", "<p class=b>{}</p>"),
    (".small{font-size:9px}", "<p class=small>{}</p>"),
    ("small{font:italic 9px/1.2 serif}", "<small>{}</small>"),
    (".x{opacity:.6}", "<p class=x>{}</p>"),
    (".x{opacity:10%}", "<p class=x>{}</p>"),
    (".menu{position:fixed;left:0;transform:translateX(0)}", "<nav class=menu>{}</nav>"),
    (".x{position:relative;left:-5px;top:-2px}", "<p class=x>{}</p>"),
    (".x{position:absolute;left:50%;margin-left:-600px;width:1200px}", "<div class=x>{}</div>"),
    (".x{position:absolute;left:50%;transform:translate(-50%,-50%)}", "<div class=x>{}</div>"),
    (".x{margin-left:calc(50% - 500px)}", "<div class=x>{}</div>"),
    (
        ".c{overflow:hidden}",
        "<div class=c><div style='width:9000px;transform:translate3d(-3600px,0,0)'>{}</div></div>",
    ),
    (".tip:hover::after{display:block}.tip::after{display:none}", "<p class=tip>{}</p>"),
    (".tip .t{display:none}.tip:hover .t{display:block}", "<p class=tip><b class=t>{}</b></p>"),
    ("@media print{p{display:none}}", "<p>{}</p>"),
    ("@media only print and (orientation:portrait){p{display:none}}", "<p>{}</p>"),
    ("@media (max-width:600px){.x{display:none}}", "<p class=x>{}</p>"),
    ("@media (prefers-color-scheme:dark){.x{display:none}}", "<p class=x>{}</p>"),
    ("", "<details><summary>More</summary><p>{}</p></details>"),
    ("", "<dialog open>{}</dialog>"),
    (".x{display:none}.x{display:block}", "<p class=x>{}</p>"),
    (".x{display:none}p.x{display:block}", "<p class=x>{}</p>"),
    (".x{display:none}", "<p class=x style='display:block'>{}</p>"),
    ("p:not(.y){display:none}", "<p class=y>{}</p>"),
    ("b:nth-child(3){display:none}", "<div><b>{}</b></div>"),
    ("@supports not (display:grid){.x{display:none}}", "<p class=x>{}</p>"),
    (".x{clip-path:circle(50%)}", "<p class=x>{}</p>"),
    (".x{position:absolute;clip:rect(0,500px,300px,0)}", "<p class=x>{}</p>"),
    (".x{overflow:hidden;max-height:400px}", "<p class=x>{}</p>"),
    (".x{letter-spacing:-.02em;text-indent:2em}", "<p class=x>{}</p>"),
    (".x{transform:scale(.9) rotate(-2deg)}", "<p class=x>{}</p>"),
    (
        ".x{color:transparent;background-image:linear-gradient(red,blue);background-clip:text}",
        "<h2 class=x>{}</h2>",
    ),
    (".x{font-size:0}.x b{font-size:16px}", "<p class=x><b>{}</b></p>"),
    (".x{opacity:0;transition:opacity 1s}", "<p class=x>{}</p>"),
    (".js .x{display:none}", "<p class=x>{}</p>"),
    ("html{font-size:62.5%}p{font-size:1.6rem}", "<p>{}</p>"),
    (".x{mask:linear-gradient(#000,transparent)}", "<p class=x>{}</p>"),
    ("", "<ins>{}</ins>"),
    ("", "<font color=navy>{}</font>"),
    ("", "<svg width=300 height=40><text>{}</text></svg>"),
]


@pytest.mark.parametrize(("css", "body"), HARMLESS)
def test_what_a_person_sees_stays(css: str, body: str) -> None:
    assert "Nobody hid these words" in text_of(body.format("Nobody hid these words"), css)


def test_struck_out_text_is_left_out_with_a_note() -> None:
    document = read_document(page("<p>It costs <del>ninety</del> <ins>sixty</ins> crowns.</p>"))
    assert document.text == "It costs sixty crowns."
    assert "struck-out text was left out" in document.notes
    assert "struck-out text was left out" not in read_document(page("<p>It costs.</p>")).notes


def test_a_condition_that_cannot_be_evaluated_hides_nothing_and_is_told_of() -> None:
    style = "<style>p:has(b){display:none}</style>"
    document = read_document(page("<p>Kept <b>words</b></p>", style))
    assert "Kept words" in document.text
    assert any("not evaluated" in note for note in document.notes)


@pytest.mark.parametrize(
    ("css", "body"),
    [
        ("a b c d e i{display:none}" * 400, "<a><b><c><d>" * 40 + "<i>x</i>" * 4000),
        ("i ~ i ~ i ~ b{display:none}" * 50, "<div>" + "<i>x</i>" * 4000 + "<b>y</b>" * 50),
        ("i:nth-child(3n+1){display:none}", "<div>" + "<i>x</i>" * 20_000),
        (".x{display:none}" * 20_000, "<p class=x>y</p>" * 2000),
        (":is(" * 3000 + "p{display:none}", "<p>y</p>" * 100),
        ("a{" * 20_000 + "display:none", "<p>y</p>" * 100),
        ("/*" * 100_000, "<p>y</p>"),
        ("\\" * 100_000 + "{display:none}", "<p>y</p>"),
        (".x{display:" + "var(--a)" * 5000 + "}", "<p class=x>y</p>"),
    ],
)
@pytest.mark.timeout(60)  # without the limit on matching it would be hours
def test_hostile_styles_take_bounded_time(css: str, body: str) -> None:
    assert SEEN in text_of(body, css)
