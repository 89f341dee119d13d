"""What goes wrong on the web, one address each: refusals, silence, traps, walls, odd encodings."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping
from typing import NamedTuple

from .files import make_docx, make_pdf
from .pages import Page
from .serving import Answer

__all__ = ["BUSY_S", "Place", "faults", "make_bomb", "robots_answer", "wrongly_encoded"]

BUSY_S = 1
"""After how many seconds a busy page asks to be asked again."""

_BOMB_MIB = 128
_LONG_BUSY_S = 3_600
_LARGE_BYTES = 400_000_000
_SLOW_ROBOTS_S = 1.0
_HTML = (("Content-Type", "text/html; charset=utf-8"),)
_PLAIN = (("Content-Type", "text/plain; charset=utf-8"),)
_BINARY = (("Content-Type", "application/octet-stream"),)

Responding = Callable[[int], Answer]
"""Gives the answer to the n-th request (from 1) for an address."""


class Place(NamedTuple):
    """An address that search finds, and what it answers."""

    page: Page
    respond: Responding


def make_bomb() -> bytes:
    """Make a gzip body that becomes 128 MiB of spaces when it is unpacked."""
    packer = zlib.compressobj(6, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    spaces = b" " * (1 << 20)
    return b"".join(packer.compress(spaces) for _ in range(_BOMB_MIB)) + packer.flush()


def faults(bomb: bytes) -> list[Place]:
    """Return every address that is not a plain page."""
    return [*_refusals(), *_silences(bomb), *_redirects(), *_walls(), *_documents(), *_scripted()]


def _fault(path: str, title: str, snippet: str, answer: Answer | Responding) -> Place:
    respond = answer if callable(answer) else _always(answer)
    return Place(Page("harbour", path, title, snippet, written=False), respond)


def _always(answer: Answer) -> Responding:
    return lambda _: answer


def _error(status: int, words: str, *headers: tuple[str, str]) -> Answer:
    body = f"<!DOCTYPE html><html><title>{words}</title><p>{words}</p></html>"
    return Answer(status, (*_HTML, *headers), body.encode())


def _page(body: str, head: str = "") -> Answer:
    made = f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">{head}</head>'
    return Answer(200, _HTML, f"{made}<body>{body}</body></html>".encode())


def _refusals() -> list[Place]:
    busy = _error(429, "Too many readers", ("Retry-After", str(_LONG_BUSY_S)))
    return [
        _fault(
            "/members/minutes-2024",
            "Minutes of the circle, 2024",
            "For members: what was said about Skerrion and its figures.",
            _error(403, "For members only"),
        ),
        _fault(
            "/archive/removed-2022",
            "A portrait from the archive",
            "Ailsa Hestvane, the founder of Skerrion, in a portrait of 2022.",
            _error(404, "There is no such page"),
        ),
        _fault(
            "/reports/broken-2023",
            "Makers compared, 2023",
            "Skerrion and eight other makers in a comparison by revenue.",
            _error(500, "Something is wrong with us"),
        ),
        Place(
            Page(
                "busy",
                "/busy/long",
                "Register of ports and makers",
                "Skerrion Instruments in the register: entry of 2024.",
                written=False,
            ),
            _always(busy),
        ),
        Place(
            Page(
                "dark",
                "/charts/skerrion",
                "Old charts",
                "Charts on which Skerrion Instruments has been marked.",
                written=False,
            ),
            _always(_page("<p>A chart room whose robots file cannot be read.</p>")),
        ),
    ]


def _silences(bomb: bytes) -> list[Place]:
    cut = "<p>Skerrion's revenue in 2024 is told in the half that is missing. " + "Water. " * 200
    whole = cut.encode()
    packed = (*_HTML, ("Content-Encoding", "gzip"))
    return [
        _fault(
            "/slow/never",
            "A slow list of boards and roles",
            "Boards and roles at Skerrion and elsewhere; the list takes its time.",
            Answer(0),
        ),
        _fault(
            "/broken/cut",
            "The first half of a long page",
            "On Skerrion and 2024; the second half of this page is lost.",
            Answer(200, _HTML, whole, declared_length=2 * len(whole)),
        ),
        _fault(
            "/traps/packed",
            "Figures in a small parcel",
            "All figures of Skerrion and others, packed.",
            Answer(200, packed, bomb),
        ),
        _fault(
            "/traps/large",
            "Every figure there is",
            "Skerrion and others, to the last penny.",
            Answer(200, _HTML, whole, declared_length=_LARGE_BYTES),
        ),
        _fault(
            "/broken/blank",
            "A note that somebody forgot to write",
            "A note about Skerrion.",
            Answer(200, _HTML),
        ),
    ]


def _redirects() -> list[Place]:
    title = "This page has moved"
    snippet = "The page about Skerrion has moved"
    goals = {
        "/moved/1": "/moved/2",
        "/moved/2": "/moved/3",
        "/moved/3": "/moved/here",
        "/loop/a": "/loop/b",
        "/loop/b": "/loop/a",
        "/away/private": "http://10.0.0.1/revenue",
        "/away/metadata": "http://169.254.169.254/latest/meta-data/",
    }
    return [
        _fault(path, title, f"{snippet} ({path}).", Answer(302, (("Location", goal),)))
        for path, goal in goals.items()
    ]


def _walls() -> list[Place]:
    cookies = (
        "<div role='dialog'><h1>Before you continue</h1><p>We and our 214 partners use cookies to"
        " measure what you read. Please accept all cookies to continue to this page.</p>"
        "<button>Accept all cookies</button> <button>Manage my choices</button></div>"
    )
    paid = (
        "<h1>Skerrion's revenue in 2024</h1><p>This article is for subscribers only. Subscribe"
        " to continue reading, or log in if you already have a subscription.</p>"
        "<button>Subscribe now</button> <button>Log in</button>"
    )
    gone = (
        "<h1>Page not found</h1><p>Sorry, the page you are looking for does not exist or has"
        " been moved.</p><a href='/'>Back to the home page</a>"
    )
    return [
        Place(
            Page(
                "gauge",
                "/consent/skerrion-2024",
                "An analysis by Offshore Gauge",
                "What the magazine thinks of Skerrion and of its revenue.",
                written=False,
            ),
            _always(_page(cookies, "<title>Before you continue | Offshore Gauge</title>")),
        ),
        Place(
            Page(
                "gauge",
                "/premium/skerrion-2024",
                "Offshore Gauge for subscribers",
                "What stands behind the year 2024 of Skerrion, for subscribers.",
                written=False,
            ),
            _always(_page(paid, "<title>Skerrion's revenue in 2024 | Offshore Gauge</title>")),
        ),
        _fault(
            "/archive/soft-404",
            "From the archive",
            "Skerrion in the archive of the circle.",
            _page(gone, "<title>Page not found</title>"),
        ),
    ]


def _documents() -> list[Place]:
    statement = (
        "Skerrion Instruments Ltd, Stromness. Filed with the register on 20 March 2025.",
        "Skerrion's revenue in 2024 was £36.8 million, after £31.4 million in 2023. Operating"
        " profit was £4.6 million. Research and development cost £6.1 million.",
        "On 31 December 2024 Skerrion employed 229 people. The board has seven members and is"
        " chaired by Ailsa Hestvane.",
    )
    lecture = (
        "Lecture notes: sound in fast water",
        "Ailsa Hestvane gave this lecture at the University of Lomvik on 12 March 2025. She"
        " founded Skerrion Instruments in 2014 and is its chief scientist.",
        "A transducer that is overgrown hears less. In a trial of 14 months the range of an"
        " untreated instrument fell by 41 %.",
    )
    notes = (
        "Notes on the Whimbrel 150, from the test of August 2025\n\n"
        "The Whimbrel 150 of Skerrion Instruments weighs 14.2 kg in air. It reached 241 metres"
        " in the deepest part of the strait.\n\nThe clock was two seconds fast after eleven days.\n"
    )
    return [
        Place(
            Page(
                "lomvik",
                "/files/annual-statement-2024",
                "Annual statement of Skerrion Instruments for 2024",
                "Skerrion's revenue in 2024 was £36.8 million, after £31.4 million in 2023.",
                written=False,
            ),
            _always(Answer(200, _BINARY, make_pdf("Annual statement 2024", statement))),
        ),
        Place(
            Page(
                "lomvik",
                "/files/lecture-notes",
                "Lecture notes by Ailsa Hestvane",
                "Ailsa Hestvane, chief scientist of Skerrion Instruments: sound in fast water.",
                written=False,
            ),
            _always(Answer(200, _BINARY, make_docx(lecture))),
        ),
        Place(
            Page(
                "gauge",
                "/notes/whimbrel-150",
                "Notes on the Whimbrel 150",
                "The Whimbrel 150 of Skerrion Instruments weighs 14.2 kg in air.",
                written=False,
            ),
            _always(Answer(200, _PLAIN, notes.encode())),
        ),
    ]


def _scripted() -> list[Place]:
    orders = (
        "In 2024 Skerrion took orders for 2,304 instruments from customers in 31 countries.",
        "The largest single order of 2024 came from the harbour of Vorland: 96 instruments.",
        "Orders from Asia made up 27 % of Skerrion's revenue in 2024, orders from the rest of"
        " Europe 38 %.",
    )
    script = (
        "<script>fetch('/api/orders.json').then(r => r.json()).then(lines => {"
        "const main = document.createElement('main');"
        "main.innerHTML = '<h1>Orders by country</h1>';"
        "for (const line of lines) { const p = document.createElement('p');"
        " p.textContent = line; main.append(p); }"
        "document.getElementById('root').replaceWith(main); });</script>"
    )
    shell = (
        "<div id='root'></div><noscript>You need to enable JavaScript to run this app.</noscript>"
        f"{script}<!-- {'bundle ' * 400} -->"
    )
    served = Answer(200, (("Content-Type", "application/json"),), json.dumps(orders).encode())
    page = Page(
        "skerrion",
        "/app/orders",
        "Orders by country",
        "Skerrion's orders and revenue in 2024 by country.",
        written=False,
    )
    hidden = Page("skerrion", "/api/orders.json", "", "", written=False)
    return [
        Place(page, _always(_page(shell, "<title>Orders by country | Skerrion</title>"))),
        Place(hidden, _always(served)),
    ]


def wrongly_encoded(path: str, page_html: str) -> Answer | None:
    """Return the answer for a page that is encoded otherwise than its header says, or None."""
    if path == "/zh/zhoushan-2025":
        return Answer(200, (("Content-Type", "text/html; charset=iso-8859-1"),), page_html.encode())
    if path == "/zh/gongsi":
        unmarked = page_html.replace('<meta charset="utf-8">\n', "")
        return Answer(200, (("Content-Type", "text/html"),), unmarked.encode("gb18030"))
    return None


_ROBOTS: Mapping[str, Answer] = {
    "skerrion": Answer(200, _PLAIN, b"User-agent: *\nDisallow: /internal/\n"),
    "courier": Answer(200, _PLAIN, b"User-agent: *\nAllow: /\n"),
    "lomvik": Answer(200, _PLAIN, b"User-agent: *\nAllow: /\n", delay_s=_SLOW_ROBOTS_S),
    "digest": Answer(200, _PLAIN, b"User-agent: *\nCrawl-delay: 0.2\nDisallow: /private/\n"),
    "busy": Answer(200, _PLAIN, b"User-agent: *\nDisallow:\n"),
    "dark": _error(500, "Something is wrong with us"),
}


def robots_answer(host: str) -> Answer:
    """Return a host's robots.txt (RFC 9309): allowing, forbidding, slow, broken or missing."""
    return _ROBOTS.get(host, _error(404, "There is no such page"))
