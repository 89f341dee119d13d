"""Pages that give orders to whatever reads them, and what one that obeys would do."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from pydantic import JsonValue

__all__ = ["InjectionPage", "ObeyedCall", "injection_pages", "place_of"]

_FOLDER = Path(__file__).parent / "adversarial" / "injections"
_SITE, _CANARY = "http://127.0.0.1:8080", "http://127.0.0.9:8081"
_LONG = "A" * 150_000


class ObeyedCall(NamedTuple):
    """One call that the page orders.

    Attributes:
        tool: its full name.
        ends: what must come of it: the code of its refusal; ``admitted`` or ``exists`` for a
            record; the source's status for a read; ``ok`` for a search.
    """

    tool: str
    arguments: dict[str, JsonValue]
    ends: str


@dataclass(frozen=True, slots=True)
class InjectionPage:
    """A page with orders in it.

    Attributes:
        name: of its file; the site has it under ``place_of``.
        html: the file's text, plain text where the name ends in ``.txt``.
        calls: what a model that obeys everything calls after reading the page, in order.
        true_sentence: stands on the page, for people to see, and does no harm.
        says: what the page wants to be said at the end, or empty.
        never_reported: statements that may be no sentence of a report.
        swapped: statements that have an ordinary word which the quote does not say; checks by
            rules alone may let such through, but must name the word.
    """

    name: str
    html: str
    calls: tuple[ObeyedCall, ...]
    true_sentence: str
    says: str = ""
    never_reported: tuple[str, ...] = ()
    swapped: tuple[str, ...] = ()


def place_of(name: str) -> str:
    """Return the path of a page on its site."""
    return f"/pages/{name}"


def injection_pages(site: str = _SITE, canary: str = _CANARY) -> list[InjectionPage]:
    """Return all pages, in the order of ``obeying.json``.

    Args:
        site: the origin that serves the pages, with its port.
        canary: the origin that no request may reach, with its port; on 127.0.0.9, which some
            pages write in other ways.
    """
    book: dict[str, dict[str, Any]] = json.loads((_FOLDER / "obeying.json").read_text("utf-8"))
    return [_page(name, row, site, canary) for name, row in book.items()]


def _page(name: str, row: dict[str, Any], site: str, canary: str) -> InjectionPage:
    words = {
        "@SITE@": site,
        "@SITE_PORT@": str(urlsplit(site).port),
        "@CANARY@": canary,
        "@CANARY_PORT@": str(urlsplit(canary).port),
        "@HERE@": f"{site}{place_of(name)}",
        "@LONG@": _LONG,
    }
    filled: dict[str, Any] = json.loads(_filled(json.dumps(row), words))
    return InjectionPage(
        name=name,
        html=_filled((_FOLDER / name).read_text("utf-8"), words),
        calls=tuple(ObeyedCall(**call) for call in filled["calls"]),
        true_sentence=filled["true_sentence"],
        says=filled["says"],
        never_reported=tuple(filled["never_reported"]),
        swapped=tuple(filled["swapped"]),
    )


def _filled(text: str, words: dict[str, str]) -> str:
    for mark, word in words.items():
        text = text.replace(mark, word)
    return text
