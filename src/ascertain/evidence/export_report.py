"""What an export wrote."""

from __future__ import annotations

from pydantic import Field

from ascertain.evidence.record import NonBlank, Record

__all__ = ["ExportReport"]


class ExportReport(Record):
    """What an export wrote.

    Attributes:
        path: the file.
        exchanges: requests with their responses in it.
        texts: readers' texts beside them.
        local: documents that came from no web.
        size_bytes: of the file.
    """

    path: NonBlank
    exchanges: int = Field(ge=0)
    texts: int = Field(ge=0)
    local: int = Field(ge=0)
    size_bytes: int = Field(ge=0)
