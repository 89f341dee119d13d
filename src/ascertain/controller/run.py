"""A run, from its first event to its last: rounds of research, checks, claims, report."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from ascertain.controller.consulting import Consulting
from ascertain.controller.drafting import Drafting
from ascertain.controller.identifying import identify
from ascertain.controller.judging import check_pending, merge_all, unread_pages
from ascertain.controller.metering import RunMeter
from ascertain.controller.outputs import (
    make_manifest,
    make_report,
    pretty_json,
    report_files,
    tables,
)
from ascertain.controller.recorder import Recorder
from ascertain.controller.request import RunPorts, RunRequest
from ascertain.controller.rounds import answered, brief_for, next_round, waves
from ascertain.controller.run_notes import early_endings
from ascertain.controller.state import RunState
from ascertain.controller.team import Team
from ascertain.controller.verifying import archive_seal
from ascertain.errors import AscertainError, LedgerError
from ascertain.evidence.chain import digest
from ascertain.evidence.events import (
    ClaimsMerged,
    Event,
    ReportWritten,
    RoundStarted,
    RunEnded,
    RunStarted,
)
from ascertain.evidence.kinds import RunStatus
from ascertain.evidence.manifest import Manifest
from ascertain.evidence.plan import Subquestion
from ascertain.evidence.source import Source
from ascertain.gathering.admission import Admission
from ascertain.gathering.branches import within
from ascertain.gathering.toolbox import RunDesk
from ascertain.sources.registry import SourceRegistry

__all__ = ["ResearchRun", "how_it_ended"]

_ERROR_LENGTH = 500
_AGAIN = "checking"
"""On whose account a page is read again."""


class ResearchRun:
    """One run over its ports. Use it once.

    Whatever happens in between (a cap, a cancellation, a failing researcher), the run ends
    with checked evidence, a report that says what is missing, and a manifest; only a ledger
    that cannot be written leaves as an error.
    """

    def __init__(
        self,
        request: RunRequest,
        ports: RunPorts,
        observe: Callable[[Event], None] | None = None,
    ) -> None:
        self._request = request
        self._ports = ports
        self._record = Recorder(ports.ledger, ports.artifacts, observe)
        self._registry = SourceRegistry(ports.reading, self._record)
        self._snapshots = ports.reading.snapshots
        self._desk = RunDesk(
            registry=self._registry,
            admission=Admission(
                run_id=request.run_id,
                registry=self._registry,
                clock=ports.clock,
                record=self._record,
            ),
            lanes=ports.lanes,
            record=self._record,
            clock=ports.clock,
            tool_sets=ports.tool_sets,
        )
        self._meter = RunMeter(request.limits, ports.price)
        self._team = Team(ports, self._desk, self._meter, self._record)
        self._consulting = Consulting(ports, self._meter, self._record)
        self._drafting = Drafting(ports, self._meter, self._record)
        self._plan = request.plan
        self._too_late = ""

    @property
    def state(self) -> RunState:
        """What is known so far."""
        return self._record.state

    async def run(self) -> Manifest:
        """Carry the run out and return its manifest.

        Raises:
            asyncio.CancelledError: if it was cancelled; the partial report is written before.
            LedgerError: if events can no longer be written.
        """
        self._start()
        failure = ""
        cancelled: asyncio.CancelledError | None = None
        try:
            failure = await self._work()
        except asyncio.CancelledError as error:
            cancelled, failure = error, "interrupted"
        except LedgerError:
            await self._registry.close()
            raise
        except AscertainError as error:
            failure = str(error)
        except Exception as error:  # noqa: BLE001 (the run's boundary: what was found is kept, and the fault is the report's first line)
            failure = _fault(error)
        try:
            await self._registry.close()
        except asyncio.CancelledError as error:
            # The signal came with the last recording; it may not take the report with it.
            cancelled, failure = error, failure or "interrupted"
        manifest = self._finish(self._ports.mask(failure))
        if cancelled is not None:
            raise cancelled
        return manifest

    def _start(self) -> None:
        request = self._request
        self._record(
            RunStarted(
                run_id=request.run_id,
                question=request.plan.question,
                task=request.task,
                limits=request.limits,
                runtime=next(iter(self._ports.runners.values())).name,
                model_requested=request.model_requested,
                versions=request.versions,
                cost_basis=request.cost_basis,
                half_lives=dict(request.half_lives),
                corpus=request.corpus,
                web=request.web,
            )
        )
        files = self._ports.artifacts
        if request.task is not None:
            files.write("task.json", pretty_json(request.task))
        self._write_plan()

    def _write_plan(self) -> None:
        files = self._ports.artifacts
        files.write("plan.json", pretty_json(self._plan))
        manifest = make_manifest(self.state, self._plan, running="the run has not ended")
        files.write("manifest.json", pretty_json(manifest))

    async def _work(self) -> str:
        """Plan, research and write; return why it stopped early, or an empty string."""
        limits = self._request.limits
        if self._ports.review is not None:
            # A person may think as long as they like.
            await self._plan_it()
        deadline = asyncio.timeout(limits.max_seconds)
        try:
            async with deadline:
                if self._ports.review is None:
                    await self._plan_it()
                if self._ports.prepare is not None:
                    self._record(await self._ports.prepare())
                # A share of the time is kept for the report where a model writes it.
                kept = limits.reserve_share if self._ports.model is not None else 0.0
                until = (deadline.when() or 0.0) - kept * limits.max_seconds
                await self._research(until)
                await self._drafting.write(self._plan)
        except TimeoutError:
            if not deadline.expired():
                raise
            return f"the time limit of {limits.max_seconds:g} s was reached"
        return self._too_late

    async def _plan_it(self) -> None:
        with_model = self._request.plan_with_model
        self._plan = await self._drafting.plan(self._plan, with_model=with_model)
        self._write_plan()

    async def _research(self, until: float) -> None:
        """Research in rounds, until the loop's clock says so."""
        limits = self._request.limits
        deadline = asyncio.timeout_at(until)
        try:
            async with deadline:
                while work := next_round(
                    self.state,
                    self._plan,
                    limits,
                    self._desk.asked,
                    affordable=self._meter.affords_more,
                ):
                    with within(f"round-{self.state.rounds + 1}"):
                        await self._round(work, until)
        except TimeoutError:
            if not deadline.expired():
                raise
            self._too_late = f"the time limit of {limits.max_seconds:g} s was reached"
            await self._judge(in_time=False)

    async def _round(self, work: Sequence[Subquestion], until: float) -> None:
        """Work on subquestions: those first whose answers others need."""
        limits, number = self._request.limits, self.state.rounds + 1
        self._record(RoundStarted(round=number, sub_question_ids=tuple(sub.id for sub in work)))
        for wave in waves(work, self._plan, lambda: answered(self.state)):
            left_s = until - asyncio.get_running_loop().time()
            briefs = [
                brief_for(sub, self.state, limits, self._desk.asked[sub.id], left_s) for sub in wave
            ]
            await self._team.work(self._plan, briefs, limits.parallel)
            await self._judge()

    async def _judge(self, *, in_time: bool = True) -> None:
        """Check and merge off the event loop; only the results are recorded on it.

        Args:
            in_time: whether there is time to read pages again and to ask a judge.
        """
        snapshots = self._snapshots
        if in_time:
            await self._reread()
        for judged in await asyncio.to_thread(lambda: list(identify(self.state, snapshots))):
            self._record(judged)
        pending = await asyncio.to_thread(check_pending, self.state, snapshots)
        if in_time and await self._consulting.ask(pending):
            pending = await asyncio.to_thread(check_pending, self.state, snapshots)
        for checked in pending:
            self._record(checked)
        self._record(await asyncio.to_thread(merge_all, self.state, self._plan, snapshots))

    async def _reread(self) -> None:
        """Read the pages themselves of which researchers' programs only told."""
        gate = asyncio.Semaphore(self._request.limits.parallel)

        async def one(source: Source) -> None:
            async with gate:
                await self._registry.reread(source, _AGAIN)

        async with asyncio.TaskGroup() as group:
            for source in unread_pages(self.state):
                group.create_task(one(source))

    def _judge_now(self) -> None:
        """Check and merge without awaiting, for a run that is being ended."""
        for judged in list(identify(self.state, self._snapshots)):
            self._record(judged)
        for checked in check_pending(self.state, self._snapshots):
            self._record(checked)
        self._record(merge_all(self.state, self._plan, self._snapshots))

    def _finish(self, failure: str) -> Manifest:
        """Check what has no verdict yet, write every file, record the end. Does not await."""
        if not self.state.merged_at or _unmerged(self.state):
            try:
                self._judge_now()
            except LedgerError:
                raise
            except Exception as error:  # noqa: BLE001 (the last boundary: a report without claims is better than none)
                failure = failure or _fault(error)
                self._record(ClaimsMerged(claims=()))
        status, reason = how_it_ended(self.state, failure)
        plan, files = self._plan, self._ports.artifacts
        report = make_report(self.state, plan, status=status, reason=reason)
        written = {
            **tables(self.state),
            **report_files(self.state, plan, report, self._snapshots),
        }
        for name, content in written.items():
            files.write(name, content)
        self._record(
            ReportWritten(
                files={
                    **archive_seal(files),
                    **{name: digest(content) for name, content in written.items()},
                }
            )
        )
        self._record(RunEnded(status=status, reason=reason))
        manifest = make_manifest(self.state, plan)
        files.write("manifest.json", pretty_json(manifest))
        return manifest


def _unmerged(state: RunState) -> bool:
    """Whether there is evidence that no claim holds yet; judging anew drops written prose."""
    merged = {link.id for claim in state.claims.values() for link in claim.evidence}
    return bool(state.evidence.keys() - merged)


def _fault(error: Exception) -> str:
    return f"an unexpected fault: {type(error).__name__}: {error}"[:_ERROR_LENGTH]


def how_it_ended(state: RunState, failure: str) -> tuple[RunStatus, str]:
    """Return the run's status and, unless it is ``collected``, the reason; pure.

    Sources and records used up (the ending ``limit``) are the size that was asked for, and end
    a run as finished; time, faults and interruptions make it ``incomplete``.

    Args:
        state: after the last stage.
        failure: why the run stopped early, or empty.
    """
    if failure:
        return "incomplete", failure
    if early := early_endings(state.hand_backs):
        return "incomplete", early
    if state.searches and len(state.failed_searches) == state.searches:
        return "incomplete", f"every search failed: {state.failed_searches[0]}"
    if not state.evidence:
        return "no_evidence", "; ".join(dict.fromkeys(gap.reason for gap in state.gaps))
    return "collected", ""
