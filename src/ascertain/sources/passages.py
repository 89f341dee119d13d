"""Passages: runs of whole sentences, short enough to hand to a researcher."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ascertain.evidence.document import Heading, TextRange
from ascertain.sources.sentences import Span, sentence_spans

__all__ = ["PASSAGE_LENGTH", "TextPassage", "split_passages"]

PASSAGE_LENGTH = 900
"""Code points a passage aims at; it may be longer only by one long sentence."""


_HEADING = 300
"""Code points of a heading that passages carry."""


class TextPassage(NamedTuple):
    """A passage's place in the text and the heading it stands under."""

    start: int
    end: int
    heading: str
    is_main: bool


def split_passages(
    text: str,
    *,
    language: str | None = None,
    main: Sequence[TextRange] = (),
    headings: Sequence[Heading] = (),
    length: int = PASSAGE_LENGTH,
) -> list[TextPassage]:
    """Split a text into passages that never split a sentence and never cross a heading.

    Args:
        text: the document's text.
        language: for the sentence rules.
        main: ranges of main content; empty means all of it. A passage never mixes main and rest.
        headings: in order.
        length: code points to aim at.

    Returns:
        Passages in order; together they hold every sentence once.
    """
    passages: list[TextPassage] = []
    run: list[Span] = []
    state = ("", False)
    heads = _Cursor([(h.start, h.end) for h in headings])
    mains = _Cursor([(r.start, r.end) for r in main])

    def flush() -> None:
        if run:
            passages.append(TextPassage(run[0].start, run[-1].end, *state))
            run.clear()

    for span in sentence_spans(text, language):
        is_heading = heads.holds(span)
        now = (heads.text(text), not main or mains.holds(span))
        if now != state or is_heading or (run and span.end - run[0].start > length):
            flush()
            state = now
        run.append(span)
    flush()
    return passages


class _Cursor:
    """Walks sorted ranges beside sorted spans, in one pass."""

    def __init__(self, ranges: Sequence[tuple[int, int]]) -> None:
        self._ranges = ranges
        self._next = 0
        self._last = Span(0, 0)

    def holds(self, span: Span) -> bool:
        while self._next < len(self._ranges) and self._ranges[self._next][1] <= span.start:
            self._last = Span(*self._ranges[self._next])
            self._next += 1
        if self._next == len(self._ranges):
            return False
        start, end = self._ranges[self._next]
        inside = start < span.end and span.start < end
        if inside:
            self._last = Span(start, end)
        return inside

    def text(self, whole: str) -> str:
        # Every passage below carries it: a heading of megabytes would be there as often.
        return whole[self._last.start : min(self._last.end, self._last.start + _HEADING)].strip()
