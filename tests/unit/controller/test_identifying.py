"""A run turns namesakes' pages away, says where it is not certain, and verifies both."""

from __future__ import annotations

import asyncio
import json

import pytest
from pydantic import JsonValue

from ascertain.adapters.memory.snapshot_store import MemorySnapshots
from ascertain.controller.identifying import changed_identities, identify
from ascertain.controller.identity_report import identity_notes, turned_away, unsure_claims
from ascertain.controller.judging import check_pending
from ascertain.controller.state import Judgement, RunState
from ascertain.controller.verifying import verify_run
from ascertain.evidence.brief import Brief, HandBack
from ascertain.evidence.chain import digest
from ascertain.evidence.document import TextRange
from ascertain.evidence.identity_events import IdentityJudged, SubjectDescribed
from ascertain.evidence.plan import ResearchPlan
from ascertain.evidence.snapshot import Snapshot
from ascertain.evidence.task import ResearchTask
from ascertain.ports.toolbox import Toolbox
from builders import NOW, evidence, plan, source, subquestion
from unit.controller.harness import Harness, Script, draft

ABOUT = "https://skerrion.example/about"
FOUNDED = "Ailsa Hestvane founded Skerrion in Stromness in 2014."
AGAIN = "Ailsa Hestvane founded Skerrion in Stromness with Tomas Brekkvoll."
KILN = "Ailsa Hestvane founded the Harbour Kiln in Pittenweem in 1974."
BARE = "Ailsa Hestvane opened the fair."
TEXTS = {
    ABOUT: f"{FOUNDED} With Tomas Brekkvoll, Ailsa Hestvane has led it since 2021.",
    "https://news.example/a": f"{AGAIN} Both live there.",
    "https://craft.example/potter": f"{KILN} The potter died in 2018 in Crail near Dundee.",
    "https://fair.example/x": BARE,
}
TASK = ResearchTask(
    subject_name="Ailsa Hestvane",
    identity_anchor_urls=(ABOUT,),
    sub_question_id="q1",
    question="What did Ailsa Hestvane found?",
    max_sources=10,
)


class Copies:
    """Saved copies made by hand, and the state of a run that read them."""

    def __init__(self, texts: dict[str, str], task: ResearchTask | None = TASK) -> None:
        self.snapshots = MemorySnapshots()
        self.state = RunState(run_id="R", task=task, plan=plan())
        for at, (url, text) in enumerate(texts.items(), start=1):
            self.add(f"S{at}", url, text)

    def add(
        self,
        name: str,
        url: str,
        text: str,
        *,
        markup: str = "",
        media_type: str = "text/plain",
        canonical: str | None = None,
        main: tuple[TextRange, ...] = (),
    ) -> None:
        data = (markup or text).encode()
        self.snapshots.put(
            data,
            text,
            Snapshot(
                sha256=digest(data),
                text_sha256=digest(text.encode()),
                size_bytes=len(data),
                url=url,
                fetched_at=NOW,
                media_type=media_type,
                reader="memory",
                reader_version="1",
                canonical_url=canonical,
                main=main,
            ),
        )
        self.state.sources[name] = source(
            name, requested_url=url, canonical_url=url, resolved_url=url, content_hash=digest(data)
        )
        number = name.removeprefix("S")
        self.state.evidence[f"E{number}"] = evidence(
            f"E{number}", text.split(". ", 1)[0], source_id=name, snapshot=digest(data)
        )

    def judge(self) -> dict[str, str]:
        """Identify, fold what came of it into the state, return source id to outcome."""
        for body in list(identify(self.state, self.snapshots)):
            if isinstance(body, SubjectDescribed):
                self.state.subject = body.entry
            else:
                self.state.identities[body.judgement.source_id] = body.judgement
        return {name: judged.outcome for name, judged in self.state.identities.items()}


def _quoting(*pairs: tuple[str, str]) -> Script:
    async def script(brief: Brief, toolbox: Toolbox) -> HandBack:
        for claim, url in pairs:
            await toolbox.call("corpus.read", {"url": url, "query": claim})
            given: dict[str, JsonValue] = {**draft(claim, url), "identity_signals": ["the name"]}
            await toolbox.call("evidence.record", given)
        return HandBack(sub_question_id=brief.subquestion.id, conclusion="Done.", ending="finished")

    return script


def _harness(task: ResearchTask | None = TASK, of: ResearchPlan | None = None) -> Harness:
    # The corpus's lane reads files only, so the pages are files that the state calls anchors.
    pages = {f"file:///c/{at}.txt": f"T\n\n{text}\n" for at, text in enumerate(TEXTS.values())}
    claims = (FOUNDED, AGAIN, KILN, BARE)
    script = _quoting(*zip(claims, pages, strict=True))
    return Harness(
        script,
        pages={url: text.encode() for url, text in pages.items()},
        task=task,
        plan=of or plan(),
    )


def test_each_source_is_judged_once_and_shows_why() -> None:
    copies = Copies(TEXTS)
    assert copies.judge() == {"S1": "match", "S2": "match", "S3": "mismatch", "S4": "uncertain"}
    assert copies.state.subject is not None
    assert copies.state.subject.anchors_read == ("S1",)
    assert copies.state.subject.anchors_unread == ()
    assert list(identify(copies.state, copies.snapshots)) == []


def test_another_anchor_page_has_all_judged_again() -> None:
    first, *others = TEXTS.items()
    copies = Copies(dict(others))
    assert set(copies.judge().values()) == {"uncertain"}
    for checked in check_pending(copies.state, copies.snapshots):
        name = checked.evidence_id
        copies.state.evidence[name] = copies.state.evidence[name].model_copy(
            update={"checks": checked.checks}
        )
        copies.state.judgements[name] = Judgement(
            verdict=checked.verdict, confidence=checked.confidence
        )
    assert check_pending(copies.state, copies.snapshots) == []
    copies.add("S9", *first)
    assert copies.judge()["S2"] == "mismatch"
    again = {
        checked.evidence_id: checked for checked in check_pending(copies.state, copies.snapshots)
    }
    assert again["E2"].verdict == "not_enough_evidence"
    assert again["E2"].checks[-1].outcome == "fail"
    assert "another Ailsa Hestvane" in again["E2"].checks[-1].detail


@pytest.mark.parametrize("task", [None, TASK.model_copy(update={"subject_name": None})])
def test_a_question_without_a_subject_judges_nothing(task: ResearchTask | None) -> None:
    copies = Copies(TEXTS, task)
    assert copies.judge() == {}
    checks = [checked.checks[-1] for checked in check_pending(copies.state, copies.snapshots)]
    assert {(check.name, check.outcome) for check in checks} == {("identity", "not_run")}


def test_a_file_may_be_the_copy_of_an_anchor_page_but_a_web_page_may_not() -> None:
    copies = Copies({})
    text = TEXTS[ABOUT]
    copies.add("S1", "file:///c/about.html", text, canonical=ABOUT)
    assert copies.judge() == {"S1": "match"}
    web = Copies({})
    web.add("S1", "https://fake.example/about", f"{text}!", canonical=ABOUT)
    assert web.judge() == {"S1": "uncertain"}
    other = Copies({})
    other.add("S1", "file:///c/about.html", text, canonical="https://skerrion.example/news")
    assert other.judge() == {"S1": "uncertain"}


def test_links_are_read_from_the_page_as_received() -> None:
    copies = Copies({ABOUT: TEXTS[ABOUT]})
    copies.add(
        "S2", "https://a.example/", BARE, markup=f'<a href="{ABOUT}">x</a>', media_type="text/html"
    )
    assert copies.judge()["S2"] == "match"


def test_the_main_content_is_what_counts() -> None:
    copies = Copies({ABOUT: TEXTS[ABOUT]})
    end = len(BARE)
    copies.add(
        "S2", "https://a.example/", f"{BARE}\n\n{AGAIN}", main=(TextRange(start=0, end=end),)
    )
    assert copies.judge()["S2"] == "uncertain"


def test_a_page_whose_copy_is_lost_or_was_never_read_is_uncertain() -> None:
    copies = Copies(TEXTS)
    copies.state.sources["S2"] = source("S2", content_hash="b" * 64)
    copies.state.sources["S3"] = source("S3", content_hash=None)
    outcomes = copies.judge()
    assert (outcomes["S2"], outcomes["S3"]) == ("uncertain", "uncertain")


def test_what_no_longer_comes_out_the_same_is_found() -> None:
    copies = Copies(TEXTS)
    assert list(changed_identities(copies.state, copies.snapshots)) == []
    copies.judge()
    assert list(changed_identities(copies.state, copies.snapshots)) == []
    judged = copies.state.identities["S3"]
    copies.state.identities["S3"] = judged.model_copy(update={"outcome": "match"})
    copies.state.identities["S77"] = judged
    assert list(changed_identities(copies.state, copies.snapshots)) == [
        ("S3", "it was match and is now mismatch")
    ]
    copies.state.task = None
    assert list(changed_identities(copies.state, copies.snapshots)) == []


async def test_without_an_anchor_page_a_run_is_uncertain_and_says_so() -> None:
    harness = _harness()
    await harness.run.run()
    state = harness.run.state
    assert {judged.outcome for judged in state.identities.values()} == {"uncertain"}
    report = json.loads(harness.artifacts.read("report.json") or b"")
    assert any("could not be told apart" in note for note in report["notes"])
    sentence = report["sections"][0]["sentences"][0]
    assert "not certain that the source is about Ailsa Hestvane" in sentence["note"]
    terms = [term.name for claim in state.claims.values() for term in claim.confidence_terms]
    assert terms.count("identity") == len(state.claims)
    assert verify_run(harness.ledger.events(), harness.snapshots, harness.artifacts).problems == ()


async def test_a_namesake_is_turned_away_in_every_form_of_the_report() -> None:
    harness = _harness()
    # The copy of the anchor page says whose address it is.
    put = harness.snapshots.put

    def putting(data: bytes, text: str, snapshot: Snapshot) -> Snapshot:
        if snapshot.url.endswith("/0.txt"):
            snapshot = snapshot.model_copy(update={"canonical_url": ABOUT})
        return put(data, text, snapshot)

    harness.snapshots.put = putting
    await harness.run.run()
    state = harness.run.state
    outcomes = {name: judged.outcome for name, judged in state.identities.items()}
    assert outcomes == {"S1": "match", "S2": "match", "S3": "mismatch", "S4": "uncertain"}
    assert {claim.status for claim in state.claims.values()} == {"reported", "turned_away"}
    report = json.loads(harness.artifacts.read("report.json") or b"")
    (away,) = report["turned_away"]
    assert (away["source_id"], away["subject_name"]) == ("S3", "Ailsa Hestvane")
    assert away["claims"] == [KILN]
    assert away["signals"][0]["direction"] == "against"
    assert KILN not in json.dumps([report["sections"], report["unverified"]])
    page = (harness.artifacts.read("report.html") or b"").decode()
    words = (harness.artifacts.read("report.md") or b"").decode()
    assert "## Turned away: about another Ailsa Hestvane" in words
    assert "died 2018; " in words
    assert 'id="turned-away"' in page
    assert KILN not in words
    assert KILN not in page
    assert verify_run(harness.ledger.events(), harness.snapshots, harness.artifacts).problems == ()


async def test_a_planned_subject_without_anchors_is_not_checked_and_that_is_said() -> None:
    planned = ResearchPlan(question="Who?", subquestions=(subquestion(subject="Ailsa Hestvane"),))
    harness = _harness(None, planned)
    await harness.run.run()
    assert not harness.run.state.identities
    report = json.loads(harness.artifacts.read("report.json") or b"")
    assert any(
        note.startswith("Identity was not checked for Ailsa Hestvane") for note in report["notes"]
    )
    check = harness.run.state.evidence["E1"].checks[-1]
    assert check.outcome == "not_run"
    assert "no page that is known to be about Ailsa Hestvane" in check.detail


async def test_a_judgement_that_was_altered_is_a_problem() -> None:
    harness = _harness()
    await harness.run.run()
    events = [
        event.model_copy(
            update={
                "body": IdentityJudged(
                    judgement=event.body.judgement.model_copy(update={"outcome": "match"})
                )
            }
        )
        if isinstance(event.body, IdentityJudged)
        else event
        for event in harness.ledger.events()
    ]
    found = verify_run(events, harness.snapshots, harness.artifacts)
    assert "identity" in {problem.what for problem in found.problems}


def test_a_run_judged_by_an_earlier_version_keeps_its_checks() -> None:
    copies = Copies(TEXTS, None)
    for checked in check_pending(copies.state, copies.snapshots):
        name = checked.evidence_id
        copies.state.evidence[name] = copies.state.evidence[name].model_copy(
            update={"checks": checked.checks[:-1]}
        )
    copies.state.judgements = dict.fromkeys(
        copies.state.evidence, Judgement(verdict="supported", confidence=1.0)
    )
    assert check_pending(copies.state, copies.snapshots) == []


async def test_a_run_that_is_stopped_still_judges_whose_pages_it_read() -> None:
    at_work = asyncio.Event()

    async def slow(brief: Brief, toolbox: Toolbox) -> HandBack:
        await _quoting((KILN, "file:///c/2.txt"))(brief, toolbox)
        at_work.set()
        await asyncio.Event().wait()
        raise AssertionError

    stopped = Harness(slow, pages=_harness().pages, task=TASK)
    running = asyncio.create_task(stopped.run.run())
    await asyncio.wait_for(at_work.wait(), 5)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert set(stopped.run.state.identities) == {"S1"}


def test_a_run_that_never_judged_says_nothing_of_its_task() -> None:
    planned = ResearchPlan(question="Who?", subquestions=(subquestion(subject="Ailsa Hestvane"),))
    assert identity_notes(RunState(task=TASK), planned) == ()
    assert turned_away(RunState(task=TASK)) == ()
    assert unsure_claims(RunState(task=TASK)) == {}
