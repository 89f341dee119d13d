"""Plans: what a person may write into plan.json."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from ascertain.evidence.plan import ResearchPlan, Subquestion


def sub(name: str) -> Subquestion:
    return Subquestion(id=name, question="When did it open?", query="open")


def test_a_plan_reads_back_as_what_it_was() -> None:
    plan = ResearchPlan(question="q", subquestions=(sub("q1"), sub("q2")), notes=("assumed",))
    assert ResearchPlan.model_validate_json(plan.model_dump_json()) == plan


def test_two_subquestions_with_the_same_id_are_refused() -> None:
    with pytest.raises(ValidationError, match="two have the same id"):
        ResearchPlan(question="q", subquestions=(sub("q1"), sub("q1")))


@pytest.mark.parametrize("count", [0, 11])
def test_a_plan_has_one_to_ten_subquestions(count: int) -> None:
    with pytest.raises(ValidationError, match="subquestions"):
        ResearchPlan(question="q", subquestions=tuple(sub(f"q{n}") for n in range(count)))


def test_an_unknown_field_is_refused_by_name() -> None:
    raw = '{"question":"q","subquestions":[{"id":"a","question":"b","query":"c","depth":2}]}'
    with pytest.raises(ValidationError, match=r"subquestions\.0\.depth"):
        ResearchPlan.model_validate_json(raw)


def test_a_need_that_is_not_in_the_plan_is_refused() -> None:
    one = sub("q1").model_copy(update={"needs": ("q9",)})
    with pytest.raises(ValidationError, match="needs q9, which is not in the plan"):
        ResearchPlan(question="q", subquestions=(one,))


def test_needs_in_a_circle_are_refused_and_a_chain_is_not() -> None:
    first, second = sub("q1"), sub("q2").model_copy(update={"needs": ("q1",)})
    assert ResearchPlan(question="q", subquestions=(first, second))
    circle = first.model_copy(update={"needs": ("q2",)})
    with pytest.raises(ValidationError, match="need one another in a circle"):
        ResearchPlan(question="q", subquestions=(circle, second))
