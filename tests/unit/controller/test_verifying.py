"""Verifying finds what no longer holds, and says how much was looked at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ascertain.adapters.memory.artifact_store import MemoryArtifacts
from ascertain.controller.outputs import make_manifest, pretty_json
from ascertain.controller.state import fold
from ascertain.controller.verifying import Verification, verify_run
from ascertain.errors import LedgerCorruptError, SnapshotError
from ascertain.evidence.events import Event
from ascertain.evidence.snapshot import Snapshot
from ascertain.evidence.task import ResearchTask
from unit.controller.harness import PAGES, Harness, quoting

FOUNDED = "Ailsa Hestvane founded Skerrion in 2014."
ABOUT, NEWS = PAGES


async def _done() -> Harness:
    harness = Harness(quoting((FOUNDED, ABOUT)))
    await harness.run.run()
    return harness


def _verify(harness: Harness) -> Verification:
    return verify_run(harness.ledger.events(), harness.snapshots, harness.artifacts)


async def test_an_untouched_run_holds() -> None:
    found = _verify(await _done())
    assert found.problems == ()
    assert (found.quotes, found.quotes_held) == (1, 1)
    assert (found.verdicts, found.verdicts_held) == (1, 1)
    assert (found.snapshots, found.snapshots_held) == (1, 1)
    assert found.files == found.files_held > 5
    assert found.ended


async def test_a_changed_or_missing_file_is_named() -> None:
    harness = await _done()
    harness.artifacts.write("report.md", b"Everything is fine.")
    kept = MemoryArtifacts()
    for name in ("report.md", "claims.jsonl", "evidence.jsonl", "sources.jsonl", "report.json"):
        kept.write(name, harness.artifacts.read(name) or b"")
    found = verify_run(harness.ledger.events(), harness.snapshots, kept)
    assert {(problem.where, problem.detail) for problem in found.problems} == {
        ("report.md", "the file was changed after the run wrote it"),
        ("report.html", "the file is missing"),
        ("summary.md", "the file is missing"),
        ("manifest.json", "the file is missing"),
        ("plan.json", "the file is missing"),
    }


async def test_a_file_that_the_ledger_does_not_bear_out_is_named() -> None:
    harness = await _done()
    events = [
        event.model_copy(
            update={
                "body": event.body.model_copy(
                    update={"evidence": event.body.evidence.model_copy(update={"title": "Changed"})}
                )
            }
        )
        if event.body.kind == "evidence_admitted"
        else event
        for event in harness.ledger.events()
    ]
    found = verify_run(events, harness.snapshots, harness.artifacts)
    assert [(problem.where, problem.detail) for problem in found.problems] == [
        ("evidence.jsonl", "the file does not say what the ledger says")
    ]


@pytest.mark.parametrize("name", ["manifest.json", "plan.json", "claims.jsonl", "report.html"])
async def test_every_file_that_the_ledger_fixes_is_compared(name: str) -> None:
    harness = await _done()
    content = harness.artifacts.read(name) or b""
    harness.artifacts.write(name, content.replace(b"e", b"a", 1))
    found = _verify(harness)
    assert [problem.where for problem in found.problems] == [name]


async def test_a_task_is_compared_too() -> None:
    task = ResearchTask(sub_question_id="q1", question="Who founded Skerrion?")
    harness = Harness(quoting((FOUNDED, ABOUT)), task=task)
    await harness.run.run()
    harness.artifacts.write("task.json", b"{}")
    assert [problem.where for problem in _verify(harness).problems] == ["task.json"]


async def test_a_description_that_says_other_things_than_the_ledger_is_named() -> None:
    harness = await _done()
    found = verify_run(harness.ledger.events(), _Altered(harness, language="xx"), harness.artifacts)
    assert [problem.detail for problem in found.problems] == [
        "its description was changed (language)"
    ]


class _Altered:
    """Snapshots of which one says something else now."""

    def __init__(self, harness: Harness, text: str | None = "", *, language: str = "") -> None:
        self._inner = harness.snapshots
        self._text = text
        self._language = language

    def put(self, data: bytes, text: str, snapshot: Snapshot) -> Snapshot:
        return self._inner.put(data, text, snapshot)

    def describe(self, sha256: str) -> Snapshot:
        described = self._inner.describe(sha256)
        change = {"language": self._language} if self._language else {}
        return described.model_copy(update=change)

    def data(self, sha256: str) -> bytes:
        return self._inner.data(sha256)

    def text(self, sha256: str) -> str:
        if self._text is None:
            raise SnapshotError(sha256, "the text was altered")
        return self._text or self._inner.text(sha256)

    def digests(self) -> tuple[str, ...]:
        return self._inner.digests()


async def test_a_missing_copy_fails_its_quotes() -> None:
    harness = await _done()
    found = verify_run(harness.ledger.events(), _Altered(harness, None), harness.artifacts)
    assert found.problems[0].what == "snapshot"
    assert any(problem.what == "quote" and problem.where == "E1" for problem in found.problems)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ailsa Hestvane founded Skerrion in 2015.", "other characters stand at its offsets"),
        ("x" * 16 + FOUNDED.upper(), "other characters stand at its offsets"),
    ],
)
async def test_a_quote_that_no_longer_stands_there_is_named(text: str, said: str) -> None:
    harness = await _done()
    found = verify_run(harness.ledger.events(), _Altered(harness, text), harness.artifacts)
    (problem,) = [problem for problem in found.problems if problem.what == "quote"]
    assert said in problem.detail


async def test_a_quote_whose_record_was_changed_does_not_anchor() -> None:
    harness = await _done()
    events = [
        _with_quote(event, "Ailsa Hestvane founded Skerrion in 2015.")
        for event in harness.ledger.events()
    ]
    found = verify_run(events, harness.snapshots, harness.artifacts)
    details = {problem.what: problem.detail for problem in found.problems}
    assert details["quote"] == "the quote does not anchor in the saved copy"
    assert details["verdict"].startswith("it was supported and is now")


def _with_quote(event: Event, quote: str) -> Event:
    if event.body.kind != "evidence_admitted":
        return event
    evidence = event.body.evidence.model_copy(update={"quote": quote})
    return event.model_copy(update={"body": event.body.model_copy(update={"evidence": evidence})})


async def test_a_run_without_a_plan_has_no_plan_to_compare() -> None:
    harness = await _done()
    events = [event for event in harness.ledger.events() if event.body.kind != "plan_made"]
    found = verify_run(events, harness.snapshots, harness.artifacts)
    assert not any(problem.where == "plan.json" for problem in found.problems)


async def test_a_ledger_that_lost_its_end_is_a_problem() -> None:
    harness = await _done()
    events = list(harness.ledger.events())[:-2]
    found = verify_run(events, harness.snapshots, harness.artifacts)
    assert [(problem.what, problem.where) for problem in found.problems] == [("ledger", "its end")]
    under_way = MemoryArtifacts()
    assert verify_run(events, harness.snapshots, under_way).problems == ()
    written = make_manifest(fold(events), None, running="under way")
    under_way.write("manifest.json", pretty_json(written))
    assert verify_run(events, harness.snapshots, under_way).problems == ()


async def test_a_broken_ledger_is_a_problem_and_the_rest_is_still_looked_at() -> None:
    harness = await _done()
    events = list(harness.ledger.events())

    def torn() -> Iterator[Event]:
        yield from events[:11]
        raise LedgerCorruptError(12, "it was changed")

    found = verify_run(torn(), harness.snapshots, harness.artifacts)
    assert found.problems[0].what == "ledger"
    assert not found.ended
    assert found.quotes_held == 1
    assert found.verdicts == 0
    assert "has not ended" in found.not_checked[0]
