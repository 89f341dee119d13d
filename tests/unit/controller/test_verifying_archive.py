"""What a run's archive has lost is named; what nobody can know is said to be unknown."""

from __future__ import annotations

from ascertain.adapters.archive.examining import ArchiveFound
from ascertain.adapters.memory.artifact_store import MemoryArtifacts
from ascertain.adapters.memory.clock import FixedClock
from ascertain.adapters.memory.ledger import MemoryLedger
from ascertain.adapters.memory.snapshot_store import MemorySnapshots
from ascertain.controller.verifying import EXCHANGE_LIST, Verification, archive_seal, verify_run
from ascertain.errors import LedgerError
from ascertain.evidence.chain import digest
from ascertain.evidence.events import (
    EventBody,
    ReportWritten,
    RunEnded,
    RunStarted,
    SourceRead,
    WebTerms,
)
from ascertain.evidence.limits import Limits
from ascertain.evidence.web_policy import WebPolicy
from builders import source

LISTED = b'{"offset": 0}\n'
WHOLE = ArchiveFound(listed=9)
READ = source("S1", resolved_url="https://example.org/", content_hash=None)


class _Unreadable(MemoryArtifacts):
    def read(self, name: str) -> bytes | None:
        raise LedgerError(f"{name} could not be read: it is not a plain file.")


def _verified(
    archive: ArchiveFound | None,
    *,
    sealed: bool = True,
    ended: bool = True,
    files: MemoryArtifacts | None = None,
    notes: tuple[str, ...] = (),
) -> Verification:
    artifacts = MemoryArtifacts()
    artifacts.write(EXCHANGE_LIST, LISTED)
    terms = WebTerms(providers=("searxng",), policy=WebPolicy(), max_age_days=1)
    bodies: list[EventBody] = [
        RunStarted(run_id="R", question="Who?", limits=Limits(), runtime="scripted", web=terms),
        SourceRead(source=READ.model_copy(update={"notes": notes})),
    ]
    if sealed:
        bodies.append(ReportWritten(files={EXCHANGE_LIST: digest(LISTED)}))
    if ended:
        bodies.append(RunEnded(status="collected"))
    ledger = MemoryLedger(FixedClock())
    for body in bodies:
        ledger.append(body)
    return verify_run(ledger.events(), MemorySnapshots(), files or artifacts, archive)


def _said(found: Verification) -> list[str]:
    return [problem.detail for problem in found.problems if problem.what == "exchange"]


def test_a_whole_archive_holds_and_is_counted() -> None:
    found = _verified(WHOLE)
    assert _said(found) == []
    assert (found.exchanges, found.exchanges_held) == (9, 9)
    assert found.not_checked == ()


def test_exchanges_that_a_finished_run_has_lost_are_named_with_their_number() -> None:
    found = _verified(ArchiveFound(listed=9, missing=2, altered=1))
    assert _said(found) == [
        "3 of 9 exchanges are lost: the bytes of 2 are not there and those of 1 were altered"
    ]
    assert (found.exchanges, found.exchanges_held) == (9, 6)
    gone = _verified(ArchiveFound(listed=9, missing=9, fault="it is not a plain file"))
    assert _said(gone) == [
        "9 of 9 exchanges are lost: the bytes of 9 are not there (it is not a plain file)"
    ]


def test_a_list_that_the_ledger_fixes_may_not_change_or_be_gone() -> None:
    for files in (MemoryArtifacts(), _Unreadable()):
        (said,) = _said(_verified(WHOLE, files=files))
        assert "not the one that the run wrote" in said
    changed = MemoryArtifacts()
    changed.write(EXCHANGE_LIST, b"")
    assert _said(_verified(ArchiveFound(surplus=70), files=changed))


def test_a_file_that_cannot_be_read_is_a_problem_of_that_file() -> None:
    found = _verified(WHOLE, files=_Unreadable())
    details = {problem.where: problem.detail for problem in found.problems}
    assert "not a plain file" in details["claims.jsonl"]
    assert details["exchanges.jsonl"].endswith("it is not a plain file.")


def test_a_list_that_cannot_be_read_is_a_problem() -> None:
    assert _said(_verified(ArchiveFound(fault="line 3 is damaged"))) == ["line 3 is damaged"]


def test_without_a_digest_in_the_ledger_it_is_said_that_a_change_may_go_unseen() -> None:
    found = _verified(WHOLE, sealed=False)
    assert _said(found) == []
    assert "a change of it may go unseen" in found.not_checked[0]
    (said,) = _said(_verified(ArchiveFound(listed=8, surplus=1_200), sealed=False))
    assert "1,200 bytes more than are listed" in said
    assert _said(_verified(ArchiveFound(listed=8, surplus=1_200))) == []


def test_without_archive_and_list_what_was_read_tells_that_there_was_one() -> None:
    (said,) = _said(_verified(ArchiveFound(), sealed=False))
    assert said.startswith("all exchanges are lost")
    unkept = ("not in the archive: the disk is full",)
    assert _said(_verified(ArchiveFound(), sealed=False, notes=unkept)) == []


def test_a_killed_run_may_have_lost_its_last_exchanges_and_says_so() -> None:
    found = _verified(ArchiveFound(listed=9, missing=1), ended=False)
    assert _said(found) == []
    assert found.not_checked[0].startswith("exchanges.warc.gz: 1 of 9 exchanges are lost; the run")
    assert found.exchanges_held == 8
    unread = _verified(ArchiveFound(fault="it is not a plain file"), ended=False)
    assert "it is not a plain file; the run has not ended" in unread.not_checked[0]


def test_altered_bytes_are_a_fault_of_a_killed_run_too() -> None:
    (said,) = _said(_verified(ArchiveFound(listed=9, missing=1, altered=2), ended=False))
    assert said == "2 of 9 exchanges are lost: their bytes were altered"


def test_what_nobody_looked_at_is_listed() -> None:
    assert _verified(None).not_checked[0] == "exchanges.warc.gz: it was not looked at"
    found = _verified(ArchiveFound(listed=9, unsealed=4))
    assert "the bytes of 4 of 9 exchanges" in found.not_checked[0]


def test_the_seal_of_an_archive_is_its_lists_digest() -> None:
    artifacts = MemoryArtifacts()
    assert archive_seal(artifacts) == archive_seal(_Unreadable()) == {}
    artifacts.write(EXCHANGE_LIST, LISTED)
    assert archive_seal(artifacts) == {EXCHANGE_LIST: digest(LISTED)}
