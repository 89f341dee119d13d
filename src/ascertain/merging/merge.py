"""Evidence becomes claims.

Merging is idempotent (the same evidence twice changes nothing), commutative (the order of
evidence does not matter) and loses nothing (each evidence is in exactly one claim).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ascertain.evidence.admitted import Evidence
from ascertain.evidence.claim import Claim, ClaimEvidence, Conflict, Gap
from ascertain.evidence.document import DatedField
from ascertain.evidence.identity import IdentityOutcome
from ascertain.evidence.kinds import Verdict
from ascertain.evidence.number_words import counted
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.source import Source
from ascertain.merging.aging import aging_term, is_stale
from ascertain.merging.confidence import confidence_of, confidence_terms
from ascertain.merging.conflicts.finding import Weight, find_conflicts, weigh_conflicts
from ascertain.merging.conflicts.relating import Comparing
from ascertain.merging.grouping import group_claims
from ascertain.merging.wording import wording_of
from ascertain.sources.bearing import words_of

__all__ = ["Judged", "MergeTerms", "Merged", "merge_evidence"]


@dataclass(frozen=True, slots=True)
class Judged:
    """An evidence with what its checks gave and the subquestions it was recorded for.

    Attributes:
        identity: whether its source is about the subject; None: it was not judged.
    """

    evidence: Evidence
    verdict: Verdict
    confidence: float
    sub_question_ids: tuple[str, ...]
    identity: IdentityOutcome | None = None


_COPIED_WORDS = 12


@dataclass(frozen=True, slots=True)
class MergeTerms:
    """On what terms claims are merged.

    Attributes:
        comparing: what tells values apart; None: no conflicts are looked for.
        today: the run's date, ISO 8601; empty: claims do not age.
        half_lives: claim type to days; types without one do not age.
    """

    comparing: Comparing | None = None
    today: str = ""
    half_lives: Mapping[str, float] = field(default_factory=dict[str, float])


@dataclass(frozen=True, slots=True)
class Merged:
    """Claims in the order of the plan, best first within a subquestion; conflicts and gaps."""

    claims: tuple[Claim, ...]
    gaps: tuple[Gap, ...]
    conflicts: tuple[Conflict, ...] = ()


def merge_evidence(
    judged: Iterable[Judged],
    sources: Mapping[str, Source],
    duplicate_of: Mapping[str, str],
    plan: ResearchPlan,
    reasons: Mapping[str, str] | None = None,
    terms: MergeTerms | None = None,
) -> Merged:
    """Merge near-equal evidence into claims.

    Args:
        judged: evidence with verdicts; the same id twice counts once.
        sources: by id.
        duplicate_of: source id to the id of the source whose text it repeats.
        plan: gives the order of subquestions.
        reasons: subquestion id to why nothing was recorded for it, where that is known.
        terms: what tells values apart and ages claims; None: no conflicts are looked for, and
            claims do not age.

    Returns:
        Each claim with all of its evidence; ids ``C1`` … in order.
    """
    by_id = {item.evidence.id: item for item in judged}
    groups = _groups(by_id)
    places = {sub.id: at for at, sub in enumerate(plan.subquestions)}
    given = terms or MergeTerms()
    drafts = [
        _claim([by_id[name] for name in group], sources, duplicate_of, places, given)
        for group in groups
    ]
    drafts.sort(key=lambda claim: _order(claim, by_id, places))
    claims = tuple(
        claim.model_copy(update={"id": f"C{at}"}) for at, claim in enumerate(drafts, start=1)
    )
    if given.comparing is None:
        return Merged(claims, _find_gaps(plan, claims, reasons or {}))
    weights = {claim.id: _weight(claim, by_id, sources) for claim in claims}
    found = weigh_conflicts(claims, find_conflicts(claims, given.comparing), weights)
    gaps = _find_gaps(plan, found.claims, reasons or {})
    return Merged(found.claims, gaps, found.conflicts)


def _weight(claim: Claim, by_id: Mapping[str, Judged], sources: Mapping[str, Source]) -> Weight:
    backing = [
        sources[by_id[link.id].evidence.source_id].rank
        for link in claim.evidence
        if by_id[link.id].verdict == "supported"
    ]
    return Weight(max(backing, default=0.0), claim.independent_sources)


def _open_because(mine: Sequence[Claim]) -> str:
    """Say why claims that were found leave a question open; empty where there are none."""
    if not mine:
        return ""
    if all(claim.status == "turned_away" for claim in mine):
        return "what was found stands on pages about another bearer of the name"
    if any(claim.conflicts_with for claim in mine):
        return "the sources that were found disagree"
    return f"{counted(len(mine), 'claim was', 'claims were')} recorded, none of them supported"


def _groups(by_id: Mapping[str, Judged]) -> list[tuple[str, ...]]:
    """Group near-equal evidence; what is about somebody else never joins the subject's."""
    wordings = {name: wording_of(item.evidence.claim) for name, item in by_id.items()}
    return [
        group
        for away in (False, True)
        for group in group_claims(
            {name: one for name, one in wordings.items() if _is_away(by_id[name]) == away}
        )
    ]


def _is_away(item: Judged) -> bool:
    return item.identity == "mismatch"


def _find_gaps(
    plan: ResearchPlan, claims: Sequence[Claim], reasons: Mapping[str, str]
) -> tuple[Gap, ...]:
    """Return the subquestions without a supported claim, each with the reason."""
    gaps: list[Gap] = []
    for sub in plan.subquestions:
        mine = [claim for claim in claims if sub.id in claim.sub_question_ids]
        if any(claim.verdict == "supported" for claim in mine):
            continue
        reason = _open_because(mine) or reasons.get(
            sub.id, "no evidence was found in the sources that were read"
        )
        gaps.append(Gap(sub_question_id=sub.id, question=sub.question, reason=reason))
    return tuple(gaps)


def _claim(
    group: Sequence[Judged],
    sources: Mapping[str, Source],
    duplicate_of: Mapping[str, str],
    places: Mapping[str, int],
    given: MergeTerms,
) -> Claim:
    best = min(group, key=_preference)
    used = {item.evidence.source_id: sources[item.evidence.source_id] for item in group}
    backing = {item.evidence.source_id for item in group if item.verdict == "supported"} or set(
        used
    )
    independent = _independent(group, backing, duplicate_of)
    verdict = _verdict(group)
    if verdict == "supported" and all(used[name].retraction for name in backing):
        # What was taken back supports nothing by itself.
        verdict = "not_enough_evidence"
    ordered = sorted(group, key=_number)
    as_of = _as_of([used[name] for name in sorted(backing)])
    terms = confidence_terms(
        [item.evidence for item in ordered],
        [item.confidence for item in ordered],
        list(used.values()),
        independent=independent,
        verdict=verdict,
        identities=[item.identity for item in group if item.evidence.source_id in backing],
    )
    aged = aging_term(best.evidence.claim_type, as_of, given.today, given.half_lives)
    terms = terms if aged is None else (*terms, aged)
    subquestions = sorted(
        {name for item in group for name in item.sub_question_ids},
        key=lambda name: (places.get(name, len(places)), name),
    )
    return Claim(
        id="C0",
        text=best.evidence.claim,
        claim_type=best.evidence.claim_type,
        sub_question_ids=tuple(subquestions),
        evidence=tuple(
            ClaimEvidence(
                id=item.evidence.id, stance="refutes" if item.verdict == "refuted" else "supports"
            )
            for item in ordered
        ),
        independent_sources=independent,
        verdict=verdict,
        confidence=confidence_of(terms, verdict),
        confidence_terms=terms,
        as_of=as_of,
        is_stale=is_stale(best.evidence.claim_type, as_of, given.today, given.half_lives),
        status=_status(group, verdict),
    )


def _independent(
    group: Sequence[Judged], backing: Collection[str], duplicate_of: Mapping[str, str]
) -> int:
    """Count sources that neither repeat one another nor the same long sentence."""
    first: dict[str, str] = {}
    counted: set[str] = set()
    for item in sorted(group, key=_number):
        evidence = item.evidence
        if evidence.source_id not in backing:
            continue
        name = duplicate_of.get(evidence.source_id, evidence.source_id)
        words = tuple(words_of(evidence.quote))
        if len(words) >= _COPIED_WORDS:
            # A long sentence word for word in two places was copied from one to the other.
            name = first.setdefault(" ".join(words), name)
        counted.add(name)
    return len(counted)


def _status(
    group: Sequence[Judged], verdict: Verdict
) -> Literal["reported", "unverified", "turned_away"]:
    if all(map(_is_away, group)):
        return "turned_away"
    return "reported" if verdict == "supported" else "unverified"


def _preference(item: Judged) -> tuple[float, str, str, str]:
    # A wording that needed no words of ours first, then the best checked; ties by content.
    evidence = item.evidence
    ours = "[" in evidence.claim
    return (ours - item.confidence, evidence.claim, evidence.snapshot, evidence.id)


def _number(item: Judged) -> tuple[int, str]:
    digits = item.evidence.id[1:]
    return (int(digits) if digits.isdecimal() else 0, item.evidence.id)


def _order(
    claim: Claim, by_id: Mapping[str, Judged], places: Mapping[str, int]
) -> tuple[bool, int, int, str]:
    # Researchers record the best answer first, so the earliest record ranks a claim.
    place = min(places.get(name, len(places)) for name in claim.sub_question_ids)
    earliest = min(_number(by_id[link.id])[0] for link in claim.evidence)
    return (claim.status == "turned_away", place, earliest, claim.text)


def _verdict(group: Sequence[Judged]) -> Verdict:
    verdicts = {item.verdict for item in group}
    if "conflicting" in verdicts or {"supported", "refuted"} <= verdicts:
        return "conflicting"
    for word in ("supported", "refuted"):
        if word in verdicts:
            return word
    return "not_enough_evidence"


def _as_of(sources: Sequence[Source]) -> DatedField | None:
    """The newest date that a backing source gives for itself."""
    dates = [date for source in sources for date in (source.updated, source.published) if date]
    return max(dates, key=lambda date: (date.value, date.where), default=None)
