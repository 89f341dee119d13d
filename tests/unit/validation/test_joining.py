"""Rules and a judge's opinion together, line by line of the table."""

from __future__ import annotations

import pytest

from ascertain.evidence.check import Check
from ascertain.evidence.kinds import CheckOutcome, Verdict
from ascertain.evidence.opinion import Opinion, OpinionLabel
from ascertain.validation.checking import Checked
from ascertain.validation.joining import is_worth_asking, join_opinion

PASSAGE = "Ailsa set the firm up in 2014, in a loft."
QUOTED = "set the firm up in 2014"


def checked(verdict: Verdict, confidence: float, **outcomes: CheckOutcome) -> Checked:
    checks = tuple(
        Check(name=name, method="rules/1", outcome=outcome) for name, outcome in outcomes.items()
    )
    return Checked(checks, verdict, confidence)


def opinion(label: OpinionLabel, quoted: str = QUOTED, reason: str = "It says so.") -> Opinion:
    return Opinion(label=label, quoted=quoted, reason=reason, method="table")


WEAK = checked("not_enough_evidence", 0.4, anchor="pass", coverage="fail")
LOW = checked("not_enough_evidence", 0.5, anchor="pass", coverage="pass")
WRONG = checked("not_enough_evidence", 0.3, anchor="pass", number="fail")
AGAINST = checked("refuted", 0.2, anchor="pass", number="fail")
GOOD = checked("supported", 0.8, anchor="pass")
SURE = checked("supported", 1.0, anchor="pass")


@pytest.mark.parametrize(
    ("known", "label", "verdict", "outcome"),
    [
        (WEAK, "entails", "supported", "pass"),
        (LOW, "entails", "supported", "pass"),
        (GOOD, "entails", "supported", "pass"),
        (WRONG, "entails", "not_enough_evidence", "pass"),
        (AGAINST, "entails", "not_enough_evidence", "pass"),
        (WEAK, "contradicts", "refuted", "fail"),
        (WRONG, "contradicts", "refuted", "fail"),
        (AGAINST, "contradicts", "refuted", "fail"),
        (GOOD, "contradicts", "not_enough_evidence", "fail"),
        (WEAK, "neither", "not_enough_evidence", "uncertain"),
        (GOOD, "neither", "not_enough_evidence", "uncertain"),
        (AGAINST, "neither", "not_enough_evidence", "uncertain"),
        (SURE, "neither", "supported", "uncertain"),
    ],
)
def test_the_table_holds(
    known: Checked, label: OpinionLabel, verdict: Verdict, outcome: CheckOutcome
) -> None:
    joined = join_opinion(known, opinion(label), PASSAGE)
    assert (joined.verdict, joined.checks[-1].outcome) == (verdict, outcome)
    assert joined.checks[-1].name == "entailment"
    assert joined.checks[-1].detail == "It says so."
    assert 0 <= joined.confidence <= 1
    assert (joined.verdict == "supported") == (joined.confidence >= 0.58)


@pytest.mark.parametrize("quoted", ["", "  ", "set the firm up in 2015", "made up words"])
@pytest.mark.parametrize("label", ["entails", "contradicts"])
def test_an_opinion_that_rests_on_words_that_are_not_there_is_none(
    label: OpinionLabel, quoted: str
) -> None:
    joined = join_opinion(WEAK, opinion(label, quoted), PASSAGE)
    assert (joined.verdict, joined.confidence) == (WEAK.verdict, WEAK.confidence)
    assert joined.checks[-1].outcome == "uncertain"
    assert "not used" in joined.checks[-1].detail


@pytest.mark.parametrize(("name", "outcome"), [("anchor", "fail"), ("page", "not_run")])
def test_what_the_copy_does_not_hold_is_lost_whatever_a_judge_says(
    name: str, outcome: CheckOutcome
) -> None:
    check = Check(name=name, method="rules/1", outcome=outcome)
    lost = Checked((check,), "not_enough_evidence", 0.0)
    joined = join_opinion(lost, opinion("entails"), PASSAGE)
    assert joined.verdict == "not_enough_evidence"
    assert joined.checks[-1].outcome == "not_run"
    assert not is_worth_asking(lost)


def test_a_judge_is_asked_where_its_opinion_could_change_something() -> None:
    assert all(map(is_worth_asking, (WEAK, LOW, WRONG, AGAINST, GOOD)))
    assert not is_worth_asking(SURE)


def test_an_opinion_without_a_reason_says_its_label_and_no_change_adds_no_term() -> None:
    joined = join_opinion(SURE, opinion("neither", reason=""), PASSAGE)
    assert "neither" in joined.checks[-1].detail
    assert joined.terms == ()
    assert join_opinion(WEAK, opinion("entails"), PASSAGE).terms[-1].name == "entailment"
