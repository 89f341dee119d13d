"""A run's tree of steps as lines for a terminal; nothing in it may steer the terminal."""

from __future__ import annotations

import json
import unicodedata
from typing import NamedTuple

from ascertain.evidence.number_words import counted
from ascertain.reporting.trace_spans import TraceSpan, TraceUsage

__all__ = ["trace_lines"]

_LEAST_WIDTH = 20
_LEAST_NAME = 8
"""Columns of a name that is cut so that its figures stay."""
_SHOWN_NOTES = 6
"""Notes of a span that the short form shows, refusals and failures aside."""
_SPACES = "\n\r\t\v\f\x85\u2028\u2029"
_HIDDEN = frozenset(("Cc", "Cf", "Cs"))


class _Line(NamedTuple):
    """A line and the branches of the tree that run past it on its left.

    Attributes:
        figures: what is shown whole, between a name that may be cut and the rest of the text.
    """

    lead: str
    text: str
    figures: str = ""
    rest: str = ""

    @property
    def whole(self) -> str:
        """All of it."""
        return self.lead + "  ".join(part for part in self[1:] if part)


def trace_lines(tree: TraceSpan, *, width: int, full: bool) -> list[str]:
    """Return a tree as lines: names, seconds, tokens, cost, calls, refusals with their codes.

    Args:
        tree: the run, or a span of it.
        width: columns that a line may take, unless ``full``; at least 20.
        full: show every note, and arguments and answers whole, indented.
    """
    lines: list[_Line] = []
    _add_span(lines, tree, ("", ""), full=full)
    if full:
        return [line.whole for line in lines]
    width = max(_LEAST_WIDTH, width)
    return [_fitted(line, width) for line in lines]


def _add_span(lines: list[_Line], span: TraceSpan, leads: tuple[str, str], *, full: bool) -> None:
    """Add a span's lines: ``leads`` stand before its first one and before all others."""
    first, rest = leads
    lines.append(_headline(first, span))
    bar = rest + ("│  " if span.children else "   ")
    said = _notes(span, full=full)
    said.extend(_call_texts(span, full=full))
    lines.extend(_Line(bar, text) for text in said)
    for child in span.children:
        is_last = child is span.children[-1]
        below = (rest + ("└─ " if is_last else "├─ "), rest + ("   " if is_last else "│  "))
        _add_span(lines, child, below, full=full)


def _headline(lead: str, span: TraceSpan) -> _Line:
    parts = _calls(span.usage)
    if span.ended_at is None:
        parts.insert(0, "not ended")
    if span.failed:
        parts.insert(0, f"✗ {_harmless(span.failed)}")
    if span.model is not None:
        call = span.model.call
        parts.insert(0, call.step)
        if call.resolved and call.resolved != call.model:
            parts.append(f"({_harmless(call.resolved)})")
    figures = "  ".join((f"{span.seconds:.2f} s", *_spent(span.usage)))
    return _Line(lead, _harmless(span.name), figures, "  ".join(parts))


def _spent(usage: TraceUsage) -> list[str]:
    if not usage.model_calls:
        return []
    cost = "no known price"
    if usage.unpriced_calls < usage.model_calls:
        unknown = usage.unpriced_calls
        cost = f"{usage.cost_usd:.4f} USD" + (f" + {unknown} unpriced" if unknown else "")
    return [cost, f"{usage.input_tokens:,} tokens in, {usage.output_tokens:,} out"]


def _calls(usage: TraceUsage) -> list[str]:
    parts: list[str] = []
    if usage.tool_calls > 1:
        failed = f" ({usage.failed_tool_calls} failed)" if usage.failed_tool_calls else ""
        parts.append(f"{counted(usage.tool_calls, 'tool call')}{failed}")
    if usage.model_calls > 1:
        parts.append(counted(usage.model_calls, "model call"))
    return parts


def _notes(span: TraceSpan, *, full: bool) -> list[str]:
    shown, left_out = list[str](), 0
    plain = 0
    for note in span.notes:
        plain += not note.failed
        if full or note.failed or plain <= _SHOWN_NOTES:
            shown.append(f"{'✗' if note.failed else '·'} {_harmless(note.text)}")
        else:
            left_out += 1
    if left_out:
        shown.append(f"… {left_out} more")
    return shown


def _call_texts(span: TraceSpan, *, full: bool) -> list[str]:
    if span.tool is None:
        return []
    lines: list[str] = []
    for sign, text in (("→", span.tool.arguments), ("←", span.tool.answer)):
        if not text:
            continue
        if not full:
            lines.append(f"{sign} {_harmless(text)}")
            continue
        first, *others = _indented(text)
        lines.append(f"{sign} {first}")
        lines.extend(f"  {line}" for line in others)
    return lines


def _indented(text: str) -> list[str]:
    """Return JSON with its structure laid out; text that was cut and is none, as it is."""
    try:
        laid_out = json.dumps(json.loads(text), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        return [_harmless(text)]
    return [_harmless(line) for line in laid_out.split("\n")]


def _harmless(text: str) -> str:
    """Return the text on one line, without what steers a terminal or turns reading order."""
    return "".join(
        " " if char in _SPACES else char
        for char in text
        if char in _SPACES or unicodedata.category(char) not in _HIDDEN
    )


def _fitted(line: _Line, width: int) -> str:
    """Return the line within the width; of deep branches, those next to the text are shown.

    A name is cut before its figures are, down to a few letters.
    """
    lead, most = line.lead, width // 2
    if len(lead) > most:
        lead = f"…{lead[1 - most :]}"
    room = width - len(lead)
    name = line.text
    if line.figures:
        beside = len(line.figures) + (5 if line.rest else 2)  # two spaces, and two with a cut
        name = _cut(name, max(_LEAST_NAME, room - beside))
    return lead + _cut("  ".join(part for part in (name, *line[2:]) if part), room)


def _cut(text: str, width: int) -> str:
    if len(text) * 2 <= width:
        return text
    used, fits = 0, 0
    for place, char in enumerate(text):
        used += _columns(char)
        if used > width:
            return f"{text[:fits]}…"
        if used < width:
            fits = place + 1
    return text


def _columns(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1
