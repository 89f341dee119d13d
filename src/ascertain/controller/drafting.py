"""What a model contributes to plan and report; code decides what of it stands."""

from __future__ import annotations

from ascertain.controller.metering import RunMeter, StepMeter
from ascertain.controller.outputs import material_of
from ascertain.controller.recorder import Recorder
from ascertain.controller.request import RunPorts
from ascertain.controller.team import skills_of
from ascertain.evidence.check import Check
from ascertain.evidence.events import PlanMade, ProseWritten, RefusedProse, StepFellBack
from ascertain.evidence.plan import ResearchPlan
from ascertain.gathering.branches import within
from ascertain.gathering.model_planning import answer_clarification, plan_with_model
from ascertain.reporting.writing import write_sections
from ascertain.validation.checking import check_pair

__all__ = ["Drafting"]

_DAY = len("2026-01-31")
_KEPT_REFUSALS = 100


class Drafting:
    """Plans and writes with the run's model, if it has one."""

    def __init__(self, ports: RunPorts, meter: RunMeter, record: Recorder) -> None:
        self._ports = ports
        self._meter = meter
        self._record = record

    async def plan(self, plan: ResearchPlan, *, with_model: bool) -> ResearchPlan:
        """Return and record the plan to follow; a person may look at it first.

        Args:
            plan: as rules or a person made it.
            with_model: whether the model may make another from its question.

        Raises:
            AscertainError: if the person does not want it.
            LedgerError: if it cannot be put on record.
        """
        with within("plan"):
            made = await self._planned(plan) if with_model else plan
            if self._ports.review is not None:
                answer = await self._ports.review(made)
                if with_model and answer and made.clarify is not None:
                    question = answer_clarification(plan.question, made.clarify, answer)
                    made = await self._planned(plan.model_copy(update={"question": question}))
            self._record(PlanMade(plan=made))
        return made

    async def _planned(self, plan: ResearchPlan) -> ResearchPlan:
        model = self._ports.model
        if model is None:
            return plan
        planned = await plan_with_model(
            plan.question,
            model,
            StepMeter(self._meter, self._record, step="planner", mask=self._ports.mask),
            today=self._ports.clock.now()[:_DAY],
            skills=skills_of(self._ports),
        )
        if planned.fell_back is not None:
            self._record(
                StepFellBack(
                    step="planner",
                    was=model.name,
                    now="rules",
                    reason=self._ports.mask(planned.fell_back),
                )
            )
        return planned.plan

    async def write(self, plan: ResearchPlan) -> None:
        """Let the model put the claims in prose, and record the sentences that hold.

        Raises:
            LedgerError: if they cannot be put on record.
        """
        model, state = self._ports.model, self._record.state
        if model is None or not state.claims:
            return
        with within("report"):
            written = await write_sections(
                material_of(state, plan, self._ports.reading.snapshots),
                model,
                StepMeter(self._meter, self._record, step="writer", mask=self._ports.mask),
                check=_check,
            )
            self._record(
                ProseWritten(
                    sections=written.sections,
                    accepted=written.accepted,
                    refused=tuple(
                        RefusedProse(section=item.section, text=item.text, reasons=item.reasons)
                        for item in written.refused[:_KEPT_REFUSALS]
                    ),
                    refused_total=len(written.refused),
                    notes=tuple(map(self._ports.mask, written.notes)),
                )
            )


def _check(held: str, said: str) -> tuple[Check, ...]:
    return check_pair(said, held).checks
