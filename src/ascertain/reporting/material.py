"""All that a report is rendered from, in one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ascertain.evidence.admitted import Evidence
from ascertain.evidence.claim import Claim
from ascertain.evidence.document import Heading
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.report import Report
from ascertain.evidence.source import Source

__all__ = ["ReportMaterial"]


@dataclass(frozen=True)
class ReportMaterial:
    """A report and the records that its sentences rest on.

    Attributes:
        report: the report as data.
        plan: how the question was divided.
        claims: by claim id.
        evidence: by evidence id.
        sources: by source id.
        texts: a snapshot's whole text by the snapshot's SHA-256.
        headings: a text's headings by the snapshot's SHA-256; may lack any of them.
    """

    report: Report
    plan: ResearchPlan
    claims: Mapping[str, Claim]
    evidence: Mapping[str, Evidence]
    sources: Mapping[str, Source]
    texts: Mapping[str, str]
    headings: Mapping[str, tuple[Heading, ...]]
