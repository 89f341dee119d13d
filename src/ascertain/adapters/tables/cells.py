"""Rows as a researcher gets them: JSON scalars, bounded in number and length."""

from __future__ import annotations

import datetime as dt
import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import cast

from ascertain.adapters.tables.working import Stop, refused
from ascertain.ports.tables import Cell, ColumnDescription, QueryReply

__all__ = ["MAX_COLUMNS", "MAX_TABLES", "checked_sql", "existing_file", "reply_of"]

MAX_COLUMNS = 1_000
MAX_TABLES = 300
_MAX_SQL = 20_000
_MAX_CELL = 2_000
_MIN_CELL = 20
_MAX_CHARACTERS = 200_000
"""Of all cells of a reply together."""
_LARGEST_INT = 2**63
_TYPES: dict[type, str] = {int: "integer", float: "real", str: "text", bytes: "blob"}


def checked_sql(sql: str) -> str:
    """Return the query if a database can be given it at all.

    Raises:
        ToolError: ``bad_sql``.
    """
    if len(sql) > _MAX_SQL:
        raise refused("bad_sql", f"the query is over {_MAX_SQL} characters long")
    if "\x00" in sql or sql != sql.encode("utf-8", "replace").decode():
        raise refused("bad_sql", "the query holds characters that are no text")
    return sql


def existing_file(path: Path) -> Path:
    """Return the whole path of a regular file; a pipe or device would never answer.

    Raises:
        ToolError: ``not_available``.
    """
    try:
        whole = path.resolve(strict=True)
        if whole.is_file():
            return whole
    except (OSError, ValueError, RuntimeError):
        raise refused("not_available", f"there is no database {path.name}") from None
    raise refused("not_available", f"{path.name} is no regular file")


def reply_of(
    columns: Sequence[ColumnDescription],
    rows: Iterable[Sequence[object]],
    max_rows: int,
    stop: Stop,
) -> QueryReply:
    """Take rows while there is room.

    Args:
        columns: with an empty type where the rows say it.
        rows: taken one by one; at most one more than is kept.
        max_rows: how many may be kept.
        stop: looked at before each row.

    Raises:
        ToolError: ``time_out``, or ``too_big`` for too many columns.
    """
    if len(columns) > MAX_COLUMNS:
        raise refused("too_big", f"the query brings over {MAX_COLUMNS} columns")
    longest = max(_MIN_CELL, min(_MAX_CELL, _MAX_CHARACTERS // max(1, len(columns))))
    kept: list[tuple[Cell, ...]] = []
    types = [column.type for column in columns]
    room, shortened, more = _MAX_CHARACTERS, 0, False
    for row in rows:
        if stop.is_over:
            raise refused("time_out", "the query's time was up before its last row")
        shown = [_shown(value) for value in row]
        cells = tuple(_short(value, longest) for value in shown)
        room -= sum(len(str(cell)) for cell in cells)
        if len(kept) >= max_rows or (room < 0 and kept):
            more = True
            break
        kept.append(cells)
        shortened += sum(cell != value for cell, value in zip(cells, shown, strict=True))
        types = [kind or _TYPES.get(type(v), "") for kind, v in zip(types, row, strict=True)]
    return QueryReply(
        columns=tuple(
            ColumnDescription(name=column.name[:_MAX_CELL], type=kind)
            for column, kind in zip(columns, types, strict=True)
        ),
        rows=tuple(kept),
        more=more,
        shortened=shortened,
    )


def _shown(value: object) -> Cell:
    match value:
        case None | bool():
            return value
        case int() | float():
            return value if _is_json(value) else str(value)
        case bytes():
            return f"<{len(value)} bytes>"
        case dt.date() | dt.time():
            return value.isoformat()
        case list() | tuple() | dict():
            return _nested(cast("object", value))
        case _:
            return str(value)


def _is_json(value: float) -> bool:
    if isinstance(value, int):
        return -_LARGEST_INT <= value < _LARGEST_INT
    return math.isfinite(value)


def _nested(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, default=_shown)
    except TypeError:
        return str(value)  # a map whose keys are no text


def _short(value: Cell, longest: int) -> Cell:
    if isinstance(value, str) and len(value) > longest:
        return f"{value[: longest - 1]}…"
    return value
