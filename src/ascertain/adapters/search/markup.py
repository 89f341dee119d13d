"""Titles and snippets as providers send them, made plain text."""

from __future__ import annotations

import html
import re

__all__ = ["MAX_SNIPPET", "MAX_TITLE", "from_markup", "from_text"]

MAX_TITLE = 300
"""Code points of a lead's title at most."""
MAX_SNIPPET = 2_000
"""Code points of a lead's snippet at most."""

_MAX_RAW = 20_000
_TAG = re.compile(
    r"</?(?:b|strong|em|i|u|mark|span|br|p|sub|sup|wbr|q|a|div|small|code"
    r"|jats:[a-z-]{1,30}|title|scp|tt|mml:[a-z]{1,20})(?:\s[^<>]{0,300})?/?>",
    re.IGNORECASE,
)
_BREAK = re.compile(r"<(?:br|/?p|/?div|/?jats:(?:p|sec|title))\b[^<>]{0,300}>", re.IGNORECASE)
_SPACE = re.compile(r"\s+")


def from_markup(text: object, limit: int = MAX_SNIPPET) -> str:
    """Return text that was sent as HTML: emphasis and its like removed, entities decoded.

    Only tags that providers mark hits and abstracts with are markup. Other things in angle
    brackets, such as ``List<String>``, are text.
    """
    if not isinstance(text, str):
        return ""
    spaced = _BREAK.sub(" ", text[:_MAX_RAW])
    return from_text(html.unescape(_TAG.sub("", spaced)), limit)


def from_text(text: object, limit: int = MAX_SNIPPET) -> str:
    """Return text that was sent plain, on one line and bounded."""
    if not isinstance(text, str):
        return ""
    # Half a surrogate pair is legal in JSON and in no file: it becomes a question mark.
    whole = text[:_MAX_RAW].encode("utf-8", "replace").decode("utf-8")
    return _SPACE.sub(" ", whole).strip()[:limit]
