"""Pages that are shown in place of the page asked for: told by few words and what they say.

A phrase alone proves nothing, for there are articles about walls. A page is a wall where such a
phrase stands in a short line and hardly any other text is left once the wall's own is taken off.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from ascertain.evidence.document import Document
from ascertain.sources.package_tables import package_table, words_of

__all__ = ["NOT_RENDERED", "needs_script", "teaser_note", "wall_reason"]

NOT_RENDERED = "not_rendered"
"""The status of a fetch by browser in which no browser was asked; the plain page stands."""

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")
_CJK_WEIGHT = 1.5
"""What such a character weighs beyond a letter: it says as much as two or three of them."""
_MAX_TEXT = 100_000
_MAX_LINES = 2_000
_LITTLE = 250
"""Weight of other text up to which a phrase makes a wall."""
_LITTLE_UNTOLD = 1_200
"""The same where the reader could not tell the main text from menus."""
_LITTLE_TITLED = 1_000
"""The same where the title itself says what the page is."""
_PROSE = 60
"""Weight from which a line is a sentence rather than a menu's entry or a button."""
_TRIGGER = 250
"""Weight of the longest line that a phrase counts in."""
_MOST_OWN = 3_500
"""Weight of the longest wall: consent texts are long."""
_MOST_TITLED = 1_500
"""The same where only the title tells."""
_MOST_ABOUT = 800
"""The same again where the title shares the wall's subject, as an article on it does."""
_TITLE_PARTS = re.compile(r"\s+[-–—|·»:]+\s+|\s*[|｜]\s*|\s+[-–—]|:\s+")
_TITLE_EDGES = " .…!?。！？،\"'"
_HEADINGS = 2
_HTML = frozenset({"text/html", "application/xhtml+xml"})
_SHELL_BYTES = 20_000
_SHELL_TEXT = 60
_TEASER = 300
_LONGEST_TEASER = 8_000
_AFTER_TEASER = 400
_END_LINE = 220
_YIELD = 200
"""Weight of main text under which plain reading has yielded too little."""
_SCRIPTED_BYTES = 30_000
_SCRIPTED_SHARE = 0.01
_RAW_WINDOW = 1_000_000
_ROOTS = re.compile(
    rb"<(?:div|main|section)[^>]{0,100}\bid\s*=\s*[\"']?(?:root|app|app-root|application|__next"
    rb"|__nuxt|___gatsby|svelte|main-app|react-root|react-app|q-app|mount|ember-app)[\"'\s>]"
    rb"|<app-root|\bdata-reactroot|\bng-app\b|\bng-version\s*=|\bdata-server-rendered"
    rb"|window\.__(?:initial_state|preloaded_state|nuxt|apollo_state)__|__next_data__"
)
_NOSCRIPT = b"<noscript"
_MAX_FALLBACK = 2_000


@dataclass(frozen=True, slots=True)
class _Wall:
    reason: str
    titles: frozenset[str]
    phrases: tuple[str, ...]
    about: tuple[str, ...]
    ends: tuple[str, ...]
    media: str
    asks_script: bool


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    weight: float
    is_main: bool


@lru_cache(maxsize=1)
def _walls() -> tuple[_Wall, ...]:
    rows = cast("Sequence[Mapping[str, object]]", package_table("walls.toml")["walls"])
    return tuple(
        _Wall(
            reason=str(row["reason"]),
            titles=frozenset(word.strip(_TITLE_EDGES) for word in words_of(row, "titles")),
            phrases=words_of(row, "phrases"),
            about=words_of(row, "about"),
            ends=words_of(row, "ends") if "ends" in row else (),
            media=str(row.get("media", "")),
            asks_script=row.get("asks_script") is True,
        )
        for row in rows
    )


def wall_reason(document: Document, *, size_bytes: int) -> str | None:
    """Return why a document is not the page asked for, in one sentence, or None if it is.

    Args:
        document: as read.
        size_bytes: of the bytes it was read from; a large page with hardly a word is a shell.
    """
    lines = _lines(document)
    if len(lines) > _MAX_LINES:
        return None
    titles = _titles(document)
    text = "\n".join(line.text for line in lines)
    is_told = any(not line.is_main for line in lines)
    for wall in _walls():
        if _is_of(wall, document.media_type) and _is_wall(
            wall, lines, titles, text, is_told=is_told
        ):
            return wall.reason
    shown = sum(line.weight for line in lines)
    if _is_html(document) and shown < _SHELL_TEXT and size_bytes >= _SHELL_BYTES:
        return (
            f"the page is {size_bytes / 1_000:,.0f} kB large but shows only "
            f"{len(document.text.strip())} characters: a script makes the rest"
        )
    return None


def teaser_note(document: Document) -> str | None:
    """Return a note that the rest of a page is behind a wall, or None.

    A teaser ends with the wall's words: what is after them is no more of the article.
    """
    if not _is_html(document):
        return None
    lines = _lines(document)
    main = sum(line.weight for line in lines if line.is_main)
    if not _TEASER <= main <= _LONGEST_TEASER:
        return None
    ends = tuple(phrase for wall in _walls() for phrase in wall.ends)
    after = 0.0
    for line in reversed(lines):
        if line.weight <= _END_LINE and any(phrase in line.text for phrase in ends):
            return "the rest of the page seems to be behind a log-in or payment wall"
        after += line.weight if line.is_main and line.weight >= _PROSE else 0
        if after > _AFTER_TEASER:
            return None
    return None


def needs_script(document: Document, raw: bytes) -> bool:
    """Tell whether a browser would show more of a page than plain reading found.

    Args:
        document: what plain reading made of it.
        raw: the page's bytes.
    """
    if not _is_html(document) or _main_weight(document) >= _YIELD:
        return False
    head = raw[:_RAW_WINDOW].lower()
    if b"<script" not in head:
        return False
    if _ROOTS.search(head) is not None:
        return True
    fallbacks = b" ".join(
        part[:_MAX_FALLBACK].partition(b"</noscript")[0] for part in head.split(_NOSCRIPT)[1:]
    )
    said = _folded(f"{fallbacks.decode('utf-8', 'replace')}\n{document.text[:_MAX_TEXT]}")
    if any(phrase in said for wall in _walls() if wall.asks_script for phrase in wall.phrases):
        return True
    return len(raw) >= _SCRIPTED_BYTES and len(document.text) < _SCRIPTED_SHARE * len(raw)


def _is_html(document: Document) -> bool:
    return document.media_type in _HTML


def _is_of(wall: _Wall, media_type: str) -> bool:
    if wall.media:
        return media_type == wall.media
    return media_type in _HTML or media_type == "text/plain"


def _is_wall(
    wall: _Wall, lines: Sequence[_Line], titles: Sequence[str], text: str, *, is_told: bool
) -> bool:
    phrases = [phrase for phrase in wall.phrases if phrase in text]
    titled = any(part in wall.titles for title in titles for part in _parts(title))
    if not titled and not phrases:
        return False
    about = (*phrases, *(word for word in wall.about if word in text))
    triggered = False
    own = prose = rest = 0.0
    for line in lines:
        if any(word in line.text for word in about):
            own += line.weight
            triggered = triggered or (
                line.weight <= _TRIGGER and any(phrase in line.text for phrase in phrases)
            )
        else:
            rest += line.weight if line.is_main else 0
            prose += line.weight if line.weight >= _PROSE else 0
    if titled and own <= _MOST_TITLED and rest <= _LITTLE_TITLED:
        return True
    on_subject = any(word in title for title in titles for word in about)
    most = _MOST_ABOUT if on_subject else _MOST_OWN
    little = _LITTLE if is_told else _LITTLE_UNTOLD
    return triggered and own <= most and rest <= little and prose <= _LITTLE


def _titles(document: Document) -> list[str]:
    heads = [document.text[h.start : h.end] for h in document.headings[:_HEADINGS]]
    return [_folded(title) for title in (document.title or "", *heads) if title]


def _parts(title: str) -> list[str]:
    whole = [title, *_TITLE_PARTS.split(title)]
    return [part.strip(_TITLE_EDGES) for part in whole]


def _lines(document: Document) -> list[_Line]:
    """The lines that hold anything, with whether they lie in the main text; linear."""
    lines: list[_Line] = []
    ranges = document.main
    at = index = 0
    for text in document.text[:_MAX_TEXT].split("\n"):
        end = at + len(text)
        while index < len(ranges) and ranges[index].end <= at:
            index += 1
        is_main = not ranges or (index < len(ranges) and ranges[index].start < end)
        if text and not text.isspace():
            lines.append(_Line(_folded(text), _weight(text), is_main))
        at = end + 1
    return lines


def _main_weight(document: Document) -> float:
    return sum(line.weight for line in _lines(document) if line.is_main)


def _weight(text: str) -> float:
    stripped = text.strip()
    return len(stripped) + _CJK_WEIGHT * len(_CJK.findall(stripped))


def _folded(text: str) -> str:
    return " ".join(text.replace("’", "'").lower().split())
