"""The process that asks a DuckDB file once: an order on standard input, an answer on output."""

from __future__ import annotations

import os
import signal
import sys
import threading
from importlib import import_module
from pathlib import Path

from pydantic import Field

from ascertain.adapters.tables.duckdb_asking import answer, tables_of
from ascertain.adapters.tables.working import Stop
from ascertain.errors import ToolError
from ascertain.evidence.record import Record
from ascertain.ports.tables import QueryReply, TableDescription

try:
    import resource
except ImportError:  # Windows
    resource = None

__all__ = ["Answer", "Order", "main", "served"]

_MEMORY_BYTES = 1 << 30
"""Above what the process starts with; DuckDB's own cap is lower."""
_AGAIN_S = 0.1
_GIVE_UP_S = 10
"""Seconds after its time at which a process ends itself whose parent is gone."""


class Order(Record):
    """What is asked; without ``sql``: which tables there are."""

    path: str
    sql: str | None = None
    max_rows: int = 1
    seconds: float


class Answer(Record):
    """What came of it; with ``code`` and ``message`` where it was refused."""

    tables: tuple[TableDescription, ...] = ()
    reply: QueryReply = Field(default=QueryReply(columns=(), rows=()))
    code: str = ""
    message: str = ""


def served(order: Order) -> Answer:
    """Carry out an order; a refusal is an answer."""
    import_module("duckdb")  # its loading is not the query's time
    stop, done = Stop(order.seconds), threading.Event()
    watch = threading.Thread(target=_watch, args=(stop, done, order.seconds), daemon=True)
    watch.start()
    try:
        if order.sql is None:
            return Answer(tables=tables_of(Path(order.path), stop))
        return Answer(reply=answer(Path(order.path), order.sql, order.max_rows, stop))
    except ToolError as error:
        return Answer(code=error.code, message=error.message)
    finally:
        done.set()


def _watch(stop: Stop, done: threading.Event, seconds: float) -> None:
    """Interrupt when the time is up, and again: a query that only begins then hears none."""
    ended = done.wait(max(0.0, seconds))
    while not ended:
        stop.now()
        ended = done.wait(_AGAIN_S)


def main() -> None:
    """Serve the one order on standard input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    order = Order.model_validate_json(sys.stdin.buffer.read())
    if hasattr(signal, "alarm"):
        signal.alarm(int(order.seconds) + _GIVE_UP_S)
    _cap_memory()
    sys.stdout.buffer.write(served(order).model_dump_json().encode("utf-8", "replace"))


def _cap_memory() -> None:
    """Cap the address space; where the platform cannot, DuckDB's own limit is all there is."""
    if resource is None:
        return
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        most = pages * os.sysconf("SC_PAGE_SIZE") + _MEMORY_BYTES
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (OSError, ValueError):
        return


if __name__ == "__main__":
    main()
