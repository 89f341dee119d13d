"""Material for tests of reports: an invented ferry company, its sources and what they say."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from ascertain.evidence.admitted import Evidence
from ascertain.evidence.check import Check
from ascertain.evidence.claim import Claim, ClaimEvidence, ConfidenceTerm, Conflict, Gap
from ascertain.evidence.document import DatedField, Heading
from ascertain.evidence.kinds import SourceKind, Verdict
from ascertain.evidence.plan import ResearchPlan, Subquestion
from ascertain.evidence.report import (
    FailedSource,
    Report,
    Scorecard,
    Section,
    Sentence,
    UnverifiedItem,
)
from ascertain.evidence.selector import Difference, QuoteSelector
from ascertain.evidence.source import Source
from ascertain.reporting.material import ReportMaterial

__all__ = [
    "claim_of",
    "digest_of",
    "evidence_of",
    "ferry_material",
    "partial_material",
    "source_of",
]

_RETRIEVED = "2026-03-02T09:14:05Z"
_OFFICIAL = """About Lumen Ferries

Lumen Ferries runs passenger boats between the islands of the Sund. The company was founded in \
2011 by the shipwright Ingrid Solheim-Várez, who bought two retired harbour tugs and fitted them \
with batteries.

Today the company is led by Tomás Achterberg, chief executive since March 2022. Ms Solheim-Várez \
chairs the board.

Our boats

We operate 14 electric ferries on nine lines. Each of them charges at the quay in less than \
twelve minutes, from a battery on land that fills up slowly through the day.

🚢 The newest boat, Kittiwake, carries 212 passengers and 40 bicycles. ⚓️ She entered service on \
Line 4 in May 2025.

Travelling with us

Tickets are sold on board and at every pier. Dogs travel free. In winter the last boat leaves at \
21:40, in summer at 23:10; when the Sund freezes, buses replace Lines 6 to 9.

Write to the pier office in Marhaven for lost property. It is open on weekdays from eight to four, \
and a surprising number of umbrellas wait there for their owners.
"""
_NEWS = """Lumen counts its boats

By Amélie Okonjo · The Marhaven Courier

Lumen Ferries had 12 electric ferries in service at the end of January, according to the harbour \
office’s list of movements. A spokesman put the difference to the company’s own figure down to \
two boats that were in dock for repairs.

The company carried 3.1 million passengers last year, up from 2.8 million the year before. \
Mr Achterberg, who took over as chief executive in March 2022, called it “a year in which nobody \
asked us whether batteries work in the cold”.

Fares rise by four per cent in April. The island councils, which pay a third of the cost, agreed \
to the rise after two evenings of debate.
"""
_CHINESE = """海明船厂交付第六艘电动渡轮

本报讯 海明船厂昨日向流明渡轮公司交付第六艘电动渡轮“三趾鸥”号。\
该船长四十二米,可载客212人,电池容量为3800千瓦时。

船厂表示,双方于2019年签订合同,共建造六艘同型渡轮。项目经理何静文说,\
最难的部分不是电池,而是让船在浮冰中安静地靠岸。

渡轮将由货轮运往北海,预计五月投入使用。
"""
_ARABIC = """هيئة ميناء المرسى: خط تجريبي للعبّارات الكهربائية

وقّعت هيئة الميناء اتفاقًا مع شركة لومن للعبّارات لتشغيل خط تجريبي \
مدته ثلاث سنوات بين المرسى والجزيرة الشمالية.

وقالت المهندسة ليلى حداد إن الشركة ستشغّل عبّارتين كهربائيتين على هذا الخط ابتداءً من عام 2027، \
وإن سعر التذكرة لن يتغير.

وتبلغ كلفة محطة الشحن نحو ١٫٨ مليون دينار، تدفع الهيئة نصفها.
"""
_ANNUAL = """LUMEN FERRIES ANNUAL REPORT 2024

Statement of the chair

In 2024 we carried 2.8 million passengers (2023: 2.6 million). Revenue rose to 41.6 million \
crowns. The loss of the year before became a profit of 1.2 mil-
lion crowns.

Employees

At the end of the year 318 people worked for the company, 61 of them on board.

Risks

Our largest risk is ice. The second is the price of electricity, of which we have bought two \
thirds ahead until 2027.
"""
_REGISTRY = """Register of companies, extract

Name: Lumen Ferries Ltd
Seat: Marhaven
Founded: 4 May 2011
Managing director: T. Achterberg
Share capital: 2,400,000 crowns
"""
_TEXTS = {
    "S1": _OFFICIAL,
    "S2": _NEWS,
    "S3": _CHINESE,
    "S4": _ARABIC,
    "S5": _ANNUAL,
    "S6": _REGISTRY,
}


def digest_of(text: str) -> str:
    """Return the digest by which a test's snapshot of this text is named."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def source_of(
    source_id: str,
    url: str,
    text: str,
    *,
    title: str | None,
    kind: SourceKind = "news",
    language: str | None = "en",
    author: str | None = None,
    published: str | None = None,
    where: str = "meta article:published_time",
) -> Source:
    """Return a source that was read."""
    return Source(
        id=source_id,
        requested_url=url,
        canonical_url=url,
        resolved_url=url,
        kind=kind,
        published=DatedField(value=published, where=where) if published else None,
        fetched_at=_RETRIEVED,
        content_hash=digest_of(text),
        media_type="text/html",
        language=language,
        title=title,
        author=author,
        status="ok",
    )


def evidence_of(evidence_id: str, source: Source, text: str, exact: str, claim: str) -> Evidence:
    """Return evidence whose quote stands in the text, at its first place."""
    start = text.index(exact)
    end = start + len(exact)
    return Evidence(
        id=evidence_id,
        run_id="run-7f3a",
        sub_question_id="q1",
        source_id=source.id,
        snapshot=digest_of(text),
        claim_type="other",
        claim=claim,
        source_url=source.requested_url,
        resolved_source_url=source.canonical_url,
        source_type="other",
        title=source.title or "",
        quote=exact,
        retrieval_date=_RETRIEVED,
        selector=QuoteSelector(
            exact=exact,
            prefix=text[max(0, start - 32) : start],
            suffix=text[end : end + 32],
            start=start,
            end=end,
        ),
        anchor_method="exact",
        text_fragment_url=f"{source.canonical_url}#:~:text=quote",
        validation_status="supported",
        checks=(
            Check(
                name="anchor",
                method="anchor 1",
                outcome="pass",
                detail="The quote stands in the saved text.",
            ),
            Check(
                name="number",
                method="quantities 1",
                outcome="pass",
                detail="Every number of the claim is in the quote.",
            ),
            Check(
                name="negation",
                method="cues 1",
                outcome="pass",
                detail="Neither the claim nor the quote negates.",
            ),
            Check(
                name="entailment",
                method="none",
                outcome="not_run",
                detail="No judge was configured.",
            ),
        ),
    )


def claim_of(
    claim_id: str,
    text: str,
    evidence_ids: tuple[str, ...],
    *,
    verdict: Verdict = "supported",
    confidence: float = 0.7,
    as_of: str | None = None,
    conflicts_with: tuple[str, ...] = (),
) -> Claim:
    """Return a claim that these quotes support, each from a source of its own."""
    return Claim(
        id=claim_id,
        text=text,
        claim_type="other",
        evidence=tuple(ClaimEvidence(id=evidence_id) for evidence_id in evidence_ids),
        independent_sources=len(evidence_ids),
        verdict=verdict,
        confidence=confidence,
        confidence_terms=(
            ConfidenceTerm(name="verdict", value=0.5, detail="supported by its quotes"),
            ConfidenceTerm(name="independent sources", value=round(confidence - 0.5, 2)),
        ),
        as_of=DatedField(value=as_of, where="meta article:published_time") if as_of else None,
        conflicts_with=conflicts_with,
    )


def _sources() -> dict[str, Source]:
    made = (
        source_of(
            "S1",
            "https://www.lumen-ferries.example/about",
            _OFFICIAL,
            title="About Lumen Ferries",
            kind="official",
            published="2025-11",
            where="json-ld dateModified",
        ),
        source_of(
            "S2",
            "https://courier.example/2026/02/lumen-counts-its-boats?from=front-page&ref=harbour",
            _NEWS,
            title="Lumen counts its boats",
            author="Amélie Okonjo",
            published="2026-02-03",
        ),
        source_of(
            "S3",
            "https://haiming.example/新闻/第六艘",
            _CHINESE,
            title="海明船厂交付第六艘电动渡轮",
            language="zh",
            published="2025-03-18",
            where="visible text",
        ),
        source_of(
            "S4",
            "https://port-almarsa.example/ar/news/412",
            _ARABIC,
            title="هيئة ميناء المرسى: خط تجريبي للعبّارات الكهربائية",
            kind="official",
            language="ar",
            published="2025-12-09",
        ),
        source_of(
            "S5",
            "file:///archive/lumen/annual-report-2024.pdf",
            _ANNUAL,
            title="Lumen Ferries annual report 2024",
            kind="local",
            published="2025-04",
            where="pdf CreationDate",
        ),
        source_of(
            "S6",
            "https://register.example/company/88120",
            _REGISTRY,
            title="Register of companies: Lumen Ferries Ltd",
            kind="reference",
        ),
    )
    return {source.id: source for source in made}


_FOUNDED = "The company was founded in 2011 by the shipwright Ingrid Solheim-Várez"
_QUOTES = (
    ("E1", "S1", _FOUNDED, "Lumen Ferries was founded in 2011 by Ingrid Solheim-Várez."),
    ("E2", "S6", "Founded: 4 May 2011", "Lumen Ferries was founded on 4 May 2011."),
    (
        "E3",
        "S1",
        "Today the company is led by Tomás Achterberg, chief executive since March 2022.",
        "Tomás Achterberg has been chief executive of Lumen Ferries since March 2022.",
    ),
    (
        "E4",
        "S2",
        "Mr Achterberg, who took over as chief executive in March 2022",
        "Tomás Achterberg became chief executive in March 2022.",
    ),
    (
        "E5",
        "S1",
        "Ms Solheim-Várez chairs the board.",
        "Ingrid Solheim-Várez chairs the board of Lumen Ferries.",
    ),
    (
        "E6",
        "S1",
        "We operate 14 electric ferries on nine lines.",
        "Lumen Ferries operates 14 electric ferries.",
    ),
    (
        "E7",
        "S2",
        "Lumen Ferries had 12 electric ferries in service at the end of January",
        "Lumen Ferries had 12 electric ferries in service at the end of January 2026.",
    ),
    (
        "E8",
        "S1",
        "The newest boat, Kittiwake, carries 212 passengers and 40 bicycles.",
        "The ferry Kittiwake carries 212 passengers.",
    ),
    ("E9", "S3", "可载客212人,电池容量为3800千瓦时", "The ferry Kittiwake carries 212 passengers."),
    (
        "E10",
        "S4",
        "ستشغّل عبّارتين كهربائيتين على هذا الخط ابتداءً من عام 2027",
        "Lumen Ferries will run two electric ferries at Al-Marsa from 2027.",
    ),
    (
        "E11",
        "S5",
        "At the end of the year 318 people worked for the company, 61 of them on board.",
        "At the end of 2024, 318 people worked for Lumen Ferries.",
    ),
    (
        "E12",
        "S5",
        "The loss of the year before became a profit of 1.2 mil-\nlion crowns.",
        "Lumen Ferries made a profit of 1.2 million crowns in 2024.",
    ),
    (
        "E13",
        "S2",
        "The company carried 3.1 million passengers last year, up from 2.8 million",
        "Lumen Ferries carried 3.1 million passengers in 2025.",
    ),
    (
        "E14",
        "S3",
        "双方于2019年签订合同,共建造六艘同型渡轮",
        "Lumen Ferries ordered six ferries of one type from the Haiming yard in 2019.",
    ),
    ("E15", "S1", "14 electric ferries on nine lines", "Lumen Ferries runs nine lines."),
    ("E16", "S6", "Share capital: 2,400,000 crowns", "Lumen Ferries is worth 2.4 million crowns."),
)


def _evidence(sources: dict[str, Source]) -> dict[str, Evidence]:
    made = {
        evidence_id: evidence_of(evidence_id, sources[source_id], _TEXTS[source_id], exact, claim)
        for evidence_id, source_id, exact, claim in _QUOTES
    }
    made["E12"] = made["E12"].model_copy(
        update={
            "quote": "The loss of the year before became a profit of 1.2 million crowns.",
            "anchor_method": "fuzzy",
            "anchor_differences": (
                Difference(kind="line_break_hyphen", quote="million", source="mil-\nlion"),
            ),
        }
    )
    return made


def _claims() -> dict[str, Claim]:
    made = (
        claim_of("C1", "Lumen Ferries was founded in 2011.", ("E1", "E2"), confidence=0.88),
        claim_of(
            "C2",
            "Tomás Achterberg is chief executive.",
            ("E3", "E4"),
            confidence=0.93,
            as_of="2026-02-03",
        ),
        claim_of("C3", "Ingrid Solheim-Várez chairs the board.", ("E5",), as_of="2025-11"),
        claim_of(
            "C4",
            "Lumen Ferries operates 14 electric ferries.",
            ("E6",),
            verdict="conflicting",
            confidence=0.55,
            as_of="2025-11",
            conflicts_with=("C5",),
        ),
        claim_of(
            "C5",
            "Lumen Ferries had 12 electric ferries in service at the end of January 2026.",
            ("E7",),
            verdict="conflicting",
            confidence=0.58,
            as_of="2026-02-03",
            conflicts_with=("C4",),
        ),
        claim_of(
            "C6",
            "Kittiwake carries 212 passengers.",
            ("E8", "E9"),
            confidence=0.91,
            as_of="2025-11",
        ),
        claim_of("C7", "Two ferries will run at Al-Marsa.", ("E10",), as_of="2025-12-09"),
        claim_of("C8", "318 people worked for Lumen Ferries.", ("E11",), as_of="2025-04"),
        claim_of("C9", "Lumen Ferries made a profit.", ("E12",), confidence=0.64, as_of="2025-04"),
        claim_of("C10", "Lumen Ferries carried 3.1 million.", ("E13",), as_of="2026-02-03"),
        claim_of("C11", "Six ferries were ordered in 2019.", ("E14",), as_of="2025-03-18"),
        claim_of("C12", "Lumen Ferries runs nine lines.", ("E15",), as_of="2025-11"),
        claim_of(
            "C13",
            "Lumen Ferries is worth 2.4 million crowns.",
            ("E16",),
            verdict="not_enough_evidence",
            confidence=0.2,
        ),
    )
    return {claim.id: claim for claim in made}


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
    sources = _sources()
    return ReportMaterial(
        report=_report(),
        plan=_plan(),
        claims=_claims(),
        evidence=_evidence(sources),
        sources=sources,
        texts={digest_of(text): text for text in _TEXTS.values()},
        headings={
            digest_of(_OFFICIAL): _headings(
                _OFFICIAL, "About Lumen Ferries", "Our boats", "Travelling with us"
            ),
            digest_of(_NEWS): _headings(_NEWS, "Lumen counts its boats"),
            digest_of(_CHINESE): _headings(_CHINESE, "海明船厂交付第六艘电动渡轮"),
            digest_of(_ANNUAL): _headings(
                _ANNUAL, "LUMEN FERRIES ANNUAL REPORT 2024", "Statement of the chair", "Employees"
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
