"""Text as Markdown that stays text (CommonMark 0.31, GitHub's extensions, Pandoc's)."""

from __future__ import annotations

import re

from ascertain.reporting.wording import balanced, one_line

__all__ = ["escape_inline", "escape_line", "quote_block"]

_INLINE = re.compile(r"[\\`*_{}\[\]<>|~$^@]|&(?=#?\w+;)|(?<=www)\.|:(?=//)|#\Z", re.IGNORECASE)
_BLOCK = re.compile(r"^(?:[-+=#:%]|\d{1,9}(?=[.)]))")
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_LEADING_BLANK = re.compile(r"^[ \t\f\v\xa0]")


def escape_inline(text: str) -> str:
    """Return one line of text as Markdown for the middle of a line.

    Nothing in it becomes emphasis, code, a link, an image, HTML, mathematics, a table's cell or
    a bare address that a viewer would turn into a link.
    """
    return _INLINE.sub(r"\\\g<0>", one_line(text, max(1, len(text))))


def escape_line(text: str) -> str:
    """Return one line of text as Markdown for the start of a line: no heading, list or rule."""
    return _at_line_start(escape_inline(text))


def quote_block(text: str) -> str:
    """Return a verbatim quote as a Markdown block quote, line ends kept."""
    lines = _LINE_ENDS.split(balanced(text))
    return "\n".join(f"> {_verbatim(line)}".rstrip(" ") for line in lines)


def _verbatim(line: str) -> str:
    escaped = _INLINE.sub(r"\\\g<0>", line)
    if blank := _LEADING_BLANK.match(line):
        # A blank as a character reference is text; as itself it would be layout.
        return f"&#{ord(blank.group())};{escaped[1:]}"
    return _at_line_start(escaped)


def _at_line_start(escaped: str) -> str:
    found = _BLOCK.match(escaped)
    if found is None:
        return escaped
    if found.group().isdecimal():
        return f"{found.group()}\\{escaped[found.end() :]}"
    return f"\\{escaped}"
