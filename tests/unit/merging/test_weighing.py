"""Which side of a conflict stands: rank first, then independent sources, never an average."""

from __future__ import annotations

from ascertain.evidence.claim import ConfidenceTerm, Conflict
from ascertain.merging.conflicts.weighing import Weighed, Weight, weigh_conflicts
from conflict_claims import claim


def _weighed(*weights: Weight, sides: tuple[tuple[str, ...], ...] = ()) -> Weighed:
    term = ConfidenceTerm(name="checks", value=0.8)
    claims = [
        claim(f"C{at}", f"It has {at} doors.").model_copy(update={"confidence_terms": (term,)})
        for at in range(1, len(weights) + 1)
    ]
    ids = tuple(one.id for one in claims)
    conflict = Conflict(
        attribute="number",
        claim_ids=ids,
        detail="«1» and «2»",
        sides=sides or tuple((i,) for i in ids),
    )
    return weigh_conflicts(claims, [conflict], dict(zip(ids, weights, strict=True)))


def _weight(rank: float, *voices: str) -> Weight:
    return Weight(rank, frozenset(voices))


def test_three_blogs_do_not_outweigh_one_official_document() -> None:
    found = _weighed(_weight(0.35, "S1", "S2", "S3"), _weight(0.9, "S4"))
    assert [one.verdict for one in found.claims] == ["conflicting", "supported"]
    assert found.conflicts[0].stands == "C2"
    assert found.conflicts[0].reason == "its best source ranks 0.90, the others' 0.35 at most"


def test_at_equal_rank_two_more_independent_sources_decide() -> None:
    found = _weighed(_weight(0.6, "S1", "S2", "S3"), _weight(0.6, "S4"))
    assert found.conflicts[0].stands == "C1"
    assert found.conflicts[0].reason.startswith("3 independent sources say so, 1 at most")


def test_where_sides_are_about_equal_none_stands() -> None:
    found = _weighed(_weight(0.6, "S1", "S2"), _weight(0.7, "S3"))
    assert [one.verdict for one in found.claims] == ["conflicting", "conflicting"]
    assert found.conflicts[0].stands is None
    assert found.claims[0].conflicts_with == ("C2",)


def test_claims_that_say_the_same_are_weighed_together_and_not_against_one_another() -> None:
    weights = (_weight(0.6, "S1", "S2"), _weight(0.6, "S3"), _weight(0.6, "S2", "S4"))
    found = _weighed(*weights, sides=(("C1", "C3"), ("C2",)))
    assert found.conflicts[0].stands == "C1"
    assert found.claims[0].conflicts_with == ("C2",)


def test_voices_that_two_claims_share_count_once() -> None:
    weights = (_weight(0.6, "S1", "S2"), _weight(0.6, "S3"), _weight(0.6, "S1", "S2"))
    assert _weighed(*weights, sides=(("C1", "C3"), ("C2",))).conflicts[0].stands is None


def test_being_disputed_costs_confidence_and_losing_costs_more() -> None:
    found = _weighed(_weight(0.3, "S1"), _weight(0.9, "S2"))
    lost, stood = found.claims
    assert lost.confidence < stood.confidence < 0.8
    assert [one.confidence_terms[-1].value for one in (lost, stood)] == [-0.3, -0.1]


def test_a_change_over_time_takes_nothing_from_anyone() -> None:
    claims = [claim("C1", "It has 1 door.", "2010"), claim("C2", "It has 2 doors.", "2020")]
    change = Conflict(kind="change", attribute="number", claim_ids=("C1", "C2"), detail="")
    assert weigh_conflicts(claims, [change], {}) == Weighed(tuple(claims), (change,))
