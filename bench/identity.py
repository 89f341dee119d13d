"""Measure how namesakes are told apart.

First on the project's own groups of pages. Then on encyclopedia articles (``person_roles`` of the
data that ``ASCERTAIN_DATA`` names), where they are at hand: of each article one half is the anchor
page and the other half a page about the subject; three other articles in which the subject's name
has been put for their own are pages about namesakes. These are long, and much alike.

Run ``python bench/identity.py [--pages] [--part development|held_back]``.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, cast

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from ascertain.validation.identity.entry import subject_of
from ascertain.validation.identity.judging import judge_page
from ascertain.validation.identity.page import page_view
from namesake_groups import figures_of, judged_pages
from recall_sets import data_folder

__all__ = ["main"]

_ANCHOR, _PAGE = "https://anchor.example/", "https://page.example/"
_OTHERS = (1, 7, 31)


def _articles() -> None:
    """Print what becomes of halves of articles, and of others' under the same name."""
    path = data_folder() / "person_roles" / "articles.jsonl"
    if not path.exists():
        print("articles: none found; set ASCERTAIN_DATA")
        return
    lines = path.read_text("utf-8").splitlines()
    articles = [cast("dict[str, Any]", json.loads(line)) for line in lines]
    names = [re.sub(r"\s*\(.*?\)", "", str(article["title"])) for article in articles]
    for titled in (True, False):
        own: Counter[str] = Counter()
        others: Counter[str] = Counter()
        for at, (article, name) in enumerate(zip(articles, names, strict=True)):
            first = "\n\n".join(article["paragraphs"][::2])
            anchor = page_view("A1", [_ANCHOR], title=name, text=first)
            subject = subject_of(name, [_ANCHOR], [anchor])
            title = name if titled else ""
            texts = ["\n\n".join(article["paragraphs"][1::2])]
            for step in _OTHERS:
                other = (at + step) % len(articles)
                whole = "\n\n".join(articles[other]["paragraphs"])
                texts.append(whole.replace(names[other], name))
            pages = [page_view("S1", [_PAGE], title=title, text=text) for text in texts]
            judged = [judge_page(subject, page).outcome for page in pages]
            own[judged[0]] += 1
            others.update(judged[1:])
        said = "the title names them" if titled else "no title"
        print(
            f"articles, {said}: about the subject {dict(own)}, under the same name {dict(others)}"
        )


def main(arguments: list[str] | None = None) -> None:
    """Print the figures of both parts, or of one."""
    parser = argparse.ArgumentParser(description="Measure identity.")
    parser.add_argument("--pages", action="store_true", help="every page with its signals")
    parser.add_argument("--part", choices=("development", "held_back"), default=None)
    given = parser.parse_args([] if arguments is None else arguments)
    for part in (given.part,) if given.part else ("development", "held_back"):
        began = time.perf_counter()
        labelled = list(judged_pages(part))
        each_ms = 1000 * (time.perf_counter() - began) / len(labelled)
        for one in labelled if given.pages else ():
            print(f"{one.group} ({one.kind}) {one.label} -> {one.judgement.outcome} {one.url}")
            for signal in one.judgement.signals:
                print(f"    {signal.direction} {signal.weight} {signal.name}: {signal.detail}")
        figures = figures_of(labelled)
        print(
            f"{part}: {figures.groups} groups, {figures.pages} pages; match: precision "
            f"{figures.precision:.3f}, recall {figures.recall:.3f}; pages about the subject called "
            f"mismatch {figures.wronged:.3f}; namesakes turned away {figures.turned_away:.3f}; "
            f"{each_ms:.1f} ms a page"
        )
    _articles()


if __name__ == "__main__":
    main(sys.argv[1:])
