"""What scripted models say in more than one test: they research the demo documents."""

from __future__ import annotations

import json
import re
from typing import Any

from ascertain.evidence.plan import ResearchPlan, Subquestion
from model_server import Asked, Reply, Say, Use

__all__ = ["PLAN", "QUESTION", "is_form", "researching"]

QUESTION = "Who founded Skerrion Instruments?"
PLAN = ResearchPlan(
    question=QUESTION,
    subquestions=(Subquestion(id="q1", question=QUESTION, query="Skerrion founded"),),
)


def is_form(asked: Asked) -> bool:
    """Whether a form is to be filled in: a plan or a section's prose."""
    return bool({"answer", "StructuredOutput"} & set(asked.tools))


def _filled_in(asked: Asked) -> Reply:
    tool = next(name for name in asked.tools if name in {"answer", "StructuredOutput"})
    if "judgements" in json.dumps(asked.body["tools"]):
        pairs = [json.loads(line) for line in asked.first.splitlines() if line.startswith("{")]
        judged = [
            {"id": pair["id"], "label": "entails", "quoted": pair["passage"], "reason": "Same."}
            for pair in pairs
        ]
        return Use([(tool, {"judgements": judged})])
    if "subquestions" in json.dumps(asked.body["tools"]):
        part = {
            "id": "founder",
            "question": QUESTION,
            "query": "Skerrion founded",
            "answer_is": "a name",
        }
        return Use([(tool, {"subquestions": [part]})])
    found = re.search(r"Skerrion Instruments was founded in[^.]*\.", asked.whole)
    text = found[0] if found else "Nothing."
    sentences = [
        {"text": text, "claim_ids": ["C1"]},
        {"text": text.replace("2012", "2013"), "claim_ids": ["C1"]},
    ]
    return Use([(tool, {"sentences": sentences})])


def researching(asked: Asked, after: Reply | None = None, claim: str = "") -> Reply:
    """Search, read the first lead, record a wrong quote, mend it, conclude; fill in forms."""
    if is_form(asked):
        return _filled_in(asked)
    if asked.turn == 0:
        return Use([("corpus_search", {"query": "Skerrion founded"})])
    last: dict[str, Any] = json.loads(asked.results[-1]) if asked.results else {}
    if asked.turn == 1:
        url = last["leads"][0]["url"]
        return Use([("corpus_read", {"url": url, "query": "founded Skerrion Instruments"})])
    if asked.turn == 2:
        sentence = _sentence(last["passages"])
        wrong = {**_draft(last["url"], sentence), "quote": sentence[:60] + " quite wrongly"}
        right = _draft(last["url"], sentence)
        if claim:
            right["claim"] = claim
        return Use([("evidence_record", wrong), ("evidence_record", right)])
    return after or Say("Recorded as E1.\nGAP: the year was not looked for.")


def _sentence(passages: list[dict[str, str]]) -> str:
    found = re.search(
        r"Skerrion Instruments was founded[^.]*\.", " ".join(p["text"] for p in passages)
    )
    assert found
    return found[0]


def _draft(url: str, sentence: str) -> dict[str, Any]:
    return {
        "claim_type": "event",
        "claim": sentence,
        "source_url": url,
        "source_type": "local_document",
        "quote": sentence,
    }
