"""Traces of runs, loaded when one is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ascertain.errors import InputError, LedgerError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ascertain.bootstrap.wiring import LoadedRun
    from ascertain.evidence.events import Event
    from ascertain.reporting.trace_spans import TraceSpan

__all__ = ["trace_of", "trace_text"]


def trace_of(loaded: LoadedRun) -> TraceSpan:
    """Make the tree of a run's steps; of a damaged ledger, from the events before the damage.

    Raises:
        InputError: if the run has no event.
    """
    from ascertain.reporting.trace import trace_tree

    try:
        return trace_tree(_whole(loaded.events()))
    except ValueError:
        raise InputError(
            f"{loaded.path} has no event to show",
            hint="The run died before its first one; start it again.",
        ) from None


def trace_text(loaded: LoadedRun, *, width: int, full: bool) -> str:
    """Show the tree of a run's steps for a terminal; see ``reporting.trace_text``.

    Raises:
        InputError: if the run has no event.
    """
    from ascertain.reporting.trace_text import trace_lines

    return "\n".join(trace_lines(trace_of(loaded), width=width, full=full))


def _whole(events: Iterable[Event]) -> Iterator[Event]:
    try:
        yield from events
    except LedgerError:
        # The caller has it already, as the run's damage.
        return
