"""Splits a style sheet into rules: comments, strings, escapes, nesting and conditional at-rules.

The page is taken to be seen on a light screen of 1280 by 800 pixels by somebody whose browser knows
every property. Of at-rules only ``@media``, ``@supports`` and ``@layer`` are entered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

__all__ = [
    "VIEWPORT",
    "media_holds",
    "rule_blocks",
    "split_list",
    "substituted",
    "unescaped",
    "variables_of",
]

VIEWPORT = (1280.0, 800.0)
"""Width and height in CSS pixels."""

_DROPPED = re.compile(
    r"/\*.*?(?:\*/|\Z)|<!--|-->|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'", re.DOTALL
)
_IN_STRING = re.compile(r"[{};,/*]")
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})[ \t\n\f]?|(.))", re.DOTALL)
_FEATURE = re.compile(r"\(\s*([a-z-]+)\s*(?::\s*([^()]*?)\s*)?\)")
_RANGE = re.compile(r"\(\s*(width|height)\s*([<>]=?)\s*(\d+(?:\.\d+)?)(px|em|rem)\s*\)")
_PIXELS = re.compile(r"(\d*\.?\d+)(px|em|rem)?")
_TYPES = frozenset({"all", "screen", "only screen", "only all"})
_HELD = {
    "prefers-color-scheme": "light",
    "prefers-reduced-motion": "no-preference",
    "orientation": "landscape",
    "hover": "hover",
    "pointer": "fine",
    "any-hover": "hover",
    "any-pointer": "fine",
    "scripting": "enabled",
}
_CUSTOM = re.compile(r"(--[\w-]+)\s*:\s*([^;{}]{0,200})")
_ROOTS = frozenset({":root", "html", "body", "*", ":host"})
_VAR = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")
_MAX_SELECTOR = 300
_MAX_NESTING = 8
_LONGEST = 300


def unescaped(text: str) -> str:
    """Resolve CSS escapes."""
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(match: re.Match[str]) -> str:
    if match[2] is not None:
        return match[2]
    code = int(match[1], 16)
    return chr(code) if 0 < code < 0xD800 or 0xDFFF < code < 0x110000 else "\ufffd"  # noqa: PLR2004 - the ranges of Unicode


def rule_blocks(css: str) -> Iterator[tuple[str, str]]:
    """Yield selector list and declarations of every rule that holds, in order.

    A nested rule's selector names its parent by ``:is()``.
    """
    if "/*" in css or '"' in css or "'" in css or "--" in css:
        css = _DROPPED.sub(_cleaned, css)
    opened: list[str | None] = []  # a selector, "" for an at-rule that holds, None for what is out
    for piece in css.split("}"):
        *heads, last = piece.split("{")
        for head in heads:
            body, found, name = head.rpartition(";")
            if found and opened and opened[-1]:
                yield opened[-1], body
            opened.append(_entered(name.strip(), opened[-1] if opened else ""))
        if opened and opened[-1] and last.strip():
            yield opened[-1], last
        if opened:
            opened.pop()


def _cleaned(match: re.Match[str]) -> str:
    token = match[0]
    return _IN_STRING.sub("_", token) if token[0] in "\"'" else ""


def _entered(head: str, outer: str | None) -> str | None:
    if outer is None:
        return None
    if head.startswith("@"):
        return outer if _holds(head) else None
    if not head or len(head) > 20 * _MAX_SELECTOR:
        return None
    if not outer:
        return head
    if outer.count(":is(") >= _MAX_NESTING or len(outer) > _MAX_SELECTOR:
        return None
    parent = f":is({outer})"
    return ",".join(
        s.replace("&", parent) if "&" in s else f"{parent} {s}" for s in split_list(head)
    )


def _holds(head: str) -> bool:
    name, _, query = " ".join(head.lower().split()).partition(" ")
    if "(" in name:
        name, _, query = name.partition("(")
        query = "(" + query + (" " + head.partition(" ")[2].lower() if " " in head else "")
    if name == "@supports":
        return not query.startswith("not")
    if name == "@media":
        return media_holds(query)
    return name == "@layer"


def media_holds(query: str) -> bool:
    """Say whether a media query list, in lower case, holds on the assumed screen."""
    return any(_query_holds(part.strip()) for part in query.split(","))


def _query_holds(query: str) -> bool:
    if query.startswith("not "):
        rest = query[4:].strip()
        return rest in {"print", "speech"} or (rest.startswith("(") and not _query_holds(rest))
    if " or " in query:
        return any(_query_holds(part.strip()) for part in query.split(" or "))
    conditions = [part.strip() for part in query.split(" and ")]
    return all(not c or c in _TYPES or _feature_holds(c) for c in conditions)


def _feature_holds(condition: str) -> bool:
    ranged = _RANGE.fullmatch(condition)
    if ranged:
        size = VIEWPORT[ranged[1] == "height"]
        limit = float(ranged[3]) * (1 if ranged[4] == "px" else 16)
        return size >= limit if ranged[2][0] == ">" else size <= limit
    found = _FEATURE.fullmatch(condition)
    if found is None:
        return False
    name, value = found[1], found[2]
    size = VIEWPORT[name.endswith("height")]
    if name.removeprefix("min-").removeprefix("max-") in {"width", "height"}:
        pixels = _PIXELS.fullmatch(value or "")
        if pixels is None:
            return value is None
        limit = float(pixels[1]) * (1 if pixels[2] in {None, "px"} else 16)
        return size >= limit if name.startswith("min-") else size <= limit
    return name in _HELD and value in {None, _HELD[name]}


def split_list(selectors: str) -> list[str]:
    """Split at the commas outside parentheses and brackets."""
    if "(" not in selectors and "[" not in selectors:
        return selectors.split(",")
    parts: list[str] = []
    depth = start = 0
    for at, char in enumerate(selectors):
        if char in "([":
            depth += 1
        elif char in ")]":
            depth -= 1
        elif char == "," and depth <= 0:
            parts.append(selectors[start:at])
            start = at + 1
    parts.append(selectors[start:])
    return parts


def variables_of(selector: str, body: str) -> Iterator[tuple[str, str]]:
    """Yield the custom properties that a rule sets for the whole page."""
    if "--" in body and not _ROOTS.isdisjoint(s.strip() for s in selector.lower().split(",")):
        for match in _CUSTOM.finditer(body):
            yield match[1], match[2].strip()


def substituted(value: str, variables: Mapping[str, str]) -> str:
    """Put in the values of custom properties, some levels deep."""
    for _ in range(5):
        if "var(" not in value or len(value) > _LONGEST:
            break
        value = _VAR.sub(lambda m: variables.get(m[1], m[2] or ""), value)
    return value
