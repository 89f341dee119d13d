"""Planning by rules."""

from __future__ import annotations

import pytest

from ascertain.errors import InputError
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.task import ResearchTask
from ascertain.gathering.planning import plan_for_task, plan_question


def _questions(plan: ResearchPlan) -> list[str]:
    return [sub.question for sub in plan.subquestions]


def test_a_simple_question_is_its_own_only_part() -> None:
    plan = plan_question("  Who founded   Skerrion Instruments? ")
    assert plan.question == "Who founded Skerrion Instruments?"
    (only,) = plan.subquestions
    assert only.question == plan.question
    assert (only.query, only.answer_type) == ("founded Skerrion Instruments", "person")


def test_a_conjunction_gives_a_part_for_each_side() -> None:
    plan = plan_question("How many people does Skerrion employ and where is its head office?")
    assert [(s.answer_type, s.query) for s in plan.subquestions] == [
        ("number", "people Skerrion employ"),
        ("place", "Skerrion head office"),
    ]


def test_a_part_that_says_too_little_is_completed_by_the_first() -> None:
    plan = plan_question("Who founded Skerrion and when?")
    assert _questions(plan) == ["Who founded Skerrion?", "When? (Who founded Skerrion?)"]
    assert [s.answer_type for s in plan.subquestions] == ["person", "date"]


def test_words_joined_inside_a_clause_are_not_divided() -> None:
    assert len(plan_question("Where do rich and poor people live?").subquestions) == 1


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        ("Whimbrel 300 vs Whimbrel 600", ("Whimbrel 300", "Whimbrel 600")),
        ("What is the difference between FTS5 and tantivy?", ("FTS5", "tantivy")),
        ("Compare Orkney with Shetland.", ("Orkney", "Shetland")),
        ("How does Rust differ from Go?", ("Rust", "Go")),
        ("南京和北京有什么区别？", ("南京", "北京")),
    ],
)
def test_a_comparison_asks_about_both_and_about_each(question: str, sides: tuple[str, str]) -> None:
    both, *each = plan_question(question).subquestions
    assert all(side in both.question for side in sides)
    assert [side in sub.question for side, sub in zip(sides, each, strict=True)] == [True, True]


def test_a_comparison_with_an_aspect_keeps_it_on_both_sides() -> None:
    assert _questions(plan_question("Python vs Rust: speed?"))[1:] == [
        "What is Python: speed?",
        "What is Rust: speed?",
    ]


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("Who is Ailsa Hestvane?", "Ailsa Hestvane"),
        ("Profile of Ailsa Hestvane", "Ailsa Hestvane"),
        ("Tell me about José Álvarez.", "José Álvarez"),
        ("艾尔莎是谁？", "艾尔莎"),
    ],
)
def test_a_name_alone_gives_the_template_of_a_profile(question: str, subject: str) -> None:
    plan = plan_question(question)
    assert {sub.subject for sub in plan.subquestions} == {subject}
    assert [sub.id for sub in plan.subquestions] == [
        "roles_now",
        "roles_before",
        "education",
        "publications",
        "projects",
        "public_profiles",
        "talks",
    ]
    assert any(subject in note for note in plan.notes)


@pytest.mark.parametrize(
    "question",
    ["Who is the president of France?", "Who is older, Ann or Bo?", "Tell me about the weather"],
)
def test_a_description_is_not_taken_for_a_name(question: str) -> None:
    assert plan_question(question).subquestions[0].id == "q1"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("", "is empty"),
        (" \n\t ", "is empty"),
        ("\u200b\u202e", "is empty"),
        ("???", "names nothing to look for"),
        ("Who and when?", "names nothing to look for"),
        ("是什么？", "names nothing to look for"),
        ("x" * 2001, "2,001 characters"),
    ],
)
def test_a_question_that_cannot_be_planned_gets_a_sentence_back(question: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        plan_question(question)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Why did Ailsa step down?", "reason"),
        ("When was the Whimbrel launched?", "date"),
        ("Which airline cancelled most flights?", "organisation"),
        ("What was the revenue of Skerrion?", "number"),
        ("How does the Whimbrel measure currents?", "manner"),
        ("What is a Doppler profiler?", "definition"),
        ("斯凯里恩有多少员工？", "number"),
        ("为什么她辞职？", "reason"),
        ("Stromness harbour history", "any"),
    ],
)
def test_the_wording_tells_what_would_count_as_an_answer(question: str, kind: str) -> None:
    assert plan_question(question).subquestions[0].answer_type == kind


def test_several_questions_give_at_most_five_parts() -> None:
    plan = plan_question(" ".join(f"Who founded Company{n}?" for n in range(9)))
    assert len(plan.subquestions) == 5


def test_forecasts_and_advice_are_noted() -> None:
    assert "future" in plan_question("Will the bank raise its rates?").notes[0]
    assert "advice" in plan_question("Should I buy a Whimbrel?").notes[0]


def test_chinese_questions_are_divided_too() -> None:
    plan = plan_question("谁创立了斯凯里恩，什么时候成立的？")
    assert [s.answer_type for s in plan.subquestions] == ["person", "date"]
    assert all("斯凯里恩" in s.query for s in plan.subquestions)


def test_a_task_is_planned_as_one_part_with_its_own_sources() -> None:
    task = ResearchTask(
        subject_name="Ailsa Hestvane",
        identity_anchor_urls=("https://skerrion.example/",),
        sub_question_id="roles",
        question="Which roles are described?",
        preferred_source_types=("personal_website",),
    )
    (only,) = plan_for_task(task).subquestions
    assert (only.id, only.subject) == ("roles", "Ailsa Hestvane")
    assert only.source_types == ("personal_website",)
    assert only.query == "Ailsa Hestvane roles described"
    plain = task.model_copy(update={"preferred_source_types": (), "subject_name": None})
    assert plan_for_task(plain).subquestions[0].source_types[0] == "official_company_page"


def test_a_part_that_points_back_takes_the_words_of_the_first_where_it_has_no_names() -> None:
    second = plan_question("What is valgrind, and when was it first released?").subquestions[1]
    assert "valgrind" in second.query
