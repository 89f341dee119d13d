"""Claims with one thing altered must not be called supported; harmless rewrites must.

The cases stand in ``altered_claims.jsonl``: evidence, true claims, and altered ones by kind.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from ascertain.validation.checking import check_pair
from ascertain.validation.verdicts import SUPPORT
from growth import grows_in_proportion

KINDS = set("number unit date name negation direction order quantifier modality".split())


class Case(NamedTuple):
    evidence: str
    true: list[str]
    altered: list[tuple[str, str]]


def cases() -> list[Case]:
    path = Path(__file__).parent / "altered_claims.jsonl"
    read = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        Case(one["evidence"], one["true"], [(kind, claim) for kind, claim in one["altered"]])
        for one in read
    ]


ALTERED = [(kind, claim, case.evidence) for case in cases() for kind, claim in case.altered]
TRUE = [(claim, case.evidence) for case in cases() for claim in case.true]


def test_there_are_at_least_two_hundred_altered_claims_of_every_kind() -> None:
    assert len(ALTERED) >= 200
    assert {kind for kind, _, _ in ALTERED} == KINDS


@pytest.mark.parametrize(("kind", "claim", "evidence"), ALTERED)
def test_an_altered_claim_is_not_supported(kind: str, claim: str, evidence: str) -> None:
    checked = check_pair(claim, evidence)
    assert checked.verdict != "supported"
    assert checked.confidence < SUPPORT
    assert any(check.outcome == "fail" and check.detail for check in checked.checks)


@pytest.mark.parametrize(("claim", "evidence"), TRUE)
def test_a_true_claim_is_supported(claim: str, evidence: str) -> None:
    assert check_pair(claim, evidence).verdict == "supported"


@pytest.mark.parametrize(("claim", "evidence"), TRUE)
def test_another_order_that_says_the_same_is_no_swap(claim: str, evidence: str) -> None:
    checks = {check.name: check.outcome for check in check_pair(claim, evidence).checks}
    assert checks["order"] != "fail"


def test_claims_whose_participants_changed_places_fail_by_their_order() -> None:
    swapped = [(claim, evidence) for kind, claim, evidence in ALTERED if kind == "order"]
    assert len(swapped) >= 25
    for claim, evidence in swapped:
        checks = {check.name: check for check in check_pair(claim, evidence).checks}
        assert checks["order"].outcome == "fail", claim
        assert "the evidence" in checks["order"].detail


@pytest.mark.parametrize("evidence", [case.evidence for case in cases()])
def test_evidence_supports_itself_with_every_check_that_applies(evidence: str) -> None:
    checked = check_pair(evidence, evidence)
    assert checked.verdict == "supported"
    assert {check.outcome for check in checked.checks} <= {"pass", "not_run"}


@pytest.mark.parametrize(
    "piece",
    ["1", "1,", "1.", "1/", "2014-", "hundred ", "亿", "一", "百分之", "[", "[1]", "A ", "The ",
     "May 5, ", "not ", "n't ", "denied ", "1 000 ", "A&", "$", "a\n", "İ", "\u0301", "if "],
)  # fmt: skip
def test_time_is_bounded_for_any_heap_of_pieces(piece: str) -> None:
    def check(size: int) -> None:
        heap = (piece * size)[:size]
        check_pair("The 5 cats [Ada] did not run in 2021.", heap)
        check_pair(heap[:4_000], "The 5 cats did not run in 2021. " + heap[:4_000])
        check_pair(heap, heap)

    assert grows_in_proportion(check, 2_500)
