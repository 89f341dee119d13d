"""Where each event belongs in a run's tree of steps, also where it does not say so itself."""

from __future__ import annotations

from ascertain.evidence.events import (
    ClaimsMerged,
    Event,
    EventBody,
    EvidenceAdmitted,
    EvidenceChecked,
    ModelCalled,
    ReportWritten,
    RequestRefused,
    ResearcherEnded,
    ResearcherStarted,
    RoundStarted,
    SourceAsked,
    SourceRead,
    StepFellBack,
)
from ascertain.evidence.identity_events import IdentityJudged, SubjectDescribed

__all__ = ["EventPlaces"]

_STEPS = {"planner": "plan", "writer": "report"}
"""Branches of model calls that no researcher made; a judge's belong to the checks."""


class EventPlaces:
    """Gives each event of one run its branch; feed it the events in their order.

    An event that names its branch keeps it. One that does not (older versions named none) is
    placed by its round, its subquestion and who asked for its source.
    """

    def __init__(self) -> None:
        self._round = 0
        self._researchers: dict[str, str] = {}
        self._askers: dict[str, str] = {}

    def place(self, event: Event) -> str:
        """Return the event's branch; empty: the run itself."""
        body = event.body
        if isinstance(body, RoundStarted):
            self._round = body.round
        elif isinstance(body, SourceAsked):
            self._askers[body.source_id] = body.sub_question_id
        branch = event.branch or self._placed(body)
        if isinstance(body, ResearcherStarted):
            self._researchers[body.brief.subquestion.id] = branch
        return branch

    def _placed(self, body: EventBody) -> str:
        if isinstance(body, RoundStarted):
            return f"round-{body.round}"
        if isinstance(body, ResearcherStarted):
            return f"round-{body.brief.round}/{body.brief.subquestion.id}"
        if isinstance(body, SubjectDescribed | IdentityJudged | EvidenceChecked | ClaimsMerged):
            return self._checks()
        if isinstance(body, ReportWritten):
            return "report"
        researcher = self._researchers.get(self._subquestion_of(body))
        return researcher if researcher is not None else self._of_a_step(body)

    def _subquestion_of(self, body: EventBody) -> str:
        if isinstance(body, SourceRead):
            return self._askers.get(body.source.id, "")
        if isinstance(body, RequestRefused):
            return self._askers.get(body.source_id, "")
        if isinstance(body, EvidenceAdmitted):
            return body.evidence.sub_question_id
        if isinstance(body, ResearcherEnded):
            return body.hand_back.sub_question_id
        if isinstance(body, StepFellBack):
            return body.step
        return getattr(body, "sub_question_id", None) or ""

    def _of_a_step(self, body: EventBody) -> str:
        if isinstance(body, ModelCalled):
            step = body.call.step
            return self._checks() if step == "judge" else _STEPS.get(step, "")
        return _STEPS.get(body.step, "") if isinstance(body, StepFellBack) else ""

    def _checks(self) -> str:
        return f"checks-{max(1, self._round)}"
