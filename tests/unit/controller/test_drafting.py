"""What a model adds to plan and report, and what code keeps of it."""

from __future__ import annotations

from pydantic import JsonValue

from ascertain.adapters.memory.structured_model import ScriptedModel
from ascertain.controller.outputs import make_report
from ascertain.controller.state import fold
from ascertain.errors import InputError, ModelError
from ascertain.evidence.events import PlanMade, ProseWritten
from ascertain.evidence.limits import Limits
from ascertain.evidence.plan import ResearchPlan
from unit.controller.harness import PAGES, Harness, quoting

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
    assert "1 sentence(s) were written by scripted:model" in report
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
    assert "1 model call(s) have no known price" in manifest.cost_basis
