"""A run, from its first event to its last."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from ascertain.adapters.memory.snapshot_store import MemorySnapshots
from ascertain.controller.judging import page_of
from ascertain.controller.state import fold
from ascertain.controller.verifying import verify_run
from ascertain.errors import FetchError, LedgerError, NotAvailableError
from ascertain.evidence.brief import Brief, HandBack
from ascertain.evidence.events import CorpusIndexed
from ascertain.evidence.limits import Limits
from ascertain.evidence.program import ProcessedPage
from ascertain.evidence.task import ResearchTask
from ascertain.ports.toolbox import Toolbox
from ascertain.validation.checking import Page
from builders import plan
from unit.controller.harness import PAGES, Harness, Script, draft, quoting, refused

FOUNDED = "Ailsa Hestvane founded Skerrion in 2014."
ABOUT, NEWS = PAGES


async def test_a_finished_run_leaves_evidence_claims_and_a_report() -> None:
    harness = Harness(quoting((FOUNDED, ABOUT), (FOUNDED, NEWS)))
    manifest = await harness.run.run()
    assert manifest.status == "collected"
    assert manifest.error is None
    assert manifest.evidence_ids == ("E1", "E2")
    assert manifest.ledger_root == harness.ledger.root
    (claim,) = harness.run.state.claims.values()
    assert (claim.text, claim.verdict) == (FOUNDED, "supported")
    assert [link.id for link in claim.evidence] == ["E1", "E2"]
    report = json.loads(harness.artifacts.read("report.json") or b"")
    assert report["sections"][0]["sentences"][0]["text"] == FOUNDED
    assert report["status"] == "complete"
    for name in ("report.md", "report.html", "claims.jsonl", "summary.md", "plan.json"):
        assert harness.artifacts.read(name)


async def test_events_come_before_what_they_announce() -> None:
    harness = Harness(quoting((FOUNDED, ABOUT)))
    await harness.run.run()
    assert harness.kinds == [
        "run_started",
        "plan_made",
        "round_started",
        "researcher_started",
        "search_done",
        "source_asked",
        "source_read",
        "evidence_admitted",
        "researcher_ended",
        "evidence_checked",
        "claims_merged",
        "report_written",
        "run_ended",
    ]


async def test_the_state_is_the_fold_of_the_events() -> None:
    harness = Harness(quoting((FOUNDED, ABOUT)))
    await harness.run.run()
    assert fold(harness.ledger.events()) == harness.run.state


async def test_the_same_script_gives_the_same_files() -> None:
    one, other = (Harness(quoting((FOUNDED, ABOUT))) for _ in range(2))
    await one.run.run()
    await other.run.run()
    for name in ("report.md", "report.html", "report.json", "claims.jsonl"):
        assert one.artifacts.read(name) == other.artifacts.read(name)


async def test_a_page_that_two_researchers_want_is_fetched_once_and_its_evidence_shared() -> None:
    harness = Harness(quoting((FOUNDED, ABOUT)), plan=plan("q1", "q2"))
    await harness.run.run()
    assert harness.fetcher.urls == [ABOUT]
    assert harness.run.state.answers == {"q1": ("E1",), "q2": ("E1",)}
    assert harness.run.state.claims["C1"].sub_question_ids == ("q1", "q2")
    assert harness.run.state.gaps == ()


async def test_no_evidence_is_said_and_is_a_gap() -> None:
    async def idle(brief: Brief, toolbox: Toolbox) -> HandBack:
        await toolbox.call("corpus.search", {"query": brief.subquestion.query})
        return HandBack(sub_question_id=brief.subquestion.id, ending="finished")

    harness = Harness(idle, limits=Limits(rounds=1))
    manifest = await harness.run.run()
    assert manifest.status == "no_evidence"
    assert manifest.error == "sources matched its words, but none of them could be read"
    assert [gap.sub_question_id for gap in harness.run.state.gaps] == ["q1"]


async def test_a_gap_gets_another_round_with_what_was_read_named() -> None:
    briefs: list[Brief] = []

    async def later(brief: Brief, toolbox: Toolbox) -> HandBack:
        briefs.append(brief)
        await toolbox.call("corpus.search", {"query": brief.subquestion.query})
        await toolbox.call("corpus.read", {"url": ABOUT if brief.round == 1 else NEWS})
        if brief.round == 2:
            await toolbox.call("evidence.record", draft(FOUNDED, NEWS))
        return HandBack(sub_question_id=brief.subquestion.id, ending="finished")

    harness = Harness(later)
    manifest = await harness.run.run()
    assert [brief.round for brief in briefs] == [1, 2]
    assert briefs[1].already_read == (ABOUT,)
    assert manifest.status == "collected"


async def test_there_is_no_further_round_when_everything_found_was_read() -> None:
    async def reads_all(brief: Brief, toolbox: Toolbox) -> HandBack:
        await toolbox.call("corpus.search", {"query": brief.subquestion.query})
        for url in PAGES:
            await toolbox.call("corpus.read", {"url": url})
        return HandBack(sub_question_id=brief.subquestion.id, ending="finished")

    harness = Harness(reads_all, limits=Limits(rounds=5))
    await harness.run.run()
    assert harness.run.state.rounds == 1


async def test_one_failing_researcher_ends_alone_and_is_named() -> None:
    good = quoting((FOUNDED, ABOUT))

    async def script(brief: Brief, toolbox: Toolbox) -> HandBack:
        if brief.subquestion.id == "q2":
            raise RuntimeError("lost its way")
        if brief.subquestion.id == "q3":
            raise NotAvailableError("no model here")
        return await good(brief, toolbox)

    harness = Harness(script, plan=plan("q1", "q2", "q3"), limits=Limits(rounds=1))
    manifest = await harness.run.run()
    assert manifest.status == "incomplete"
    assert manifest.error is not None
    assert "q2" in manifest.error
    assert "RuntimeError: lost its way" in manifest.error
    assert "no model here" in manifest.error
    assert manifest.evidence_ids == ("E1",)
    assert b"partial" in (harness.artifacts.read("report.md") or b"").lower()


async def test_the_time_limit_ends_a_run_with_what_it_has() -> None:
    good = quoting((FOUNDED, ABOUT))

    async def slow(brief: Brief, toolbox: Toolbox) -> HandBack:
        await good(brief, toolbox)
        await asyncio.Event().wait()
        raise AssertionError

    harness = Harness(slow, limits=Limits(max_seconds=2))
    manifest = await harness.run.run()
    assert manifest.status == "incomplete"
    assert manifest.error == "the time limit of 2 s was reached"
    assert harness.run.state.judgements["E1"].verdict == "supported"
    assert harness.run.state.hand_backs[0].ending == "cancelled"


async def test_an_interrupted_run_writes_its_partial_report_first() -> None:
    at_work = asyncio.Event()
    good = quoting((FOUNDED, ABOUT))

    async def slow(brief: Brief, toolbox: Toolbox) -> HandBack:
        await good(brief, toolbox)
        at_work.set()
        await asyncio.Event().wait()
        raise AssertionError

    harness = Harness(slow)
    task = asyncio.create_task(harness.run.run())
    await asyncio.wait_for(at_work.wait(), 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    report = json.loads(harness.artifacts.read("report.json") or b"")
    assert (report["status"], report["status_reason"]) == ("partial", "interrupted")
    assert report["sections"][0]["sentences"][0]["text"] == FOUNDED
    assert harness.kinds[-1] == "run_ended"


async def test_a_run_whose_every_search_failed_is_incomplete_not_empty() -> None:
    harness = Harness(quoting(), failing_search="disk is gone")
    manifest = await harness.run.run()
    assert manifest.status == "incomplete"
    assert manifest.error is not None
    assert "every search failed" in manifest.error
    assert "disk is gone" in manifest.error


async def test_what_indexing_says_is_on_record_and_in_the_scorecard() -> None:
    async def prepare() -> CorpusIndexed:
        return CorpusIndexed(documents=17, read_now=17, unchanged=0, removed=0, unreadable_total=1)

    harness = Harness(quoting((FOUNDED, ABOUT)), prepare=prepare)
    manifest = await harness.run.run()
    assert manifest.scorecard is not None
    assert manifest.scorecard.documents_searched == 17
    assert manifest.scorecard.documents_unreadable == 1


async def test_a_corpus_that_cannot_be_prepared_ends_the_run_with_the_reason() -> None:
    async def prepare() -> CorpusIndexed:
        raise NotAvailableError("The index cannot be opened.")

    harness = Harness(quoting(), prepare=prepare)
    manifest = await harness.run.run()
    assert manifest.status == "incomplete"
    assert manifest.error == "The index cannot be opened."


async def test_a_ledger_that_cannot_be_written_leaves_as_an_error() -> None:
    async def script(brief: Brief, toolbox: Toolbox) -> HandBack:
        harness.ledger.close()
        return await quoting((FOUNDED, ABOUT))(brief, toolbox)

    harness = Harness(script)
    with pytest.raises(LedgerError):
        await harness.run.run()


async def test_a_task_brings_its_own_limits_and_subject() -> None:
    briefs: list[Brief] = []
    answers: list[dict[str, Any]] = []

    async def script(brief: Brief, toolbox: Toolbox) -> HandBack:
        briefs.append(brief)
        await toolbox.call("corpus.read", {"url": ABOUT})
        answers.append(await refused(toolbox, "evidence.record", draft(FOUNDED, ABOUT)))
        answers.append(await refused(toolbox, "corpus.read", {"url": NEWS}))
        return HandBack(sub_question_id=brief.subquestion.id, ending="limit")

    task = ResearchTask(
        subject_name="Ailsa Hestvane",
        identity_anchor_urls=("https://skerrion.example/",),
        sub_question_id="roles",
        question="Which roles?",
        max_sources=1,
        max_evidence_records=2,
    )
    harness = Harness(script, plan=plan("roles"), task=task, limits=Limits(rounds=1))
    await harness.run.run()
    assert (briefs[0].max_sources, briefs[0].max_evidence_records) == (1, 2)
    assert [answer["code"] for answer in answers] == ["identity_signal_missing", "limit_reached"]
    assert json.loads(harness.artifacts.read("task.json") or b"")["max_sources"] == 1
    report = json.loads(harness.artifacts.read("report.json") or b"")
    assert any("https://skerrion.example/" in note for note in report["notes"])


async def test_failed_sources_keep_their_place_and_are_listed() -> None:
    pages: dict[str, Any] = {**PAGES, "file:///gone.txt": FetchError("error", "there is no file")}

    async def script(brief: Brief, toolbox: Toolbox) -> HandBack:
        await toolbox.call("corpus.read", {"url": "file:///gone.txt"})
        await refused(toolbox, "evidence.record", draft(FOUNDED, "file:///gone.txt"))
        return HandBack(sub_question_id=brief.subquestion.id, ending="finished")

    harness = Harness(script, pages=pages)
    await harness.run.run()
    report = json.loads(harness.artifacts.read("report.json") or b"")
    assert report["failed_sources"] == [
        {
            "source_id": "S1",
            "url": "file:///gone.txt",
            "status": "error",
            "reason": "there is no file",
        }
    ]


def _telling(url: str, text: str, then: float = 0) -> Script:
    """A researcher whose program tells of a page, and who quotes what it says."""

    async def script(brief: Brief, toolbox: Toolbox) -> HandBack:
        await toolbox.keep(ProcessedPage(url=url, status=200, text=text))
        await toolbox.call("evidence.record", draft(text, url))
        await asyncio.sleep(then)
        return HandBack(sub_question_id=brief.subquestion.id, ending="finished")

    return script


async def test_what_a_program_tells_of_a_page_is_looked_up_in_the_page_itself() -> None:
    harness = Harness(_telling(ABOUT, FOUNDED))
    await harness.run.run()
    assert [judged.verdict for judged in harness.run.state.judgements.values()] == ["supported"]
    assert harness.run.state.pages == {"S1": "S2"}
    assert harness.fetcher.urls == [ABOUT]
    checked = verify_run(harness.ledger.events(), harness.snapshots, harness.artifacts)
    assert checked.verdicts == checked.verdicts_held == 1


@pytest.mark.parametrize("url", ["file:///corpus/gone.txt", NEWS])
async def test_what_is_not_in_the_page_itself_supports_nothing(url: str) -> None:
    harness = Harness(_telling(url, "It employs 236 people."))
    await harness.run.run()
    (judged,) = harness.run.state.judgements.values()
    assert judged.verdict == "not_enough_evidence"


async def test_a_run_whose_time_is_up_reads_no_page_again() -> None:
    harness = Harness(_telling(ABOUT, FOUNDED, then=9), limits=Limits(max_seconds=2))
    manifest = await harness.run.run()
    assert manifest.status == "incomplete"
    assert harness.fetcher.urls == []
    (judged,) = harness.run.state.judgements.values()
    assert judged.verdict == "not_enough_evidence"


async def test_a_page_whose_copy_is_lost_was_not_read() -> None:
    harness = Harness(_telling(ABOUT, FOUNDED))
    await harness.run.run()
    state = harness.run.state
    assert page_of(state, "S1", MemorySnapshots()) == Page()
    assert page_of(state, "S2", harness.snapshots) is None
    state.pages.clear()
    assert page_of(state, "S1", harness.snapshots) == Page()
