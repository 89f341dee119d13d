"""Markdown, as written: markup stays, and only soft line breaks become spaces."""

from __future__ import annotations

import re

from ascertain.adapters.readers.assembly import Draft, finish
from ascertain.adapters.readers.front_matter import split_front_matter
from ascertain.adapters.readers.hints import Hints
from ascertain.adapters.readers.markdown_rewrapping import rewrap_markdown
from ascertain.adapters.readers.plain import decoded_text
from ascertain.evidence.document import Document, Heading

__all__ = ["markdown_headings", "read_markdown"]

_ATX = re.compile(r" {0,3}(#{1,6})[ \t]+(\S.*)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_LINK = re.compile(r"!?\[([^\]\[]{0,300})\]\([^)]{0,500}\)")
_MARKS = re.compile(r"[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}")
_MAX_HEADING = 1_000


def read_markdown(data: bytes, hints: Hints, media_type: str = "text/markdown") -> Document:
    """Read Markdown; front matter becomes metadata, soft line breaks spaces; the rest stays.

    Raises:
        ReadError: ``empty``, or ``unsupported`` where what comes out is no text.
    """
    text, notes = decoded_text(data, hints)
    front = split_front_matter(text)
    body = rewrap_markdown(front.body)
    headings = markdown_headings(body)
    metadata = front.metadata
    if metadata.title is None and headings:
        first = body[headings[0].start : headings[0].end]
        metadata = metadata._replace(title=_unmarked(first), title_from="first heading")
    draft = Draft(
        text=body,
        media_type=media_type,
        reader="markdown",
        metadata=metadata,
        headings=headings,
        language=front.language,
        notes=notes,
    )
    return finish(draft, hints.max_text)


def markdown_headings(text: str) -> list[Heading]:
    """Return the ATX headings outside fenced code: ranges of their words, without the marks."""
    headings: list[Heading] = []
    fence, start = "", 0
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence) and not line[mark.end() :].strip():
            fence = ""
        elif not fence and "#" in line[:4]:
            found = _ATX.fullmatch(line[:_MAX_HEADING])
            if found:
                end = found.start(2) + len(_without_closing(found[2]))
                level = len(found[1])
                headings.append(Heading(start=start + found.start(2), end=start + end, level=level))
        start += len(line) + 1
    return headings


def _without_closing(words: str) -> str:
    words = words.rstrip()
    opened = words.rstrip("#")
    return opened.rstrip() if opened[-1:] in {" ", "\t"} else words


def _unmarked(heading: str) -> str:
    return _MARKS.sub("", _LINK.sub(r"\1", heading)).strip()
