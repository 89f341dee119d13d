"""Evidence becomes claims."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ascertain.controller.comparing import COMPARING
from ascertain.evidence.kinds import Verdict
from ascertain.merging.aging import Aging
from ascertain.merging.confidence import confidence_of
from ascertain.merging.independence import Borrowing
from ascertain.merging.merge import Judged, MergeTerms, merge_evidence
from ascertain.merging.wording import same_claim, wording_of
from builders import dated, evidence, plan, source


def _judged(name: str, claim: str, verdict: Verdict = "supported", **more: str) -> Judged:
    item = evidence(
        name, claim, source_id=more.get("source", "S1"), sub_question_id=more.get("sub", "q1")
    )
    return Judged(item, verdict, 0.9 if verdict == "supported" else 0.2, (item.sub_question_id,))


SOURCES = {name: source(name) for name in ("S1", "S2", "S3")}


def test_equal_claims_of_two_sources_are_one_claim_with_both() -> None:
    merged = merge_evidence(
        [
            _judged("E1", "Ailsa Hestvane founded Skerrion in 2014."),
            _judged("E2", "Ailsa Hestvane founded Skerrion in 2014", source="S2"),
        ],
        SOURCES,
        plan(),
    )
    (claim,) = merged.claims
    assert [link.id for link in claim.evidence] == ["E1", "E2"]
    assert claim.independent_sources == 2
    assert merged.gaps == ()


def test_a_reprint_does_not_count_as_a_second_independent_source() -> None:
    items = [_judged("E1", "It opened in May."), _judged("E2", "It opened in May.", source="S2")]
    (claim,) = merge_evidence(
        items, SOURCES, plan(), MergeTerms(borrowing=Borrowing({"S2": "S1"}))
    ).claims
    assert claim.independent_sources == 1
    (apart,) = merge_evidence(items, SOURCES, plan()).claims
    assert apart.confidence > claim.confidence


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "Skerrion employed 214 people in the year 2023.",
            "Skerrion employed 241 people in the year 2023.",
        ),
        (
            "The board of the company did approve the plan.",
            "The board of the company did not approve the plan.",
        ),
        (
            "The prize of that year went to Ailsa Hestvane.",
            "The prize of that year went to Ilsa Hestvane.",
        ),
        (
            "All of the instruments passed the test in May.",
            "Some of the instruments passed the test in May.",
        ),
    ],
)
def test_claims_that_differ_in_what_matters_stay_apart(one: str, other: str) -> None:
    assert not same_claim(wording_of(one), wording_of(other))
    assert (
        len(merge_evidence([_judged("E1", one), _judged("E2", other)], SOURCES, plan()).claims) == 2
    )


def test_claims_in_nearly_the_same_words_are_one() -> None:
    one = (
        "The Whimbrel 600 measures the speed of the current with an accuracy of a quarter percent."
    )
    other = "The Whimbrel 600 measures the speed of current with an accuracy of a quarter percent."
    merged = merge_evidence(
        [_judged("E1", one), _judged("E2", other, source="S2")], SOURCES, plan()
    )
    assert len(merged.claims) == 1


def test_brackets_around_words_of_ours_do_not_make_another_claim() -> None:
    items = [
        _judged("E1", "[Ailsa Hestvane] founded the firm in 2014."),
        _judged("E2", "Ailsa Hestvane founded the firm in 2014.", source="S2"),
    ]
    (claim,) = merge_evidence(items, SOURCES, plan()).claims
    assert claim.text == "Ailsa Hestvane founded the firm in 2014."


@pytest.mark.parametrize(
    ("verdicts", "expected", "status"),
    [
        (("supported",), "supported", "reported"),
        (("supported", "not_enough_evidence"), "supported", "reported"),
        (("supported", "refuted"), "conflicting", "unverified"),
        (("conflicting",), "conflicting", "unverified"),
        (("refuted",), "refuted", "unverified"),
        (("not_enough_evidence",), "not_enough_evidence", "unverified"),
    ],
)
def test_the_verdict_follows_from_those_of_its_evidence(
    verdicts: tuple[Verdict, ...], expected: Verdict, status: str
) -> None:
    items = [
        _judged(f"E{at}", "It opened in May.", verdict, source=f"S{at}")
        for at, verdict in enumerate(verdicts, start=1)
    ]
    (claim,) = merge_evidence(items, SOURCES, plan()).claims
    assert (claim.verdict, claim.status) == (expected, status)
    assert [link.stance for link in claim.evidence] == [
        "refutes" if verdict == "refuted" else "supports" for verdict in verdicts
    ]
    assert 0 <= claim.confidence <= 1
    assert confidence_of(claim.confidence_terms, expected) == claim.confidence


def test_a_subquestion_without_a_supported_claim_is_a_gap_with_its_reason() -> None:
    merged = merge_evidence(
        [
            _judged("E1", "It opened in May.", "refuted", sub="q1"),
            _judged("E2", "Ann left.", sub="q3"),
        ],
        SOURCES,
        plan("q1", "q2", "q3"),
    )
    assert [(gap.sub_question_id, gap.reason) for gap in merged.gaps] == [
        ("q1", "1 claim was recorded, none of them supported"),
        ("q2", "no evidence was found in the sources that were read"),
    ]


def test_claims_come_in_the_order_of_the_plan_then_of_admission() -> None:
    merged = merge_evidence(
        [
            _judged("E3", "Third thing.", sub="q2"),
            _judged("E10", "Fourth thing.", sub="q2"),
            _judged("E2", "Second thing.", sub="q1"),
            _judged("Ex", "A thing without a number.", sub="elsewhere"),
        ],
        SOURCES,
        plan("q1", "q2"),
    )
    assert [claim.text for claim in merged.claims] == [
        "Second thing.",
        "Third thing.",
        "Fourth thing.",
        "A thing without a number.",
    ]
    assert [claim.id for claim in merged.claims] == ["C1", "C2", "C3", "C4"]


def test_as_of_is_the_newest_date_of_a_backing_source_or_null() -> None:
    sources = {
        "S1": source("S1", published=dated("2019-03")),
        "S2": source("S2", published=dated("2018"), updated=dated("2023-05-01")),
    }
    items = [_judged("E1", "It opened in May."), _judged("E2", "It opened in May.", source="S2")]
    (claim,) = merge_evidence(items, sources, plan()).claims
    assert claim.as_of == dated("2023-05-01")
    (undated,) = merge_evidence([_judged("E1", "It opened in May.")], SOURCES, plan()).claims
    assert undated.as_of is None


def test_the_same_words_in_other_clothes_are_the_same_claim() -> None:
    one, other = wording_of("It OPENED in May!"), wording_of("it opened, in may")
    assert same_claim(one, other)
    assert same_claim(other, one)
    assert not same_claim(wording_of(""), wording_of("May"))


TERMS = MergeTerms(COMPARING, Aging("2024-06-01", {"current_role": 365.0}))


def test_sources_that_disagree_leave_the_question_open_and_are_named() -> None:
    items = [
        _judged("E1", "Skerrion employs 236 people."),
        _judged("E2", "Skerrion employs 112 people.", source="S2"),
    ]
    merged = merge_evidence(items, SOURCES, plan(), terms=TERMS)
    (conflict,) = merged.conflicts
    assert conflict.claim_ids == ("C1", "C2")
    assert {claim.verdict for claim in merged.claims} == {"conflicting"}
    assert {claim.status for claim in merged.claims} == {"reported"}
    assert [gap.reason for gap in merged.gaps] == ["the sources that were found disagree"]


def test_an_official_source_answers_against_three_blogs() -> None:
    sources = {
        "S1": source("S1", rank=0.9),
        **{name: source(name, rank=0.35) for name in ("S2", "S3", "S4")},
    }
    items = [
        _judged("E1", "Skerrion employs 236 people."),
        *(_judged(f"E{at}", "Skerrion employs 112 people.", source=f"S{at}") for at in range(2, 5)),
    ]
    merged = merge_evidence(items, sources, plan(), terms=TERMS)
    assert merged.conflicts[0].stands == "C1"
    assert [claim.verdict for claim in merged.claims] == ["supported", "conflicting"]
    assert merged.gaps == ()


def test_a_long_sentence_word_for_word_in_two_places_is_one_source() -> None:
    long = "The harbour board of Orrin said on Monday that the survey by Skerrion had cost less."
    items = [
        Judged(evidence(f"E{at}", long, quote=long, source_id=f"S{at}"), "supported", 0.9, ("q1",))
        for at in (1, 2)
    ]
    (claim,) = merge_evidence(items, SOURCES, plan()).claims
    assert claim.independent_sources == 1


def test_what_was_taken_back_supports_nothing_by_itself() -> None:
    sources = {"S1": source("S1", retraction="retracted in 2020"), "S2": source("S2")}
    alone = merge_evidence([_judged("E1", "It works.")], sources, plan())
    assert alone.claims[0].verdict == "not_enough_evidence"
    both = [_judged("E1", "It works."), _judged("E2", "It works.", source="S2")]
    assert merge_evidence(both, sources, plan()).claims[0].verdict == "supported"


def test_a_role_that_nobody_dates_is_stale_and_loses_a_little() -> None:
    item = evidence("E1", "Ailsa leads Skerrion.", claim_type="current_role")
    judged = [Judged(item, "supported", 0.9, ("q1",))]
    (claim,) = merge_evidence(judged, SOURCES, plan(), terms=TERMS).claims
    assert claim.is_stale
    assert "undated" in [term.name for term in claim.confidence_terms]
    fresh = {"S1": source("S1", published=dated("2024-05"))}
    (claim,) = merge_evidence(judged, fresh, plan(), terms=TERMS).claims
    assert not claim.is_stale


def test_evidence_about_somebody_else_never_joins_the_subjects_claims() -> None:
    text = "Ailsa Hestvane founded a pottery in 1974."
    own, other = _judged("E1", text), _judged("E2", text, "not_enough_evidence", source="S2")
    merged = merge_evidence(
        [replace(own, identity="match"), replace(other, identity="mismatch")], SOURCES, plan()
    )
    first, second = merged.claims
    assert [link.id for link in first.evidence] == ["E1"]
    assert (first.status, second.status) == ("reported", "turned_away")
    assert merged.gaps == ()


def test_a_gap_says_that_only_namesakes_were_found() -> None:
    other = replace(_judged("E1", "A.", "not_enough_evidence"), identity="mismatch")
    (gap,) = merge_evidence([other], SOURCES, plan()).gaps
    assert gap.reason == "what was found stands on pages about another bearer of the name"


def test_doubt_about_identity_lowers_the_confidence_by_a_term_of_its_own() -> None:
    text = "Ailsa Hestvane founded a pottery in 1974."
    plain, doubted = _judged("E1", text), replace(_judged("E1", text), identity="uncertain")
    (sure,) = merge_evidence([plain], SOURCES, plan()).claims
    (unsure,) = merge_evidence([doubted], SOURCES, plan()).claims
    assert [t.name for t in unsure.confidence_terms if t not in sure.confidence_terms] == [
        "identity"
    ]
    assert unsure.confidence < sure.confidence
    known = replace(_judged("E2", text, source="S2"), identity="match")
    (both,) = merge_evidence([doubted, known], SOURCES, plan()).claims
    assert "identity" not in {term.name for term in both.confidence_terms}
