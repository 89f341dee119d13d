"""Soft line breaks of Markdown paragraphs to spaces, after the block structure of CommonMark."""

from __future__ import annotations

import re
from typing import NamedTuple

from ascertain.adapters.readers.gluing import MAX_LINES, glued

__all__ = ["rewrap_markdown"]

_TAB = 4
_CODE_INDENT = 4
_MAX_DEPTH = 32
"""Containers inside one another that are followed; deeper ones are text."""
_MARK = re.compile(r"(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|\Z)")
_ATX = re.compile(r"#{1,6}(?:[ \t]|\Z)")
_FENCE = re.compile(r"(`{3,}(?=[^`]*\Z)|~{3,})")
_SETEXT = re.compile(r"(?:=+|-+)[ \t]*\Z")
_DEFINITION = re.compile(
    r"\[(?!\^)[^\[\]]{1,999}\]:[ \t]*(?:<[^<>]*>|[^\s<]\S*)?(?:[ \t]+[\"'(].*)?[ \t]*\Z"
)
_ALONE = re.compile(r"(?::{3,}|!!!|\?\?\?\+?)|\[!\w+\][ \t]*\Z|\$\$[ \t]*\Z")
_VERBATIM_TAGS = re.compile(r"<(script|pre|style|textarea)(?:[\s>]|\Z)", re.IGNORECASE)
_HTML_STARTS = (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"))
_BLOCK_TAG = re.compile(
    r"</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details"
    r"|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr"
    r"|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search"
    r"|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|/?>|\Z)",
    re.IGNORECASE,
)
_LONE_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?/?>[ \t]*\Z")


class _Container(NamedTuple):
    """A block quote (``width`` 0) or a list item whose content is ``width`` columns in."""

    width: int


class _Place(NamedTuple):
    """Where the content of a line begins.

    Attributes:
        at: its first character, and ``indent``: columns of white space before it, less those
            that its containers take.
        matched: how many of the open containers the line is in.
    """

    at: int
    indent: int
    matched: int


def rewrap_markdown(text: str) -> str:
    r"""Join the lines of each paragraph; headings, items, tables, code and HTML keep theirs.

    Args:
        text: with line ends ``\n``, without front matter.

    Returns:
        The text with fewer line breaks. Dropped are only white space around a joined break and
        the marks of a block quote that a joined line repeats.
    """
    lines = text.split("\n")
    return "\n".join([*_Blocks(lines[:MAX_LINES]).joined(), *lines[MAX_LINES:]])


class _Blocks:
    """Goes through the lines once and keeps what is open: containers, a paragraph, a fence."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._out: list[list[str]] = []
        self._open: list[_Container] = []
        self._in_paragraph = False
        self._breaks_hard = False
        self._in_table = False
        self._fence = ""
        self._html_end: str | None = None

    def joined(self) -> list[str]:
        """Return the lines, those of a paragraph joined."""
        for number, line in enumerate(self._lines):
            if not line.strip():
                self._blank(line)
            else:
                self._take(number, line)
        return ["".join(parts) for parts in self._out]

    def _blank(self, line: str) -> None:
        self._out.append([line])
        self._in_paragraph = self._in_table = False
        if self._html_end == "":
            self._html_end = None

    def _take(self, number: int, line: str) -> None:
        place = self._place(line)
        if self._fence or self._html_end is not None:
            if place.matched == len(self._open):
                self._verbatim(line, line[place.at :])
                return
            self._fence, self._html_end = "", None
        place, opened = self._new_containers(line, place)
        content = line[place.at :]
        if not content:  # an empty quote line, or an item without text
            self._blank(line)
        elif self._begins_block(content, place, opened=opened):
            self._alone(line, place.matched)
            self._begin(content)
        elif self._in_paragraph and not opened:  # lazy lines are of the paragraph too
            self._continue(number, line, content)
        else:
            self._start(number, line, place)

    def _verbatim(self, line: str, content: str) -> None:
        self._out.append([line])
        if self._fence:
            mark = _FENCE.match(content)
            if mark and mark[1].startswith(self._fence) and not content[mark.end() :].strip():
                self._fence = ""
        elif self._html_end:
            if self._html_end in content.lower():
                self._html_end = None
        elif not content:
            self._html_end = None

    def _place(self, line: str) -> _Place:
        """Follow the open containers into a line as far as it is in them."""
        at, indent = _after_space(line, 0)
        for matched, container in enumerate(self._open):
            if container.width:
                if indent < container.width:
                    return _Place(at, indent, matched)
                indent -= container.width
            elif line.startswith(">", at) and indent < _CODE_INDENT:
                at, indent = _after_quote(line, at)
            else:
                return _Place(at, indent, matched)
        return _Place(at, indent, len(self._open))

    def _new_containers(self, line: str, place: _Place) -> tuple[_Place, bool]:
        """Open the quotes and items that begin on a line; say whether there are any."""
        at, indent, matched = place
        opened = False
        while matched < _MAX_DEPTH:
            nested = not opened and (matched > 0 or self._in_paragraph)
            if indent >= _CODE_INDENT and not (nested and _MARK.match(line, at)):
                break
            if line.startswith(">", at):
                container, (after, left) = _Container(0), _after_quote(line, at)
            elif self._is_item(line, at, matched, opened=opened):
                container, after, left = _item(line, at, indent)
            else:
                break
            del self._open[matched:]
            self._open.append(container)
            matched += 1
            at, indent, opened = after, left, True
        if opened:
            self._in_paragraph = self._in_table = False
        return _Place(at, indent, matched), opened

    def _is_item(self, line: str, at: int, matched: int, *, opened: bool) -> bool:
        mark = _MARK.match(line, at)
        if mark is None or _is_rule(line[at:]):
            return False
        if self._in_paragraph and not opened:
            if matched < len(self._open):  # not of the item or quote that the paragraph is in
                return True
            listed = any(container.width for container in self._open)
            starts = listed or mark[1] is None or int(mark[1]) == 1
            return starts and line[mark.end() :].strip() != ""
        return True

    def _begins_block(self, content: str, place: _Place, *, opened: bool) -> bool:
        """Whether a line is a block that stands alone and may follow a paragraph's line."""
        if place.indent >= _CODE_INDENT:
            return False
        follows = self._in_paragraph and not opened
        if (
            _ATX.match(content) is not None
            or _FENCE.match(content) is not None
            or _is_rule(content)
            or _html_end(content) is not None
        ):
            return True
        if follows:
            lazy = place.matched < len(self._open)
            return not (lazy or self._in_table) and _SETEXT.match(content) is not None
        return _stands_alone(content)

    def _begin(self, content: str) -> None:
        fence = _FENCE.match(content)
        if fence:
            self._fence = fence[1]
            return
        end = _html_end(content)
        if end is not None and (end == "" or end not in content[2:].lower()):
            self._html_end = end

    def _alone(self, line: str, matched: int) -> None:
        self._out.append([line])
        self._in_paragraph = self._in_table = False
        del self._open[matched:]

    def _start(self, number: int, line: str, place: _Place) -> None:
        """Begin a paragraph, a table, indented code, or HTML that may not follow a paragraph."""
        self._alone(line, place.matched)
        content = line[place.at :]
        if place.indent >= _CODE_INDENT:
            return
        if _LONE_TAG.match(content):
            self._html_end = ""
            return
        self._in_paragraph = True
        self._breaks_hard = _breaks_hard(line)
        self._in_table = self._heads_table(number, content)

    def _continue(self, number: int, line: str, content: str) -> None:
        self._in_table = self._in_table or self._heads_table(number, content)
        alone = _stands_alone(content)
        apart = alone or self._in_table or self._breaks_hard
        if apart:
            self._out.append([line])
        else:
            parts = self._out[-1]
            parts[-1:] = glued(parts[-1], content)
        # A bare mark at the start of a line would be an item if anything followed it there.
        is_mark = apart and _MARK.match(content) is not None
        self._breaks_hard = alone or is_mark or _breaks_hard(line)

    def _heads_table(self, number: int, content: str) -> bool:
        if content.startswith("|"):
            return True
        below = self._lines[number + 1] if number + 1 < len(self._lines) else ""
        return "|" in content and _is_delimiter(below)


def _after_space(line: str, at: int) -> tuple[int, int]:
    """Return where white space ends, and how many columns it takes."""
    end = at
    while end < len(line) and line[end] in " \t":
        end += 1
    space = line[at:end]
    return end, len(space.expandtabs(_TAB)) if "\t" in space else len(space)


def _after_quote(line: str, at: int) -> tuple[int, int]:
    after, indent = _after_space(line, at + 1)
    return after, max(0, indent - 1)


def _item(line: str, at: int, indent: int) -> tuple[_Container, int, int]:
    mark = _MARK.match(line, at)
    size = mark.end() - at if mark else 1
    after, space = _after_space(line, at + size)
    if space > _CODE_INDENT or after == len(line):  # indented code, or nothing, in the item
        return _Container(indent + size + 1), after, max(0, space - 1)
    return _Container(indent + size + space), after, 0


def _is_rule(content: str) -> bool:
    marks = "".join(content.split())
    return len(marks) > 2 and marks[0] in "-*_" and not marks.strip(marks[0])  # noqa: PLR2004 (three)


def _is_delimiter(line: str) -> bool:
    marks = line.strip().lstrip("> ")
    return "|" in marks and "-" in marks and set(marks) <= set("|:- \t")


def _stands_alone(content: str) -> bool:
    """Whether a line is a link's definition or a mark of an extension (a note, a formula)."""
    return _ALONE.match(content) is not None or _DEFINITION.match(content) is not None


def _breaks_hard(line: str) -> bool:
    if line.endswith("  "):
        return True
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def _html_end(content: str) -> str | None:
    """Return what ends the HTML block that a line begins: empty for a blank line."""
    if not content.startswith("<"):
        return None
    for start, end in _HTML_STARTS:
        if content.startswith(start):
            return end
    verbatim = _VERBATIM_TAGS.match(content)
    if verbatim:
        return f"</{verbatim[1].lower()}>"
    if content[1:2] == "!" and content[2:3].isalpha():
        return ">"
    return "" if _BLOCK_TAG.match(content) else None
