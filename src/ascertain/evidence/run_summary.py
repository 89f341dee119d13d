"""One run in a list of runs."""

from __future__ import annotations

from pydantic import Field

from ascertain.evidence.kinds import RunStatus
from ascertain.evidence.record import NonBlank, UtcTime, VersionedRecord

__all__ = ["RunSummary"]


class RunSummary(VersionedRecord):
    """What a list of runs says about one.

    Attributes:
        run_id: as recorded, or the folder's name where nothing is readable.
        path: where the run is.
        question: ``(unreadable)`` where nothing is readable.
        status: ``incomplete`` until the run's end is recorded, and where nothing is readable.
        started_at: null if unknown.
        claims: and ``sources``: how many, null if unknown.
        reason: why the run is not fully listed, or empty.
    """

    run_id: NonBlank
    path: NonBlank
    question: NonBlank
    status: RunStatus
    started_at: UtcTime | None = None
    claims: int | None = Field(default=None, ge=0)
    sources: int | None = Field(default=None, ge=0)
    reason: str = ""
