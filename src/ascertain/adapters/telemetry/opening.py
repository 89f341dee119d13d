"""Telemetry for a run, where OpenTelemetry is installed."""

from __future__ import annotations

from collections.abc import Callable

from ascertain.errors import NotAvailableError
from ascertain.evidence.events import Event

__all__ = ["open_telemetry"]

_FLUSH_S = 5.0
"""Seconds that a run's end may wait for its last spans to be sent."""


def open_telemetry(
    content: bool, *, flush_s: float = _FLUSH_S
) -> tuple[Callable[[Event], None], Callable[[], None]]:
    """Return an observer that sends a run's spans by OTLP, and what closes it.

    Call the second when the run is over; it takes ``flush_s`` seconds at most, and spans that
    are not sent by then are lost. Neither raises because of a collector.

    Args:
        content: whether questions, arguments, answers, addresses and messages are sent too.
        flush_s: seconds that closing may take.

    Raises:
        NotAvailableError: if OpenTelemetry is not installed.
        InputError: if one of its ``OTEL_*`` variables cannot be used.
    """
    try:
        from ascertain.adapters.telemetry.exporting import (  # noqa: PLC0415 (an optional dependency)
            exporting_observer,
        )
    except ImportError:
        raise NotAvailableError(
            "Telemetry needs the extra `trace`.", hint="pip install 'ascertain[trace]'"
        ) from None
    return exporting_observer(content=content, flush_s=flush_s)
