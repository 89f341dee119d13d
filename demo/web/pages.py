"""The written pages: texts in ``texts/``, dressed as each host dresses its pages."""

from __future__ import annotations

import hashlib
import html
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

__all__ = [
    "HOSTS",
    "Host",
    "Page",
    "Validators",
    "host_of",
    "load_pages",
    "page_html",
    "validators_of",
]

_TEXTS = Path(__file__).parent / "texts"
_MARK = "=== "
_SNIPPET = 260


class Host(NamedTuple):
    """One of the site's hosts.

    Attributes:
        validators: which ones its answers carry, so that they can be asked for changes.
    """

    key: str
    address: str
    masthead: str
    menu: tuple[str, ...]
    footer: str
    validators: str = ""


HOSTS = (
    Host(
        "skerrion",
        "127.0.0.1",
        "Skerrion Instruments",
        ("Products", "Service", "About us", "News"),
        "Skerrion Instruments Ltd, 12 Pilot Brae, Stromness, Orkney.",
        "etag",
    ),
    Host(
        "courier",
        "127.0.0.2",
        "The Pentland Courier",
        ("News", "Business", "Sport", "Ferry times"),
        "Printed in Thurso every Thursday.",
        "etag modified",
    ),
    Host(
        "gauge",
        "127.0.0.3",
        "Offshore Gauge",
        ("Wind", "Tidal", "Instruments", "Jobs"),
        "Offshore Gauge is published ten times a year by Foyle & Marsh Media, Cork.",
        "modified",
    ),
    Host(
        "lomvik",
        "127.0.0.4",
        "University of Lomvik",
        ("Faculties", "People", "Library", "Teaching ship"),
        "University of Lomvik, Havnegata 3, Lomvik.",
        "modified",
    ),
    Host(
        "digest",
        "127.0.0.5",
        "Northern Digest",
        ("English", "Deutsch", "中文", "العربية"),
        "Northern Digest gathers what others have written, with their leave.",
    ),
    Host(
        "harbour",
        "127.0.0.6",
        "Circle of Harbours",
        ("Ports", "Members", "Archive"),
        "Circle of Harbours, a registered association.",
    ),
    Host("search", "127.0.0.7", "Quillfind", (), ""),
    Host("busy", "127.0.0.8", "Register of Ports", (), ""),
    Host("dark", "127.0.0.9", "Old Chart Room", (), ""),
)
"""Each has its own address; all share one port."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it is found and, if it is a written one, as it reads.

    Attributes:
        text: paragraphs, ``## `` headings, ``- `` items, ``| `` table rows, and lines of HTML.
        head: HTML for the page's head.
        has_amp: whether there is a second form of it at ``path`` + ``/amp``.
        written: False if something else than its text is served.
    """

    host: str
    path: str
    title: str
    snippet: str
    text: str = field(default="", repr=False)
    published: str = ""
    updated: str = ""
    author: str = ""
    language: str = "en"
    head: str = ""
    has_amp: bool = False
    written: bool = True


class Validators(NamedTuple):
    """What lets a client ask whether a page has changed."""

    etag: str = ""
    modified: str = ""

    @property
    def headers(self) -> tuple[tuple[str, str], ...]:
        """As header fields."""
        named = (("ETag", self.etag), ("Last-Modified", self.modified))
        return tuple((name, value) for name, value in named if value)

    def match(self, headers: dict[str, str]) -> bool:
        """Whether a request with these headers has the page already (RFC 9110, 13.1)."""
        if "if-none-match" in headers:
            return bool(self.etag) and self.etag in headers["if-none-match"]
        return bool(self.modified) and headers.get("if-modified-since") == self.modified


def host_of(key: str) -> Host:
    """Return the host of that key.

    Raises:
        KeyError: if there is none.
    """
    for host in HOSTS:
        if host.key == key:
            return host
    raise KeyError(key)


def load_pages() -> list[Page]:
    """Read every written page.

    Raises:
        KeyError: if a page has no title.
        OSError: if a text is missing.
    """
    pages: list[Page] = []
    for host in HOSTS:
        file = _TEXTS / f"{host.key}.txt"
        if file.exists():
            pages.extend(_parse(host.key, file.read_text("utf-8")))
    return pages


def _parse(host: str, text: str) -> Iterator[Page]:
    for part in f"\n{text}".split(f"\n{_MARK}")[1:]:
        top, _, body = part.partition("\n\n")
        path, *lines = top.split("\n")
        fields = {key: value.strip() for key, _, value in (x.partition(":") for x in lines)}
        yield Page(
            host=host,
            path=path,
            title=fields["title"],
            snippet=fields.get("snippet") or _snippet(body),
            text=body.strip(),
            published=fields.get("published", ""),
            updated=fields.get("updated", ""),
            author=fields.get("author", ""),
            language=fields.get("lang", "en"),
            head=fields.get("head", ""),
            has_amp="amp" in fields,
        )


def _snippet(body: str) -> str:
    plain = [line for line in body.split("\n") if line and line[0] not in "#<|"]
    words = " ".join(plain)
    return words if len(words) <= _SNIPPET else f"{words[:_SNIPPET].rpartition(' ')[0]} …"


def validators_of(page: Page, data: bytes) -> Validators:
    """Return the validators that the page's host gives."""
    kinds = host_of(page.host).validators
    day = page.updated or page.published or "2024-01-01"
    at = datetime.fromisoformat(day).replace(hour=9, tzinfo=UTC)
    return Validators(
        f'"{hashlib.sha256(data).hexdigest()[:16]}"' if "etag" in kinds else "",
        f"{at:%a, %d %b %Y %H:%M:%S} GMT" if "modified" in kinds else "",
    )


def page_html(page: Page, origin: str) -> str:
    """Dress a written page as its host does.

    Args:
        page: one with a text.
        origin: of its host, such as ``http://127.0.0.2:8080``, for its canonical address.
    """
    host = host_of(page.host)
    direction = ' dir="rtl"' if page.language == "ar" else ""
    title = html.escape(page.title)
    menu = " ".join(f'<a href="/{at}">{name}</a>' for at, name in enumerate(host.menu))
    date = page.published or page.updated
    byline = " · ".join(html.escape(part) for part in (page.author, date) if part)
    return (
        f'<!DOCTYPE html>\n<html lang="{page.language}"{direction}>\n<head>\n'
        f'<meta charset="utf-8">\n<title>{title} | {html.escape(host.masthead)}</title>\n'
        f'<link rel="canonical" href="{origin}{page.path}">\n{_metadata(page)}{page.head}\n'
        f"</head>\n<body>\n<header><p>{html.escape(host.masthead)}</p>\n<nav>{menu}</nav></header>\n"
        f"<main><article>\n<h1>{title}</h1>\n"
        + (f"<p class='byline'>{byline}</p>\n" if byline else "")
        + "\n".join(_blocks(page.text.split("\n")))
        + f"\n</article></main>\n<footer><p>{html.escape(host.footer)}</p></footer>\n"
        "</body>\n</html>\n"
    )


def _metadata(page: Page) -> str:
    stated = {
        "datePublished": page.published,
        "dateModified": page.updated,
        "headline": page.title,
    }
    linked = {"@context": "https://schema.org", "@type": "Article"}
    linked |= {name: value for name, value in stated.items() if value}
    if page.author:
        linked["author"] = page.author
    spoken = json.dumps(linked, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/ld+json">{spoken}</script>\n'


def _blocks(lines: Sequence[str]) -> Iterator[str]:
    rows: list[str] = []
    items: list[str] = []
    for line in [*lines, ""]:
        if line.startswith("| "):
            cells = "".join(
                f"<td>{html.escape(x.strip())}</td>" for x in line.strip("| ").split("|")
            )
            rows.append(f"<tr>{cells}</tr>")
            continue
        if line.startswith("- "):
            items.append(f"<li>{html.escape(line[2:])}</li>")
            continue
        if rows:
            yield f"<table>{''.join(rows)}</table>"
            rows.clear()
        if items:
            yield f"<ul>{''.join(items)}</ul>"
            items.clear()
        if line:
            yield _line(line)


def _line(line: str) -> str:
    if line.startswith("## "):
        return f"<h2>{html.escape(line[3:])}</h2>"
    if line.startswith("<"):
        return line
    return f"<p>{html.escape(line)}</p>"
