"""The researchers of a run: who works on what, side by side, and who takes over."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from ascertain.controller.metering import RunMeter, StepMeter
from ascertain.controller.recorder import Recorder
from ascertain.controller.request import RunPorts
from ascertain.errors import AscertainError, LedgerError, LimitReachedError
from ascertain.evidence.brief import Brief, HandBack
from ascertain.evidence.events import ResearcherEnded, ResearcherStarted, StepFellBack
from ascertain.evidence.kinds import Ending, Skill
from ascertain.evidence.plan import ResearchPlan
from ascertain.gathering.branches import within
from ascertain.gathering.routing import Assignment, Rules, Runner, assign, fallback_for
from ascertain.gathering.toolbox import ResearcherToolbox, RunDesk
from ascertain.ports.agent_runtime import AgentRuntime

__all__ = ["Team", "skills_of"]

_ERROR_LENGTH = 500
_LANE_SKILLS: dict[str, frozenset[Skill]] = {
    "corpus": frozenset(("corpus",)),
    "web": frozenset(("web", "scholarly")),
}


@dataclass(frozen=True, slots=True)
class _Desk:
    """What one researcher works with."""

    brief: Brief
    toolbox: ResearcherToolbox
    meter: StepMeter


def skills_of(ports: RunPorts) -> frozenset[Skill]:
    """Return what the run's tools are able to do."""
    found = [_LANE_SKILLS[lane.namespace] for lane in ports.lanes]
    sets = [frozenset(tool_set.skills) for tool_set in ports.tool_sets]
    given = frozenset[Skill]().union(*found)
    # Tools of files serve those who work on a corpus or data; they are no corpus themselves.
    return given | (frozenset[Skill]().union(*sets) & {"data"})


class Team:
    """Carries out briefs, several at a time, each by the runtime that the rules give it to."""

    def __init__(self, ports: RunPorts, desk: RunDesk, meter: RunMeter, record: Recorder) -> None:
        self._desk = desk
        self._meter = meter
        self._record = record
        self._mask = ports.mask
        self._runtimes = {**ports.runners}
        skills = skills_of(ports)
        self._runners = tuple(Runner(name, skills) for name in self._runtimes)
        first, *others = self._runtimes
        given = ports.rules or Rules()
        usual = {first: tuple(others)} if others else {}
        if ports.rules is not None:
            # Where the rules name nobody, the last of the runtimes takes over all the same.
            usual = {name: tuple(self._runtimes)[-1:] for name in tuple(self._runtimes)[:-1]}
        self._rules = given.model_copy(update={"fallbacks": {**usual, **given.fallbacks}})

    async def work(self, plan: ResearchPlan, briefs: Sequence[Brief], parallel: int) -> None:
        """Carry out the briefs of one round.

        Raises:
            LedgerError: if events can no longer be written.
        """
        gate = asyncio.Semaphore(parallel)
        number = max((brief.round for brief in briefs), default=1)
        given = assign(plan, self._runners, self._rules, round_=number)
        try:
            async with asyncio.TaskGroup() as group:
                for brief in briefs:
                    group.create_task(self._researcher(brief, given[brief.subquestion.id], gate))
        except ExceptionGroup as faults:
            # A researcher's own faults end in its hand-back; only the ledger's leave here.
            raise faults.exceptions[0] from None

    async def _researcher(self, brief: Brief, given: Assignment, gate: asyncio.Semaphore) -> None:
        place = brief.subquestion.id
        async with gate:
            with within(place):
                name, tried = given.runner, [given.runner]
                reason = given.reason if len(self._runners) > 1 else ""
                self._record(ResearcherStarted(brief=brief, runner=name, reason=reason))
                began = self._desk.clock.monotonic()
                while True:
                    used = self._desk.clock.monotonic() - began
                    desk = self._new_desk(_with_time(brief, used))
                    ended = await self._carry_out(desk, self._runtimes[name])
                    following = fallback_for(name, tried, self._rules)
                    if following is None or not _needs_another(ended):
                        return
                    self._record(
                        StepFellBack(
                            step=place, was=name, now=following, reason=ended.error or ended.ending
                        )
                    )
                    name = following
                    tried.append(name)

    def _new_desk(self, brief: Brief) -> _Desk:
        # Limits are the subquestion's own: a new toolbox gives nothing anew.
        toolbox = ResearcherToolbox(brief, self._desk)
        return _Desk(brief, toolbox, self._step_meter(brief))

    def _step_meter(self, brief: Brief) -> StepMeter:
        return StepMeter(self._meter, self._record, brief.subquestion.id, mask=self._mask)

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
            conclusion=self._mask(said.conclusion) if said else "",
            evidence_ids=desk.toolbox.evidence_ids,
            gaps=tuple(map(self._mask, said.gaps)) if said else (),
            ending=ending,
            error=self._mask(error)[:_ERROR_LENGTH] if error else None,
            usage=desk.toolbox.usage.plus(desk.meter.usage),
        )
        self._record(ResearcherEnded(hand_back=hand_back))
        return hand_back


def _with_time(brief: Brief, used_s: float) -> Brief:
    """Return the brief with the time that those before have left."""
    given = brief.max_seconds
    left = None if given is None else max(1.0, round(given - used_s, 1))
    return brief.model_copy(update={"max_seconds": left})


def _needs_another(ended: HandBack) -> bool:
    """Whether a runtime failed so that another should take over: it left nothing at all."""
    return ended.ending in {"error", "stalled", "budget", "time_out"} and not ended.evidence_ids
