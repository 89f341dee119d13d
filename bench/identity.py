"""Measure how namesakes are told apart, on the project's own groups of pages.

``development`` groups were looked at while the rules were made; ``held_back`` ones were written
before and not looked at. Run ``python bench/identity.py [--pages]``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast

from ascertain.evidence.identity import IdentityJudgement
from ascertain.validation.identity.entry import Subject, subject_of
from ascertain.validation.identity.judging import judge_page
from ascertain.validation.identity.page import PageView, page_view

__all__ = ["Figures", "Labelled", "figures_of", "judged_pages", "main"]

GROUPS = Path(__file__).resolve().parent.parent / "tests" / "namesakes"


class Labelled(NamedTuple):
    """One page, what it is, and what was said of it."""

    group: str
    kind: str
    url: str
    label: str
    judgement: IdentityJudgement


class Figures(NamedTuple):
    """What was measured over a part of the groups.

    Attributes:
        precision: of ``match``; ``recall`` of it over pages that are about the subject.
        wronged: share of the pages about the subject that were called a mismatch.
        turned_away: share of the namesakes' pages that were called a mismatch.
    """

    groups: int
    pages: int
    precision: float
    recall: float
    wronged: float
    turned_away: float


def _page(source_id: str, given: dict[str, Any]) -> PageView:
    return page_view(
        source_id,
        [given["url"]],
        title=given.get("title", ""),
        text=given["text"],
        links=given.get("links", ()),
        author=given.get("author", ""),
        doi=given.get("doi", ""),
    )


def _subject(group: dict[str, Any]) -> Subject:
    anchors = [_page(f"A{at}", one) for at, one in enumerate(group["anchors"], 1)]
    urls = [one["url"] for one in group["anchors"]]
    return subject_of(group["subject_name"], urls, anchors)


def judged_pages(part: str) -> Iterator[Labelled]:
    """Judge every page of a part: ``development`` or ``held_back``."""
    for path in sorted((GROUPS / part).glob("*.json")):
        group = cast("dict[str, Any]", json.loads(path.read_text("utf-8")))
        subject = _subject(group)
        for at, given in enumerate(group["pages"], 1):
            judgement = judge_page(subject, _page(f"S{at}", given))
            yield Labelled(path.stem, subject.entry.kind, given["url"], given["label"], judgement)


def figures_of(labelled: list[Labelled]) -> Figures:
    """Count."""
    true = [one for one in labelled if one.label == "match"]
    false = [one for one in labelled if one.label == "mismatch"]
    called = [one for one in labelled if one.judgement.outcome == "match"]
    right = sum(one.label == "match" for one in called)
    return Figures(
        groups=len({one.group for one in labelled}),
        pages=len(labelled),
        precision=right / len(called) if called else 0.0,
        recall=right / len(true),
        wronged=sum(one.judgement.outcome == "mismatch" for one in true) / len(true),
        turned_away=sum(one.judgement.outcome == "mismatch" for one in false) / len(false),
    )


def main() -> None:
    """Print the figures of both parts."""
    parser = argparse.ArgumentParser(description="Measure identity.")
    parser.add_argument("--pages", action="store_true", help="every page with its signals")
    parser.add_argument("--part", choices=("development", "held_back"), default=None)
    given = parser.parse_args()
    parts = (given.part,) if given.part else ("development", "held_back")
    for part in parts:
        labelled = list(judged_pages(part))
        if given.pages:
            for one in labelled:
                print(f"{one.group} ({one.kind}) {one.label} -> {one.judgement.outcome} {one.url}")
                for s in one.judgement.signals:
                    print(f"    {s.direction} {s.weight} {s.name}: {s.detail}")
        figures = figures_of(labelled)
        print(
            f"{part}: {figures.groups} groups, {figures.pages} pages; match: precision "
            f"{figures.precision:.3f}, recall {figures.recall:.3f}; pages about the subject called "
            f"mismatch {figures.wronged:.3f}; namesakes turned away {figures.turned_away:.3f}"
        )


if __name__ == "__main__":
    main()
