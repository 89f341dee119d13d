"""Events: one kind per class, all of them readable again."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from pydantic import ValidationError

from ascertain.evidence.brief import Brief, HandBack
from ascertain.evidence.chain import GENESIS, seal_line
from ascertain.evidence.claim import Claim, ClaimEvidence
from ascertain.evidence.events import (
    ClaimsMerged,
    CorpusIndexed,
    EventBody,
    EvidenceChecked,
    EvidenceRefused,
    EvidenceShared,
    LedgerCut,
    PlanMade,
    ReportWritten,
    ResearcherEnded,
    ResearcherStarted,
    RoundStarted,
    RunEnded,
    RunStarted,
    SearchDone,
    SearchFailed,
    SourceAsked,
    SourceRead,
    ToolRefused,
    parse_event,
)
from ascertain.evidence.limits import Limits
from ascertain.evidence.plan import ResearchPlan, Subquestion
from ascertain.evidence.source import Source

SUB = Subquestion(id="q1", question="When did the bridge open?", query="bridge open")
BODIES: list[EventBody] = [
    RunStarted(run_id="r", question="q", limits=Limits(), runtime="extractive"),
    CorpusIndexed(documents=3, read_now=2, unchanged=1, removed=0),
    PlanMade(plan=ResearchPlan(question="q", subquestions=(SUB,))),
    RoundStarted(round=1, sub_question_ids=("q1",)),
    ResearcherStarted(
        brief=Brief(run_id="r", subquestion=SUB, max_sources=3, max_evidence_records=6)
    ),
    ResearcherEnded(hand_back=HandBack(sub_question_id="q1", ending="finished")),
    SearchDone(sub_question_id="q1", provider="local", query="bridge"),
    SearchFailed(sub_question_id="q1", provider="web", query="bridge", reason="no answer"),
    SourceAsked(source_id="S1", sub_question_id="q1", url="https://example.org/"),
    SourceRead(
        source=Source(
            id="S1",
            requested_url="https://example.org/",
            canonical_url="https://example.org/",
            status="blocked",
        )
    ),
    EvidenceRefused(sub_question_id="q1", code="quote_not_found", message="not there"),
    EvidenceChecked(evidence_id="E1", checks=(), verdict="conflicting", confidence=0.5),
    ClaimsMerged(
        claims=(
            Claim(
                id="C1",
                text="The bridge opened in 1931.",
                claim_type="event",
                evidence=(ClaimEvidence(id="E1"),),
                independent_sources=1,
                verdict="supported",
                confidence=0.75,
            ),
        )
    ),
    ReportWritten(files={"report.md": "0" * 64}),
    RunEnded(status="no_evidence", reason="nothing found"),
    LedgerCut(bytes_cut=17),
    EvidenceShared(evidence_id="E1", sub_question_id="q2"),
    ToolRefused(sub_question_id="q1", tool="shell.run", code="unknown_tool"),
]


@pytest.mark.parametrize("body", BODIES, ids=lambda body: type(body).__name__)
def test_every_kind_of_event_reads_back_as_what_it_was(body: EventBody) -> None:
    event, line = seal_line(body, seq=1, at="2026-01-01T00:00:00Z", prev=GENESIS)
    assert event.body == body
    assert type(parse_event(line).body) is type(body)
    assert parse_event(line.decode()) == event


def test_kinds_are_distinct() -> None:
    union = get_args(get_args(EventBody)[0]) or get_args(EventBody)
    kinds = [kind.model_fields["kind"].default for kind in union]
    assert len(set(kinds)) == len(kinds) == 30


def changed(**fields: object) -> str:
    line = seal_line(BODIES[-1], seq=1, at="2026-01-01T00:00:00Z", prev=GENESIS).line
    return json.dumps(json.loads(line) | fields)


@pytest.mark.parametrize(
    ("line", "where"),
    [
        (changed(body={"kind": "from_the_future"}), "body"),
        (changed(body={"kind": "ledger_cut", "bytes_cut": 1, "more": 2}), "more"),
        (changed(seq=0), "seq"),
        (changed(at="yesterday"), "at"),
        (changed(prev="short"), "prev"),
        (changed(schema_version=2), "schema_version"),
        (changed(extra=1), "extra"),
        ("[]", "Event"),
        ("{", "JSON"),
    ],
)
def test_what_is_no_event_is_refused_with_its_place(line: str, where: str) -> None:
    with pytest.raises(ValidationError, match=where):
        parse_event(line)
