"""Sentences as spans of a text. Splitting rules: the library sentencex (Wikimedia), per block."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sentencex import get_sentence_boundaries

__all__ = ["MAX_SENTENCE", "Span", "blocks", "sentence_spans"]

MAX_SENTENCE = 2_000
"""Code points past which a "sentence" (a table, a script without stops) is cut at white space."""

_LANGUAGES = frozenset(
    (
        "am",
        "ar",
        "bg",
        "bn",
        "ca",
        "da",
        "de",
        "el",
        "en",
        "es",
        "fi",
        "fr",
        "gu",
        "hi",
        "hy",
        "it",
        "ja",
        "kk",
        "kn",
        "ml",
        "mr",
        "my",
        "nl",
        "or",
        "pa",
        "pl",
        "pt",
        "ru",
        "sk",
        "sv",
        "ta",
        "te",
        "tr",
        "ur",
        "zh",
    )
)

_CHUNK = 8_000
"""Code points given to the library at once; its time grows faster than the length."""


class Span(NamedTuple):
    """Code points ``start`` (in) to ``end`` (out)."""

    start: int
    end: int


def blocks(text: str, start: int = 0, end: int | None = None) -> Iterator[Span]:
    """Yield the spans of lines that hold more than white space, without their margins."""
    stop = len(text) if end is None else end
    while start < stop:
        line_end = text.find("\n", start, stop)
        if line_end < 0:
            line_end = stop
        left, right = _trimmed(text, start, line_end)
        if left < right:
            yield Span(left, right)
        start = line_end + 1


def sentence_spans(
    text: str, language: str | None = None, start: int = 0, end: int | None = None
) -> list[Span]:
    """Split a text into sentences; a sentence never crosses a line end.

    Args:
        text: the whole text.
        language: BCP 47 primary tag; unknown ones are split by the rules for English.
        start: first code point of the part to split.
        end: code point after its last; None for the end of the text.

    Returns:
        Spans in order, without white space at their ends, each at most ``MAX_SENTENCE`` long.
    """
    code = language if language in _LANGUAGES else "en"
    found: list[Span] = []
    for block in blocks(text, start, end):
        for chunk in _cut(text, *block, _CHUNK):
            for left, right in _boundaries(code, text[chunk.start : chunk.end]):
                span = _trimmed(text, chunk.start + left, chunk.start + right)
                found.extend(_cut(text, *span, MAX_SENTENCE))
    return found


def _boundaries(code: str, block: str) -> Iterator[tuple[int, int]]:
    for boundary in get_sentence_boundaries(code, block):
        yield boundary["start_index"], boundary["end_index"]


def _cut(text: str, left: int, right: int, length: int) -> Iterator[Span]:
    while right - left > length:
        at = text.rfind(" ", left + 1, left + length)
        at = left + length if at < 0 else at
        yield Span(left, at)
        left, _ = _trimmed(text, at, right)
    if left < right:
        yield Span(left, right)


def _trimmed(text: str, left: int, right: int) -> Span:
    while left < right and text[left].isspace():
        left += 1
    while right > left and text[right - 1].isspace():
        right -= 1
    return Span(left, right)
