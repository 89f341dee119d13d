"""HTML to a tree, bounded: broken markup, deep nesting and stray bytes all give a tree."""

from __future__ import annotations

import re
from typing import NamedTuple

from lxml import etree
from lxml.html import HtmlElement

from ascertain.errors import ReadError

__all__ = ["Page", "parse_page"]

_MAX_DEPTH = 200
"""Below libxml2's own limit of 256."""
_MAX_MARKED = 240
_TOKEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<(?P<raw>script|style|textarea|title|xmp)\b.*?(?:</(?P=raw)\s*>|\Z)"
    r"|<(?P<close>/?)(?P<name>[a-zA-Z][^\s/>]{0,60})(?P<rest>[^>]*)>",
    re.DOTALL | re.IGNORECASE,
)
_LIMITS = ("Excessive depth", "limit exceeded", "huge")
_MAX_TOKEN = 1_000_000
_SIMPLIFIED = "the page passes the limits of its parser and was simplified to be read"
_RUNS = re.compile(r"(?:<[a-zA-Z][a-zA-Z0-9]{0,10}>\s*){100,}")
"""A hundred bare start tags in a row, which no page means."""
_VOID = frozenset(
    (
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    )
)
_INLINE = frozenset(
    (
        "a",
        "abbr",
        "b",
        "big",
        "cite",
        "code",
        "em",
        "font",
        "i",
        "ins",
        "label",
        "mark",
        "q",
        "s",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "tt",
        "u",
    )
)
_OF_HEAD = frozenset(
    ("base", "link", "meta", "noscript", "object", "script", "style", "template", "title")
)
_HIDING = re.compile(r"hidden|style|class|\bid\b", re.IGNORECASE)
_CLOSE_WINDOW = 20


class Page(NamedTuple):
    """A parsed page and what a person should know about the parsing."""

    root: HtmlElement
    notes: tuple[str, ...] = ()


def parse_page(text: str) -> Page:
    """Parse HTML; what passes the parser's limits is simplified, so that nothing after it is lost.

    Raises:
        ReadError: ``empty`` if no element is in it.
    """
    text = text.replace("\x00", "")
    root, is_past_limits = _parse(text)
    if not is_past_limits:
        return Page(_present(root))
    root, _ = _parse(_flattened(text), _MAX_TOKEN)
    return Page(_present(root), (_SIMPLIFIED,))


def _present(root: HtmlElement | None) -> HtmlElement:
    if root is None:
        raise ReadError("empty", "there is no text in it")
    return root


def _parse(text: str, piece: int = 0) -> tuple[HtmlElement | None, bool]:
    # One class for all elements: lxml.html's own parser asks Python for each, which costs more
    # than parsing. Trafilatura takes no elements but HtmlElement.
    parser = etree.HTMLParser(
        encoding="utf-8", huge_tree=False, no_network=True, remove_comments=True, remove_pis=True
    )
    parser.set_element_class_lookup(etree.ElementDefaultClassLookup(element=HtmlElement))
    data = text.encode("utf-8", "replace")
    try:
        if piece:  # fed in pieces, the parser forgets what it has read: its limit is on the rest
            for start in range(0, len(data), piece):
                parser.feed(data[start : start + piece])
            root = parser.close()
        else:
            root = etree.fromstring(data, parser)
    except (etree.LxmlError, ValueError):
        root = None
    if root is not None:
        _give_body(root)
    last = parser.error_log.last_error  # a limit ends the parsing, so it comes last
    return root, last is not None and any(limit in last.message for limit in _LIMITS)


def _give_body(root: HtmlElement) -> None:
    """Move what a page shows out of its head.

    libxml2 knows no HTML 5: in a page without a body tag it leaves ``article``, ``main`` and the
    like in the head.
    """
    head = root.find("head")
    strays = [] if head is None else [child for child in head if child.tag not in _OF_HEAD]
    if not strays:
        return
    body = root.find("body")
    if body is None:
        body = etree.SubElement(root, "body")
    for at, child in enumerate(strays):
        body.insert(at, child)


def _flattened(text: str) -> str:
    """Leave out tags past a depth, each with its partner; what may hide text stays longest.

    Scripts, comments and tags that are too long go too; long texts are parted.
    """
    text = _RUNS.sub(" ", text)
    out: list[str] = []
    stack: list[tuple[str, bool]] = []
    kept = 0
    at = 0
    for token in _TOKEN.finditer(text):
        _add_text(out, text[at : token.start()])
        at = token.end()
        name = (token["name"] or "").lower()
        if at - token.start() > _MAX_TOKEN:
            continue
        if not name or name in _VOID or token["rest"].endswith("/"):
            out.append(token[0])
        elif not token["close"]:
            limit = _MAX_MARKED if _HIDING.search(token["rest"]) else _MAX_DEPTH
            keep = kept < limit
            stack.append((name, keep))
            kept += keep
            out.append(token[0] if keep else _instead(name))
        else:
            closed = _closed(stack, name)
            kept -= sum(keep for _, keep in closed)
            out.extend(f"</{n}>" if keep else _instead(n) for n, keep in closed)
    _add_text(out, text[at:])
    return "".join(out)


def _add_text(out: list[str], text: str) -> None:
    """Add text in pieces short enough for the parser, cut at spaces where there are any."""
    while len(text) > _MAX_TOKEN:
        at = text.rfind(" ", 1, _MAX_TOKEN)
        at = _MAX_TOKEN if at < 0 else at
        out += (text[:at], "<wbr>")
        text = text[at:]
    out.append(text)


def _instead(name: str) -> str:
    """What a left-out tag leaves: words around an inline one stay together."""
    return "" if name in _INLINE else "<br>"


def _closed(stack: list[tuple[str, bool]], name: str) -> list[tuple[str, bool]]:
    for back in range(1, min(len(stack), _CLOSE_WINDOW) + 1):
        if stack[-back][0] == name:
            closed = stack[-back:][::-1]
            del stack[-back:]
            return closed
    return []
