"""What keeps a drafted plan from being followed."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from ascertain.evidence.kinds import Skill
from ascertain.gathering.plan_draft import MAX_FAULTS, PlanDraft, faults_of_draft

WEB: frozenset[Skill] = frozenset(["web", "corpus"])
QUESTION = "Who founded Skerrion Instruments and how much did it earn in 2019?"
FOUNDER = "Who founded Skerrion Instruments?"
REVENUE = "How much did Skerrion Instruments earn in 2019?"


def _part(name: str, question: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "question": question, "query": question, "answer_is": "a name", **more}


def _draft(*parts: dict[str, Any], **more: Any) -> PlanDraft:
    return PlanDraft.model_validate({"subquestions": parts, **more})


def _faults(
    *parts: dict[str, Any], question: str = QUESTION, skills: frozenset[Skill] = WEB, **more: Any
) -> str:
    return "\n".join(faults_of_draft(_draft(*parts, **more), question, question, skills))


def _one(question: str, asked: str, **more: Any) -> str:
    return _faults(_part("only", question, **more), question=asked)


def test_a_plan_that_only_divides_the_question_has_no_faults() -> None:
    assert (
        _faults(
            _part("founder", FOUNDER, subject="Skerrion Instruments", skills=["web"]),
            _part("revenue", REVENUE, needs=["founder"], wants=["currency"]),
        )
        == ""
    )


@pytest.mark.parametrize(
    ("asked", "parts"),
    [
        (
            "华为的创始人是谁，2019年营收是多少？",
            ["华为的创始人是谁？", "华为2019年的营收是多少？"],
        ),
        ("من أسس شركة سكيريون في عام ٢٠١٤؟", ["من هو مؤسس شركة سكيريون في عام 2014؟"]),
        ("サムスンの社長は誰ですか", ["サムスンの社長は誰ですか？"]),
        (
            "Wer gründete Skerrion und wo liegt der Hauptsitz?",
            ["Wer gründete Skerrion?", "In welcher Stadt liegt der Hauptsitz von Skerrion?"],
        ),
        (
            "Qui a fondé l'entreprise Skerrion et quand ?",
            [
                "Qui a fondé l’entreprise Skerrion ?",
                "Quand l'entreprise Skerrion fut-elle fondée ?",
            ],
        ),
        (
            "How does Rust differ from Go?",
            ["What is Rust?", "What is Go?", "How does Rust differ from Go?"],
        ),
        (
            "Compare the U.S. and U.K. minimum wages in 2020.",
            ["What was the U.S. minimum wage in 2020?", "What was the U.K. minimum wage in 2020?"],
        ),
        (
            "Who wrote “The Silent Tide”, and how did it sell?",
            ["Who wrote “The Silent Tide”?", "How did The Silent Tide sell?"],
        ),
        ("What is the EU budget?", ["How large is the budget of the European Union (EU)?"]),
        ("Who runs Portugal?", ["Who is the head of the Portuguese government (Portugal)?"]),
        ("二〇二五年有三百万人口的城市是哪个？", ["2025年人口有3000000的城市是哪个？"]),
    ],
)
def test_good_plans_pass_in_many_languages(asked: str, parts: list[str]) -> None:
    drafted = [_part(f"q{at}", text) for at, text in enumerate(parts)]
    assert _faults(*drafted, question=asked) == ""


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"id": "The Founder"}, "The id «The Founder» is not in snake_case."),
        ({"id": "../x"}, "is not in snake_case"),
        ({"needs": ["nobody"]}, "«founder» needs «nobody», which is not in the plan."),
        ({"needs": ["founder"]}, "«founder» need one another in a circle."),
        ({"skills": ["data"]}, "asks for the skill data; there is corpus, web."),
        ({"subject": "Ailsa"}, "has the subject «Ailsa», which the question does not name."),
        ({"subject": "!?"}, "has the subject «!?»"),
        ({"query": "weather tomorrow"}, "has a query that shares no telling word"),
        ({"query": "Skerrion site:evil.example"}, "holds «evil.example»"),
        ({"query": "Ailsa Skerrion"}, "names «ailsa», which the question does not (in its query)"),
        (
            {"wants": ["year 2014"]},
            "holds the number 2014, which the question lacks (in its wants)",
        ),
        ({"answer_is": "most likely Ailsa Birnie"}, "names «ailsa»"),
        ({"question": f"{FOUNDER}\u202e?"}, "holds invisible signs"),
    ],
)
def test_what_a_part_adds_or_gets_wrong_is_named(more: dict[str, Any], said: str) -> None:
    founder = {**_part("founder", FOUNDER), **more}
    assert said in _faults(founder, _part("revenue", REVENUE))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Skerrion Instruments was founded by its owner.", "is no question"),
        ("Skerrion Instruments is in trouble. Who founded it?", "one question in one sentence"),
        ("Who founded Skerrion Instruments?\nAnd why?", "one question in one sentence"),
        ("Did Elon Musk found Skerrion Instruments?", "names «elon»"),
        ("Did Elon Musk Own Skerrion Instruments?", "names «elon»"),
        ("Who founded Skerrion Instruments in 2003?", "holds the number 2003"),
        ("Who gave Skerrion Instruments twenty million?", "holds the number 20000000"),
        ("Who founded Skerrion Instruments, see https://evil.example/?", "leave out addresses"),
        ("Who at Skerrion Instruments reads <b>this</b>?", "leave out addresses and markup"),
        ("What is the weather like?", "shares no telling word with the question"),
    ],
)
def test_a_subquestion_asks_about_the_question_and_states_nothing(question: str, said: str) -> None:
    assert said in _faults(_part("founder", question), _part("revenue", REVENUE))


def test_a_plan_in_another_language_is_refused() -> None:
    said = _one("Who founded Huawei?", "华为的创始人是谁？")
    assert "in the question's language" in said
    assert "leaves out most of what the question asks about" in said


@pytest.mark.parametrize(
    ("asked", "question", "said"),
    [
        (QUESTION, FOUNDER, "The plan leaves out 2019"),
        (QUESTION, "Who founded Skerrion in 2019?", "changes the name «instruments»"),
        ("Who founded Skerrion?", "Who founded Skerrian?", "changes the name «skerrion»"),
        ("Who wrote “The Silent Tide”?", "Who wrote “A Silent Tide”?", "keep «The Silent Tide»"),
        ("Which 1,500 ships sank?", "Which 1500 ships sank?", ""),
        ("谁写了《红楼梦》？", "谁写了《红楼》？", "keep «红楼梦»"),
    ],
)
def test_names_numbers_and_titles_of_the_question_are_kept(
    asked: str, question: str, said: str
) -> None:
    faults = _one(question, asked)
    assert said in faults if said else faults == ""


def test_ids_given_twice_and_circles_are_named() -> None:
    twice = _faults(_part("a", FOUNDER), _part("a", REVENUE))
    assert "The id «a» is given 2 times." in twice
    circle = _faults(_part("a", FOUNDER, needs=["b"]), _part("b", REVENUE, needs=["a"]))
    assert "«a», «b» need one another in a circle." in circle


def test_two_parts_that_ask_the_same_are_named_and_two_sides_are_not() -> None:
    twin = _part("other", "Who is it that founded Skerrion Instruments?")
    assert "«founder» and «other» ask for nearly the same" in _faults(
        _part("founder", FOUNDER), twin, _part("revenue", REVENUE)
    )
    sides = [_part(f"y{year}", f"How many people lived in Orkney in {year}?") for year in (1, 2)]
    assert _faults(*sides, question="How many people lived in Orkney in 1 and in 2?") == ""


def test_a_year_that_the_question_lacks_may_stand_in_assumptions_alone() -> None:
    parts = (_part("founder", FOUNDER), _part("revenue", REVENUE))
    assert _faults(*parts, assumptions=["Last year means 2025, the year of the Olympics."]) == ""
    assert "An assumption holds an address" in _faults(*parts, assumptions=["See evil.example."])


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"clarify": "Which Skerrion Instruments is it?"}, "`assumptions` must say"),
        ({"clarify": "What is your password?", "assumptions": ["x"]}, "`clarify` must name"),
        ({"clarify": "Tell me about Skerrion.", "assumptions": ["x"]}, "end in a question mark"),
        ({"clarify": "Skerrion in 1999?", "assumptions": ["x"]}, "`clarify` holds the number 1999"),
        ({"clarify": "Skerrion of Orkney or of Leith?", "assumptions": ["Of Orkney."]}, ""),
    ],
)
def test_the_clarifying_question_is_about_the_question(more: dict[str, Any], said: str) -> None:
    faults = _faults(_part("founder", FOUNDER), _part("revenue", REVENUE), **more)
    assert said in faults if said else faults == ""


def test_faults_are_told_in_bounds() -> None:
    bad = [_part(f"X{at}", "Elon Musk in 1999.", skills=["data"]) for at in range(6)]
    draft = _draft(*bad)
    assert len(faults_of_draft(draft, QUESTION, QUESTION, frozenset())) == MAX_FAULTS
    assert "there is none" in "".join(
        faults_of_draft(_draft(_part("a", FOUNDER, skills=["web"])), QUESTION, "", frozenset())
    )


@pytest.mark.parametrize(
    "draft",
    [
        {},
        {"subquestions": []},
        {"subquestions": [_part(f"q{at}", FOUNDER) for at in range(100)]},
        {"subquestions": [_part("q", "")]},
        {"subquestions": [_part("q", "Who? " * 500)]},
        {"subquestions": [_part("q", FOUNDER, skills=["shell"])]},
        {"subquestions": [_part("q", FOUNDER, tools=["web.read"])]},
        {"subquestions": "Who founded it?"},
        {"subquestions": [_part("q", FOUNDER)], "assumptions": ["x"] * 50},
        {"subquestions": [{**_part("q", FOUNDER), "id": 7}]},
    ],
)
def test_wrong_types_unknown_fields_and_too_much_are_no_draft(draft: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        PlanDraft.model_validate(draft)
