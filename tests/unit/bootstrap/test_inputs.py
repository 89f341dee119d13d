"""What users write becomes records, or an error that names the place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ascertain.bootstrap.inputs import load_plan, make_limits, plan_from
from ascertain.errors import InputError
from ascertain.evidence.task import ResearchTask
from builders import plan

TASK = ResearchTask(sub_question_id="roles", question="Which roles does Ailsa hold?")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"{", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b"[]", "plan: "),
        (b'{"question": "Who?"}', "plan.subquestions: this field is needed"),
        (
            b'{"question": "Who?", "subquestions": '
            b'[{"id": "a", "question": "Who?", "query": "x", "mood": 1}, {"id": "b"}]}',
            "plan.subquestions[0].mood: unknown field (and 3 more)",
        ),
    ],
)
def test_a_plan_that_cannot_be_used_is_refused_with_its_place(
    tmp_path: Path, content: bytes, said: str
) -> None:
    file = tmp_path / "plan.json"
    file.write_bytes(content)
    with pytest.raises(InputError) as caught:
        load_plan(file)
    assert said in str(caught.value)


def test_a_huge_plan_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    file.write_bytes(b" " * 1_000_001)
    with pytest.raises(InputError, match="that is no plan file"):
        load_plan(file)


def test_an_edited_plan_says_that_a_person_made_it(tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    file.write_text("\ufeff" + json.dumps(plan("a", "b").model_dump(mode="json")), "utf-8")
    assert load_plan(file).made_by == "user"


def test_limits_name_the_option_that_is_out_of_bounds() -> None:
    assert make_limits(parallel=2, rounds=None).parallel == 2
    with pytest.raises(InputError, match=r"^--max-sources: "):
        make_limits(max_sources=99)


def test_question_task_and_plan_exclude_or_complete_one_another() -> None:
    given = plan("a")
    assert plan_from(None, TASK, None).subquestions[0].id == "roles"
    assert plan_from(None, None, given) is given
    assert plan_from(" Who founded  Skerrion? ", None, given) is given
    with pytest.raises(InputError, match="another question"):
        plan_from("Another question?", None, given)
    assert plan_from("Who founded Skerrion?", None, None).made_by == "rules"
    for question, other in (("Who?", None), (None, given)):
        with pytest.raises(InputError, match="--task"):
            plan_from(question, TASK, other)
