"""Material for tests of reports: an invented ferry company, its sources and what they say."""

from __future__ import annotations

from dataclasses import replace

from ascertain.evidence.claim import Conflict, Gap
from ascertain.evidence.document import Heading
from ascertain.evidence.plan import ResearchPlan, Subquestion
from ascertain.evidence.report import (
    FailedSource,
    Report,
    Scorecard,
    Section,
    Sentence,
    UnverifiedItem,
)
from ascertain.reporting.material import ReportMaterial
from unit.reporting.ferry_records import ferry_claims, ferry_evidence, ferry_sources
from unit.reporting.ferry_texts import ANNUAL, CHINESE, NEWS, OFFICIAL, TEXTS
from unit.reporting.record_builders import digest_of

__all__ = ["ferry_material", "partial_material"]


def _sections() -> tuple[Section, ...]:
    return (
        Section(
            sub_question_id="q1",
            heading="Who founded Lumen Ferries, and who leads it today?",
            sentences=(
                Sentence(
                    text="Lumen Ferries was founded in 2011 by the shipwright Ingrid "
                    "Solheim-Várez.",
                    claim_ids=("C1",),
                    note="undated",
                ),
                Sentence(
                    text="Tomás Achterberg has been its chief executive since March 2022.",
                    claim_ids=("C2",),
                ),
                Sentence(
                    text="Ingrid Solheim-Várez chairs the board.",
                    claim_ids=("C3",),
                    note="(as of 2025-11)",
                ),
            ),
        ),
        Section(
            sub_question_id="q2",
            heading="How large is its electric fleet?",
            sentences=(
                Sentence(
                    text="The company says that it operates 14 electric ferries on nine lines; the "
                    "harbour office counted 12 in service at the end of January 2026.",
                    claim_ids=("C4", "C12", "C5"),
                ),
                Sentence(
                    text="Its newest ferry, Kittiwake, carries 212 passengers.",
                    claim_ids=("C6",),
                ),
                Sentence(
                    text="Six ferries of one type were ordered from the Haiming yard (海明船厂) "
                    "in 2019.",
                    claim_ids=("C11",),
                    note="as of 2025-03-18",
                ),
            ),
        ),
        Section(
            sub_question_id="q3",
            heading="How does the company fare, and what does it plan?",
            sentences=(
                Sentence(
                    text="It carried 3.1 million passengers in 2025, up from 2.8 million.",
                    claim_ids=("C10",),
                ),
                Sentence(
                    text="In 2024 it made a profit of 1.2 million crowns; at the end of that year "
                    "318 people worked for it.",
                    claim_ids=("C9", "C8"),
                ),
                Sentence(
                    text="From 2027 it will run two electric ferries on a trial line at Al-Marsa "
                    "(المرسى) for three years.",
                    claim_ids=("C7",),
                ),
            ),
        ),
        Section(sub_question_id="q4", heading="Who owns Lumen Ferries?"),
    )


def _plan() -> ResearchPlan:
    return ResearchPlan(
        question="Who runs Lumen Ferries, and how large is its electric fleet?",
        subquestions=(
            Subquestion(
                id="q1",
                question="Who founded Lumen Ferries, and who leads it today?",
                query="Lumen Ferries founder chief executive",
            ),
            Subquestion(
                id="q2",
                question="How large is its electric fleet?",
                query="Lumen Ferries electric ferries number",
            ),
            Subquestion(
                id="q3",
                question="How does the company fare, and what does it plan?",
                query="Lumen Ferries passengers profit plans",
            ),
            Subquestion(
                id="q4", question="Who owns Lumen Ferries?", query="Lumen Ferries shareholders"
            ),
        ),
        notes=("“Lumen Ferries” is taken to be the company in Marhaven.",),
    )


def _report() -> Report:
    return Report(
        run_id="run-7f3a",
        question="Who runs Lumen Ferries, and how large is its electric fleet?",
        run_status="collected",
        as_of="2026-02-03",
        generated_at="2026-03-02T09:20:41Z",
        sections=_sections(),
        unverified=(
            UnverifiedItem(
                claim_id="C13",
                text="Lumen Ferries is worth 2.4 million crowns.",
                reason="The quote gives the share capital; it does not say what the company is "
                "worth.",
            ),
        ),
        conflicts=(
            Conflict(
                attribute="number",
                claim_ids=("C4", "C5"),
                detail="The company and the harbour office give different numbers of electric "
                "ferries.",
            ),
        ),
        gaps=(
            Gap(
                sub_question_id="q4",
                question="Who owns Lumen Ferries?",
                reason="None of the six sources names a shareholder.",
            ),
        ),
        failed_sources=(
            FailedSource(
                source_id="S7",
                url="https://sund-times.example/business/lumen-shareholders-2025-special-report",
                status="robots",
                reason="robots.txt keeps programs out of /business/.",
            ),
            FailedSource(
                source_id="S8",
                url="https://fleet.example/lumen.xlsb",
                status="unsupported",
                reason="No reader for application/vnd.ms-excel.sheet.binary.",
            ),
        ),
        unreadable_documents=(
            FailedSource(
                source_id="D1",
                url="archive/lumen/minutes-2019-scan.pdf",
                status="empty",
                reason="None of its 14 pages has text; it is a scan.",
            ),
        ),
        notes=("Money is in crowns as the sources give it; nothing was converted.",),
        scorecard=Scorecard(
            sentences=9,
            sentences_needing_support=9,
            sentences_checked=9,
            sentences_supported=9,
            sentences_removed=1,
            claims=13,
            claims_supported=12,
            claims_with_several_independent_sources=3,
            evidence_submitted=18,
            evidence_admitted=16,
            evidence_refused=2,
            quotes_exact=15,
            quotes_normalized=0,
            quotes_fuzzy=1,
            sources_tried=8,
            sources_read=6,
            sources_failed=2,
            sources_undated=1,
            subquestions=4,
            subquestions_answered=3,
            checks_run=48,
            checks_not_run=16,
            documents_searched=31,
            documents_unreadable=1,
        ),
    )


def _headings(text: str, *titles: str) -> tuple[Heading, ...]:
    return tuple(
        Heading(start=text.index(title), end=text.index(title) + len(title), level=min(2, at))
        for at, title in enumerate(titles, start=1)
    )


def ferry_material() -> ReportMaterial:
    """Return the material of a whole report: 9 sentences, 6 cited sources, a conflict, a gap."""
    sources = ferry_sources()
    return ReportMaterial(
        report=_report(),
        plan=_plan(),
        claims=ferry_claims(),
        evidence=ferry_evidence(sources),
        sources=sources,
        texts={digest_of(text): text for text in TEXTS.values()},
        headings={
            digest_of(OFFICIAL): _headings(
                OFFICIAL, "About Lumen Ferries", "Our boats", "Travelling with us"
            ),
            digest_of(NEWS): _headings(NEWS, "Lumen counts its boats"),
            digest_of(CHINESE): _headings(CHINESE, "海明船厂交付第六艘电动渡轮"),
            digest_of(ANNUAL): _headings(
                ANNUAL, "LUMEN FERRIES ANNUAL REPORT 2024", "Statement of the chair", "Employees"
            ),
        },
    )


def partial_material() -> ReportMaterial:
    """Return the same material from a run that met its cap after the first two questions."""
    whole = ferry_material()
    report = whole.report.model_copy(
        update={
            "status": "partial",
            "run_status": "incomplete",
            "status_reason": "The run met its limit of 240 seconds before the third question was "
            "researched.",
            "sections": whole.report.sections[:2],
        }
    )
    return replace(whole, report=report)
