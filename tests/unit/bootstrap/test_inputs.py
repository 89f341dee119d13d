"""What users write becomes records, or an error that names the place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ascertain.bootstrap.inputs import load_plan, load_task, make_limits, plan_from
from ascertain.errors import InputError
from ascertain.evidence.task import ResearchTask
from builders import plan

TASK = ResearchTask(sub_question_id="roles", question="Which roles does Ailsa hold?")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"{", "is not JSON"),
        (b"{", "is not JSON: expecting property name enclosed in double quotes (line 1"),
        (b"[" * 100_000, "is not JSON that can be used: it is nested too deeply"),
        (b"[]", "plan: must be an object"),
        (b'{"question": NaN}', "NaN is no number there"),
        (b'{"question": ' + b"9" * 5_000 + b"}", "holds a number of over 300 digits"),
        (b'{"question": 5, "subquestions": []}', "plan.question: must be text in quotation marks"),
        (b'{"question": "Who?", "subquestions": []}', "must have at least 1 entry"),
        (b'{"question": "Who?", "subquestions": {}}', "plan.subquestions: must be a list"),
        (b'{"question": "Who?", "subquestions": [1]}', "plan.subquestions[0]: must be an object"),
        (b'{"question": "Who?", "question": "Who?"}', "gives 'question' twice. Keep one"),
        (
            b'{"question": "Who?", "subquestions": [{"id": "a", "id": "b"}]}',
            "gives 'id' twice. Keep one of them.",
        ),
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


GIVEN = {"sub_question_id": "q1", "question": "Who founded Skerrion?"}


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("max_sources", True, "must be a whole number"),
        ("max_sources", "3", "must be a whole number"),
        ("max_sources", 3.5, "must be a whole number"),
        ("max_sources", 11, "must be at most 10"),
        ("schema_version", "1", "must be 1"),
        ("subject_name", 7, "must be text in quotation marks"),
        ("identity_anchor_urls", "https://a.example/", "must be a list"),
        ("identity_anchor_urls", ["a"], "must be an http or https URL with a host"),
        ("identity_anchor_urls", ["https://a.example/"] * 21, "must have at most 20 entries"),
        ("question", "x" * 2_001, "must have at most 2,000 characters"),
        ("question", " ", "must not be empty"),
    ],
)
def test_a_value_of_another_type_is_refused_by_its_name(
    tmp_path: Path, field: str, value: object, said: str
) -> None:
    file = tmp_path / "task.json"
    file.write_text(json.dumps({**GIVEN, field: value}), "utf-8")
    with pytest.raises(InputError) as caught:
        load_task(file)
    assert str(caught.value).startswith(f"task.{field}")
    assert said in str(caught.value)


def test_a_task_that_is_as_it_should_be_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "task.json"
    file.write_text(json.dumps({**GIVEN, "schema_version": 1, "max_sources": 2}), "utf-8")
    assert load_task(file).max_sources == 2
