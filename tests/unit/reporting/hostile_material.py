"""Material whose every word tries to leave its place in the report."""

from __future__ import annotations

from ascertain.evidence.claim import Claim, ClaimEvidence, Conflict, Gap
from ascertain.evidence.document import DatedField, Heading
from ascertain.evidence.plan import ResearchPlan, Subquestion
from ascertain.evidence.report import FailedSource, Section, Sentence, UnverifiedItem
from ascertain.evidence.source import Source
from ascertain.reporting.material import ReportMaterial
from unit.reporting.record_builders import digest_of, evidence_of
from unit.reporting.report_material import ferry_material

__all__ = ["ATTACKS", "hostile_material"]

ATTACKS = (
    "</script><img src=x onerror=alert(1)>",
    "]]> --> </style></title></textarea><svg/onload=alert(1)>",
    '" onmouseover="alert(1)" \' autofocus onfocus=\'alert(1)',
    "{{ 7*7 }} {% include 'x' %} ${7*7} <%= 7*7 %>",
    "[click](javascript:alert(1)) ![x](https://evil.example/p.png) <https://evil.example>",
    "# heading\n\n- list\n\n```\ncode\n```\n\n| a | b |\n|---|---|\n\n[1]: https://evil.example",
    "user\u202etxt.exe\u2066 \u202bunclosed",
    "\x00\x08\x1b[31m\x7f\x85\u2028",
    "&lt;b&gt; &amp; &#60;script&#62; &quot;",
    "\ufeff" + "名" * 10_000,
)


def hostile_material(attack: str) -> ReportMaterial:
    """Return a report with one source, in which every free text is the attack."""
    text = f"Before {attack} after, and some more words.\n{attack}\n"
    source = Source(
        id=attack,
        requested_url="javascript:alert(document.domain)",
        canonical_url="javascript:alert(document.domain)",
        published=DatedField(value="2024", where=attack),
        title=attack * 3,
        author=attack,
        language='en" onclick="alert(1)',
        content_hash=digest_of(text),
        status="ok",
    )
    quote = evidence_of(attack, source, text, f"{attack} after", attack).model_copy(
        update={
            "text_fragment_url": "data:text/html,<script>alert(1)</script>",
            "identity_signals": (attack,),
        }
    )
    ferry = ferry_material()
    claim = Claim(
        id=attack,
        text=attack,
        claim_type="other",
        evidence=(ClaimEvidence(id=quote.id),),
        independent_sources=1,
        verdict="supported",
        confidence=0.5,
    )
    failed = FailedSource(source_id=attack, url=attack, status="error", reason=attack)
    report = ferry.report.model_copy(
        update={
            "run_id": attack,
            "question": attack,
            "status": "partial",
            "status_reason": attack,
            "sections": (
                Section(
                    sub_question_id="q1",
                    heading=attack,
                    sentences=(Sentence(text=attack, claim_ids=(claim.id,), note=attack),),
                ),
            ),
            "unverified": (UnverifiedItem(claim_id=claim.id, text=attack, reason=attack),),
            "conflicts": (
                Conflict(attribute=attack, claim_ids=(claim.id, claim.id), detail=attack),
            ),
            "gaps": (Gap(sub_question_id="q1", question=attack, reason=attack),),
            "failed_sources": (failed,),
            "unreadable_documents": (failed,),
            "notes": (attack,),
        }
    )
    words = attack[:1000]
    return ReportMaterial(
        report=report,
        plan=ResearchPlan(
            question=words,
            subquestions=(Subquestion(id="q1", question=words, query=words),),
            made_by=attack,
            notes=(attack,),
        ),
        claims={claim.id: claim},
        evidence={quote.id: quote},
        sources={source.id: source},
        texts={digest_of(text): text},
        headings={digest_of(text): (Heading(start=0, end=12, level=1),)},
    )
