"""Pages about namesakes are told from pages about the subject, on groups of the project's own."""

from __future__ import annotations

import pytest

from namesake_groups import Labelled, figures_of, judged_pages

PARTS = {part: list(judged_pages(part)) for part in ("development", "held_back")}
EVERY = [one for pages in PARTS.values() for one in pages]


def test_there_are_enough_groups_of_all_kinds() -> None:
    figures = figures_of(EVERY)
    assert figures.groups >= 12
    assert figures.pages >= 60
    assert {one.kind for one in EVERY} >= {"person", "company", "product", "paper"}


@pytest.mark.parametrize("pages", [*PARTS.values(), EVERY], ids=[*PARTS, "all"])
def test_a_match_can_be_relied_upon(pages: list[Labelled]) -> None:
    assert figures_of(pages).precision >= 0.97


def test_most_pages_about_the_subject_are_known_as_such() -> None:
    assert figures_of(PARTS["development"]).recall >= 0.85
    assert figures_of(EVERY).recall >= 0.85


def test_pages_about_the_subject_are_hardly_ever_turned_away() -> None:
    assert figures_of(EVERY).wronged <= 0.02


def test_most_namesakes_are_turned_away() -> None:
    assert figures_of(PARTS["development"]).turned_away >= 0.65


def test_every_judgement_that_decides_shows_why() -> None:
    for one in EVERY:
        if one.judgement.outcome != "uncertain":
            side = "for" if one.judgement.outcome == "match" else "against"
            assert any(signal.direction == side for signal in one.judgement.signals), one.url
