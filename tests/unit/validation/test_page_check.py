"""A quote of what a program said counts once the page itself holds it."""

from __future__ import annotations

import pytest

from ascertain.evidence.kinds import CheckOutcome, Verdict
from ascertain.evidence.selector import QuoteSelector
from ascertain.sources.anchoring.finding import prepare
from ascertain.validation.checking import Page, check_evidence
from builders import evidence

QUOTE = "Ailsa founded it in 2014."


@pytest.mark.parametrize(
    ("page", "outcome", "detail", "verdict"),
    [
        (Page(prepare(f"Long ago. {QUOTE} Then more.")), "pass", "in the page itself", "supported"),
        (
            Page(prepare("Ailsa founded it in 2015.")),
            "fail",
            "does not hold the quote",
            "not_enough_evidence",
        ),
        (Page(prepare("")), "fail", "does not hold the quote", "not_enough_evidence"),
        (
            Page(unread="the host refused it"),
            "not_run",
            "not read by this run: the host refused it",
            "not_enough_evidence",
        ),
        (None, "not_run", "not read by this run", "not_enough_evidence"),
    ],
)
def test_processed_text_supports_a_claim_only_with_the_page(
    page: Page | None, outcome: CheckOutcome, detail: str, verdict: Verdict
) -> None:
    item = evidence(
        quote=QUOTE,
        selector=QuoteSelector(exact=QUOTE, prefix="", suffix="", start=0, end=len(QUOTE)),
        observed_text="processed",
    )
    checked = check_evidence(item, QUOTE, page=page)
    (check,) = [check for check in checked.checks if check.name == "page"]
    assert (check.outcome, checked.verdict) == (outcome, verdict)
    assert detail in check.detail
