"""Documents with hard line breaks: no claim loses the words on the line before it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

import ascertain

_FOUNDED = "Zorblax Ltd was founded in 1999 by Mira Quill."
_REVERSED = ("not true", "No evidence", "Nobody", "must not")


def _claims(corpus: Path, question: str, out: Path) -> list[dict[str, str]]:
    result = asyncio.run(ascertain.research(question, corpus=[corpus], out=out))
    lines = (result.path / "evidence.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("name", ["about.txt", "about.md", "README.rst"])
@pytest.mark.parametrize(
    "text",
    [
        f"It is not true that\n{_FOUNDED}",
        f"No evidence was ever found by the registry that\n{_FOUNDED}",
        f"Nobody who has read the papers believes\n{_FOUNDED}",
    ],
)
def test_a_denial_on_the_line_before_stays_with_its_sentence(
    tmp_path: Path, name: str, text: str
) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / name).write_text(f"About Zorblax\n\n{text} It sells tin whistles.\n", "utf-8")
    found = _claims(corpus, "Who founded Zorblax Ltd?", tmp_path / "runs")
    for item in found:
        if "founded" in item["claim"]:
            assert any(word in item["claim"] for word in _REVERSED), item["claim"]
            assert any(word in item["quote"] for word in _REVERSED)


@pytest.mark.parametrize("name", ["LICENSE.txt", "LICENSE.md"])
def test_a_prohibition_in_a_wrapped_licence_is_quoted_whole(tmp_path: Path, name: str) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / name).write_text(
        "The Quill Licence\n\n"
        "1. The origin of the original software must be named; you must not\n"
        "    claim that you wrote the original software.\n"
        "2. Changed versions of the original software must be marked.\n",
        "utf-8",
    )
    found = _claims(corpus, "Who wrote the original software?", tmp_path / "runs")
    assert any("claim that you wrote" in item["quote"] for item in found)
    for item in found:
        if "claim that you wrote" in item["claim"]:
            assert "must not claim" in item["claim"]


def test_a_wrapped_statement_is_found_and_quoted_as_one_sentence(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    wrapped = _FOUNDED.replace(" by ", " by\n")
    (corpus / "about.txt").write_text(f"About Zorblax\n\n{wrapped}\n", "utf-8")
    found = _claims(corpus, "Who founded Zorblax Ltd?", tmp_path / "runs")
    assert [item["quote"] for item in found] == [_FOUNDED]
