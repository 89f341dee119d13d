"""Replacing words in a sentence so that it still reads as one."""

from __future__ import annotations

import re

__all__ = ["exchanged", "replaced"]

_ARTICLES = ("The ", "A ", "An ")


def replaced(text: str, wanted: str, by: str) -> str | None:
    """Replace the first place where whole words stand; None where they do not.

    Args:
        text: a sentence.
        wanted: words as they stand there.
        by: what to put there; nothing takes the words and a blank out.
    """
    match = re.search(_whole(wanted), text)
    if match is None:
        return None
    changed = text[: match.start()] + by + text[match.end() :]
    if not by:
        changed = changed.replace("  ", " ").replace(" .", ".").strip()
    return changed[:1].upper() + changed[1:]


def exchanged(text: str, one: str, other: str) -> str | None:
    """Let two phrases change places; None where one is not there."""
    first, second = re.search(_whole(one), text), re.search(_whole(other), text)
    if first is None or second is None:
        return None
    left, right = sorted((first, second), key=lambda match: match.start())
    if left.end() > right.start():
        return None
    moved = left[0]
    if left.start() == 0 and moved.startswith(_ARTICLES):
        moved = moved[0].lower() + moved[1:]
    changed = right[0] + text[left.end() : right.start()] + moved + text[right.end() :]
    changed = text[: left.start()] + changed
    return changed[:1].upper() + changed[1:]


def _whole(words: str) -> str:
    begin = r"\b" if words[:1].isascii() and words[:1].isalnum() else ""
    end = r"\b" if words[-1:].isascii() and words[-1:].isalnum() else ""
    return f"{begin}{re.escape(words)}{end}"
