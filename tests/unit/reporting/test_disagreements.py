"""How a report shows conflicts, changes, copies, age and what was taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ascertain.evidence.claim import AlteredCopy, Claim, Conflict
from ascertain.reporting.composing import ReportInput, compose_report
from ascertain.reporting.html import render_html
from ascertain.reporting.markdown import render_markdown
from ascertain.reporting.material import ReportMaterial
from ascertain.reporting.standing import standing_side
from ascertain.reporting.wording import repeats_words, withdrawn_words
from builders import dated, plan, source
from conflict_claims import claim
from unit.reporting.page_tree import parse_page
from unit.reporting.report_material import ferry_material


def _with(material: ReportMaterial, **more: Any) -> ReportMaterial:
    return replace(material, report=material.report.model_copy(update=more))


def _disputed() -> ReportMaterial:
    material = ferry_material()
    (conflict,) = material.report.conflicts
    sources = list(material.sources)
    return _with(
        material,
        conflicts=(
            conflict.model_copy(
                update={"sides": (("C4",), ("C5",)), "stands": "C4", "reason": "it ranks higher"}
            ),
            Conflict(
                kind="change",
                attribute="status",
                claim_ids=("C5", "C4"),
                detail="«open» (source of 2010), later «closed» (source of 2020)",
            ),
        ),
        altered_copies=(
            AlteredCopy(
                source_id=sources[1],
                original_id=sources[0],
                says="It costs 930 crowns.",
                instead_of="It costs 390 crowns.",
            ),
        ),
    )


def test_markdown_shows_sides_outcome_changes_and_copies() -> None:
    text = render_markdown(_disputed())
    assert "**Different numbers**: The company and the harbour office" in text
    assert "stands: it ranks higher." in text
    assert "## What changed over time" in text
    assert "**Opposite statements**: «open» (source of 2010), later" in text
    assert "## Copies that say something else" in text
    assert "but says «It costs 930 crowns.» where that says «It costs 390 crowns.»" in text


def test_the_page_shows_the_same() -> None:
    page = parse_page(render_html(_disputed()))
    assert "stands: it ranks higher." in page.with_id("conflicts").words()
    assert len(page.with_id("changes").with_class("side")) == 2
    assert "Opposite statements" in page.with_id("changes").words()
    assert "It says «It costs 930 crowns.» where that" in page.with_id("copies").words()


def test_a_report_without_them_has_no_empty_places() -> None:
    text = render_markdown(ferry_material())
    assert "What changed over time" not in text
    assert "Copies that say" not in text


CLAIMS = {"C1": claim("C1", "It has 1 door.")}


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"kind": "change", "reason": "x"}, ""),
        ({}, ""),
        ({"reason": "none is better"}, "Neither side stands: none is better."),
        ({"reason": "it is", "stands": "C1"}, "«It has 1 door.» stands: it is."),
    ],
)
def test_the_outcome_is_a_sentence(more: dict[str, Any], words: str) -> None:
    conflict = Conflict(attribute="number", claim_ids=("C1", "C2"), detail="", **more)
    assert standing_side(conflict, CLAIMS) == words


def test_a_source_says_that_it_was_taken_back_or_is_a_copy() -> None:
    assert withdrawn_words(source()) == ""
    assert withdrawn_words(source(retraction="by its authors")) == "retracted: by its authors"
    assert withdrawn_words(source(superseded="by 2.0")) == "superseded: by 2.0"
    sources = {"S1": source("S1", title="The Courier"), "S2": source("S2")}
    copy = source("S3", duplicate_of="S1")
    assert repeats_words(copy, sources) == "repeats the text of The Courier; counted once"
    assert repeats_words(source("S3", duplicate_of="S2"), sources).startswith(
        "repeats the text of S2"
    )
    assert repeats_words(source("S3"), sources) == ""


def _note(one: Claim) -> str:
    report = compose_report(
        ReportInput(
            run_id="R",
            question="Who?",
            plan=plan(),
            claims=[one],
            answers={"q1": ("E1",)},
            conflicts=(),
            gaps=(),
            sources={},
            unreadable=(),
            notes=(),
            titles={},
            scorecard=ferry_material().report.scorecard,
            run_status="collected",
            status_reason="",
            generated_at="2026-01-31T00:00:00Z",
        )
    )
    return report.sections[0].sentences[0].note


@pytest.mark.parametrize(
    ("more", "note"),
    [
        ({"freshness": "current", "claim_type": "current_role"}, "current as of 2025-06"),
        (
            {"freshness": "stale", "claim_type": "current_role"},
            "as of 2025-06; not known to be current",
        ),
        ({"freshness": "current", "claim_type": "statistic"}, "as of 2025-06"),
        (
            {"freshness": "stale", "claim_type": "statistic"},
            "as of 2025-06; may have changed since",
        ),
        (
            {"freshness": "undated", "claim_type": "statistic", "as_of": None},
            "undated source; may be out of date",
        ),
        (
            {"freshness": "undated", "claim_type": "current_role", "as_of": None},
            "undated source; not known to be current",
        ),
        (
            {"conflicts_with": ("C2",)},
            "as of 2025-06; sources disagree, and this side has the better ones",
        ),
        ({"conflicts_with": ("C2",), "verdict": "conflicting"}, "as of 2025-06; sources disagree"),
    ],
)
def test_a_sentence_says_beside_it_how_far_it_holds(more: dict[str, Any], note: str) -> None:
    one = claim("C1", "Ann is mayor.").model_copy(update={"as_of": dated("2025-06"), **more})
    assert _note(one) == note
