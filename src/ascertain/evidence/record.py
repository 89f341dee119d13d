"""The base of every record: frozen, strict about unknown fields, versioned where users see it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

__all__ = [
    "SCHEMA_VERSION",
    "NonBlank",
    "PartialDate",
    "Record",
    "Sha256",
    "UtcTime",
    "VersionedRecord",
]

SCHEMA_VERSION = 1

NonBlank = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
"""A string with at least one character that is not white space."""

PartialDate = Annotated[
    str,
    StringConstraints(pattern=r"^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$"),
]
"""An ISO 8601 date with as much precision as the source gives: year, month or day."""

Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""A SHA-256 digest in lower-case hexadecimal."""

UtcTime = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$")]
"""A moment in UTC as ISO 8601 with ``Z``."""


class Record(BaseModel):
    """A frozen record that refuses unknown fields by name."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class VersionedRecord(Record):
    """A record that stands alone in a file and says by which schema it was written."""

    schema_version: Literal[1] = Field(default=SCHEMA_VERSION)
