"""A report's notes say what a run did without, and each reason once."""

from __future__ import annotations

import pytest

from ascertain.controller.run_notes import early_endings, prose_notes, shortfall_notes
from ascertain.controller.state import RunState
from ascertain.evidence.brief import HandBack
from ascertain.evidence.events import ProseWritten, StepFellBack
from ascertain.evidence.kinds import Ending

DOWN = "no server answers at http://127.0.0.1:9/v1"


def back(sub_question_id: str, ending: Ending = "error", error: str | None = DOWN) -> HandBack:
    return HandBack(sub_question_id=sub_question_id, ending=ending, error=error)


def fell(step: str, now: str, reason: str = DOWN) -> StepFellBack:
    return StepFellBack(step=step, was="a:b", now=now, reason=reason)


def prose(*notes: str, accepted: int = 0, refused: int = 0) -> ProseWritten:
    return ProseWritten(sections=(), accepted=accepted, refused_total=refused, notes=notes)


WITHOUT_A_MODEL = RunState(
    fell_back=(fell("planner", "rules"), fell("q1", "extractive")),
    hand_backs=(back("q1"), back("q1", "finished", None)),
    prose=prose(f"«q1» is printed as its claims stand: {DOWN}"),
)
STEPS = (
    "«planner» went on with rules instead of a:b; «q1» went on with extractive instead of a:b; "
    "«q1» is printed as its claims stand."
)


def test_a_reason_that_several_steps_share_stands_once_with_how_often() -> None:
    assert shortfall_notes(WITHOUT_A_MODEL, "") == [f"{STEPS} The reason, 3 times: {DOWN}"]


def test_a_reason_that_stands_at_the_top_of_the_report_is_not_said_again() -> None:
    told = early_endings(WITHOUT_A_MODEL.hand_backs)
    assert told == f"the researcher for «q1» ended by error: {DOWN}"
    assert shortfall_notes(WITHOUT_A_MODEL, told) == [f"{STEPS} The reason, 3 times, stands above."]
    once = RunState(hand_backs=(back("q1"),))
    assert shortfall_notes(once, told) == [
        "The researcher for «q1» ended early. The reason stands above."
    ]


def test_of_several_reasons_at_the_top_each_is_said_with_its_steps() -> None:
    backs = (back("q1"), back("q2", "error", "it is busy"))
    notes = shortfall_notes(RunState(hand_backs=backs), early_endings(backs))
    assert notes == [
        f"The researcher for «q1» ended early: {DOWN}",
        "The researcher for «q2» ended early: it is busy",
    ]


def test_other_reasons_stand_beside_each_other() -> None:
    state = RunState(
        fell_back=(fell("planner", "rules", "it is busy"),), hand_backs=(back("q1"), back("q2"))
    )
    assert shortfall_notes(state, "") == [
        "«planner» went on with rules instead of a:b: it is busy",
        "The researcher for «q1» ended early; the researcher for «q2» ended early. "
        f"The reason, 2 times: {DOWN}",
    ]
    assert shortfall_notes(RunState(), "") == []


def test_of_many_steps_the_first_are_named_and_the_rest_counted() -> None:
    state = RunState(hand_backs=tuple(back(f"q{at}") for at in range(30)))
    (note,) = shortfall_notes(state, "")
    assert "«q9» ended early; and 20 more. The reason, 30 times: " in note


def test_researchers_that_ended_alike_are_named_together() -> None:
    ended = [back("q1"), back("q2"), back("q3", "limit", None), back("q4", "time_out", "late")]
    assert early_endings(ended) == (
        f"the researchers for «q1», «q2» ended by error: {DOWN}; "
        "the researcher for «q4» ended by time_out: late"
    )
    assert early_endings([back("q1", "finished", None)]) == ""


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (None, []),
        (prose("«q1» is printed as its claims stand: it is busy"), []),
        (prose(accepted=1), ["1 sentence was written by a:b from the claims, and checked against"]),
        (prose(accepted=3), ["3 sentences were written by a:b from the claims, and checked"]),
        (prose(accepted=1, refused=1), ["; 1 other did not hold and gave way to the claims' own"]),
        (prose(accepted=1, refused=2), ["; 2 others did not hold and gave way to the claims' own"]),
        (prose(refused=1), ["The 1 sentence that a:b wrote does not say what its claims say; "]),
        (prose(refused=2), ["The 2 sentences that a:b wrote do not hold; the claims stand in"]),
    ],
)
def test_what_a_model_wrote_is_counted_and_nothing_is_said_of_nothing(
    written: ProseWritten | None, words: list[str]
) -> None:
    notes = prose_notes(written, "a:b")
    assert len(notes) == len(words)
    assert all(word in note for word, note in zip(words, notes, strict=True))
    assert "(s)" not in "".join(notes)


def test_a_model_without_a_name_is_the_model() -> None:
    assert prose_notes(prose(accepted=1), None)[0].startswith("1 sentence was written by the model")
