"""Records for tests, with as little said as a test needs."""

from __future__ import annotations

from typing import Any

from ascertain.evidence.admitted import Evidence
from ascertain.evidence.brief import Brief
from ascertain.evidence.document import DatedField
from ascertain.evidence.limits import Limits
from ascertain.evidence.plan import ResearchPlan, Subquestion
from ascertain.evidence.selector import QuoteSelector
from ascertain.evidence.source import Source

__all__ = ["NOW", "brief", "dated", "evidence", "plan", "source", "subquestion"]

NOW = "2026-01-01T00:00:00.000Z"


def subquestion(
    name: str = "q1", question: str = "Who founded Skerrion?", **more: Any
) -> Subquestion:
    return Subquestion(id=name, question=question, query=more.pop("query", question), **more)


def plan(*names: str, question: str = "Who founded Skerrion?") -> ResearchPlan:
    subs = tuple(subquestion(name) for name in names or ("q1",))
    return ResearchPlan(question=question, subquestions=subs)


def brief(**more: Any) -> Brief:
    given: dict[str, Any] = {
        "run_id": "R",
        "subquestion": subquestion(),
        "max_sources": 3,
        "max_evidence_records": 6,
    }
    return Brief(**{**given, **more})


def dated(value: str, where: str = "meta date") -> DatedField:
    return DatedField(value=value, where=where)


def source(name: str = "S1", **more: Any) -> Source:
    given: dict[str, Any] = {
        "id": name,
        "requested_url": f"file:///corpus/{name}.txt",
        "canonical_url": f"file:///corpus/{name}.txt",
        "resolved_url": f"file:///corpus/{name}.txt",
        "kind": "local",
        "fetched_at": NOW,
        "content_hash": "a" * 64,
        "status": "ok",
    }
    return Source(**{**given, **more})


def evidence(name: str = "E1", claim: str = "Ailsa founded it in 2014.", **more: Any) -> Evidence:
    quote = more.pop("quote", claim.replace("[", "").replace("]", ""))
    given: dict[str, Any] = {
        "id": name,
        "run_id": "R",
        "sub_question_id": "q1",
        "source_id": "S1",
        "snapshot": "a" * 64,
        "claim_type": "event",
        "claim": claim,
        "source_url": "file:///corpus/S1.txt",
        "resolved_source_url": "file:///corpus/S1.txt",
        "source_type": "local_document",
        "quote": quote,
        "retrieval_date": NOW,
        "selector": QuoteSelector(exact=quote, start=0, end=len(quote)),
        "anchor_method": "exact",
        "text_fragment_url": "file:///corpus/S1.txt",
    }
    return Evidence(**{**given, **more})


def limits(**more: Any) -> Limits:
    return Limits(**more)
