"""``show --trace``: a run as a tree of its steps."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from ascertain.bootstrap.trace_wiring import trace_of, trace_text
from ascertain.interfaces.cli.printing import json_text
from ascertain.interfaces.cli.wording import clean

if TYPE_CHECKING:
    from ascertain.bootstrap.wiring import LoadedRun

__all__ = ["trace_output"]

_WIDTH = 100
"""Columns where standard output is no terminal and nothing says how wide it is."""


def trace_output(loaded: LoadedRun, *, full: bool, as_json: bool) -> str:
    """Return the trace as text, as wide as the terminal, or as JSON.

    Raises:
        InputError: if the run has no event.
    """
    if as_json:
        tree = trace_of(loaded).model_dump(mode="json")
        return json_text({"schema_version": 1, **tree})
    lines = [trace_text(loaded, width=shutil.get_terminal_size((_WIDTH, 24)).columns, full=full)]
    if loaded.damage:
        lines.append(f"damage: {clean(loaded.damage)}")
    if loaded.torn_bytes:
        lines.append(f"a half-written last event of {loaded.torn_bytes} bytes was left out")
    return "\n".join(lines)
