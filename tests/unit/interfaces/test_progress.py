"""Progress says what a person wants to know, on a terminal and in a file."""

from __future__ import annotations

import sys

import pytest

from ascertain.evidence.brief import HandBack
from ascertain.evidence.chain import GENESIS, seal
from ascertain.evidence.events import (
    ClaimsMerged,
    CorpusIndexed,
    EventBody,
    EvidenceAdmitted,
    PlanMade,
    ResearcherEnded,
    ResearcherStarted,
    RoundStarted,
    SearchFailed,
    SourceRead,
    StepFellBack,
)
from ascertain.evidence.index_report import IndexProgress
from ascertain.interfaces.cli.progress import Progress
from builders import NOW, brief, evidence, plan, source

BODIES: list[EventBody] = [
    PlanMade(plan=plan()),
    CorpusIndexed(documents=3, read_now=2, unchanged=1, removed=0, unreadable_total=1),
    RoundStarted(round=1, sub_question_ids=("q1",)),
    ResearcherStarted(brief=brief()),
    SearchFailed(sub_question_id="q1", provider="corpus", query="x", reason="gone"),
    SourceRead(source=source("S1", status="empty", error="a scan")),
    SourceRead(source=source("S2")),
    EvidenceAdmitted(evidence=evidence()),
    RoundStarted(round=2, sub_question_ids=("q\x1b1",)),
    ResearcherEnded(
        hand_back=HandBack(sub_question_id="q1", ending="time_out", error="took too long")
    ),
    ClaimsMerged(claims=()),
]


def _say(progress: Progress) -> None:
    with progress:
        for done in (1, 2):
            progress.on_index(IndexProgress(done=done, total=2, path="a.txt", seconds=0.1))
        for seq, body in enumerate(BODIES, start=1):
            progress.on_event(seal(body, seq=seq, at=NOW, prev=GENESIS))


def test_a_file_gets_a_line_for_each_step(capsys: pytest.CaptureFixture[str]) -> None:
    _say(Progress(show_plan=True))
    said = capsys.readouterr().err
    for part in (
        "Reading documents: 1 of 2",
        "Plan for: Who founded Skerrion?",
        "Corpus: 3 documents (2 new, 1 not readable)",
        "the search in corpus failed: gone",
        "could not read file:///corpus/S1.txt: a scan",
        "Round 2: looking again for q1",
        "q1: 0 quotes from 0 of 0 sources (took too long)",
        "Checked: 0 of 0 claims supported",
    ):
        assert part in said
    assert "\x1b" not in said


def test_a_reason_that_comes_again_is_not_printed_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    reason = "no server answers at http://127.0.0.1:9/v1"
    back = HandBack(sub_question_id="q1", ending="error", error=reason)
    bodies: list[EventBody] = [
        StepFellBack(step="planner", was="a:b", now="rules", reason=reason),
        ResearcherEnded(hand_back=back),
        StepFellBack(step="q1", was="a:b", now="extractive", reason=reason),
    ]
    with Progress(show_plan=False) as progress:
        for seq, body in enumerate(bodies, start=1):
            progress.on_event(seal(body, seq=seq, at=NOW, prev=GENESIS))
    said = capsys.readouterr().err
    assert said.count(reason) == 1
    assert "q1: extractive takes over: for the reason above" in said


def test_a_terminal_gets_a_moving_line_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    _say(Progress(show_plan=False))
    said = capsys.readouterr().err
    assert "Corpus: 3 documents" in said
    assert "Plan for" not in said
