"""Numbers of citations."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ascertain.errors import InputError
from ascertain.evidence.claim import ClaimEvidence
from ascertain.reporting.citations import letter_of, number_citations
from unit.reporting.report_material import ferry_material


def test_sources_are_numbered_in_the_order_in_which_a_reader_meets_them() -> None:
    citations = number_citations(ferry_material())
    assert [(ref.number, ref.source_id) for ref in citations.references] == [
        (1, "S1"),
        (2, "S6"),
        (3, "S2"),
        (4, "S3"),
        (5, "S5"),
        (6, "S4"),
    ]


def test_only_cited_sources_and_quotes_are_listed() -> None:
    material = ferry_material()
    report = material.report.model_copy(
        update={"sections": material.report.sections[:1], "unverified": (), "conflicts": ()}
    )
    citations = number_citations(replace(material, report=report))
    assert [ref.source_id for ref in citations.references] == ["S1", "S6", "S2"]
    assert set(citations.keys) == {"E1", "E2", "E3", "E4", "E5"}


def test_a_letter_stands_only_where_a_sentence_cites_two_quotes_of_one_source() -> None:
    citations = number_citations(ferry_material())
    assert [mark.label for mark in citations.of(["C1"])] == ["1", "2"]
    assert [mark.label for mark in citations.of(["C4", "C12", "C5"])] == ["1d", "1e", "3"]
    assert [mark.target for mark in citations.of(["C4"])] == ["ref-1d"]


def test_a_quote_that_two_claims_of_a_sentence_share_is_cited_once() -> None:
    citations = number_citations(ferry_material())
    assert citations.of(["C1", "C1"]) == citations.of(["C1"])


def test_a_source_that_only_an_unverified_item_cites_is_numbered_after_the_body() -> None:
    material = ferry_material()
    report = material.report.model_copy(update={"sections": material.report.sections[1:2]})
    citations = number_citations(replace(material, report=report))
    assert [ref.source_id for ref in citations.references] == ["S1", "S2", "S3", "S6"]


def test_a_quote_that_speaks_against_a_claim_says_so() -> None:
    material = ferry_material()
    against = material.claims["C3"].model_copy(
        update={"evidence": (ClaimEvidence(id="E5", stance="refutes"),)}
    )
    citations = number_citations(replace(material, claims={**material.claims, "C3": against}))
    assert [mark.stance for mark in citations.of(["C3"])] == ["refutes"]


@pytest.mark.parametrize("kind", ["claims", "evidence", "sources"])
def test_a_report_that_rests_on_a_missing_record_is_refused_by_name(kind: str) -> None:
    lacking = {
        "claims": replace(ferry_material(), claims={}),
        "evidence": replace(ferry_material(), evidence={}),
        "sources": replace(ferry_material(), sources={}),
    }
    with pytest.raises(InputError, match="not among the records"):
        number_citations(lacking[kind])


@pytest.mark.parametrize(
    ("position", "letters"), [(0, "a"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba"), (701, "zz")]
)
def test_letters_go_on_after_z(position: int, letters: str) -> None:
    assert letter_of(position) == letters
