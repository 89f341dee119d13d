"""HTML pages."""

from __future__ import annotations

from ascertain.adapters.readers.assembly import Draft, clean, finish
from ascertain.adapters.readers.charset import decode
from ascertain.adapters.readers.dom import parse_page
from ascertain.adapters.readers.hidden import blank_hidden
from ascertain.adapters.readers.hints import Hints
from ascertain.adapters.readers.html_metadata import own_address, page_metadata
from ascertain.adapters.readers.language import primary_tag
from ascertain.adapters.readers.main_content import main_ranges
from ascertain.adapters.readers.visible_text import visible_text
from ascertain.evidence.document import Document

__all__ = ["read_html"]

_LIBRARIES = ("lxml", "trafilatura", "resiliparse")


def read_html(data: bytes, hints: Hints, media_type: str = "text/html") -> Document:
    """Read a web page: its whole visible text, with the ranges of the main content.

    Raises:
        ReadError: ``empty`` if a person would see no text on it.
    """
    decoded = decode(data, charset=hints.charset, html=True)
    page = parse_page(clean(decoded.text))
    root = page.root
    stated = page_metadata(root)
    address = own_address(root, hints.address)
    language = primary_tag(root.get("lang") or root.get("xml:lang"))
    hiding = blank_hidden(root)
    visible = visible_text(root)
    draft = Draft(
        text=visible.text,
        media_type=media_type,
        reader="html",
        libraries=_LIBRARIES,
        metadata=stated.settled(visible),
        headings=visible.headings,
        main=main_ranges(root, visible) if visible.text else (),
        language=language,
        notes=(*decoded.notes, *page.notes, *hiding),
        canonical_url=address,
    )
    return finish(draft, hints.max_text)
