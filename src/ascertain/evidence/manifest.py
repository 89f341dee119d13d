"""The manifest: what a run was, in one file."""

from __future__ import annotations

from pydantic import Field

from ascertain.evidence.kinds import RunStatus
from ascertain.evidence.limits import Limits, Usage
from ascertain.evidence.record import NonBlank, UtcTime, VersionedRecord
from ascertain.evidence.report import Scorecard

__all__ = ["Manifest"]


class Manifest(VersionedRecord):
    """What a run was.

    Attributes:
        status: ``incomplete`` until the run's end is recorded.
        error: why it is not ``collected``, or null.
        model_resolved: the names that providers answered with, joined by commas.
        cost_usd: an estimate; ``cost_basis`` says by which prices.
        spent: on models, by step: ``planner``, ``researcher:ID``, ``writer``.
        limits_used: limit name to amount used.
        ledger_root: the last event's hash.
    """

    run_id: NonBlank
    status: RunStatus
    error: str | None = None
    question: NonBlank
    runtime: NonBlank
    model_requested: str | None = None
    model_resolved: str | None = None
    versions: dict[str, str] = Field(default_factory=dict[str, str])
    started_at: UtcTime
    ended_at: UtcTime | None = None
    elapsed_s: float = Field(default=0, ge=0)
    usage: Usage = Usage()
    spent: dict[str, Usage] = Field(default_factory=dict[str, Usage])
    cost_usd: float = 0.0
    cost_basis: str = "no model was used"
    limits: Limits
    limits_used: dict[str, float] = Field(default_factory=dict[str, float])
    urls_attempted: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    counts: dict[str, int] = Field(default_factory=dict[str, int])
    evidence_ids: tuple[str, ...] = ()
    scorecard: Scorecard | None = None
    ledger_root: str
