"""Caps that code holds, and what was used of them."""

from __future__ import annotations

from pydantic import Field

from ascertain.evidence.record import Record

__all__ = ["Limits", "Usage"]


class Limits(Record):
    """Caps of one run. ``max_sources`` and ``max_evidence_records`` hold for each subquestion.

    Attributes:
        parallel: researchers at work at the same time.
        rounds: research rounds at most.
        max_seconds: of wall time, for the whole run.
        max_cost_usd: an estimate by price table; may be passed by one response.
        max_tokens: of prompts and answers together, or null.
        max_model_calls: requests to models, or null.
        reserve_share: of money, tokens and calls, kept for checking and the report.
        mark_older_days: sources older than this are marked, or null.
    """

    parallel: int = Field(default=4, ge=1, le=64)
    rounds: int = Field(default=2, ge=1, le=10)
    max_sources: int = Field(default=10, ge=1, le=10)
    max_evidence_records: int = Field(default=10, ge=1, le=30)
    max_turns: int = Field(default=15, ge=1, le=200)
    max_seconds: float = Field(default=900, gt=0, le=86_400, allow_inf_nan=False)
    max_cost_usd: float = Field(default=2, ge=0, allow_inf_nan=False)
    max_tokens: int | None = Field(default=None, ge=1)
    max_model_calls: int | None = Field(default=None, ge=1)
    reserve_share: float = Field(default=0.15, ge=0, le=0.9, allow_inf_nan=False)
    mark_older_days: int | None = Field(default=None, ge=0)


class Usage(Record):
    """What was used. Model figures are zero for a run without a model."""

    searches: int = 0
    sources_tried: int = 0
    sources_read: int = 0
    evidence_admitted: int = 0
    evidence_refused: int = 0
    tool_calls: int = 0
    model_calls: int = 0
    input_tokens: int = 0
    cached_input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0

    def plus(self, other: Usage) -> Usage:
        """Return the sum, field by field."""
        mine, theirs = self.model_dump(), other.model_dump()
        return Usage(**{name: mine[name] + theirs[name] for name in mine})
