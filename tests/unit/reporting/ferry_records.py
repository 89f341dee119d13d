"""Sources, evidence and claims of the invented ferry company."""

from __future__ import annotations

from ascertain.evidence.admitted import Evidence
from ascertain.evidence.claim import Claim
from ascertain.evidence.selector import Difference
from ascertain.evidence.source import Source
from unit.reporting.ferry_texts import (
    ANNUAL,
    ARABIC,
    CHINESE,
    NEWS,
    OFFICIAL,
    REGISTRY,
    TEXTS,
)
from unit.reporting.record_builders import claim_of, evidence_of, source_of

__all__ = ["ferry_claims", "ferry_evidence", "ferry_sources"]


def ferry_sources() -> dict[str, Source]:
    made = (
        source_of(
            "S1",
            "https://www.lumen-ferries.example/about",
            OFFICIAL,
            title="About Lumen Ferries",
            kind="official",
            published="2025-11",
            where="json-ld dateModified",
        ),
        source_of(
            "S2",
            "https://courier.example/2026/02/lumen-counts-its-boats?from=front-page&ref=harbour",
            NEWS,
            title="Lumen counts its boats",
            author="Amélie Okonjo",
            published="2026-02-03",
        ),
        source_of(
            "S3",
            "https://haiming.example/新闻/第六艘",
            CHINESE,
            title="海明船厂交付第六艘电动渡轮",
            language="zh",
            published="2025-03-18",
            where="visible text",
        ),
        source_of(
            "S4",
            "https://port-almarsa.example/ar/news/412",
            ARABIC,
            title="هيئة ميناء المرسى: خط تجريبي للعبّارات الكهربائية",
            kind="official",
            language="ar",
            published="2025-12-09",
        ),
        source_of(
            "S5",
            "file:///archive/lumen/annual-report-2024.pdf",
            ANNUAL,
            title="Lumen Ferries annual report 2024",
            kind="local",
            published="2025-04",
            where="pdf CreationDate",
        ),
        source_of(
            "S6",
            "https://register.example/company/88120",
            REGISTRY,
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


def ferry_evidence(sources: dict[str, Source]) -> dict[str, Evidence]:
    made = {
        evidence_id: evidence_of(evidence_id, sources[source_id], TEXTS[source_id], exact, claim)
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


def ferry_claims() -> dict[str, Claim]:
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
