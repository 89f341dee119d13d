"""A run whose parts have faults, or that is stopped, still ends with a report."""

from __future__ import annotations

import asyncio

import pytest

from ascertain.adapters.memory.snapshot_store import MemorySnapshots
from ascertain.controller.judging import check_pending, merge_all
from ascertain.controller.outputs import make_report, report_files
from ascertain.controller.state import RunState
from ascertain.errors import LedgerError, NotAvailableError
from ascertain.evidence.admitted import Evidence
from ascertain.evidence.brief import Brief, HandBack
from ascertain.evidence.events import CorpusIndexed, Event
from ascertain.evidence.limits import Limits
from ascertain.ports.toolbox import Toolbox
from ascertain.validation.checking import Checked, check_evidence
from unit.controller.harness import PAGES, Harness, quoting

FOUNDED = "Ailsa Hestvane founded Skerrion in 2014."
ABOUT, NEWS = PAGES


async def test_an_unexpected_fault_of_a_part_ends_the_run_with_what_it_has() -> None:
    async def prepare() -> CorpusIndexed:
        raise ZeroDivisionError("a part has a fault")

    harness = Harness(quoting((FOUNDED, ABOUT)), prepare=prepare)
    manifest = await harness.run.run()
    assert manifest.status == "incomplete"
    assert manifest.error == "an unexpected fault: ZeroDivisionError: a part has a fault"
    assert harness.artifacts.read("report.html")


async def test_a_report_is_written_even_where_a_saved_copy_is_gone() -> None:
    harness = Harness(quoting((FOUNDED, ABOUT)))
    await harness.run.run()
    state, empty = harness.run.state, MemorySnapshots()
    report = make_report(state, harness.plan, status="collected", reason="")
    files = report_files(state, harness.plan, report, empty)
    assert FOUNDED.encode() in files["report.md"]
    assert [checked.verdict for checked in check_pending(_unjudged(state), empty)]
    assert check_pending(state, empty) == []
    assert merge_all(state, harness.plan, empty).claims


def _unjudged(state: RunState) -> RunState:
    return state.model_copy(update={"judgements": {}})


async def test_a_reprint_is_marked_and_counts_once() -> None:
    copy = "file:///corpus/reprint.txt"
    harness = Harness(
        quoting((FOUNDED, ABOUT), (FOUNDED, copy)), pages={**PAGES, copy: PAGES[ABOUT]}
    )
    await harness.run.run()
    assert harness.run.state.sources["S2"].duplicate_of == "S1"
    assert harness.run.state.claims["C1"].independent_sources == 1


async def test_a_signal_with_the_last_recording_does_not_take_the_report() -> None:
    harness = Harness(quoting((FOUNDED, ABOUT)))
    task = asyncio.create_task(harness.run.run())

    def interrupt(event: Event) -> None:
        if event.body.kind == "claims_merged":
            task.cancel()

    harness.listeners.append(interrupt)
    with pytest.raises(asyncio.CancelledError):
        await task
    assert harness.kinds[-1] == "run_ended"
    assert harness.artifacts.read("report.html")


async def test_an_observer_that_fails_is_told_nothing_more_and_the_run_goes_on() -> None:
    harness = Harness(quoting((FOUNDED, ABOUT), (FOUNDED, NEWS)))

    def broken(event: Event) -> None:
        raise BrokenPipeError(event.seq)

    harness.listeners.append(broken)
    manifest = await harness.run.run()
    assert manifest.evidence_ids == ("E1", "E2")
    assert len(harness.events) == 1


async def test_tables_that_cannot_grow_do_not_end_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = Harness(quoting((FOUNDED, ABOUT), (FOUNDED, NEWS)))

    def full(name: str, line: bytes) -> None:
        raise LedgerError(f"{name}: no space left for {len(line)} bytes")

    monkeypatch.setattr(harness.artifacts, "append_line", full)
    assert (await harness.run.run()).evidence_ids == ("E1", "E2")


async def test_a_rule_with_a_fault_fails_one_evidence_visibly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def faulty(item: Evidence, text: object, **more: object) -> Checked:
        if item.id == "E2":
            raise ValueError("the rule has a fault")
        return check_evidence(item, text, **more)  # pyright: ignore[reportArgumentType] (passed on as it came)

    monkeypatch.setattr("ascertain.controller.judging.check_evidence", faulty)
    harness = Harness(quoting((FOUNDED, ABOUT), ("It employs 236 people.", ABOUT)))
    manifest = await harness.run.run()
    assert manifest.status == "collected"
    second = harness.run.state.evidence["E2"]
    assert second.validation_status == "not_enough_evidence"
    assert "the rule has a fault" in second.checks[0].detail


async def test_merging_with_a_fault_still_leaves_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(*_: object) -> None:
        raise ValueError("merging has a fault")

    monkeypatch.setattr("ascertain.controller.run.merge_all", faulty)
    harness = Harness(quoting((FOUNDED, ABOUT)))
    manifest = await harness.run.run()
    assert manifest.status == "incomplete"
    assert manifest.error == "an unexpected fault: ValueError: merging has a fault"
    assert harness.artifacts.read("report.html")


async def test_a_ledger_that_fails_while_the_run_is_ended_leaves_as_an_error() -> None:
    async def prepare() -> CorpusIndexed:
        harness.ledger.close()
        raise NotAvailableError("gone")

    harness = Harness(quoting((FOUNDED, ABOUT)), prepare=prepare)
    with pytest.raises(LedgerError):
        await harness.run.run()


async def test_a_time_out_of_a_part_is_not_the_limit_of_the_run() -> None:
    async def prepare() -> CorpusIndexed:
        raise TimeoutError("the network folder does not answer")

    manifest = await Harness(quoting(), prepare=prepare).run.run()
    assert manifest.error == "an unexpected fault: TimeoutError: the network folder does not answer"


async def test_places_for_sources_hold_over_all_rounds() -> None:
    urls = [f"file:///corpus/{n}.txt" for n in range(6)]

    async def greedy(brief: Brief, toolbox: Toolbox) -> HandBack:
        await toolbox.call("corpus.search", {"query": brief.subquestion.query})
        for url in [u for u in urls if u not in brief.already_read][:2]:
            await toolbox.call("corpus.read", {"url": url})
        return HandBack(sub_question_id=brief.subquestion.id, ending="finished")

    harness = Harness(
        greedy, pages=dict.fromkeys(urls, PAGES[ABOUT]), limits=Limits(max_sources=3, rounds=10)
    )
    await harness.run.run()
    assert len(harness.run.state.sources) == 3
    assert harness.run.state.rounds == 2
    assert "tool_refused" in harness.kinds
