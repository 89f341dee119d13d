"""The scorecard: what was done, with denominators; pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from ascertain.evidence.admitted import Evidence
from ascertain.evidence.claim import Claim
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.report import Scorecard
from ascertain.evidence.source import Source

__all__ = ["make_scorecard"]


def make_scorecard(
    *,
    plan: ResearchPlan,
    claims: Sequence[Claim],
    evidence: Sequence[Evidence],
    sources: Collection[Source],
    refused: int,
    documents: tuple[int | None, int],
) -> Scorecard:
    """Count.

    Args:
        plan: for the subquestions.
        claims: all, reported or not.
        evidence: all admitted, with checks.
        sources: all that were asked for.
        refused: drafts that were not admitted.
        documents: how many could be searched (None: unknown) and how many could not be read.
    """
    reported = [claim for claim in claims if claim.status == "reported"]
    checked_ids = {item.id for item in evidence if item.checks}
    answered = {name for claim in reported for name in claim.sub_question_ids}
    outcomes = Counter(check.outcome for item in evidence for check in item.checks)
    methods = Counter(item.anchor_method for item in evidence)
    read = [source for source in sources if source.status == "ok"]
    return Scorecard(
        sentences=len(reported),
        sentences_needing_support=len(reported),
        sentences_checked=sum(
            any(link.id in checked_ids for link in claim.evidence) for claim in reported
        ),
        sentences_supported=sum(claim.verdict == "supported" for claim in reported),
        sentences_removed=len(claims) - len(reported),
        claims=len(claims),
        claims_supported=sum(claim.verdict == "supported" for claim in claims),
        claims_with_several_independent_sources=sum(
            claim.independent_sources > 1 for claim in claims
        ),
        evidence_submitted=len(evidence) + refused,
        evidence_admitted=len(evidence),
        evidence_refused=refused,
        quotes_exact=methods["exact"],
        quotes_normalized=methods["normalized"],
        quotes_fuzzy=methods["fuzzy"],
        sources_tried=len(sources),
        sources_read=len(read),
        sources_failed=len(sources) - len(read),
        sources_undated=sum(not (source.published or source.updated) for source in read),
        subquestions=len(plan.subquestions),
        subquestions_answered=len(answered & {sub.id for sub in plan.subquestions}),
        checks_run=sum(outcomes.values()) - outcomes["not_run"],
        checks_not_run=outcomes["not_run"],
        documents_searched=documents[0],
        documents_unreadable=documents[1],
    )
