"""The report as data."""

from __future__ import annotations

from typing import Any

import pytest

from ascertain.evidence.admitted import Evidence
from ascertain.evidence.check import Check
from ascertain.evidence.claim import Claim, ClaimEvidence
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.report import Scorecard
from ascertain.reporting.answering import divide_claims
from ascertain.reporting.composing import ReportInput, compose_report
from ascertain.reporting.scorecard import make_scorecard
from builders import dated, evidence, plan, source, subquestion


def _claim(name: str, text: str = "Ailsa founded it.", **more: Any) -> Claim:
    given: dict[str, Any] = {
        "id": name,
        "text": text,
        "claim_type": "event",
        "sub_question_ids": ("q1",),
        "evidence": (ClaimEvidence(id=f"E{name[1:]}"),),
        "independent_sources": 1,
        "verdict": "supported",
        "confidence": 0.7,
    }
    return Claim(**{**given, **more})


def _compose(claims: list[Claim], **more: Any) -> Any:
    given: dict[str, Any] = {
        "run_id": "R",
        "question": "Who founded it?",
        "plan": plan("q1", "q2"),
        "claims": claims,
        "answers": {"q1": tuple(link.id for c in claims for link in c.evidence)},
        "conflicts": (),
        "gaps": (),
        "sources": {},
        "unreadable": (),
        "notes": (),
        "titles": {},
        "scorecard": Scorecard(),
        "run_status": "collected",
        "status_reason": "",
        "generated_at": "2026-01-31T00:00:00Z",
    }
    return compose_report(ReportInput(**{**given, **more}))


def test_sentences_come_in_the_order_of_recording_for_their_question() -> None:
    report = _compose(
        [_claim("C1"), _claim("C2", "Ailsa founded it first.")], answers={"q1": ("E2", "E1")}
    )
    assert [s.text for s in report.sections[0].sentences] == [
        "Ailsa founded it first.",
        "Ailsa founded it.",
    ]
    assert report.sections[1].sentences == ()


@pytest.mark.parametrize(
    ("value", "days", "note"),
    [
        (None, 30, "undated source"),
        ("2026-01-01", None, "as of 2026-01-01"),
        ("2026-01-01", 30, "as of 2026-01-01"),
        ("2025-12-31", 30, "as of 2025-12-31, older than 30 days"),
        ("2025-12", 31, "as of 2025-12"),
        ("2025-11", 31, "as of 2025-11, older than 31 days"),
        ("2025", 31, "as of 2025"),
        ("2024", 31, "as of 2024, older than 31 days"),
    ],
)
def test_a_sentence_says_how_old_it_is(value: str | None, days: int | None, note: str) -> None:
    claim = _claim("C1", as_of=dated(value) if value else None)
    report = _compose([claim], mark_older_days=days)
    assert report.sections[0].sentences[0].note == note
    assert report.as_of == value


def test_what_is_not_borne_out_stays_out_of_the_body_with_the_reason() -> None:
    report = _compose([_claim("C1", verdict="refuted", status="unverified")])
    assert report.sections[0].sentences == ()
    assert report.unverified[0].reason == "its own quote speaks against it"


def test_an_incomplete_run_gives_a_partial_report() -> None:
    report = _compose([], run_status="incomplete", status_reason="interrupted")
    assert (report.status, report.status_reason) == ("partial", "interrupted")


def test_failed_sources_are_listed_with_their_reasons() -> None:
    sources = {
        "S1": source("S1"),
        "S2": source("S2", status="empty", error="a scan"),
        "S3": source("S3", status="blocked"),
    }
    report = _compose([], sources=sources)
    assert [(f.source_id, f.reason) for f in report.failed_sources] == [
        ("S2", "a scan"),
        ("S3", "blocked"),
    ]


FOUNDED = subquestion("q1", query="founded Skerrion Instruments", answer_type="date")


def test_claims_that_say_less_of_what_was_asked_stand_below() -> None:
    claims = [
        _claim("C1", "Skerrion Instruments was founded in 2014."),
        _claim("C2", "Skerrion wants to hire 30 people by 2020."),
        _claim("C3", "The founders of Skerrion met in Bergen."),
        _claim("C4", "It was founded in May 2014."),
    ]
    titles = {"C4": "Skerrion Instruments"}
    divided = divide_claims(FOUNDED, claims, titles)
    assert [claim.id for claim in divided.body] == ["C1", "C4"]
    assert [claim.id for claim in divided.further] == ["C2", "C3"]


def test_without_any_fitting_claim_all_are_weighed() -> None:
    claims = [_claim("C1", "Skerrion was founded by Ailsa.")]
    assert divide_claims(FOUNDED, claims, {}).body == tuple(claims)
    assert divide_claims(FOUNDED, [], {}) == ((), ())


def test_a_body_has_at_most_six_sentences_and_the_rest_stands_below() -> None:
    claims = [_claim(f"C{n}", f"Skerrion was founded in 20{n:02}.") for n in range(9)]
    divided = divide_claims(FOUNDED, claims, {})
    assert (len(divided.body), len(divided.further)) == (6, 3)


def test_the_scorecard_counts_with_denominators() -> None:
    checks = (
        Check(name="anchor", method="m", outcome="pass"),
        Check(name="number", method="m", outcome="not_run"),
    )
    items: list[Evidence] = [
        evidence("E1", checks=checks),
        evidence("E2", anchor_method="fuzzy"),
    ]
    card = make_scorecard(
        plan=ResearchPlan(question="Q?", subquestions=(subquestion("q1"), subquestion("q2"))),
        claims=[
            _claim("C1", independent_sources=2, sub_question_ids=("q1", "q2")),
            _claim("C2", verdict="refuted", status="unverified"),
        ],
        evidence=items,
        sources=[
            source("S1", published=dated("2020")),
            source("S2"),
            source("S3", status="error"),
        ],
        refused=3,
        documents=(17, 1),
    )
    assert (card.sentences, card.sentences_checked, card.sentences_supported) == (1, 1, 1)
    assert (card.claims, card.claims_supported, card.sentences_removed) == (2, 1, 1)
    assert card.claims_with_several_independent_sources == 1
    assert (card.evidence_submitted, card.evidence_admitted, card.evidence_refused) == (5, 2, 3)
    assert (card.quotes_exact, card.quotes_fuzzy) == (1, 1)
    assert (card.sources_tried, card.sources_read, card.sources_failed) == (3, 2, 1)
    assert card.sources_undated == 1
    assert (card.subquestions, card.subquestions_answered) == (2, 2)
    assert (card.checks_run, card.checks_not_run) == (1, 1)
    assert (card.documents_searched, card.documents_unreadable) == (17, 1)


def test_a_reason_counts_by_its_sign_even_in_other_words() -> None:
    sub = subquestion("q1", query="Ailsa step down chief executive", answer_type="reason")
    claims = [
        _claim("C1", "Ailsa will step down as chief executive."),
        _claim("C2", "Ailsa gave up the chief executive post because she missed the sea."),
    ]
    divided = divide_claims(sub, claims, {})
    assert [claim.id for claim in divided.body] == ["C2"]


def test_with_a_subject_the_body_names_it() -> None:
    sub = subquestion("roles", query="Ailsa Hestvane chair", subject="Ailsa Hestvane")
    claims = [
        _claim("C1", "The previous chair, Helen Achterberg, remains on the board."),
        _claim("C2", "[Ailsa Hestvane] became chief scientist."),
    ]
    divided = divide_claims(sub, claims, {})
    assert [claim.id for claim in divided.body] == ["C2"]


def test_a_year_alone_does_not_answer() -> None:
    sub = subquestion("q1", query="Skerrion revenue 2023", answer_type="number")
    claims = [
        _claim("C1", "Revenue in 2023 was £31.4 million."),
        _claim("C2", "In 2023 nine of 52 candidates declined."),
    ]
    titles = {"C1": "Skerrion annual report", "C2": "Skerrion annual report"}
    assert [claim.id for claim in divide_claims(sub, claims, titles).body] == ["C1"]


def test_asked_about_now_the_newest_source_speaks_first() -> None:
    now = ResearchPlan(
        question="Q?", subquestions=(subquestion("q1", "Who leads it now?", query="leads"),)
    )
    claims = [
        _claim("C1", "Ann leads it.", as_of=dated("2017")),
        _claim("C2", "Cy leads it."),
        _claim("C3", "Bo leads it.", as_of=dated("2025-03")),
    ]
    texts = [s.text for s in _compose(claims, plan=now).sections[0].sentences]
    assert texts == ["Bo leads it.", "Ann leads it.", "Cy leads it."]
