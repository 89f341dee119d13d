"""A claim's confidence: a sum of named terms, each shown to the reader."""

from __future__ import annotations

from collections.abc import Sequence

from ascertain.evidence.admitted import Evidence
from ascertain.evidence.claim import ConfidenceTerm
from ascertain.evidence.identity import IdentityOutcome
from ascertain.evidence.kinds import Verdict
from ascertain.evidence.source import Source

__all__ = ["confidence_of", "confidence_terms"]

_CHECKS = 0.6
_ANCHOR = {"exact": 0.1, "normalized": 0.08, "fuzzy": 0.03}
_SECOND = 0.12
_MORE = 0.03
_DATED = 0.05
_CONFLICT = -0.3
_IDENTITY = -0.12
_CEILING: dict[Verdict, float] = {
    "supported": 0.99,
    "conflicting": 0.5,
    "not_enough_evidence": 0.3,
    "refuted": 0.1,
}


def confidence_terms(
    evidence: Sequence[Evidence],
    confidences: Sequence[float],
    sources: Sequence[Source],
    *,
    independent: int,
    verdict: Verdict,
    identities: Sequence[IdentityOutcome | None] = (),
) -> tuple[ConfidenceTerm, ...]:
    """Return the terms of one claim.

    Terms: ``checks`` = 0.6 × the best evidence's confidence by its checks; ``anchor`` = 0.10,
    0.08 or 0.03 by how the best quote was found; ``independent_sources`` = 0.12 for the second
    and 0.03 for each further one up to five; ``dated`` = 0.05 if a source gives its date;
    ``source_rank`` = 0.1 × the best source's rank; ``conflict`` = −0.3 if the claim is
    conflicting; ``identity`` = −0.12 if it is not certain of any backing source that it is about
    the subject. The constants are set by hand; they rank claims and are not yet calibrated
    probabilities.

    Args:
        evidence: at least one, all of the claim.
        confidences: of each evidence by its checks, 0 to 1.
        sources: of the evidence.
        independent: how many sources do not repeat one another.
        verdict: of the claim.
        identities: of the backing sources; None: not judged.
    """
    anchor = max(_ANCHOR[item.anchor_method] for item in evidence)
    best = max(confidences)
    rank = max((source.rank for source in sources), default=0.0)
    dated = any(source.published or source.updated for source in sources)
    several = _SECOND * (independent > 1) + _MORE * max(0, min(independent, 5) - 2)
    terms = [
        ConfidenceTerm(
            name="checks", value=round(_CHECKS * best, 4), detail=f"best of {len(evidence)}"
        ),
        ConfidenceTerm(name="anchor", value=anchor, detail="how the best quote was found"),
        ConfidenceTerm(
            name="independent_sources", value=round(several, 4), detail=f"{independent} independent"
        ),
        ConfidenceTerm(
            name="dated", value=_DATED if dated else 0.0, detail="dated" if dated else "undated"
        ),
        ConfidenceTerm(
            name="source_rank", value=round(0.1 * rank, 4), detail=f"best rank {rank:.2f}"
        ),
    ]
    if verdict == "conflicting":
        terms.append(
            ConfidenceTerm(name="conflict", value=_CONFLICT, detail="evidence on both sides")
        )
    if "uncertain" in identities and "match" not in identities:
        detail = "not certain that the page is about the subject"
        terms.append(ConfidenceTerm(name="identity", value=_IDENTITY, detail=detail))
    return tuple(terms)


def confidence_of(terms: Sequence[ConfidenceTerm], verdict: Verdict) -> float:
    """Return the terms' sum within 0 and the verdict's ceiling, to four places."""
    return round(min(_CEILING[verdict], max(0.0, sum(term.value for term in terms))), 4)
