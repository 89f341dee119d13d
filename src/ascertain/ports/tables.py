"""A database that may be asked, as a port."""

from __future__ import annotations

from typing import Protocol

from pydantic import Field

from ascertain.evidence.record import Record

__all__ = ["Cell", "ColumnDescription", "QueryReply", "TableDescription", "TableSource"]

Cell = str | int | float | bool | None
"""One value of a row, as JSON can carry it."""


class ColumnDescription(Record):
    """A column: its name, and its type in the database's words (empty where it has none)."""

    name: str
    type: str = ""


class TableDescription(Record):
    """A table or view that queries may read."""

    name: str
    columns: tuple[ColumnDescription, ...] = ()


class QueryReply(Record):
    """What a query brought.

    Attributes:
        columns: in the order of each row's cells. Types are those the database declares or,
            where it declares none, those of the first row's values.
        rows: at most as many as were asked for. Dates, decimals and nested values are text;
            a blob is its size, such as ``<2 bytes>``; a number that is none is its name.
        more: whether rows were left out, for their number or their size.
        shortened: how many cells hold only the start of a long text, ended by ``…``.
    """

    columns: tuple[ColumnDescription, ...]
    rows: tuple[tuple[Cell, ...], ...]
    more: bool = False
    shortened: int = Field(default=0, ge=0)


class TableSource(Protocol):
    """Answers SQL that only reads.

    Contract: a query is one statement that reads; nothing it says can change the database, open
    another file or reach the network. Failures leave as ``ToolError``: ``bad_sql`` (it does not
    fit the language or the tables), ``not_allowed`` (more than reading, or more than one
    statement), ``time_out``, ``too_big`` (it needs more memory or longer values than are
    allowed), ``not_available`` (the database is missing, damaged, locked or no database).
    Cancellation stops the query. Any number of calls at once; a few run, the others wait.
    """

    async def tables(self) -> tuple[TableDescription, ...]:
        """Return the tables and views, in order of name, at most a few hundred."""
        ...

    async def query(self, sql: str, *, max_rows: int, max_seconds: float) -> QueryReply:
        """Run one statement; at most ``max_rows`` rows, within ``max_seconds``."""
        ...
