"""Evidence becomes claims.

Merging is idempotent (the same evidence twice changes nothing), commutative (the order of
evidence does not matter) and loses nothing (each evidence is in exactly one claim).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ascertain.evidence.admitted import Evidence
from ascertain.evidence.claim import Claim, ClaimEvidence, ConfidenceTerm, Conflict, Gap
from ascertain.evidence.document import DatedField
from ascertain.evidence.identity import IdentityOutcome
from ascertain.evidence.kinds import Verdict
from ascertain.evidence.number_words import counted
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.source import Source
from ascertain.merging.aging import Aging
from ascertain.merging.confidence import confidence_of, confidence_terms
from ascertain.merging.conflicts.finding import find_conflicts
from ascertain.merging.conflicts.relating import Comparing
from ascertain.merging.conflicts.weighing import Weight, weigh_conflicts
from ascertain.merging.grouping import group_claims
from ascertain.merging.independence import Borrowing, is_withdrawn, voices
from ascertain.merging.wording import wording_of

__all__ = ["WITHDRAWN", "Judged", "MergeTerms", "Merged", "merge_evidence"]

WITHDRAWN = "withdrawn"
"""The confidence term of a claim whose only sources were retracted or superseded."""
_WITHDRAWN = -0.3


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


@dataclass(frozen=True, slots=True)
class MergeTerms:
    """On what terms claims are merged.

    Attributes:
        comparing: what tells values apart; None: no conflicts are looked for.
        aging: how claims age on the run's day.
        borrowing: which sources have their words from which.
        reasons: subquestion id to why nothing was recorded for it, where that is known.
    """

    comparing: Comparing | None = None
    aging: Aging = field(default_factory=Aging)
    borrowing: Borrowing = field(default_factory=Borrowing)
    reasons: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Merged:
    """Claims in the order of the plan, best first within a subquestion; conflicts and gaps."""

    claims: tuple[Claim, ...]
    gaps: tuple[Gap, ...]
    conflicts: tuple[Conflict, ...] = ()


def merge_evidence(
    judged: Iterable[Judged],
    sources: Mapping[str, Source],
    plan: ResearchPlan,
    terms: MergeTerms | None = None,
) -> Merged:
    """Merge near-equal evidence into claims, and say which of them disagree.

    Args:
        judged: evidence with verdicts; the same id twice counts once.
        sources: by id.
        plan: gives the order of subquestions.
        terms: None: no conflicts are looked for, claims do not age, nothing is a copy.

    Returns:
        Each claim with all of its evidence; ids ``C1`` … in order.
    """
    by_id = {item.evidence.id: item for item in judged}
    groups = _groups(by_id)
    places = {sub.id: at for at, sub in enumerate(plan.subquestions)}
    given = terms or MergeTerms()
    drafts = [_claim([by_id[name] for name in group], sources, places, given) for group in groups]
    drafts.sort(key=lambda claim: _order(claim, by_id, places))
    claims = tuple(
        claim.model_copy(update={"id": f"C{at}"}) for at, claim in enumerate(drafts, start=1)
    )
    if given.comparing is None:
        return Merged(claims, _find_gaps(plan, claims, given.reasons))
    weights = {claim.id: _weight(claim, by_id, sources, given) for claim in claims}
    found = weigh_conflicts(claims, find_conflicts(claims, given.comparing), weights)
    return Merged(found.claims, _find_gaps(plan, found.claims, given.reasons), found.conflicts)


def _weight(
    claim: Claim, by_id: Mapping[str, Judged], sources: Mapping[str, Source], given: MergeTerms
) -> Weight:
    """Return what stands behind a claim; what was withdrawn has a low rank of its own."""
    group = [by_id[link.id] for link in claim.evidence]
    used = {item.evidence.source_id: sources[item.evidence.source_id] for item in group}
    backing, _ = _backing(group, used)
    heard = voices([item.evidence for item in group], backing, used, given.borrowing)
    originals = given.borrowing.duplicate_of
    return Weight(
        max(used[name].rank for name in backing),
        frozenset(originals.get(name, name) for name in heard.values()),
    )


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
    places: Mapping[str, int],
    given: MergeTerms,
) -> Claim:
    best = min(group, key=_preference)
    used = {item.evidence.source_id: sources[item.evidence.source_id] for item in group}
    backing, withdrawn = _backing(group, used)
    ordered = sorted(group, key=_number)
    verdict = "not_enough_evidence" if withdrawn is not None else _verdict(group)
    evidence = [item.evidence for item in ordered]
    heard = voices(evidence, backing, used, given.borrowing)
    # A copy's date says when it was copied.
    as_of = _as_of([used[name] for name in sorted(set(heard.values()))])
    age = given.aging.of(best.evidence.claim_type, as_of)
    independent = len(set(heard.values()))
    terms = confidence_terms(
        evidence,
        [item.confidence for item in ordered],
        list(used.values()),
        independent=independent,
        verdict=verdict,
        identities=[item.identity for item in group if item.evidence.source_id in backing],
    )
    subquestions = sorted(
        {name for item in group for name in item.sub_question_ids},
        key=lambda name: (places.get(name, len(places)), name),
    )
    terms = (*terms, *(term for term in (age.term, withdrawn) if term is not None))
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
        freshness=age.freshness,
        is_stale=age.freshness in {"stale", "undated"},
        half_life_days=age.half_life_days,
        status=_status(group, verdict),
    )


def _backing(
    group: Sequence[Judged], used: Mapping[str, Source]
) -> tuple[set[str], ConfidenceTerm | None]:
    """Return the sources that bear the claim out, and a term if all of them were withdrawn.

    What was retracted or superseded counts beside others that were not, never by itself.
    """
    supporting = {item.evidence.source_id for item in group if item.verdict == "supported"}
    standing = {name for name in supporting if not is_withdrawn(used[name])}
    if standing or not supporting:
        return standing or set(used), None
    said = ", ".join(
        f"{name} {'is retracted' if used[name].retraction else 'is superseded'}"
        for name in sorted(supporting)
    )
    return supporting, ConfidenceTerm(name=WITHDRAWN, value=_WITHDRAWN, detail=said)


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
