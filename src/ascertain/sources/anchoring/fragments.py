"""Addresses that open a page at a quote: URL text fragments (WICG, "URL Fragment Text Directives").

``#:~:text=[prefix-,]start[,end][,-suffix]``; terms match whole words, each inside one block.
"""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote as percent_encoded

from ascertain.evidence.selector import QuoteSelector
from ascertain.sources.anchoring.folding import INVISIBLE, is_cjk

__all__ = ["text_fragment_url"]

_LONGEST_EXACT = 300
"""Code points up to which a text is given whole (as the reference generator does)."""

_NEEDS_CONTEXT = 20
"""Code points below which a text may stand several times, so that context is added."""

_FULL_CONTEXT = 20
"""Code points from which a selector's context may have been cut inside a word."""

_EDGE_WORDS = 5
_CONTEXT_WORDS = 3
_CJK_PER_WORD = 3
"""Characters that count as a word's length in scripts without blanks."""


def text_fragment_url(url: str, selector: QuoteSelector) -> str:
    """Build the address that scrolls to a quote.

    Args:
        url: the page's address; a fragment it has is kept, a text directive is replaced.
        selector: the quote as it stands in the page.

    Returns:
        The address with a text directive; ``url`` as it is where the quote has no word.
    """
    page = url.partition(":~:")[0]
    lines = [line for line in (_collapsed(part) for part in selector.exact.split("\n")) if line]
    if not any(_has_word(line) for line in lines):
        return url
    whole = " ".join(lines)
    if len(lines) == 1 and len(whole) <= _LONGEST_EXACT:
        terms = [_encoded(whole)]
    else:
        terms = [_encoded(_edge(lines[0], _EDGE_WORDS, last=False))]
        terms.append(_encoded(_edge(lines[-1], _EDGE_WORDS, last=True)))
    if len(whole) < _NEEDS_CONTEXT:
        before = _collapsed(selector.prefix.rpartition("\n")[2])
        after = _collapsed(selector.suffix.partition("\n")[0])
        if _is_cut(selector.prefix):
            before = _whole_words(before, last=True)
        if _is_cut(selector.suffix):
            after = _whole_words(after, last=False)
        prefix = _edge(before, _CONTEXT_WORDS, last=True)
        suffix = _edge(after, _CONTEXT_WORDS, last=False)
        if _has_word(prefix):
            terms.insert(0, _encoded(prefix) + "-")
        if _has_word(suffix):
            terms.append("-" + _encoded(suffix))
    joint = "" if "#" in page else "#"
    return f"{page}{joint}:~:text={','.join(terms)}"


def _collapsed(text: str) -> str:
    return " ".join(INVISIBLE.sub("", text).split())


def _is_cut(context: str) -> bool:
    """Say whether a context ends for its length, not at a line's or the text's end."""
    return len(context) >= _FULL_CONTEXT and "\n" not in context


def _has_word(text: str) -> bool:
    return any(character.isalnum() for character in text)


def _encoded(text: str) -> str:
    safe = unicodedata.normalize("NFC", text).encode("utf-8", "replace")
    return percent_encoded(safe, safe="").replace("-", "%2D")


def _whole_words(context: str, *, last: bool) -> str:
    """Drop the word that the context's outer edge may have cut."""
    edge = context[:1] if last else context[-1:]
    if not edge or is_cjk(edge):
        return context
    return context.partition(" ")[2] if last else context.rpartition(" ")[0]


def _edge(line: str, words: int, *, last: bool) -> str:
    """Return a line's first (or last) words, or as many characters where blanks are rare."""
    found = list(re.finditer(r"\S+", line))
    if not found:
        return ""
    if len(found) > words:
        line = line[found[-words].start() :] if last else line[: found[words - 1].end()]
    length = words * _CJK_PER_WORD
    if len(line) > length and any(is_cjk(character) for character in line):
        return line[-length:].strip() if last else line[:length].strip()
    return line
