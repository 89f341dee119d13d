"""Who works on what, and who takes over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ascertain.errors import LimitReachedError, ModelError
from ascertain.evidence.brief import Brief, HandBack
from ascertain.evidence.kinds import Ending
from ascertain.gathering.routing import Rule, Rules, When
from ascertain.ports.toolbox import Toolbox
from builders import plan, subquestion
from unit.controller.harness import PAGES, Harness, Script, quoting

FOUNDED = "Ailsa Hestvane founded Skerrion in 2014."
ABOUT, _ = PAGES


def ending(how: Ending, *, after: Script | None = None) -> Script:
    async def script(brief: Brief, toolbox: Toolbox) -> HandBack:
        if after is not None:
            await after(brief, toolbox)
        return HandBack(sub_question_id=brief.subquestion.id, ending=how, error=f"it said {how}")

    return script


def raising(make: Callable[[], Exception]) -> Script:
    async def script(brief: Brief, toolbox: Toolbox) -> HandBack:
        del brief, toolbox
        raise make()

    return script


def fell(harness: Harness) -> list[tuple[str, str, str, str]]:
    return [
        (body.step, body.was, body.now, body.reason)
        for body in (event.body for event in harness.events)
        if body.kind == "step_fell_back"
    ]


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (ending("error"), "it said error"),
        (ending("stalled"), "it said stalled"),
        (ending("budget"), "it said budget"),
        (ending("time_out"), "it said time_out"),
        (raising(lambda: ModelError("overloaded", "it is busy")), "it is busy"),
        (raising(lambda: LimitReachedError("max_tokens", "no more")), "no more"),
        (raising(lambda: ValueError("odd")), "ValueError: odd"),
    ],
    ids=range(7),
)
async def test_one_that_leaves_nothing_is_followed_by_the_next_and_the_report_says_so(
    script: Script, reason: str
) -> None:
    harness = Harness(quoting(), others={"first": script, "second": quoting((FOUNDED, ABOUT))})
    manifest = await harness.run.run()
    assert fell(harness) == [("q1", "first", "second", reason)]
    assert manifest.status == "incomplete"
    assert reason in (manifest.error or "")
    assert manifest.counts["evidence"] == 1
    report = harness.artifacts.read("report.md") or b""
    assert b"went on with second instead of first" in report


@pytest.mark.parametrize("how", ["finished", "limit", "cancelled"])
async def test_other_endings_are_followed_by_nobody(how: Ending) -> None:
    harness = Harness(quoting(), others={"first": ending(how), "second": quoting((FOUNDED, ABOUT))})
    manifest = await harness.run.run()
    assert fell(harness) == []
    assert manifest.counts["evidence"] == 0


async def test_one_that_left_evidence_is_not_followed() -> None:
    first = ending("error", after=quoting((FOUNDED, ABOUT)))
    harness = Harness(quoting(), others={"first": first, "second": quoting()})
    manifest = await harness.run.run()
    assert fell(harness) == []
    assert (manifest.status, manifest.counts["evidence"]) == ("incomplete", 1)


async def test_rules_give_subquestions_away_and_say_why() -> None:
    subs = (subquestion("q1"), subquestion("q2", "Who founded it in May?", claim_type="event"))
    rules = Rules(rules=(Rule(when=When(claim_type="event"), use="second"),))
    harness = Harness(
        quoting(),
        others={"first": quoting(), "second": quoting((FOUNDED, ABOUT))},
        rules=rules,
        plan=plan().model_copy(update={"subquestions": subs}),
    )
    await harness.run.run()
    started: dict[str, Any] = {
        event.body.brief.subquestion.id: event.body
        for event in harness.events
        if event.body.kind == "researcher_started"
    }
    assert {name: body.runner for name, body in started.items()} == {"q1": "first", "q2": "second"}
    assert "rules[0]" in started["q2"].reason


async def test_a_rule_for_nobody_ends_the_run_with_its_place() -> None:
    harness = Harness(quoting(), rules=Rules(rules=(Rule(use="nobody"),)))
    manifest = await harness.run.run()
    assert manifest.status == "incomplete"
    assert "rules[0].use" in (manifest.error or "")


async def test_what_needs_an_answer_is_worked_on_after_it_and_is_told() -> None:
    briefs: list[Brief] = []

    async def script(brief: Brief, toolbox: Toolbox) -> HandBack:
        briefs.append(brief)
        if brief.subquestion.id == "founder":
            return await quoting((FOUNDED, ABOUT))(brief, toolbox)
        return HandBack(sub_question_id=brief.subquestion.id, ending="finished")

    subs = (
        subquestion("school", "Where did the founder study?", needs=("founder",)),
        subquestion("founder"),
        subquestion("lost", "Whom did the school teach?", needs=("school",)),
    )
    harness = Harness(script, plan=plan().model_copy(update={"subquestions": subs}))
    await harness.run.run()
    assert [brief.subquestion.id for brief in briefs] == ["founder", "school", "lost"]
    assert FOUNDED in briefs[1].subquestion.question
    assert "not known from school" in briefs[2].subquestion.question
