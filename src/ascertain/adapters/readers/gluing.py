"""Two lines to one: what stands between them, and how wide a line is."""

from __future__ import annotations

import re

__all__ = ["MAX_LINES", "columns", "glued"]

MAX_LINES = 300_000
"""Lines of a text that are joined at most; a text of more is data, and what follows is left."""

_WIDE = (
    "\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60"
)
_WIDES = re.compile(f"[{_WIDE}\U0001f300-\U0001faff\U00020000-\U0003fffd]")
_CJK = re.compile("[\u2e80-\u2fdf\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
_CJK_MARK = re.compile("[\u3000-\u303f\uff01-\uff0f\uff1a-\uff1f\uff3b-\uff3d\uff5b-\uff65]")


def columns(line: str) -> int:
    """How many columns a line takes on a grid; CJK takes two a character."""
    return len(line) if line.isascii() else len(line) + len(_WIDES.findall(line))


def glued(left: str, right: str, glue: str | None = None) -> tuple[str, str]:
    """Return the pieces of a joined line: nothing between CJK characters, else one space.

    Args:
        left: what stands so far, or its last piece; white space at its end is dropped.
        right: what goes on it; white space at its start is dropped.
        glue: what to put between them in any case.
    """
    left, right = left.rstrip(), right.lstrip()
    if glue is None:
        both = _CJK.match(left[-1:]) and _CJK.match(right[:1])
        mark = _CJK_MARK.match(left[-1:]) or _CJK_MARK.match(right[:1])
        glue = "" if both or mark or not left or not right else " "
    return left, glue + right
