"""The tree of a run as lines: what is cut, what is shown whole, what is made harmless."""

from __future__ import annotations

import pytest

from ascertain.reporting.trace import trace_tree
from ascertain.reporting.trace_text import trace_lines
from trace_events import (
    Step,
    a_whole_run,
    events_of,
    model_called,
    run_started,
    started,
    tool_called,
    without_branches,
)


def lines_of(*steps: Step, width: int = 200, full: bool = False) -> list[str]:
    return trace_lines(trace_tree(events_of(*steps)), width=width, full=full)


def test_a_tree_shows_names_seconds_tokens_cost_calls_and_refusals() -> None:
    lines = lines_of(*a_whole_run())
    assert lines[0] == (
        "R  17.00 s  0.0200 USD + 1 unpriced  3,000 tokens in, 150 out  "
        "3 tool calls (1 failed)  3 model calls"
    )
    assert "├─ plan  2.50 s  0.0100 USD  1,000 tokens in, 50 out" in lines
    call = next(line for line in lines if line.startswith("│  │  ├─ openai:gpt-9  2.00 s"))
    assert call.endswith("researcher  (gpt-9-2026)")
    assert any("└─ evidence.record  0.25 s  ✗ quote_not_found: a secret" in line for line in lines)
    assert '│  │  │     → {"query": "a secret"}' in lines
    assert '│  │  │     ← {"leads": []}' in lines
    assert any(line.startswith("└─ report") for line in lines)


def test_a_run_of_an_older_version_shows_too() -> None:
    lines = lines_of(*without_branches())
    assert sum("q2  " in line for line in lines) == 2
    assert any("✗ request_refused: http://x/y: robots.txt" in line for line in lines)


def test_what_has_not_ended_is_marked() -> None:
    assert lines_of((0, "", run_started()))[0] == "R  0.00 s  not ended"


def test_a_price_that_nobody_knows_is_not_shown_as_nothing() -> None:
    lines = lines_of((0, "plan", model_called(step="planner", cost_usd=None)))
    assert "USD" not in "".join(lines)
    assert "no known price  1,000 tokens in, 50 out" in lines[0]


@pytest.mark.parametrize("width", [80, 90, 100])
def test_seconds_cost_and_tokens_stay_where_names_are_cut(width: int) -> None:
    name = "a-provider-with-a-long-name:a-model-with-a-longer-one-2026-01-15-preview"
    call = model_called(model=name, error="the server said something long " * 5)
    lines = lines_of((0, "round-1/q1", started("q1")), (1, "round-1/q1/a/b/c/d", call), width=width)
    called = next(line for line in lines if "a-provider" in line)
    assert "…  2.00 s  0.0100 USD  1,000 tokens in, 50 out" in called
    assert all(len(line) <= width for line in lines)


@pytest.mark.parametrize("width", [1, 20, 37, 80])
@pytest.mark.parametrize("question", ["long " * 50, "漢字" * 100, "e\u0301" * 200])
def test_lines_keep_within_the_width(width: int, question: str) -> None:
    deep = "/".join("abcdefghijkl")
    steps = [(0, "", run_started(question)), *a_whole_run()[1:], (20, deep, tool_called())]
    for line in lines_of(*steps, width=width):
        columns = sum(
            0 if char == "\u0301" else 2 if "\u4e00" <= char <= "\u9fff" else 1 for char in line
        )
        assert columns <= max(20, width)


def test_a_line_that_fits_exactly_is_whole() -> None:
    question = "x" * 17
    assert f"   · {question[:15]}" in lines_of((0, "", run_started("x" * 15)), width=20)
    assert f"   · {question[:14]}…" in lines_of((0, "", run_started(question)), width=20)


def test_full_shows_arguments_and_answers_whole_and_laid_out() -> None:
    arguments = '{"query": "' + "w" * 500 + '", "limit": 3}'
    call = tool_called(arguments=arguments, answer='{"cut off…')
    steps: list[Step] = [(0, "round-1/q1", started("q1")), (1, "round-1/q1/call-1", call)]
    whole = lines_of(*steps, width=40, full=True)
    assert any(line.endswith('  "query": "' + "w" * 500 + '",') for line in whole)
    assert any(line.endswith('← {"cut off…') for line in whole)
    assert all("w" * 50 not in line for line in lines_of(*steps, width=40))


def test_a_call_without_arguments_and_answer_takes_one_line() -> None:
    call = tool_called(arguments="", answer="")
    assert len(lines_of((0, "round-1/q1", started("q1")), (1, "round-1/q1/call-1", call))) == 5


def test_the_short_form_leaves_out_plain_notes_and_never_failures() -> None:
    steps = [
        step
        for step in without_branches()
        for _ in range(5 if step[2].kind in {"search_done", "request_refused"} else 1)
    ]
    short, whole = lines_of(*steps), lines_of(*steps, full=True)
    assert sum("request_refused" in line for line in short) == 5
    assert any("… 2 more" in line for line in short)
    assert not any("more" in line for line in whole)


@pytest.mark.parametrize("full", [False, True])
def test_nothing_in_a_run_can_steer_the_terminal(full: bool) -> None:
    evil = "a\x1b[2J\x07b\r\nc\u202ed\u2028e\x9bf\x85g"
    answer = '{"a": "\\u001b[2J\\u202e", "b\\n": 1}'
    lines = lines_of(
        (0, "", run_started(evil)),
        (1, "round-1/q1", started("q1")),
        (2, "round-1/q1/call-1", tool_called(tool=evil, arguments=evil, answer=answer)),
        (3, f"{evil}/x", model_called(model=evil, error=evil)),
        full=full,
    )
    text = "".join(lines)
    assert not any(char in text for char in "\x1b\x07\r\n\u202e\u2028\x9b\x85")
    assert "a[2Jb  cd ef g" in text
