"""Excel files: each visible sheet under its name, one row a line."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable
from datetime import date, datetime, time

from openpyxl import load_workbook

from ascertain.adapters.readers.assembly import Draft, finish
from ascertain.adapters.readers.blocks import BlockText
from ascertain.adapters.readers.containers import core_metadata, open_container
from ascertain.adapters.readers.hints import Hints
from ascertain.evidence.document import Document

__all__ = ["read_xlsx"]

_MAX_ROWS = 50_000
_MAX_COLUMNS = 200


def read_xlsx(data: bytes, hints: Hints, media_type: str) -> Document:
    """Read stored values; formulas count by their last result, hidden sheets stay out.

    Raises:
        ReadError: ``empty``, ``too_large``, ``unsupported`` or ``error``.
    """
    with open_container(data) as archive:
        metadata = core_metadata(archive, "xlsx")
    blocks = BlockText(hints.max_text)
    notes: list[str] = []
    has_values = False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about features that hold no values
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        try:
            for sheet in book.worksheets:
                if sheet.sheet_state != "visible":
                    notes.append(f"the hidden sheet {sheet.title!r} was left out")
                    continue
                blocks.heading(sheet.title, level=2)
                sheet.reset_dimensions()
                rows = sheet.iter_rows(values_only=True, max_col=_MAX_COLUMNS)
                has_values |= _write(blocks, rows, sheet.title, notes)
        finally:
            book.close()
    draft = Draft(
        text=blocks.text() if has_values else "",
        media_type=media_type,
        reader="xlsx",
        libraries=("openpyxl",),
        metadata=metadata,
        headings=blocks.headings,
        notes=tuple(notes),
    )
    return finish(draft, hints.max_text)


def _write(
    blocks: BlockText, rows: Iterable[tuple[object, ...]], title: str, notes: list[str]
) -> bool:
    has_values = False
    for number, row in enumerate(rows, start=1):
        if number > _MAX_ROWS or blocks.is_full:
            notes.append(f"only the first {number - 1:,} rows of sheet {title!r} were read")
            break
        cells = [_shown(value) for value in row]
        has_values |= any(cells)
        blocks.row(cells)
    return has_values


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else f"{value:.15g}"  # noqa: PLR2004 - doubles hold 15 digits
    if isinstance(value, datetime):
        whole_day = value.time() == time(0)
        return value.date().isoformat() if whole_day else value.isoformat(sep=" ")
    if isinstance(value, date):
        return value.isoformat()
    return " ".join(str(value).split())
