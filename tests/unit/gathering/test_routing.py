"""Which runtime works on which subquestion."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from ascertain.errors import InputError
from ascertain.evidence.plan import ResearchPlan
from ascertain.gathering.routing import Assignment, Rules, Runner, assign, fallback_for
from builders import subquestion

CLAUDE = Runner("claude", frozenset(["web", "corpus"]))
LOCAL = Runner("local", frozenset(["corpus"]))
TABLES = Runner("tables", frozenset(["data"]))
ALL = (CLAUDE, LOCAL, TABLES)


def _rules(*rules: dict[str, Any], **fallbacks: list[str]) -> Rules:
    return Rules.model_validate({"rules": rules, "fallbacks": fallbacks})


def _assigned(rules: Rules, *, round_: int = 1, **more: Any) -> Assignment:
    question = more.pop("question", "Who founded Skerrion?")
    plan = ResearchPlan(question="Who?", subquestions=(subquestion("q1", question, **more),))
    return assign(plan, ALL, rules, round_=round_)["q1"]


def test_without_rules_the_first_runner_with_the_skills_works() -> None:
    assert _assigned(_rules()) == Assignment("claude", "no rule holds; the first of the runtimes")
    assert _assigned(_rules(), skills=("data",)) == Assignment(
        "tables", "no rule holds; the first that has data"
    )


def test_where_nobody_has_all_skills_the_reason_says_what_is_lacking() -> None:
    assert _assigned(_rules(), skills=("data", "web", "corpus")) == Assignment(
        "claude", "no rule holds; no runtime has data as well"
    )


@pytest.mark.parametrize(
    ("when", "holding", "other"),
    [
        ({"skill": "corpus"}, {"skills": ("corpus",)}, {}),
        ({"claim_type": "event"}, {"claim_type": "event"}, {}),
        ({"answer_type": "date"}, {"answer_type": "date"}, {}),
        (
            {"source_type": "repository"},
            {"source_types": ("other", "repository")},
            {"source_types": ("other",)},
        ),
        ({"language": "zh"}, {"question": "谁创立了华为？"}, {}),
        ({"round": 2}, {"round_": 2}, {"round_": 3}),
        (
            {"language": "en", "claim_type": "event"},
            {"claim_type": "event"},
            {"claim_type": "event", "question": "谁创立了华为？"},
        ),
    ],
)
def test_each_condition_decides(
    when: dict[str, Any], holding: dict[str, Any], other: dict[str, Any]
) -> None:
    rules = _rules({"when": when, "use": "local"})
    assert _assigned(rules, **holding).runner == "local"
    assert _assigned(rules, **other).runner == "claude"


def test_the_first_rule_that_holds_decides_and_is_named() -> None:
    rules = _rules(
        {"when": {"claim_type": "event"}, "use": "tables"},
        {"when": {"round": 1, "answer_type": "any"}, "use": "local"},
        {"use": "claude"},
    )
    assert _assigned(rules) == Assignment("local", "rules[1] (answer_type any, round 1)")
    assert _assigned(rules, round_=2) == Assignment("claude", "rules[2] (always)")


def test_a_rule_whose_runner_lacks_a_skill_is_passed_over_and_said() -> None:
    rules = _rules({"use": "local"})
    assert _assigned(rules, skills=("web",)) == Assignment(
        "claude", "rules[0] names local, which lacks web; the first that has web"
    )
    two = _rules({"use": "local"}, {"use": "claude"})
    assert _assigned(two, skills=("web",)).reason == (
        "rules[0] names local, which lacks web; rules[1] (always)"
    )


def test_every_subquestion_is_assigned_in_the_order_of_the_plan() -> None:
    plan = ResearchPlan(question="Who?", subquestions=(subquestion("b"), subquestion("a")))
    assert list(assign(plan, ALL, _rules())) == ["b", "a"]


@pytest.mark.parametrize(
    ("rules", "path"),
    [
        (_rules({"use": "claude"}, {"use": "clod"}), "rules[1].use"),
        (_rules(clod=["claude"]), "fallbacks.clod"),
        (_rules(claude=["local", "clod"]), "fallbacks.claude[1]"),
    ],
)
def test_an_unknown_name_is_told_with_its_place(rules: Rules, path: str) -> None:
    with pytest.raises(InputError, match="there is no runtime 'clod'") as caught:
        _assigned(rules)
    assert caught.value.path == path
    assert caught.value.hint == "Known are claude, local, tables."


def test_no_runner_or_two_of_one_name_are_refused() -> None:
    plan = ResearchPlan(question="Who?", subquestions=(subquestion(),))
    with pytest.raises(InputError, match="no runtime to work on"):
        assign(plan, (), _rules())
    with pytest.raises(InputError, match="two runtimes are called 'local'"):
        assign(plan, (LOCAL, LOCAL), _rules())


def test_fallbacks_are_taken_in_order_and_along_the_chain() -> None:
    rules = _rules(claude=["openai", "local"], openai=["gemini"], local=["claude", "extractive"])
    assert fallback_for("claude", (), rules) == "openai"
    assert fallback_for("claude", ["openai"], rules) == "local"
    assert fallback_for("claude", ["openai", "local"], rules) == "gemini"
    assert fallback_for("claude", ["openai", "local", "gemini"], rules) == "extractive"
    assert fallback_for("local", ["claude", "extractive"], rules) == "openai"


def test_a_circle_of_fallbacks_ends() -> None:
    rules = _rules(a=["b", "a"], b=["a"])
    assert fallback_for("a", (), rules) == "b"
    assert fallback_for("a", ["b"], rules) is None
    assert fallback_for("unknown", (), rules) is None


@pytest.mark.parametrize(
    "rule",
    [
        {},
        {"use": " "},
        {"use": "x", "when": {"skil": "web"}},
        {"use": "x", "when": {"round": True}},
        {"use": "x", "when": {"round": 0}},
        {"use": "x", "when": {"language": "xx"}},
    ],
)
def test_rules_of_another_form_are_refused(rule: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        _rules(rule)
