"""A run's events as a tree: whose steps they were, how long they took, what they cost."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from ascertain.evidence.events import (
    ClaimsMerged,
    EvidenceRefused,
    PlanMade,
    ReportWritten,
    ResearcherEnded,
    RoundStarted,
    RunEnded,
    SearchFailed,
    SourceRead,
    StepFellBack,
)
from ascertain.evidence.limits import Usage
from ascertain.reporting.trace import trace_tree
from ascertain.reporting.trace_spans import TraceSpan
from builders import plan, source
from trace_events import (
    Step,
    a_whole_run,
    ended,
    events_of,
    every_happening,
    model_called,
    run_started,
    started,
    tool_called,
    without_branches,
)


def tree_of(*steps: Step) -> TraceSpan:
    return trace_tree(events_of(*steps))


def all_spans(span: TraceSpan) -> Iterator[TraceSpan]:
    yield span
    for child in span.children:
        yield from all_spans(child)


def at(tree: TraceSpan, *names: str) -> TraceSpan:
    for name in names:
        tree = next(child for child in tree.children if child.name == name)
    return tree


def shape(span: TraceSpan) -> dict[str, object]:
    return {f"{child.kind} {child.name}": shape(child) for child in span.children}


def test_a_run_is_a_tree_of_its_branches_with_calls_as_leaves() -> None:
    assert shape(tree_of(*a_whole_run())) == {
        "step plan": {"model openai:gpt-9": {}},
        "round round-1": {
            "researcher q1": {
                "model openai:gpt-9": {},
                "tool corpus.search": {},
                "tool evidence.record": {},
            },
            "researcher q2": {"model openai:gpt-9": {}, "tool web.read": {}},
        },
        "step checks-1": {},
        "step report": {},
    }


def test_usage_is_summed_upwards() -> None:
    tree = tree_of(*a_whole_run())
    used = tree.usage
    assert (used.tool_calls, used.failed_tool_calls, used.model_calls) == (3, 1, 3)
    assert (used.input_tokens, used.output_tokens) == (3000, 150)
    assert (used.cost_usd, used.unpriced_calls) == (pytest.approx(0.02), 1)
    assert at(tree, "round-1", "q1").usage.cost_usd == pytest.approx(0.01)
    for span in all_spans(tree):
        own = 1 if span.model else 0
        assert span.usage.model_calls == own + sum(c.usage.model_calls for c in span.children)


def test_times_are_those_of_the_events_and_calls_reach_back_to_their_beginning() -> None:
    tree = tree_of(*a_whole_run())
    planning = at(tree, "plan")
    assert planning.started_at == "2026-01-01T00:00:00.500Z"
    assert planning.ended_at == "2026-01-01T00:00:03.000Z"
    assert at(tree, "round-1", "q2", "web.read").seconds == pytest.approx(1.25)
    assert tree.seconds == pytest.approx(17)
    for span in all_spans(tree):
        assert span.ended_at is not None
        for child in span.children:
            assert span.started_at <= child.started_at <= (child.ended_at or "")
            assert (child.ended_at or "") <= span.ended_at


def test_failures_name_their_code_first() -> None:
    tree = tree_of(*a_whole_run())
    assert at(tree, "round-1", "q1", "evidence.record").failed == "quote_not_found: a secret"
    assert at(tree, "round-1", "q2").failed == "error: the model is overloaded"
    assert at(tree, "round-1", "q2", "openai:gpt-9").failed == "overloaded"
    assert at(tree, "round-1", "q1").failed is None
    assert tree.failed is None


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ('{"code": "time_out", "message": "no answer"}', "time_out: no answer"),
        ('{"code": "time_out"}', "time_out"),
        ('{"code": "time_o…', "failed"),
        ("[1]", "failed"),
        ("[" * 2_000, "failed"),
    ],
)
def test_a_refusal_without_an_event_of_its_own_is_read_from_the_answer(
    answer: str, said: str
) -> None:
    call = tool_called(ok=False, answer=answer)
    assert at(tree_of((0, "round-1/q1/call-1", call)), "round-1", "q1", "corpus.search").failed == (
        said
    )


def test_a_call_that_went_well_after_all_has_not_failed() -> None:
    branch = "round-1/q1/call-1"
    refused = EvidenceRefused(sub_question_id="q1", code="bad_arguments", message="m")
    tree = tree_of(
        (0, "round-1/q1", started("q1")), (1, branch, refused), (1, branch, tool_called())
    )
    assert at(tree, "round-1", "q1", "corpus.search").failed is None


@pytest.mark.parametrize("cut", range(1, 24))
def test_a_run_that_broke_off_anywhere_has_a_tree_that_says_what_is_open(cut: int) -> None:
    steps = a_whole_run()
    tree = tree_of(*steps[:cut])
    assert (tree.ended_at is None) == (cut < len(steps))
    for span in all_spans(tree):
        if span.ended_at is not None and span.kind != "tool":
            assert all(child.ended_at is not None for child in span.children)


def test_what_is_open_is_the_way_to_the_last_event() -> None:
    tree = tree_of(*a_whole_run()[:12])
    still_open = {span.name for span in all_spans(tree) if span.ended_at is None}
    assert still_open == {"R", "round-1", "q1", "q2", "call-1"}
    assert at(tree, "round-1", "q2", "call-1").kind == "tool"
    assert at(tree, "plan").ended_at is not None


def test_a_step_that_has_no_end_in_a_run_that_has_one_is_said_to_be_lost() -> None:
    steps = [step for step in a_whole_run() if not isinstance(step[2], ResearcherEnded)]
    assert at(tree_of(*steps), "round-1", "q1").failed == "no end is on record"


def test_the_order_in_which_parallel_researchers_are_recorded_changes_nothing() -> None:
    steps = [
        (5.0, "round-1", RoundStarted(round=1, sub_question_ids=("q1", "q2"))),
        (5.0, "round-1/q1", started("q1")),
        (5.0, "round-1/q2", started("q2")),
    ]
    ones: list[Step] = [(7, "round-1/q1/call-1", tool_called("q1")), (9, "round-1/q1", ended("q1"))]
    others: list[Step] = [
        (7, "round-1/q2/call-1", tool_called("q2")),
        (9, "round-1/q2", ended("q2")),
    ]
    trees = set[str]()
    for whose_turn in set(itertools.permutations((0, 0, 1, 1))):
        left = (list(ones), list(others))
        trees.add(tree_of(*steps, *(left[who].pop(0) for who in whose_turn)).model_dump_json())
    assert len(trees) == 1


def test_a_researcher_that_fell_back_counts_its_calls_anew_and_goes_on() -> None:
    branch = "round-1/q1"
    fell = StepFellBack(step="q1", was="claude", now="extractive", reason="no key")
    tree = tree_of(
        (0, branch, started("q1")),
        (1, f"{branch}/call-1", tool_called(tool="web.read")),
        (2, branch, ended("q1", "error", "no key")),
        (2, branch, fell),
        (4, f"{branch}/call-1", tool_called(tool="corpus.search")),
        (5, branch, ended("q1")),
    )
    researcher = at(tree, "round-1", "q1")
    assert [child.name for child in researcher.children] == ["web.read", "corpus.search"]
    assert researcher.failed is None
    assert researcher.ended_at is not None
    assert "from claude to extractive: no key" in [n.text for n in researcher.notes if n.failed]


def test_calls_that_share_a_branch_or_have_none_are_spans_of_their_own() -> None:
    branch = "round-1/q1"
    tree = tree_of(
        (0, branch, started("q1")),
        (1, f"{branch}/call-1", tool_called(tool="web.read")),
        (2, f"{branch}/call-1", tool_called(tool="web.search")),
        (3, branch, tool_called(tool="math.calculate")),
    )
    names = [child.name for child in at(tree, "round-1", "q1").children]
    assert names == ["web.read", "web.search", "math.calculate"]
    assert tree.usage.tool_calls == 3


def test_events_without_branches_are_grouped_by_round_and_subquestion() -> None:
    tree = tree_of(*without_branches())
    assert shape(tree) == {
        "round round-1": {"researcher q1": {}, "researcher q2": {}},
        "step checks-1": {},
        "round round-2": {"researcher q2": {}},
        "step checks-2": {},
        "step report": {},
    }
    said = [note.text for note in at(tree, "round-1", "q2").notes]
    assert "S1 ok: file:///corpus/S1.txt" in said
    assert "request_refused: http://x/y: robots.txt" in said
    assert "evidence.record refused: bad_arguments: no quote" in said
    assert tree.notes[-1].text == "no_evidence: nothing was found"


def test_where_calls_are_not_on_record_what_researchers_said_they_used_is_counted() -> None:
    used = tree_of(*without_branches()).usage
    assert (used.tool_calls, used.model_calls) == (6, 2)
    assert (used.input_tokens, used.cost_usd) == (900, pytest.approx(0.02))


def test_calls_on_record_are_not_counted_again_from_the_hand_back() -> None:
    branch = "round-1/q1"
    said = Usage(tool_calls=1, model_calls=1, input_tokens=1000, cost_usd=0.01)
    tree = tree_of(
        (0, branch, started("q1")),
        (1, branch, model_called("q1")),
        (2, f"{branch}/call-1", tool_called()),
        (3, branch, ended("q1", usage=said)),
    )
    assert (tree.usage.tool_calls, tree.usage.model_calls) == (1, 1)
    assert tree.usage.cost_usd == pytest.approx(0.01)


@pytest.mark.parametrize(
    ("body", "branch"),
    [
        (model_called(step="planner"), "plan"),
        (model_called(step="writer"), "report"),
        (model_called(step="judge"), "checks-1"),
        (model_called(step="probe"), ""),
        (StepFellBack(step="planner", was="a", now="b", reason="r"), "plan"),
        (StepFellBack(step="else", was="a", now="b", reason="r"), ""),
        (ReportWritten(files={}), "report"),
        (ClaimsMerged(claims=()), "checks-1"),
        (PlanMade(plan=plan()), ""),
        (SourceRead(source=source("S9")), ""),
        (SearchFailed(sub_question_id="q9", provider="p", query="q", reason="r"), ""),
    ],
)
def test_steps_of_older_versions_are_told_by_what_they_are(body: object, branch: str) -> None:
    tree = tree_of((0, "", run_started()), (1, "", body))  # pyright: ignore[reportArgumentType]
    assert [c.branch for c in tree.children if c.kind != "model"] == ([branch] if branch else [])


def test_quotes_checked_are_counted_by_verdict() -> None:
    checks = at(tree_of(*a_whole_run()), "checks-1")
    assert "2 quotes checked: 1 not enough evidence, 1 supported" in [n.text for n in checks.notes]


def test_every_kind_of_event_has_its_word() -> None:
    steps = every_happening("here")
    notes = at(tree_of(*steps), "here").notes
    # That a source was asked for is said by what became of it.
    assert len(notes) == len(steps) - 1
    assert sum(note.failed for note in notes) == 8


def test_a_run_that_did_not_finish_says_why() -> None:
    tree = tree_of(
        (0, "", run_started()), (1, "", RunEnded(status="incomplete", reason="cancelled"))
    )
    assert tree.failed == "incomplete: cancelled"


def test_another_attempt_opens_the_run_again() -> None:
    tree = tree_of(
        (0, "", run_started()),
        (1, "", RunEnded(status="incomplete", reason="cancelled")),
        (2, "", run_started()),
    )
    assert (tree.failed, tree.ended_at) == (None, None)


def test_times_that_are_none_and_durations_beyond_belief_do_no_harm() -> None:
    events = events_of(
        (0, "", run_started()), (1, "plan", model_called(step="planner", seconds=1e300))
    )
    odd = events[0].model_copy(update={"at": "2026-13-45T00:00:00Z"})
    tree = trace_tree([odd, events[1]])
    assert tree.seconds > 0
    assert tree.started_at < "2026"


def test_a_branch_as_deep_as_one_can_be_has_a_tree() -> None:
    tree = tree_of((0, "/".join("a" * 150), run_started()))
    assert len(list(all_spans(tree))) == 151
    assert tree.model_dump_json()


def test_no_events_are_no_run() -> None:
    with pytest.raises(ValueError, match="without events"):
        trace_tree([])
