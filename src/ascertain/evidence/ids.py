"""Identifiers as distinct types."""

from __future__ import annotations

from typing import NewType

__all__ = ["ClaimId", "EvidenceId", "RunId", "SourceId", "SubquestionId"]

RunId = NewType("RunId", str)
SubquestionId = NewType("SubquestionId", str)
SourceId = NewType("SourceId", str)
EvidenceId = NewType("EvidenceId", str)
ClaimId = NewType("ClaimId", str)
