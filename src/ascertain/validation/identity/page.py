"""A page as identity sees it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from html import unescape
from urllib.parse import urljoin

from ascertain.sources.urls import canonical_url
from ascertain.validation.identity.folding import fold

__all__ = ["MAX_TEXT", "PageView", "links_in", "page_view"]

MAX_TEXT = 60_000
"""Code points of a page that are looked at."""

_MAX_MARKUP = 2_000_000
_MAX_LINKS = 2_000
_HREF = re.compile(
    r"""<(?:a|link)\b[^<>]{0,2000}?\bhref\s*=\s*["']([^"'<>\s]{1,2048})["']""", re.IGNORECASE
)
_STATED = re.compile(r"https?://[^\s<>\"'()（）]{3,500}")


@dataclass(frozen=True, slots=True)
class PageView:
    """A page's words, where it is and where it leads.

    Attributes:
        source_id: whose page it is.
        addresses: every address that leads to it, in canonical form.
        text: in composed form, at most ``MAX_TEXT`` code points; ``folded`` is the same folded.
        links: addresses that it links to or states, in canonical form.
        author: as the page's description gives it.
        doi: of the work that it is, in lower case, or empty.
    """

    source_id: str
    addresses: frozenset[str]
    title: str
    text: str
    folded: str
    links: frozenset[str] = frozenset()
    author: str = ""
    doi: str = ""


def page_view(
    source_id: str,
    addresses: Iterable[str],
    *,
    title: str,
    text: str,
    links: Iterable[str] = (),
    author: str = "",
    doi: str = "",
) -> PageView:
    """Make a page ready to be compared.

    Args:
        source_id: whose page it is.
        addresses: as asked for, as resolved, and as the page gives its own.
        title: may be empty.
        text: the saved text, in the order of reading, main content first.
        links: absolute addresses, such as ``links_in`` gives.
        author: may be empty.
        doi: may be empty.
    """
    composed = unicodedata.normalize("NFC", text[:MAX_TEXT])
    stated = (match[0].rstrip(".,;:") for match in _STATED.finditer(composed))
    every = dict.fromkeys([*links, *stated])
    return PageView(
        source_id=source_id,
        addresses=frozenset(map(canonical_url, addresses)),
        title=unicodedata.normalize("NFC", title[:1000]),
        text=composed,
        folded=fold(composed),
        links=frozenset(map(canonical_url, list(every)[:_MAX_LINKS])),
        author=unicodedata.normalize("NFC", author[:1000]),
        doi=doi.lower(),
    )


def links_in(markup: str, base: str) -> tuple[str, ...]:
    """Return the web addresses that an HTML page links to, in order, the first 2,000.

    Args:
        markup: the page as received; looked at up to 2,000,000 characters.
        base: the page's own address.
    """
    found: dict[str, None] = {}
    for match in _HREF.finditer(markup[:_MAX_MARKUP]):
        try:
            link = urljoin(base, unescape(match[1]))
        except ValueError:
            continue
        if link.startswith(("http://", "https://")):
            found[link] = None
        if len(found) == _MAX_LINKS:
            break
    return tuple(found)
