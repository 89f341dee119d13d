"""Verifying a run's folder offline: do its copies, quotes, checks and files still hold?"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from pydantic import ValidationError

from ascertain.controller.identifying import changed_identities
from ascertain.controller.judging import SourceText, beside, check_against, source_text
from ascertain.controller.outputs import make_manifest, pretty_json, tables
from ascertain.controller.state import RunState, apply
from ascertain.errors import LedgerError, SnapshotError
from ascertain.evidence.admitted import Evidence
from ascertain.evidence.chain import digest
from ascertain.evidence.events import Event
from ascertain.evidence.manifest import Manifest
from ascertain.evidence.record import Record
from ascertain.evidence.source import Source
from ascertain.ports.artifact_store import ArtifactStore
from ascertain.ports.snapshot_store import SnapshotStore
from ascertain.sources.anchoring.finding import find_quote

__all__ = [
    "EXCHANGES",
    "EXCHANGE_LIST",
    "FoundArchive",
    "Problem",
    "Verification",
    "archive_problems",
    "archive_seal",
    "verify_run",
]

EXCHANGES = "exchanges.warc.gz"
"""The file of a run that uses the web with what went over the wire."""

EXCHANGE_LIST = "exchanges.jsonl"
"""The file that lists it; where the ledger holds this file's digest, it fixes both."""

_NOT_ARCHIVED = "not in the archive: "
_WEB = ("http://", "https://")
_DESCRIBED = ("title", "author", "published", "updated", "language", "media_type")
"""What a snapshot's description and the run's source both say."""


class Problem(Record):
    """One thing that no longer holds.

    Attributes:
        what: ``ledger``, ``snapshot``, ``quote``, ``verdict``, ``identity``, ``exchange`` or
            ``file``.
        where: the event, digest, evidence id or file name.
        detail: one sentence for a person.
    """

    what: str
    where: str
    detail: str


class Verification(Record):
    """What was verified, with denominators, and what no longer holds.

    Attributes:
        ended: whether the ledger holds the run's end.
        not_checked: what could not be verified and why; never counted as holding.
    """

    run_id: str
    question: str
    ended: bool
    events: int = 0
    snapshots: int = 0
    snapshots_held: int = 0
    quotes: int = 0
    quotes_held: int = 0
    verdicts: int = 0
    verdicts_held: int = 0
    exchanges: int = 0
    exchanges_held: int = 0
    files: int = 0
    files_held: int = 0
    problems: tuple[Problem, ...] = ()
    not_checked: tuple[str, ...] = ()


class FoundArchive(Protocol):
    """What was found of a run's archive, as far as verifying needs to know it."""

    @property
    def listed(self) -> int:
        """Exchanges that the list names."""
        ...

    @property
    def missing(self) -> int:
        """Those whose bytes are not there any more."""
        ...

    @property
    def altered(self) -> int:
        """Those whose bytes are others than were written."""
        ...

    @property
    def unsealed(self) -> int:
        """Those whose bytes the list does not fix."""
        ...

    @property
    def surplus(self) -> int:
        """Bytes behind the last that is listed."""
        ...

    @property
    def fault(self) -> str:
        """Why the files could not be read; empty where they were."""
        ...


@dataclass
class _Tally:
    problems: list[Problem]
    counts: dict[str, int]

    def add(self, what: str, where: str, problem: str | None) -> None:
        """Count one thing as looked at, and as held unless there is a problem."""
        self.counts[f"{what}s"] += 1
        if problem is None:
            self.counts[f"{what}s_held"] += 1
        else:
            self.problems.append(Problem(what=what, where=where, detail=problem))


def verify_run(
    events: Iterable[Event],
    snapshots: SnapshotStore,
    artifacts: ArtifactStore,
    archive: FoundArchive | None = None,
) -> Verification:
    """Verify a run from its parts; changes nothing, needs no network and no model.

    The ledger's chain is followed, each snapshot's digests are computed anew, each quote is
    anchored anew in its snapshot, each evidence is checked anew, and the tables and reports
    are compared with what the ledger says. What was found of the archive of exchanges is
    counted; None: nobody looked, which is said of a run that used the web.
    """
    state = RunState()
    tally = _Tally([], Counter())
    try:
        for event in events:
            apply(state, event)
    except LedgerError as error:
        tally.problems.append(
            Problem(what="ledger", where=f"after event {state.seq}", detail=error.message)
        )
    _verify_snapshots(state, snapshots, tally)
    tally.problems.extend(
        Problem(what="identity", where=source_id, detail=said)
        for source_id, said in changed_identities(state, snapshots)
    )
    _verify_evidence(state, snapshots, tally)
    not_checked = [
        *_verify_archive(state, artifacts, archive, tally),
        *_verify_files(state, artifacts, tally),
    ]
    return Verification(
        run_id=state.run_id,
        question=state.question,
        ended=state.ended is not None,
        events=state.seq,
        problems=tuple(tally.problems),
        not_checked=tuple(not_checked),
        **tally.counts,
    )


def _verify_snapshots(state: RunState, snapshots: SnapshotStore, tally: _Tally) -> None:
    read = {
        source.content_hash: source
        for source in state.sources.values()
        if source.content_hash is not None
    }
    for sha256, source in sorted(read.items()):
        tally.add("snapshot", sha256, _snapshot_problem(sha256, source, state, snapshots))


def _snapshot_problem(
    sha256: str, source: Source, state: RunState, snapshots: SnapshotStore
) -> str | None:
    try:
        snapshots.data(sha256)
        text = snapshots.text(sha256)
        described = snapshots.describe(sha256)
    except SnapshotError as error:
        return error.reason
    if digest(text.encode()) != state.texts.get(sha256):
        return "the text is not the one that was read in the run"
    differing = [name for name in _DESCRIBED if getattr(described, name) != getattr(source, name)]
    if differing:
        return f"its description was changed ({', '.join(differing)})"
    return None


def _verify_evidence(state: RunState, snapshots: SnapshotStore, tally: _Tally) -> None:
    by_snapshot: defaultdict[str, list[Evidence]] = defaultdict(list)
    for item in state.evidence.values():
        by_snapshot[item.snapshot].append(item)
    for sha256, items in by_snapshot.items():
        text = source_text(snapshots, sha256)
        for item in items:
            tally.add("quote", item.id, _quote_problem(item, text))
            given = state.judgements.get(item.id)
            if given is not None:
                verdict = check_against(item, text, beside(item, state, snapshots)).verdict
                tally.add(
                    "verdict",
                    item.id,
                    None
                    if verdict == given.verdict
                    else f"it was {given.verdict} and is now {verdict}",
                )


def _quote_problem(item: Evidence, text: SourceText | None) -> str | None:
    if text is None:
        return "the saved copy is missing or altered"
    selector = item.selector
    if text.prepared.text[selector.start : selector.end] != selector.exact:
        return "other characters stand at its offsets in the saved copy"
    if find_quote(item.quote, text.prepared, preferred=text.main).anchor is None:
        return "the quote does not anchor in the saved copy"
    return None


def _verify_files(state: RunState, artifacts: ArtifactStore, tally: _Tally) -> list[str]:
    if state.ended is None:
        lost = _lost_end(artifacts)
        if lost is not None:
            tally.problems.append(lost)
        return ["tables and reports: the run has not ended, so the ledger does not fix them"]
    derived = _derived(state)
    for name in sorted({*state.files, *derived}):
        content, problem = _content(artifacts, name)
        if problem is not None:
            pass
        elif content is None:
            problem = "the file is missing"
        elif name in state.files and digest(content) != state.files[name]:
            problem = "the file was changed after the run wrote it"
        elif name in derived and content != derived[name]:
            problem = "the file does not say what the ledger says"
        tally.add("file", name, problem)
    return []


def archive_seal(artifacts: ArtifactStore) -> dict[str, str]:
    """Return what the ledger is to hold of a run's archive at its end: its list's digest.

    The list fixes every exchange's bytes. Empty where there is none, or it cannot be read.
    """
    content, _ = _content(artifacts, EXCHANGE_LIST)
    return {} if content is None else {EXCHANGE_LIST: digest(content)}


def archive_problems(
    state: RunState, artifacts: ArtifactStore, archive: FoundArchive
) -> tuple[Problem, ...]:
    """Return what a run's archive of exchanges has lost, as far as it can be known.

    A run that has ended had everything on disk before its end was recorded. One that was
    killed may have lost its last exchanges, which is no fault; altered ones always are.
    """
    found: list[Problem] = []
    if state.ended is None:
        lost, how = archive.altered, "their bytes were altered"
    else:
        lost, how = archive.missing + archive.altered, _how_lost(archive)
        found.extend(_whole_files_problems(state, artifacts, archive))
    if lost:
        detail = f"{lost} of {archive.listed} exchanges are lost: {how}"
        found.insert(0, Problem(what="exchange", where=EXCHANGES, detail=detail))
    return tuple(found)


def _how_lost(archive: FoundArchive) -> str:
    ways: list[str] = []
    if archive.missing:
        ways.append(f"the bytes of {archive.missing} are not there")
    if archive.altered:
        ways.append(f"those of {archive.altered} were altered")
    return " and ".join(ways) + (f" ({archive.fault})" if archive.fault else "")


def _whole_files_problems(
    state: RunState, artifacts: ArtifactStore, archive: FoundArchive
) -> Iterable[Problem]:
    """Yield what is wrong with the archive of a run that ended, besides lost exchanges."""
    sealed = EXCHANGE_LIST in state.files
    if sealed and _list_changed(state, artifacts):
        yield Problem(
            what="exchange",
            where=EXCHANGE_LIST,
            detail="the list of exchanges is not the one that the run wrote, so some may be lost",
        )
    if archive.fault and not archive.missing:
        yield Problem(what="exchange", where=EXCHANGES, detail=archive.fault)
    if not sealed and not archive.fault and not archive.listed and _archived(state):
        yield Problem(
            what="exchange",
            where=EXCHANGES,
            detail="all exchanges are lost: neither the archive nor its list holds any",
        )
    elif not sealed and archive.surplus:
        yield Problem(
            what="exchange",
            where=EXCHANGE_LIST,
            detail=f"{EXCHANGES} holds {archive.surplus:,} bytes more than are listed, so lines "
            "of the list are lost",
        )


def _list_changed(state: RunState, artifacts: ArtifactStore) -> bool:
    content, fault = _content(artifacts, EXCHANGE_LIST)
    return fault is not None or content is None or digest(content) != state.files[EXCHANGE_LIST]


def _archived(state: RunState) -> bool:
    """Whether something that was read from the web must be in the archive."""
    return any(
        source.status == "ok"
        and (source.resolved_url or "").startswith(_WEB)
        and not any(note.startswith(_NOT_ARCHIVED) for note in source.notes)
        for source in state.sources.values()
    )


def _verify_archive(
    state: RunState, artifacts: ArtifactStore, archive: FoundArchive | None, tally: _Tally
) -> list[str]:
    if archive is None:
        return [f"{EXCHANGES}: it was not looked at"] if state.web else []
    tally.counts["exchanges"] = archive.listed
    tally.counts["exchanges_held"] = archive.listed - archive.missing - archive.altered
    tally.problems.extend(archive_problems(state, artifacts, archive))
    unknown: list[str] = []
    if state.ended is None and (archive.missing or archive.fault):
        why = archive.fault or f"{archive.missing} of {archive.listed} exchanges are lost"
        unknown.append(f"{EXCHANGES}: {why}; the run has not ended, so it may have been killed")
    if state.ended is not None and archive.listed and EXCHANGE_LIST not in state.files:
        unknown.append(
            f"{EXCHANGE_LIST}: the ledger does not fix it, so a change of it may go unseen"
        )
    if archive.unsealed:
        unknown.append(
            f"{EXCHANGES}: the bytes of {archive.unsealed} of {archive.listed} exchanges, which "
            "the list does not fix"
        )
    return unknown


def _content(artifacts: ArtifactStore, name: str) -> tuple[bytes | None, str | None]:
    """Return a file's content, or why it cannot be read."""
    try:
        return artifacts.read(name), None
    except LedgerError as error:
        return None, error.message


def _lost_end(artifacts: ArtifactStore) -> Problem | None:
    """A manifest is written with an end only after the ledger holds it."""
    try:
        written = Manifest.model_validate_json(artifacts.read("manifest.json") or b"")
    except ValidationError:
        return None
    if written.ended_at is None:
        return None
    return Problem(
        what="ledger",
        where="its end",
        detail="the manifest says that the run ended; the ledger has lost its last events",
    )


def _derived(state: RunState) -> dict[str, bytes]:
    """The files whose bytes follow from the ledger alone."""
    files = {
        **tables(state),
        "manifest.json": pretty_json(make_manifest(state, state.plan)),
    }
    if state.plan is not None:
        files["plan.json"] = pretty_json(state.plan)
    if state.task is not None:
        files["task.json"] = pretty_json(state.task)
    return files
