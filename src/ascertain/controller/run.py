"""A run, from its first event to its last: rounds of research, checks, claims, report."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ascertain.controller.judging import check_pending, merge_all
from ascertain.controller.metering import RunMeter, StepMeter
from ascertain.controller.outputs import (
    make_manifest,
    make_report,
    pretty_json,
    report_files,
    tables,
)
from ascertain.controller.recorder import Recorder
from ascertain.controller.request import RunPorts, RunRequest
from ascertain.controller.rounds import brief_for, next_round
from ascertain.controller.state import RunState
from ascertain.errors import AscertainError, LedgerError, LimitReachedError
from ascertain.evidence.brief import Brief, HandBack
from ascertain.evidence.chain import digest
from ascertain.evidence.events import (
    ClaimsMerged,
    Event,
    PlanMade,
    ReportWritten,
    ResearcherEnded,
    ResearcherStarted,
    RoundStarted,
    RunEnded,
    RunStarted,
    StepFellBack,
)
from ascertain.evidence.kinds import Ending, RunStatus
from ascertain.evidence.manifest import Manifest
from ascertain.evidence.plan import Subquestion
from ascertain.gathering.admission import Admission
from ascertain.gathering.branches import within
from ascertain.gathering.toolbox import ResearcherToolbox, RunDesk
from ascertain.ports.agent_runtime import AgentRuntime
from ascertain.sources.registry import SourceRegistry

__all__ = ["ResearchRun", "how_it_ended"]

_ERROR_LENGTH = 500


@dataclass(frozen=True, slots=True)
class _Desk:
    """What one researcher works with."""

    brief: Brief
    toolbox: ResearcherToolbox
    meter: StepMeter


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
        self._meter = RunMeter(request.limits, ports.price)
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
        )

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
            failure = await self._research()
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
        manifest = self._finish(failure)
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
                runtime=self._ports.runtime.name,
                model_requested=request.model_requested,
                versions=request.versions,
                cost_basis=request.cost_basis,
                corpus=request.corpus,
                web=request.web,
            )
        )
        self._record(PlanMade(plan=request.plan))
        files = self._ports.artifacts
        if request.task is not None:
            files.write("task.json", pretty_json(request.task))
        files.write("plan.json", pretty_json(request.plan))
        files.write(
            "manifest.json",
            pretty_json(make_manifest(self.state, request.plan, running="the run has not ended")),
        )

    async def _research(self) -> str:
        """Research in rounds; return why it stopped early, or an empty string."""
        limits = self._request.limits
        deadline = asyncio.timeout(limits.max_seconds)
        try:
            async with deadline:
                if self._ports.prepare is not None:
                    self._record(await self._ports.prepare())
                while work := next_round(self.state, self._request.plan, limits, self._desk.asked):
                    left_s = (deadline.when() or 0.0) - asyncio.get_running_loop().time()
                    with within(f"round-{self.state.rounds + 1}"):
                        await self._round(work, left_s)
        except TimeoutError:
            if not deadline.expired():
                raise
            return f"the time limit of {limits.max_seconds:g} s was reached"
        return ""

    async def _round(self, work: Sequence[Subquestion], left_s: float) -> None:
        limits, number = self._request.limits, self.state.rounds + 1
        self._record(RoundStarted(round=number, sub_question_ids=tuple(sub.id for sub in work)))
        await self._side_by_side(
            [brief_for(sub, self.state, limits, self._desk.asked[sub.id], left_s) for sub in work]
        )
        await self._judge()

    async def _side_by_side(self, briefs: Sequence[Brief]) -> None:
        gate = asyncio.Semaphore(self._request.limits.parallel)
        try:
            async with asyncio.TaskGroup() as group:
                for brief in briefs:
                    group.create_task(self._researcher(brief, gate))
        except ExceptionGroup as faults:
            # A researcher's own faults end in its hand-back; only the ledger's leave here.
            raise faults.exceptions[0] from None

    async def _researcher(self, brief: Brief, gate: asyncio.Semaphore) -> None:
        async with gate:
            place = brief.subquestion.id
            with within(place):
                self._record(ResearcherStarted(brief=brief))
                runtime = self._ports.runtime
                for following in (*self._ports.fallbacks, None):
                    # Limits are the subquestion's own: a new toolbox gives nothing anew.
                    toolbox = ResearcherToolbox(brief, self._desk)
                    meter = StepMeter(self._meter, self._record, place)
                    ended = await self._carry_out(_Desk(brief, toolbox, meter), runtime)
                    if following is None or not _needs_another(ended, toolbox):
                        return
                    self._record(
                        StepFellBack(
                            step=place,
                            was=runtime.name,
                            now=following.name,
                            reason=ended.error or ended.ending,
                        )
                    )
                    runtime = following

    async def _carry_out(self, desk: _Desk, runtime: AgentRuntime) -> HandBack:
        """Let one runtime work; record and return how it ended."""
        try:
            said = await runtime.run(desk.brief, desk.toolbox, desk.meter)
        except asyncio.CancelledError:
            self._hand_back(desk, "cancelled", "stopped before it was done")
            raise
        except LimitReachedError as error:
            return self._hand_back(desk, "budget", str(error))
        except LedgerError:
            raise
        except AscertainError as error:
            return self._hand_back(desk, "error", str(error))
        except Exception as error:  # noqa: BLE001 (a task's boundary: one researcher's fault ends alone, and is recorded)
            return self._hand_back(desk, "error", f"{type(error).__name__}: {error}")
        return self._hand_back(desk, said.ending, said.error, said)

    def _hand_back(
        self, desk: _Desk, ending: Ending, error: str | None, said: HandBack | None = None
    ) -> HandBack:
        # Evidence ids and usage are what code counted, whatever the runtime says.
        hand_back = HandBack(
            sub_question_id=desk.brief.subquestion.id,
            conclusion=said.conclusion if said else "",
            evidence_ids=desk.toolbox.evidence_ids,
            gaps=said.gaps if said else (),
            ending=ending,
            error=error[:_ERROR_LENGTH] if error else None,
            usage=desk.toolbox.usage.plus(desk.meter.usage),
        )
        self._record(ResearcherEnded(hand_back=hand_back))
        return hand_back

    async def _judge(self) -> None:
        """Check and merge off the event loop; only the results are recorded on it."""
        snapshots = self._snapshots
        for checked in await asyncio.to_thread(check_pending, self.state, snapshots):
            self._record(checked)
        plan = self._request.plan
        self._record(await asyncio.to_thread(merge_all, self.state, plan, snapshots))

    def _judge_now(self) -> None:
        """Check and merge without awaiting, for a run that is being ended."""
        for checked in check_pending(self.state, self._snapshots):
            self._record(checked)
        self._record(merge_all(self.state, self._request.plan, self._snapshots))

    def _finish(self, failure: str) -> Manifest:
        """Check what has no verdict yet, write every file, record the end. Does not await."""
        if failure or not self.state.merged_at:
            try:
                self._judge_now()
            except LedgerError:
                raise
            except Exception as error:  # noqa: BLE001 (the last boundary: a report without claims is better than none)
                failure = failure or _fault(error)
                self._record(ClaimsMerged(claims=()))
        status, reason = how_it_ended(self.state, failure)
        plan, files = self._request.plan, self._ports.artifacts
        report = make_report(self.state, plan, status=status, reason=reason)
        written = {
            **tables(self.state),
            **report_files(self.state, plan, report, self._snapshots),
        }
        for name, content in written.items():
            files.write(name, content)
        self._record(
            ReportWritten(files={name: digest(content) for name, content in written.items()})
        )
        self._record(RunEnded(status=status, reason=reason))
        manifest = make_manifest(self.state, plan)
        files.write("manifest.json", pretty_json(manifest))
        return manifest


def _needs_another(ended: HandBack, toolbox: ResearcherToolbox) -> bool:
    """Whether a runtime failed so that another should take over: it left nothing at all."""
    return ended.ending in {"error", "stalled", "budget"} and not toolbox.evidence_ids


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
    early = [back for back in state.hand_backs if back.ending not in {"finished", "limit"}]
    if failure:
        return "incomplete", failure
    if early:
        return "incomplete", "; ".join(
            f"the researcher for «{back.sub_question_id}» ended by {back.ending}: {back.error}"
            for back in early
        )
    if state.searches and len(state.failed_searches) == state.searches:
        return "incomplete", f"every search failed: {state.failed_searches[0]}"
    if not state.evidence:
        return "no_evidence", "; ".join(dict.fromkeys(gap.reason for gap in state.gaps))
    return "collected", ""
