"""Spans of a run for OpenTelemetry, if they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ascertain.evidence.events import Event

__all__ = ["Telemetry", "told_too"]


@dataclass(frozen=True, slots=True)
class Telemetry:
    """What spans hold.

    Attributes:
        content: arguments and answers of tools as well.
    """

    content: bool = False


def told_too(
    wanted: Telemetry | None,
    observer: Callable[[Event], None] | None,
    stack: AsyncExitStack,
) -> Callable[[Event], None] | None:
    """Return an observer that makes spans and tells the other one; each may fail alone.

    Raises:
        NotAvailableError: if the extra is not installed.
        InputError: if an ``OTEL_*`` setting cannot be used.
    """
    if wanted is None:
        return observer
    import asyncio

    from ascertain.adapters.telemetry.opening import open_telemetry

    spans, close = open_telemetry(wanted.content)

    async def end() -> None:
        await asyncio.to_thread(close)

    stack.push_async_callback(end)
    observers = [spans, *([observer] if observer is not None else [])]

    def tell(event: Event) -> None:
        for told in tuple(observers):
            try:
                told(event)
            except Exception:  # noqa: BLE001 (an observer's boundary: one that fails is told nothing more)
                observers.remove(told)

    return tell
