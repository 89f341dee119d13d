"""Labelled pages about namesakes, as ``tests/namesakes`` holds them, and figures over them.

All people, firms, products and papers are invented. ``development`` groups were looked at while
the rules were made; ``held_back`` ones were written before and not looked at.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from ascertain.evidence.identity import IdentityJudgement
from ascertain.validation.identity.entry import Subject, subject_of
from ascertain.validation.identity.judging import judge_page
from ascertain.validation.identity.page import PageView, page_view

__all__ = ["Figures", "Labelled", "figures_of", "judged_pages"]

GROUPS = Path(__file__).resolve().parent / "namesakes"


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


def figures_of(labelled: Sequence[Labelled]) -> Figures:
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
