r"""The visible text of a page: what a browser would show, one block a line.

White space collapses as in a browser (ASCII white space only: no-break spaces, soft hyphens and
joiners stay); ``<br>`` ends a line; ``<pre>`` is kept. Blocks that a browser sets apart by a margin
are apart by an empty line. Added are only: ``- `` or ``1. `` before list items, `` | `` between the
cells of a table row, parentheses around ruby, and ``^`` between a digit and a raised digit.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from lxml import etree
from lxml.html import HtmlElement

from ascertain.evidence.document import Heading

__all__ = ["VisibleText", "visible_text"]

_LINE = 1
_GAP = 2
_BREAKS = {
    **dict.fromkeys(
        (
            "address",
            "article",
            "aside",
            "body",
            "dd",
            "details",
            "dialog",
            "div",
            "dt",
            "figcaption",
            "footer",
            "form",
            "header",
            "hgroup",
            "html",
            "legend",
            "li",
            "main",
            "nav",
            "search",
            "section",
            "summary",
            "tbody",
            "td",
            "text",
            "tfoot",
            "th",
            "thead",
            "tr",
        ),
        _LINE,
    ),
    **dict.fromkeys(
        (
            "blockquote",
            "caption",
            "center",
            "dl",
            "fieldset",
            "figure",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "hr",
            "menu",
            "ol",
            "p",
            "pre",
            "table",
            "textarea",
            "ul",
            "xmp",
        ),
        _GAP,
    ),
}
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LISTS = frozenset({"ul", "ol", "menu", "dir"})
_KEPT = frozenset({"pre", "textarea", "xmp"})
_SPACED = frozenset({"button"})
_TABULAR = frozenset({"table", "tr", "td", "th"})
_SPECIAL = (
    frozenset({"br", "li", "rt", "sup"})
    | _TABULAR
    | frozenset(_HEADINGS)
    | _LISTS
    | _KEPT
    | _SPACED
)
_WHITE = re.compile(r"[ \t\n\r\f]+")
_RAISED = re.compile(r"[-−+]?\d")
_MAX_INDENT = 8
_CELL_LINES = 6
_CELL_LENGTH = 400


class VisibleText(NamedTuple):
    """The text with the places of its lines and headings, in order."""

    text: str
    lines: tuple[tuple[int, int], ...]
    headings: tuple[Heading, ...]


class _Line(NamedTuple):
    text: str
    gap: bool
    level: int = 0
    joined: bool = False


class _List:
    """An open list and the number of its next item, or None for bullets."""

    def __init__(self, number: int | None) -> None:
        self.number = number

    def mark(self) -> str:
        if self.number is None:
            return "- "
        self.number += 1
        return f"{self.number - 1}. "


class _Row:
    """An open table row: where its lines begin, and the line ranges of its cells."""

    def __init__(self, start: int) -> None:
        self.start = start
        self.cells: list[tuple[int, int]] = []
        self.open_cell: int | None = None


def visible_text(root: HtmlElement) -> VisibleText:
    """Write down a page whose hidden parts are already taken out."""
    writer = _Writer()
    for event, element in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        if event == "start":
            writer.open(element, element.tag)
            if element.text:
                writer.write(element.text)
            continue
        if event == "end":
            writer.close(element.tag)
        if element.tail and element is not root:
            writer.write(element.tail)
    return writer.finished()


class _Writer:
    """Takes text and tags in order and keeps lines."""

    def __init__(self) -> None:
        self._lines: list[_Line] = []
        self._parts: list[str] = []
        self._space = False
        self._pending = 0
        self._mark = ""
        self._level = 0
        self._kept = 0
        self._raised = False
        self._lists: list[_List] = []
        self._rows: list[_Row] = []
        self._tables: list[int] = []

    def write(self, text: str) -> None:
        if self._kept:
            self._write_kept(text)
            return
        text = _WHITE.sub(" ", text)
        if text[0] == " ":
            self._space = True
            text = text[1:]
            if not text:
                return
        if not self._parts:
            self._space = False
            self._parts.append(self._mark)
            self._mark = ""
        elif self._space:
            self._parts.append(" ")
        elif self._raised and self._parts[-1][-1:].isdigit() and _RAISED.match(text):
            self._parts.append("^")
        self._raised = False
        self._space = text[-1] == " "
        self._parts.append(text[:-1] if self._space else text)

    def open(self, element: HtmlElement, tag: str) -> None:
        if tag in _BREAKS:
            self._break(tag)
        if tag not in _SPECIAL:
            return
        if tag in _HEADINGS:
            self._level = _HEADINGS[tag]
        elif tag == "li":
            indent = "  " * min(max(0, len(self._lists) - 1), _MAX_INDENT)
            self._mark = indent + self._item_mark(element)
        elif tag in _LISTS:
            self._lists.append(_List(_number(element, "start", 1) if tag == "ol" else None))
        elif tag in _KEPT:
            self._kept += 1
        elif tag in _TABULAR:
            self._open_cell(tag)
        else:
            self._open_inline(tag)

    def close(self, tag: str) -> None:
        if tag in _KEPT:
            self._kept = max(0, self._kept - 1)
        elif tag in _LISTS and self._lists:
            self._lists.pop()
        if tag in _BREAKS:
            self._break(tag)
        if tag not in _SPECIAL:
            return
        if tag in _HEADINGS:
            self._level = 0
        elif tag == "li":
            self._mark = ""
        elif tag in _TABULAR:
            self._close_cell(tag)
        else:
            self._close_inline(tag)

    def _open_inline(self, tag: str) -> None:
        if tag == "br":
            self._line_end()
        elif tag == "rt":
            self.write("(")
        elif tag == "sup":
            self._raised = True
        else:
            self._space = True

    def _close_inline(self, tag: str) -> None:
        if tag == "rt":
            self.write(")")
        elif tag == "sup":
            self._raised = False
        elif tag in _SPACED:
            self._space = True

    def finished(self) -> VisibleText:
        self._flush()
        parts: list[str] = []
        spans: list[tuple[int, int]] = []
        headings: list[Heading] = []
        at = 0
        for line in self._lines:
            if parts:
                separator = "\n\n" if line.gap else "\n"
                parts.append(separator)
                at += len(separator)
            end = at + len(line.text)
            parts.append(line.text)
            if line.text:
                spans.append((at, end))
                if line.level:
                    headings.append(Heading(start=at, end=end, level=line.level))
            at = end
        return VisibleText("".join(parts), tuple(spans), tuple(headings))

    def _write_kept(self, text: str) -> None:
        first, *rest = text.replace("\r\n", "\n").split("\n")
        if first:
            self._parts.append(first)
        for line in rest:
            if self._parts:
                self._flush()
            elif self._lines and self._pending == 0:
                self._lines.append(_Line("", gap=False))
            if line:
                self._parts.append(line)

    def _break(self, tag: str) -> None:
        if self._parts:
            self._flush()
        together = bool(self._lists) and tag not in _HEADINGS  # the items of a list
        self._pending = max(self._pending, _LINE if together else _BREAKS[tag])
        self._space = False

    def _line_end(self) -> None:
        if self._level or self._kept:
            self._space = True
            if self._kept:
                self._flush()
            return
        if self._parts:
            self._flush()
            self._pending = _LINE
        elif self._lines:
            self._pending = _GAP
        self._space = False

    def _flush(self) -> None:
        text = "".join(self._parts)
        self._parts.clear()
        if self._kept:
            text = text.rstrip()
        elif text.isspace():
            text = ""
        if text:
            self._lines.append(
                _Line(text, self._pending == _GAP and bool(self._lines), self._level)
            )
            self._pending = 0

    def _item_mark(self, element: HtmlElement) -> str:
        if not self._lists:
            return "- "
        current = self._lists[-1]
        if current.number is not None and "value" in element.attrib:
            current.number = _number(element, "value", current.number)
        return current.mark()

    def _open_cell(self, tag: str) -> None:
        if tag == "table":
            self._tables.append(0)
        elif tag == "tr":
            self._rows.append(_Row(len(self._lines)))
        elif self._rows:
            self._rows[-1].open_cell = len(self._lines)

    def _close_cell(self, tag: str) -> None:
        if tag == "table":
            if self._tables:
                self._tables.pop()
            return
        if not self._rows:
            return
        row = self._rows[-1]
        if tag == "tr":
            self._rows.pop()
            self._join(row)
        elif row.open_cell is not None:
            row.cells.append((row.open_cell, len(self._lines)))
            row.open_cell = None

    def _join(self, row: _Row) -> None:
        """Make one line of a row whose cells are short; a row that lays out a page stays as is."""
        lines = self._lines[row.start :]
        if len(row.cells) < 2 or not lines:  # noqa: PLR2004 - one cell is not a row
            return
        cells = [self._lines[start:end] for start, end in row.cells]
        if sum(map(len, cells)) != len(lines) or not all(map(_is_tabular, cells)):
            return
        texts = [" ".join(line.text for line in cell) for cell in cells]
        while texts and not texts[-1]:
            texts.pop()
        joined = " | ".join(texts) if sum(map(bool, texts)) > 1 else "".join(texts)
        del self._lines[row.start :]
        gap = lines[0].gap and not (self._tables and self._tables[-1])
        self._lines.append(_Line(joined.strip(), gap, joined=True))
        if self._tables:
            self._tables[-1] += 1


def _is_tabular(cell: list[_Line]) -> bool:
    return (
        len(cell) <= _CELL_LINES
        and sum(len(line.text) for line in cell) <= _CELL_LENGTH
        and not any(line.level or line.joined for line in cell)
    )


def _number(element: HtmlElement, name: str, default: int) -> int:
    value = (element.get(name) or "").strip()[:9]
    try:
        return int(value)
    except ValueError:
        return default
