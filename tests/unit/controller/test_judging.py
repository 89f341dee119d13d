"""Why nothing was found is told from the events."""

from __future__ import annotations

import pytest

from ascertain.controller.judging import why_nothing
from ascertain.controller.state import RunState
from ascertain.evidence.brief import HandBack
from ascertain.evidence.limits import Usage

IDLE = HandBack(sub_question_id="q1", ending="finished")
SEARCHED = HandBack(sub_question_id="q1", ending="finished", usage=Usage(searches=2))
ONE = HandBack(sub_question_id="q1", ending="finished", usage=Usage(sources_read=1))
DONE = HandBack(sub_question_id="q1", ending="finished", usage=Usage(sources_read=3))


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (RunState(documents=0), "the given folders hold no document that could be read"),
        (RunState(documents=3), "it was not searched: the run stopped before"),
        (
            RunState(hand_backs=(HandBack(sub_question_id="q1", ending="cancelled"),)),
            "its researcher was stopped before it found anything",
        ),
        (RunState(hand_backs=(IDLE,)), "its researcher searched nothing"),
        (
            RunState(hand_backs=(SEARCHED,), searches=2, failed_searches=("a: it is down",)),
            "nothing that was searched matched its words",
        ),
        (
            RunState(hand_backs=(SEARCHED,), searches=2, failed_searches=("a", "b")),
            "every search failed",
        ),
        (
            RunState(hand_backs=(IDLE,), leads={"q1": ("file:///a",)}),
            "sources matched its words, but none of them could be read",
        ),
        (
            RunState(hand_backs=(DONE,), leads={"q1": ("file:///a",)}),
            "no evidence was found in the 3 sources that were read for it",
        ),
        (
            RunState(hand_backs=(ONE,)),
            "no evidence was found in the 1 source that was read for it",
        ),
    ],
)
def test_the_reason_says_what_happened(state: RunState, reason: str) -> None:
    assert why_nothing(state, "q1") == reason
