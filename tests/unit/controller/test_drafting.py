"""What a model adds to plan and report, and what code keeps of it."""

from __future__ import annotations

import asyncio

import pytest
from pydantic import JsonValue

from ascertain.adapters.memory.structured_model import ScriptedModel
from ascertain.controller.outputs import make_report
from ascertain.controller.state import fold
from ascertain.errors import InputError, ModelError
from ascertain.evidence.brief import Brief, HandBack
from ascertain.evidence.events import Event, EventBody, PlanMade, ProseWritten
from ascertain.evidence.limits import Limits
from ascertain.evidence.plan import ResearchPlan
from ascertain.ports.toolbox import Toolbox
from builders import plan as make_plan
from builders import subquestion
from unit.controller.harness import PAGES, Harness, draft, quoting

FOUNDED = "Ailsa Hestvane founded Skerrion in 2014."
ABOUT, _ = PAGES


def planned(question: str = "Who founded Skerrion?", **more: JsonValue) -> dict[str, JsonValue]:
    part: dict[str, JsonValue] = {
        "id": "founder",
        "question": question,
        "query": "founded Skerrion",
        "answer_is": "a name",
    }
    return {"subquestions": [part], **more}


def prose(*pairs: tuple[str, str]) -> dict[str, JsonValue]:
    return {"sentences": [{"text": text, "claim_ids": [claim]} for text, claim in pairs]}


def plans(harness: Harness) -> list[ResearchPlan]:
    return [event.body.plan for event in harness.events if isinstance(event.body, PlanMade)]


def written(harness: Harness) -> list[ProseWritten]:
    return [event.body for event in harness.events if isinstance(event.body, ProseWritten)]


async def test_a_model_plans_and_writes_and_the_report_says_by_whom() -> None:
    told = "Skerrion was founded in 2014 by Ailsa Hestvane."
    model = ScriptedModel([planned(), prose((told, "C1"), ("It was founded in 2015.", "C1"))])
    harness = Harness(quoting((FOUNDED, ABOUT)), model=model, plan_with_model=True)
    manifest = await harness.run.run()
    assert manifest.status == "collected"
    assert plans(harness)[0].made_by == "scripted:model"
    (body,) = written(harness)
    assert (body.accepted, body.refused_total) == (1, 1)
    report = (harness.artifacts.read("report.md") or b"").decode()
    assert told.removesuffix(".") in report
    assert "2015" not in report
    assert "1 sentence was written by scripted:model" in report
    assert set(manifest.spent) == {"planner", "writer"}
    state = fold(harness.ledger.events())
    again = make_report(state, plans(harness)[0], status="collected", reason="")
    assert again.sections == body.sections


async def test_a_plan_that_cannot_be_had_is_made_by_rules_and_said() -> None:
    model = ScriptedModel([ModelError("overloaded", "it is busy"), ModelError("error", "no")])
    harness = Harness(quoting((FOUNDED, ABOUT)), model=model, plan_with_model=True)
    manifest = await harness.run.run()
    assert plans(harness)[0].made_by == "rules"
    assert manifest.status == "collected"
    report = (harness.artifacts.read("report.md") or b"").decode()
    assert "went on with rules instead of scripted:model" in report
    assert FOUNDED.removesuffix(".") in report


async def test_a_given_plan_is_followed_and_a_run_without_claims_is_not_written() -> None:
    model = ScriptedModel([])
    harness = Harness(quoting(), model=model)
    await harness.run.run()
    assert model.prompts == []
    assert written(harness) == []


async def test_an_answer_to_what_the_plan_would_clarify_plans_anew() -> None:
    seen: list[ResearchPlan] = []

    async def review(plan: ResearchPlan) -> str:
        seen.append(plan)
        return "Orkney"

    asked = planned(clarify="Which Skerrion?", assumptions=["the company is meant"])
    anew = planned("Who founded Skerrion, the one in Orkney?")
    model = ScriptedModel([asked, anew, prose((FOUNDED, "C1"))])
    harness = Harness(quoting((FOUNDED, ABOUT)), model=model, plan_with_model=True, review=review)
    await harness.run.run()
    assert seen[0].clarify == "Which Skerrion?"
    (plan,) = plans(harness)
    assert "Orkney" in plan.subquestions[0].question
    assert len(model.prompts) == 3


async def test_an_answer_without_a_question_changes_nothing() -> None:
    async def review(plan: ResearchPlan) -> str:
        del plan
        return "yes"

    harness = Harness(quoting((FOUNDED, ABOUT)), review=review, plan_with_model=True)
    await harness.run.run()
    assert len(plans(harness)) == 1


async def test_a_declined_plan_ends_the_run_before_anything_is_asked() -> None:
    async def review(plan: ResearchPlan) -> str:
        del plan
        raise InputError("the plan was declined", path="--ask")

    harness = Harness(quoting((FOUNDED, ABOUT)), review=review)
    manifest = await harness.run.run()
    assert manifest.status == "incomplete"
    assert "declined" in (manifest.error or "")
    assert harness.fetcher.urls == []


async def test_a_price_that_is_not_known_is_said_with_the_costs() -> None:
    model = ScriptedModel([prose((FOUNDED, "C1"))])
    harness = Harness(quoting((FOUNDED, ABOUT)), model=model, limits=Limits(rounds=1))
    manifest = await harness.run.run()
    assert "1 model call has no known price, counted as 0" in manifest.cost_basis


async def test_time_is_kept_for_the_report_where_a_model_writes_it() -> None:
    async def slow(brief: Brief, toolbox: Toolbox) -> HandBack:
        await quoting((FOUNDED, ABOUT))(brief, toolbox)
        await asyncio.sleep(60)
        raise AssertionError

    model = ScriptedModel([prose((FOUNDED, "C1"))])
    limits = Limits(rounds=1, max_seconds=2, reserve_share=0.7)
    harness = Harness(slow, model=model, limits=limits)
    manifest = await harness.run.run()
    assert manifest.status == "incomplete"
    assert "time limit" in (manifest.error or "")
    assert len(written(harness)) == 1
    assert manifest.counts["claims"] == 1


async def test_a_time_out_that_is_not_ours_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = Harness(quoting((FOUNDED, ABOUT)))
    append = harness.ledger.append

    def failing(body: EventBody, branch: str = "") -> Event:
        if body.kind == "round_started":
            raise TimeoutError("the disk sleeps")
        return append(body, branch)

    monkeypatch.setattr(harness.ledger, "append", failing)
    manifest = await harness.run.run()
    assert "unexpected fault: TimeoutError: the disk sleeps" in (manifest.error or "")


async def test_a_claim_that_is_not_borne_out_answers_nothing_for_others() -> None:
    claim = "Ailsa Hestvane founded Skerrion in 2013."

    async def script(brief: Brief, toolbox: Toolbox) -> HandBack:
        if brief.subquestion.id == "founder":
            await toolbox.call("corpus.read", {"url": ABOUT})
            await toolbox.call("evidence.record", draft(claim, ABOUT, quote=FOUNDED))
        return HandBack(sub_question_id=brief.subquestion.id, ending="finished")

    subs = (
        subquestion("founder"),
        subquestion("school", "Where did the founder study?", needs=("founder",)),
    )
    plan = make_plan().model_copy(update={"subquestions": subs})
    harness = Harness(script, plan=plan, limits=Limits(rounds=1))
    await harness.run.run()
    started = [event.body for event in harness.events if event.body.kind == "researcher_started"]
    assert "2013" not in str(started[1])
