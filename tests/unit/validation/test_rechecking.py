"""A quote against its source's new text, and what falls with it."""

from __future__ import annotations

import pytest

from ascertain.evidence.claim import Claim, ClaimEvidence
from ascertain.evidence.kinds import Stance
from ascertain.evidence.recheck import MovedNumber, QuoteOutcome, RecheckedQuote
from ascertain.evidence.report import Report, Scorecard, Section, Sentence
from ascertain.sources.anchoring.finding import prepare
from ascertain.validation.rechecking import affected_sentences, moved_numbers, recheck_quote
from builders import NOW, evidence

QUOTE = "On 1 March 2025 the mill in Tarn employed 236 people."


def test_a_quote_that_moved_is_held_where_it_stands_now() -> None:
    found = recheck_quote(evidence(claim=QUOTE), prepare(f"A new first line.\n\n{QUOTE}"))
    assert (found.outcome, found.start, found.now) == ("held", 19, QUOTE)


def test_a_quote_with_another_number_is_changed_and_the_number_named() -> None:
    found = recheck_quote(evidence(claim=QUOTE), prepare(QUOTE.replace("236", "251")))
    assert found.outcome == "changed"
    assert found.now == QUOTE.replace("236", "251")
    assert found.numbers == (MovedNumber(was="236", now="251"),)
    assert found.differences


def test_a_quote_of_which_nothing_is_left_has_vanished() -> None:
    found = recheck_quote(evidence(claim=QUOTE), prepare("Rain all day."))
    assert (found.outcome, found.now, found.start) == ("vanished", "", None)


@pytest.mark.parametrize(
    ("was", "now", "moved"),
    [
        (
            "It has 3 doors since May 1990.",
            "It has 4 doors since May 1991.",
            [("3", "4"), ("May 1990", "May 1991")],
        ),
        ("It has 3 doors.", "It has 3 doors.", []),
        ("It has 3 doors.", "It has 3 doors and 4 gates.", []),
        ("It had 3 doors last year.", "It had 3 doors this year.", []),
    ],
)
def test_moved_numbers_are_paired_by_their_place(
    was: str, now: str, moved: list[tuple[str, str]]
) -> None:
    assert [(one.was, one.now) for one in moved_numbers(was, now)] == moved


def _quote(name: str, outcome: QuoteOutcome, *, withdrawn: bool = False) -> RecheckedQuote:
    return RecheckedQuote(
        evidence_id=name, source_id="S1", outcome=outcome, was="x", withdrawn=withdrawn
    )


def _claim(name: str, *links: tuple[str, Stance]) -> Claim:
    return Claim(
        id=name,
        text=f"It is {name}.",
        claim_type="other",
        evidence=tuple(ClaimEvidence(id=one, stance=stance) for one, stance in links),
        independent_sources=1,
        verdict="supported",
        confidence=0.8,
    )


def _report(*sentences: Sentence) -> Report:
    return Report(
        run_id="R",
        question="What?",
        run_status="collected",
        generated_at=NOW,
        sections=(
            Section(
                sub_question_id="q1",
                heading="What?",
                sentences=sentences[:1],
                further=sentences[1:],
            ),
        ),
        scorecard=Scorecard(),
    )


@pytest.mark.parametrize(
    ("quotes", "outcome"),
    [
        ((_quote("E1", "held"), _quote("E2", "held")), None),
        ((_quote("E1", "changed"), _quote("E2", "held")), "weakened"),
        ((_quote("E1", "changed"), _quote("E2", "unread")), "weakened"),
        ((_quote("E1", "unread"), _quote("E2", "unread")), None),
        ((_quote("E1", "changed"), _quote("E2", "vanished")), "fallen"),
        ((_quote("E1", "held", withdrawn=True), _quote("E2", "vanished")), "fallen"),
    ],
)
def test_a_sentence_falls_with_the_last_of_its_quotes(
    quotes: tuple[RecheckedQuote, ...], outcome: str | None
) -> None:
    claims = {"C1": _claim("C1", ("E1", "supports"), ("E2", "supports"), ("E3", "refutes"))}
    report = _report(Sentence(text="It is so.", claim_ids=("C1", "C9")))
    found = affected_sentences(report, claims, quotes)
    assert [one.outcome for one in found] == ([outcome] if outcome else [])


def test_a_sentence_on_two_claims_falls_with_either() -> None:
    claims = {"C1": _claim("C1", ("E1", "supports")), "C2": _claim("C2", ("E2", "supports"))}
    report = _report(
        Sentence(text="It stands.", claim_ids=("C2",)),
        Sentence(text="Both.", claim_ids=("C1", "C2")),
    )
    quotes = [_quote("E1", "vanished"), _quote("E2", "held")]
    (found,) = affected_sentences(report, claims, quotes)
    assert (found.text, found.outcome, found.lost, found.unread) == ("Both.", "fallen", ("E1",), ())
