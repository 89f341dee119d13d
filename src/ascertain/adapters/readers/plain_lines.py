"""The kinds of line in a plain text: list items, table rows, code, underlines, key and value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ascertain.adapters.readers.gluing import columns
from ascertain.sources.line_ends import FUNCTION_WORDS

__all__ = [
    "PlainLine",
    "begins_literal",
    "is_numbered",
    "looks_like_code",
    "looks_like_rows",
    "plain_line",
    "prefix_of",
    "quote_prefix",
]

_TAB = 8
_QUOTE = re.compile(r"[ \t]{0,3}(?:>[ \t]?)+")
_COMMENT = re.compile(r"[ \t]*(#+|//+|--|;+|%+|\*)(?:[ \t]+|\Z)")
_ITEM = re.compile(
    r"[-*+\u2022\u25e6\u25aa\u2023\u25cf\u25cb\u25a0\u25a1\u00b7](?:\s+|\Z)"
    r"|--?[A-Za-z?][\w-]*(?:[ ,=\[]|\Z)|:[^\s:][^:]{0,60}:(?:\s|\Z)|\[\d{1,4}\]\s|@\w+\s"
    r"|\[?\d{4}-\d\d-\d\d[T \]]|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d"
)
_NUMBERED = re.compile(
    r"\(?(?:\d{1,3}|[A-Za-z]|[ivx]{2,5}|[IVX]{2,5})[.)]\s+|\d{1,2}(?:\.\d{1,3}){1,4}\.?\s+(?=\S)|[\u2013\u2014]\s+"
    r"|(?:1\d|20)\d\d(?:\s*[-\u2013\u2014/]\s*(?:\d{2,4}|present)?)?\s*[-\u2013\u2014:]\s"
)
_KEY = re.compile(
    r"(?:[A-Z][\w./-]{0,30}(?: [\w./-]{1,20}){0,2}|[\w-]{1,30}(?=: *\S+\Z)):(?:\s+\S|\Z)"
)
_GAP = re.compile(r"\S {3,}(?=\S)")
_SPACED = re.compile(r"\S {2,5}(?=\S)")
_MANY_SPACED = 3
_PIPES = re.compile(r"(?:\A|\s)\|(?:\s|\Z)|\A\|.*\|\Z")
_BOX = re.compile("[\u2500-\u257f]")
_DIRECTIVE = re.compile(r"\.\. ")
_TALKING = re.compile(
    r"\.\. (?:\[[^\]]{1,60}\]|(?:note|warning|important|tip|hint|caution|attention|danger|error"
    r"|seealso|versionadded|versionchanged|deprecated|admonition)::)\s+\S"
)
_TAGGED = re.compile(r"</?[A-Za-z!?][^@:>]*(?:>|\Z)")
_CODE = re.compile(
    r"(?:def|class|import|from \S+ import|return|elif|public|private|static|void|int|char|var|let"
    r"|const|function|struct|typedef|package|namespace|using|template|enum|else|try|end|fi|done|esac)\b"
    r"(?=.*(?:[(){}=;:]|import)|\s*\Z)"
    r"|#\s*(?:include|define|if|ifdef|ifndef|endif|!)|>>> |\.\.\. |\$ "
    r"|[A-Za-z_][\w.\[\]]{0,40} ?(?:[-+*/|:]?=|<-) ?\S"
    r"|(?:if|for|while|switch)\s*\(|[A-Za-z_][\w.]{0,60}\([^()]{0,200}\)[;:]?\s*\Z|[\"'][\w-]+[\"']\s*:"
    r"|[{}]"
)
_CODE_END = re.compile(r"(?:[{}]|[)\]\"'\d];|\\|->|=>|\[|\()\Z")
_FRAME_ENDS = ("*/", "**/")
_ROW_MARKS = (",", ";", "\t")


class PlainLine(NamedTuple):
    """A line of a plain text.

    Attributes:
        raw: as written.
        text: without indentation, comment or quote marks, and white space at the end.
        indent: columns before ``text``.
        end: the column after its last character.
        hang: the column of the last part of a line in columns, 0 where there is none.
        is_fixed: whether it is laid out or drawn and so stands alone.
        is_item: whether a list item, an option or a field begins with it.
        is_key: whether it is a key and its value.
    """

    raw: str
    text: str
    indent: int
    end: int
    hang: int
    is_fixed: bool
    is_item: bool
    is_key: bool


def plain_line(raw: str, prefix: re.Pattern[str] | None) -> PlainLine:
    """Tell what kind of line it is.

    Args:
        raw: as written.
        prefix: the marks that every line of its paragraph begins with.
    """
    marks = prefix.match(raw) if prefix else None
    at = marks.end() if marks else 0
    text = raw[at:].strip()
    before = raw[: len(raw) - len(raw[at:].lstrip())]
    indent = len(before.expandtabs(_TAB)) if "\t" in before else len(before)
    item = _ITEM.match(text)
    mark = item or _NUMBERED.match(text)
    grid = _on_grid(indent, text)
    body = len(_on_grid(indent, text[: mark.end()])) if mark else 0
    hang = 0
    for gap in _GAP.finditer(grid, body):
        hang = columns(grid[: gap.end()])
    if hang and _is_justified(grid):
        hang = 0
    return PlainLine(
        raw=raw,
        text=text,
        indent=indent,
        end=columns(grid),
        hang=hang,
        is_fixed=hang > 0 or _stands_alone(text),
        is_item=item is not None,
        is_key=_KEY.match(text) is not None and "://" not in text[:40],
    )


def _on_grid(indent: int, text: str) -> str:
    line = " " * indent + text
    return line.expandtabs(_TAB) if "\t" in text else line


def _is_justified(text: str) -> bool:
    """Whether a line of running text was spread to the width (by ``man``, for one)."""
    if len(_SPACED.findall(text)) < _MANY_SPACED:
        return False
    return sum(word.strip(",.;:()") in FUNCTION_WORDS for word in text.split()) > 1


def _stands_alone(text: str) -> bool:
    if not any(map(str.isalnum, text)) or ("|" in text and _PIPES.search(text)):
        return True
    if not text.isascii() and _BOX.search(text):
        return True
    if _DIRECTIVE.match(text):
        return _TALKING.match(text) is None
    if _COMMENT.match(text) and text[0] not in "*-":
        return True
    return _TAGGED.match(text) is not None and "://" not in text


def is_numbered(text: str) -> bool:
    """Whether a line begins like a numbered or lettered item, or an entry with its year."""
    return _NUMBERED.match(text) is not None


def quote_prefix(raw: str) -> str:
    """Return the quote marks (``>``) that a line begins with, without spaces."""
    found = _QUOTE.match(raw)
    return "".join(found[0].split()) if found else ""


def prefix_of(lines: Sequence[str]) -> re.Pattern[str] | None:
    """Return what matches the comment or quote marks that all of several lines begin with."""
    if len(lines) < 2:  # noqa: PLR2004 (nothing is repeated)
        return None
    if quote_prefix(lines[0]):
        return _QUOTE
    inner = lines[:-1] if lines[-1].strip() in _FRAME_ENDS else lines
    found = [_COMMENT.match(line) for line in inner]
    marks = {match[1][0] if match else "" for match in found[1:]}
    if len(marks) != 1 or marks == {""}:
        return None
    if marks == {"*"}:
        framed = lines[0].lstrip().startswith("/*") or lines[-1].rstrip().endswith("*/")
        return _COMMENT if framed else None
    return _COMMENT if found[0] else None


def begins_literal(raw: str) -> bool:
    """Whether what is indented after a line is to be kept as it is (``::`` at its end)."""
    return raw.rstrip().endswith("::")


def looks_like_code(lines: Sequence[str], *, of_all: bool = False) -> bool:
    """Whether at least half of the lines look like source code.

    Args:
        lines: of a paragraph, or of the whole text.
        of_all: for a whole text, where two fifths are enough, as code is commented.
    """
    if of_all and lines[0].startswith("#!"):
        return True
    texts = [text for text in map(str.strip, lines) if text]
    hits = sum(1 for text in texts if _CODE.match(text) or _CODE_END.search(text[-3:]))
    return hits >= max(2, (0.4 if of_all else 0.5) * len(texts))


def looks_like_rows(lines: Sequence[PlainLine]) -> bool:
    """Whether lines are rows with separators, or a table between rulers of several parts."""
    for line in lines:
        if set(line.text) <= {"=", "-", " ", "+"} and " " in line.text:
            return True
    for mark in _ROW_MARKS:
        counts = {_bare_separators(line.text, mark) for line in lines}
        if len(counts) == 1 and counts.pop() > 1:
            return True
    return False


def _bare_separators(text: str, mark: str) -> int:
    return text.count(mark) - text.count(mark + " ") - text.endswith(mark)
