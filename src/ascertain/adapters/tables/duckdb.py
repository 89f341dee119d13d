"""SQL that only reads, on a DuckDB file, in a process of its own for each call.

DuckDB's own limit of memory does not count the long strings that a function makes, and a step
that makes one hears no interrupt: a process can be capped and ended.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from pydantic import ValidationError

from ascertain.adapters.tables.cells import checked_sql
from ascertain.adapters.tables.duckdb_child import Answer, Order
from ascertain.adapters.tables.working import Stop, Workers, refused
from ascertain.errors import NotAvailableError
from ascertain.ports.tables import QueryReply, TableDescription

__all__ = ["DuckdbTables"]

_TABLES_SECONDS = 10.0
_START_S = 5.0
"""What starting a process may take; a query that hears no interrupt ends so much later."""
_PASSED_ON = ("DYLD_LIBRARY_PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR")
"""All that the process sees of the environment: no keys."""
_MODULE = "ascertain.adapters.tables.duckdb_child"


class DuckdbTables:
    """Asks a DuckDB file; see ``ports.tables.TableSource``.

    Args:
        path: the file; it is looked at when it is asked.

    Raises:
        NotAvailableError: if DuckDB is not installed.
    """

    def __init__(self, path: Path) -> None:
        if find_spec("duckdb") is None:
            raise NotAvailableError(
                f"{path.name} cannot be asked: duckdb is not installed.",
                hint="Install it: pip install 'ascertain[duckdb]'.",
            )
        self._path = str(path)
        self._workers = Workers()

    async def tables(self) -> tuple[TableDescription, ...]:
        """Return the tables and views; those outside the main schema as ``schema.name``.

        Raises:
            ToolError: ``not_available`` or ``time_out``.
        """
        return (await self._ask(Order(path=self._path, seconds=_TABLES_SECONDS))).tables

    async def query(self, sql: str, *, max_rows: int, max_seconds: float) -> QueryReply:
        """Run one SELECT.

        Raises:
            ToolError: with a code of the port.
        """
        order = Order(path=self._path, sql=checked_sql(sql), max_rows=max_rows, seconds=max_seconds)
        return (await self._ask(order)).reply

    async def _ask(self, order: Order) -> Answer:
        answer = await self._workers.run(partial(_answered, order), order.seconds + _START_S)
        if answer.code:
            raise refused(answer.code, answer.message)
        return answer


def _answered(order: Order, stop: Stop) -> Answer:
    environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    with subprocess.Popen(  # noqa: S603 (our own module; the order goes through a pipe)
        [sys.executable, "-P", "-m", _MODULE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        start_new_session=True,
    ) as process:
        stop.interrupt_with(process.kill)
        try:
            said, _ = process.communicate(order.model_dump_json().encode())
        finally:
            stop.interrupt_with(None)
            process.kill()
    try:
        return Answer.model_validate_json(said)
    except ValidationError:
        if stop.is_over:
            return Answer(code="time_out", message="the query was stopped when its time was up")
        return Answer(code="too_big", message="the query's process broke off, as without memory")
